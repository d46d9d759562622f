import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, pageCopy, shortened } from '../../../data/text/page-copy.ts';
import { pageText } from '../../../data/text/page-text.ts';
import { piece } from './html-fragments.ts';

/** Blocks as `kind: words`, the cells of a row between bars. */
function told(html: string): string[] {
  const { text, blocks } = pageCopy(html, 'html');
  const words = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  return blocks.map((block) =>
    block.kind === 'row' ? `row: ${block.cells.map(words).join(' | ')}` : `${block.kind}: ${words(block)}`,
  );
}

describe('a copy keeps the blocks of a page', () => {
  test.each([
    [
      'headings and items',
      '<h2>Pro</h2><ul><li>Boards<li><b>Guests</b></ul>',
      ['heading: Pro', 'item: Boards', 'item: Guests'],
    ],
    [
      'rows with their cells, also those without text',
      '<table><tr><th></th><th>Pro</th></tr><tr><td>SSO</td><td><svg></svg></td></tr></table>',
      ['row:  | Pro', 'row: SSO | '],
    ],
    [
      'a cell of several lines',
      '<table><tr><td><p>Pro</p><p>$29</p></td><td>Buy</td></tr></table>',
      ['row: Pro\n$29 | Buy'],
    ],
    [
      'no row where a table lays out the page',
      '<table><tr><td><table><tr><td>Pro</td><td>$29</td></tr></table></td><td>Aside</td></tr></table>',
      ['row: Pro | $29', 'paragraph: Aside'],
    ],
    ['no row of one cell', '<table><tr><td>Pro</td></tr></table>', ['paragraph: Pro']],
  ])('%s', (_, html, blocks) => {
    expect(told(html)).toEqual(blocks);
  });

  test('lines of other formats keep their white space', () => {
    expect(pageCopy('# Pro\n\n  - $29\n', 'markdown')).toEqual({
      text: '# Pro\n\n  - $29\n',
      blocks: [
        { kind: 'code', start: 0, end: 5 },
        { kind: 'code', start: 7, end: 14 },
      ],
      isNoArchive: false,
    });
  });
});

test.each([
  ['<meta name="robots" content="noindex, NOARCHIVE">', true],
  ['<meta name="robots" content="index,follow">', false],
  ['<meta name="otherbot" content="noarchive">', false],
])('whether a page asks for no copies: %s', (html, isNoArchive) => {
  expect(pageCopy(html, 'html').isNoArchive).toBe(isNoArchive);
});

test('a copy is cut at the end of a block', () => {
  const copy = pageCopy('<p>one</p><p>two</p><p>three</p>', 'html');
  expect(shortened(copy, 8)).toMatchObject({ text: 'one\ntwo', blocks: copy.blocks.slice(0, 2) });
  expect(shortened(copy, 2)).toMatchObject({ text: '', blocks: [] });
  expect(shortened(copy, 100)).toEqual(copy);
});

test('whatever the markup, the text is that of the page, and ranges lie in it, in order', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = pieces.join('');
      const { text, blocks } = pageCopy(html, 'html');
      expect(text).toBe(pageText(html, 'html'));
      const ranges = blocks.flatMap((block: Block) => (block.kind === 'row' ? block.cells : [block]));
      const places = ranges.flatMap(({ start, end }) => [start, end]);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.every((place) => place >= 0 && place <= text.length)).toBe(true);
      for (const block of blocks) expect(text.slice(block.start, block.end).trim()).not.toBe('');
      const within = blocks.map(({ start, end }) => text.slice(start, end)).join('');
      expect(within.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});
