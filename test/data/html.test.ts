/** Every page means to us what the Standard says, whichever parser read it; and no page costs more than its size. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHtml } from '../../data/html.ts';
import type { HtmlHandler } from '../../data/html-events.ts';
import { parseStandard } from '../../data/html-standard.ts';
import { parseStrict } from '../../data/html-strict.ts';
import { NotStrict } from '../../data/html-tags.ts';
import { pageText } from '../../data/text/page-text.ts';
import { layoutsOf } from '../vendor-web/layouts.ts';
import { randomOffer, randomRates } from '../vendor-web/random-offer.ts';
import { piece, pieceOf } from './html-pieces.ts';
import { Teller, type Told, toldByStandard } from './html-tree.ts';
import { MALFORMED } from './malformed.ts';

function toldBy(parse: (source: string, handler: HtmlHandler) => void, source: string): Told {
  const teller = new Teller();
  parse(source, teller);
  return teller.told();
}

/** Undefined where the page is not strict. */
function toldStrictly(source: string): Told | undefined {
  try {
    return toldBy(parseStrict, source);
  } catch (error) {
    if (error instanceof NotStrict) return undefined;
    throw error;
  }
}

function told(source: string): Told {
  return parseHtml(source, () => new Teller()).told();
}

test.each(MALFORMED)('%s', (_, html, pieces) => {
  expect(told(html).pieces.map((each) => each.replace(/^html body ?/, ''))).toEqual(pieces);
  expect(told(html)).toEqual(toldByStandard(html));
  expect(pageText(html, 'html')).toBe(toldByStandard(html).text);
});

test('any malformed page is told as the Standard has it', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const source = pieces.join('');
      const standard = toldByStandard(source);
      expect(toldBy(parseStandard, source)).toEqual(standard);
      expect(told(source)).toEqual(standard);
      expect(pageText(source, 'html')).toBe(standard.text);
    }),
    { numRuns: 4000 },
  );
});

test.each([
  ['tables', 'table tr td th tbody thead caption colgroup col p template script'],
  ['lists and terms', 'ul li p div dl dd dt b a'],
  ['choices', 'select option optgroup datalist label div p'],
  ['blocks and lines', 'p h2 h3 div a b button form li span object address'],
  ['drawings', 'svg g path title p b div'],
  ['heads', 'head title body html meta script div p noscript template link'],
  ['cells and links', 'a b i span p div table td tr button li'],
])('what strict reading takes on itself is right: %s', (_, names) => {
  let strict = 0;
  fc.assert(
    fc.property(fc.array(pieceOf(names.split(' ')), { maxLength: 14 }), (pieces) => {
      const source = pieces.join('');
      const read = toldStrictly(source);
      if (read === undefined) return;
      strict += 1;
      expect(read).toEqual(toldByStandard(source));
    }),
    { numRuns: 2500 },
  );
  // Else the test has shown nothing.
  expect(strict).toBeGreaterThan(500);
});

test('pages as vendors make them are strict', () => {
  const pages = [1, 2, 3].flatMap((seed) => [
    ...layoutsOf(randomOffer(seed), seed),
    ...layoutsOf(randomRates(seed), seed),
  ]);
  const html = pages.filter(({ format }) => format === 'html');
  for (const { body } of html) expect(toldStrictly(body)).toEqual(toldByStandard(body));
});

test('scripts and stylesheets are told by their place, by either parser', () => {
  const source =
    '<style media=x>a{b:"<p>"}</style><p>$1<script type="a">{"x": "</p>"}</script ><script src=b></script><SCRIPT>c &amp; d</SCRIPT>';
  const scripts = (parse: typeof parseStrict) => {
    const found: string[] = [];
    const ignore = () => undefined;
    parse(source, {
      open: ignore,
      text: ignore,
      close: ignore,
      code: (start, end) => void found.push(source.slice(start, end)),
    });
    return found;
  };
  expect(scripts(parseStrict)).toEqual(['a{b:"<p>"}', '{"x": "</p>"}', '', 'c &amp; d']);
  expect(scripts(parseStandard)).toEqual(scripts(parseStrict));
});

test('elements start where their tags stand, by either parser', () => {
  const source = '<!doctype html><div class="a"><p title=b>$1</p><ul><li>c<li>d</ul></div>';
  const starts = (parse: typeof parseStrict) => {
    const found: string[] = [];
    const ignore = () => undefined;
    parse(source, {
      open: (name, attributes, start) =>
        void found.push(`${name} ${JSON.stringify(attributes.all)} ${source.slice(start, start + 4)}`),
      text: ignore,
      close: ignore,
      code: ignore,
    });
    return found.slice(3);
  };
  expect(starts(parseStrict)).toEqual([
    'div {"class":"a"} <div',
    'p {"title":"b"} <p t',
    'ul {} <ul>',
    'li {} <li>',
    'li {} <li>',
  ]);
  expect(starts(parseStandard)).toEqual(starts(parseStrict));
});

/** Each is a page that costs the Standard's algorithm quadratic time or memory, unless it is bounded. */
test.each<[string, string]>([
  ['paragraphs in ever more formatting', `</br>${'<p><b class=x>$1'.repeat(100_000)}`],
  [
    'formatting of its own for each paragraph',
    Array.from({ length: 100_000 }, (_, at) => `<p><b id=${at}>$1`).join(''),
  ],
  [
    'unclosed formatting, then paragraphs',
    `${Array.from({ length: 10_000 }, (_, at) => `<b id=${at}>`).join('')}${'<p>$1</p>'.repeat(100_000)}`,
  ],
  ['text in front of one table', `<table>${'<b>$1</b>'.repeat(200_000)}`],
  ['tables in tables', '<table>$1'.repeat(100_000)],
  ['blocks in one deep place', `</br>${'<div>'.repeat(10_000)}${'<p>$1'.repeat(100_000)}`],
  ['end tags of what lies deep', `</br><i>${'<div>'.repeat(10_000)}${'</i>'.repeat(300_000)}`],
  ['end tags of nothing in a deep place', `${'<b>'.repeat(10_000)}${'</i>'.repeat(500_000)}`],
  ['a tag of a million attributes', `</br><p ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}`).join(' ')}>$1`],
  ['bodies with ever more attributes', Array.from({ length: 100_000 }, (_, at) => `<body a${at}>`).join('')],
  ['links in links', '<a><div>$1'.repeat(100_000)],
  ['forms closed in the wrong order', '<form><div></form>$1'.repeat(100_000)],
  ['templates in templates', '</br><template>'.repeat(200_000)],
  ['list items in list items', '</br><ul><li>$1'.repeat(200_000)],
  ['selects and their ends', '</br><select><option>$1</select></select>'.repeat(150_000)],
  ['comments that never end', '<!--'.repeat(1_000_000)],
  ['quotes that never end', '<p a="'.repeat(800_000)],
  ['entities that are none', '&a'.repeat(2_000_000)],
])('bounded: %s', { timeout: 60_000 }, (_, source) => {
  const before = process.cpuUsage();
  expect(pageText(source, 'html').length).toBeLessThanOrEqual(source.length);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(10_000);
});
