import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cut, decodePage, pageText } from '../../../data/text/page-text.ts';
import { firstOf } from '../../long.ts';

describe('the text of a page', () => {
  it.each<[what: string, source: string, text: string, format?: 'html' | 'markdown']>([
    ['inline elements join', '<p><span>$</span><span>29</span><sup>.99</sup></p>', '$29.99'],
    ['blocks are lines', '<div>Pro</div><div>$29</div>', 'Pro\n$29'],
    [
      'cells are tabs and rows are lines',
      '<table><tr><td>Pro</td><td>$29</td></tr><tr><td>Max</td><td>$99</td></tr></table>',
      'Pro\t$29\nMax\t$99',
    ],
    ['white space collapses', '<p>  from\n\t$10 &nbsp; a month </p>', 'from $10 a month'],
    ['what is empty parts no words', '$1<title></title>$1', '$1$1'],
    ['entities are characters', '<p>&euro;9&#44;90</p>', '€9,90'],
    [
      'scripts, styles, templates and comments are not text',
      '<p>a<script>"$1"</script><style>$2</style><template>$3</template><!-- $4 --><noscript>$5</noscript>b</p>',
      'ab',
    ],
    ['hidden text is text', '<p hidden>$10 a year</p>', '$10 a year'],
    ['what is no text separates none', '<b>$1<template><p>$2</p></template>0<svg><text>x</text></svg></b>', '$10'],
    ['a stray closing tag is no text and no boundary of silence', '</script><p>$1</p></template><p>$2</p>', '$1\n$2'],
    [
      'a page nested deeper than any browser makes is read to its end',
      `${'<div>'.repeat(10_000)}$7${'</div>'.repeat(10_000)}<p>$9</p>`,
      '$7\n$9',
    ],
    ['Markdown is its own text', '# Pro\n\n$29 <b>', '# Pro\n\n$29 <b>', 'markdown'],
  ])('%s', (_, source, text, format = 'html') => {
    expect(pageText(source, format)).toBe(text);
  });

  const TOO_DEEP = [
    ['closed again', `${'<div>'.repeat(12_500)}$7${'</div>'.repeat(12_500)}`],
    ['never closed', '<div>'.repeat(20_000)],
    ['closed by strangers', `${'<i>'.repeat(10_000)}${'</b>'.repeat(200_000)}`],
  ] as const;

  it.each(firstOf(1, TOO_DEEP))('what stood before too deep a place is kept: %s', (_, deep) => {
    expect(pageText(`<p>$5</p>${deep}<p>$9</p>`, 'html')).toBe('$5');
  });

  it('evidence of either scope is cut where it says', () => {
    const source = '<p data-price="19">$29 a month</p>';
    const words = { source, text: pageText(source, 'html') };
    const evidence = { quote: '$29', textStart: 0, textEnd: 3, path: 'p', method: 'cards' } as const;
    expect(cut({ ...evidence, scope: 'text' }, words)).toBe('$29');
    expect(cut({ ...evidence, scope: 'source', textStart: 15, textEnd: 17 }, words)).toBe('19');
  });

  it('bytes are decoded by the charset that was decided at fetching', () => {
    expect(decodePage(Uint8Array.of(0x80, 0x35), 'windows-1252')).toBe('€5');
  });
});

test('white space of any kind between words is one space', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'é', '价', ' ', '\n', '\t', '\u00a0', '\u2009', '\u3000') });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const expected = `${one}${other}`.replace(/\s+/g, ' ').trim();
      expect(pageText(`<p>${one}<b>${other}</b></p>`, 'html')).toBe(expected);
    }),
  );
});
