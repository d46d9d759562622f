/** A page means what the HTML Standard says, and no page costs more than its size. */
import * as fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { type HtmlHandler, parseHtml } from '../../../data/text/html.ts';
import { pageText, TextBuilder } from '../../../data/text/page-text.ts';
import { growthTo } from '../../cpu-ms.ts';
import { firstOf, repetitions } from '../../long.ts';
import { piece } from './html-fragments.ts';

/** Notes each piece of text behind the names of the elements around it: "html body p: $5". */
class Outline implements HtmlHandler {
  readonly #builder = new TextBuilder();
  readonly #open: string[] = [];
  readonly #pieces: { path: string; start: number; end: number }[] = [];

  open(name: string): void {
    this.#builder.open(name);
    this.#open.push(name);
  }

  text(data: string): void {
    const span = this.#builder.text(data);
    if (span === undefined) return;
    const path = this.#open.join(' ');
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.path === path && last.end >= span.start - 1) last.end = span.end;
    else this.#pieces.push({ path, ...span });
  }

  code(): void {}

  close(name: string): void {
    this.#builder.close(name);
    if (this.#open.pop() !== name) throw new Error(`${name} is not the innermost open element`);
  }

  toJSON(): { text: string; pieces: string[] } {
    const text = this.#builder.toString();
    return { text, pieces: this.#pieces.map(({ path, start, end }) => `${path}: ${text.slice(start, end)}`) };
  }
}

function outline(source: string) {
  const handler = new Outline();
  parseHtml(source, handler);
  return handler.toJSON();
}

const NO_TEXT = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

/** The same by parse5's default tree and plain recursion. */
function outlineByParse5(source: string) {
  const handler = new Outline();
  const visit = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode) => {
    for (const node of childNodes) {
      if ('value' in node) handler.text(node.value);
      else if ('tagName' in node) {
        const name = node.tagName.toLowerCase();
        handler.open(name);
        if (!NO_TEXT.has(name) || !node.namespaceURI.endsWith('xhtml')) visit(node);
        handler.close(name);
      }
    }
  };
  visit(parse(source));
  return handler.toJSON();
}

test.each([
  [
    '<div class=a><h3>Pro</h3><p>$10<div class=a><h3>Max</h3><p>$20',
    'div h3: Pro|div p: $10|div div h3: Max|div div p: $20',
  ],
  ['<p>from <div>$10</div> a month</p>', 'p: from|div: $10|: a month'],
  ['<p><b>$10<p>$20</b><p>$30', 'p b: $10\n$20|p: $30'],
  ['<table>$10<tr><td>Pro</td></tr></table>', ': $10|table tbody tr td: Pro'],
  ['<tr><td>Pro</td><td>$10</td></tr>', ': Pro$10'],
  ['<select><option><b>$10</b> <i>a month</i></option></select>', 'select option: $10 a month'],
  ['<!-->$10<!-- -->$20<!pro>$30<?php echo 1 ?>$40', ': $10$20$30$40'],
  ['<p>&pound10 or &euro;9 &ampor &notit; &nbsp$8', 'p: £10 or €9 &or ¬it; $8'],
  ['<p>$10<svg><g><p>$20</svg>$30', 'p: $10\n$20$30'],
  ['<p>$10<noscript><p>$20</p></noscript>$30', 'p: $10$30'],
])('malformed: %s', (html, pieces) => {
  const found = outline(html);
  expect(found.pieces.map((each) => each.replace(/^html body ?/, '')).join('|')).toBe(pieces);
  expect(found).toEqual(outlineByParse5(html));
});

test("any malformed page is passed on as parse5's own tree has it", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const source = pieces.join('');
      const expected = outlineByParse5(source);
      expect(outline(source)).toEqual(expected);
      expect(pageText(source, 'html')).toBe(expected.text);
    }),
    { numRuns: repetitions(400, 1000) },
  );
});

/** What a page's elements are told of beside their text. */
function tagsIn(source: string): { tags: string[]; code: string[] } {
  const found: { tags: string[]; code: string[] } = { tags: [], code: [] };
  const ignore = () => undefined;
  parseHtml(source, {
    open: (name, attributes, start) =>
      void found.tags.push(`${name} ${JSON.stringify(attributes)} ${source.slice(start, start + 4)}`),
    text: ignore,
    close: ignore,
    code: (start, end) => void found.code.push(source.slice(start, end)),
  });
  return found;
}

test('scripts and stylesheets are known by their place in the source', () => {
  const source =
    '<style media=x>a{b:"<p>"}</style><p>$1<script type="a">{"x": "</p>"}</script ><script src=b></script><SCRIPT>c &amp; d</SCRIPT>';
  expect(tagsIn(source).code).toEqual(['a{b:"<p>"}', '{"x": "</p>"}', '', 'c &amp; d']);
});

test('elements have the attributes and the place of their tags', () => {
  const source =
    '<!doctype html><DIV Class="a" class=b><p title="&lt;b">$1</p><ul><li>c<li>d</ul></div><svg viewBox=0><use xlink:href="#a">';
  expect(tagsIn(source).tags.slice(3)).toEqual([
    'div {"class":"a"} <DIV',
    'p {"title":"<b"} <p t',
    'ul {} <ul>',
    'li {} <li>',
    'li {} <li>',
    'svg {"viewbox":"0"} <svg',
    'use {"xlink:href":"#a"} <use',
  ]);
});

type Costly = [name: string, head: string, part: (at: number) => string];

/** Each makes the Standard's algorithm take time or memory that grows faster than the page, unless it is bounded. */
const COSTLY: Costly[] = [
  ['paragraphs in ever more formatting', '', () => '<p><b class=x>$1'],
  ['a tag of ever more attributes', '<p ', (at) => `a${at} `],
  ['templates in templates', '', () => '<template>'],
  ['text in front of one table', '<table>', () => '<b>$1</b>'],
  ['end tags of what lies deep', `<i>${'<div>'.repeat(10_000)}`, () => '</i>'],
  ['bodies with ever more attributes', '', (at) => `<body a${at}>`],
  ['forms closed in the wrong order', '', () => '<form><div></form>$1'],
  ['comments that never end', '', () => '<!--'],
  ['quotes that never end', '', () => '<p a="'],
  ['entities that are none', '', () => '&a'],
  ['formatting of its own for each paragraph', '', (at) => `<p><b id=${at}>$1`],
  ['tables in tables', '', () => '<table>$1'],
  ['blocks in one deep place', '<div>'.repeat(10_000), () => '<p>$1'],
  ['links in links', '', () => '<a><div>$1'],
];

test.each(firstOf(3, COSTLY))(
  'a page takes at most 8 times what a quarter of it takes: %s',
  { timeout: 60_000 },
  (_, head, part) => {
    expect(growthTo(repetitions(1, 2))((source) => pageText(source, 'html'), head, part)).toBeLessThan(8);
  },
);

test.each(['&#9', '&#xf', '&#1'])('a character reference of 400 digits is a replacement character: %s…', (head) => {
  const digit = head.at(-1) ?? '';
  const reference = `${head}${digit.repeat(399)};`;
  const html = `<p title="${reference}">Pro ${reference} $12</p>`;
  expect(pageText(html, 'html')).toBe('Pro \ufffd $12');
});
