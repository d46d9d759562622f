import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Document, eachElement, type PageElement, pathOf } from '../../../../crawler/read/page/document.ts';
import { htmlDocument } from '../../../../crawler/read/page/html-document.ts';
import { markdownDocument } from '../../../../crawler/read/page/markdown.ts';
import { pageText } from '../../../../data/text/page-text.ts';
import { growthTo } from '../../../cpu-ms.ts';
import { firstOf, repetitions } from '../../../long.ts';

const TAGS =
  'div p span b li td tr table h3 script style template noscript br svg title head body sup select option textarea';
const tag = fc.constantFrom(...TAGS.split(' '));
const WORDS = ['$', '12', '.99', ' ', '\n', '/mo', 'Pro', 'a&amp;b', '&nbsp;', '&#36;9', '&bogus;', '\u00a0', '😀'];
const STRAY = [
  ...['<!-- $9 -->', '<!--', '-->', '<', '</', '<p class="x', "<p a='", '<![CDATA[x]]>', '<?php ?>', '<!doctype html>'],
  ...['<div/>', '<p hidden>', '<s>'],
];
const piece = fc.oneof(
  { weight: 4, arbitrary: tag.map((name) => `<${name}>`) },
  { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(...STRAY) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);
const page = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

function expectConsistent(document: Document): void {
  let last = 0;
  for (const { start, end } of document.runs) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    last = end;
  }
  expect(document.visible.length).toBe(document.text.length);
  const open: PageElement[] = [document.root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const inner of element.children) {
      if (inner.start >= 0 && element.start >= 0) {
        expect(inner.start).toBeGreaterThanOrEqual(element.start);
        expect(inner.end).toBeLessThanOrEqual(element.end);
      }
      open.push(inner);
    }
  }
}

test('the text is the page text, whatever the markup', () => {
  fc.assert(
    fc.property(page, (source) => {
      const document = htmlDocument(source);
      expect(document.text).toBe(pageText(source, 'html'));
      expectConsistent(document);
    }),
    { numRuns: repetitions(300, 1500) },
  );
});

test('every piece of Markdown keeps its place', () => {
  const LINES = [
    ...['# Pro', '## Free plan', '| a | b |', '|---|---|', '| **Pro** | \\$12 / month |', '```', '---', '', '> quote'],
    ...['- **[Pro](/pro)** — US$5/month', 'text <br/> `code` [x](y'],
  ];
  const line = fc.oneof(fc.constantFrom(...LINES), fc.string({ maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const source = lines.join('\n');
      const document = markdownDocument(source, 'markdown');
      expect(document.text).toBe(source);
      expectConsistent(document);
    }),
    { numRuns: repetitions(200, 800) },
  );
});

const COSTLY: [string, string][] = [
  ['lists in lists', '- '],
  ['one line of links that never end', '[a]('],
  ['tags that never end', '<a '],
  ['quotes in quotes', '>'],
  ['lines of quotes in quotes', `${'>'.repeat(500)} a\n`],
  ['emphasis that never ends', `${'*a_'.repeat(95)}\n\n`],
  ['links that never end', `${'[a]('.repeat(190)}\n\n`],
  ['pipes', '|'],
];

test.each(firstOf(3, COSTLY))(
  'Markdown takes at most 8 times what a quarter of it takes: %s',
  { timeout: 60_000 },
  (_, part) => {
    expect(
      growthTo(repetitions(1, 4))(
        (source) => markdownDocument(source, 'markdown'),
        '',
        () => part,
      ),
    ).toBeLessThan(8);
  },
);

test('scripts keep their offsets in the source', () => {
  const source = '<p>x</p><script type="application/ld+json">{"a": 1}</script><script>var b = "<p>";</script>';
  const document = htmlDocument(source);
  expect(document.scripts.map(({ start, end }) => source.slice(start, end))).toEqual(['{"a": 1}', 'var b = "<p>";']);
});

/** Of each element with text of its own, how it is seen. */
function sight(source: string): string[] {
  const seen: string[] = [];
  eachElement(htmlDocument(source).root, ({ nodes, children, start, hidden, unseen, struck }) => {
    if (start < 0 || nodes === children.length) return;
    seen.push([unseen ? 'unseen' : hidden ? 'hidden' : 'shown', ...(struck ? ['struck'] : [])].join(' '));
  });
  return seen;
}
const LONG = 'More words than a hidden label, a price or a period would have.';

test('what a framework streams behind a loading screen is shown, what is hidden in it is not', () => {
  const source = `<template id="B:0"></template><p>Loading</p><div hidden id="S:0"><p>a</p><p hidden>b</p></div><div hidden id="menu">${LONG}</div>`;
  expect(sight(source + `<p>${LONG}</p>`.repeat(3))).toEqual(
    ['shown', 'shown', 'hidden', 'unseen'].concat(Array(3).fill('shown')),
  );
});

test('hidden and struck pass down to what is inside', () => {
  const source = `<div style="display: none"><p>${LONG}</p></div><del><span>b</span></del><p class="hidden md:block">c</p>`;
  expect(sight(source + `<p>${LONG}</p>`.repeat(3))).toEqual(
    ['unseen', 'shown struck', 'shown'].concat(Array(3).fill('shown')),
  );
});

test('unseen words are no text of the page in sight', () => {
  const { text, visible, lines } = htmlDocument(`<p>a</p><p hidden>${LONG}</p>${`<p>${LONG}</p>`.repeat(2)}`);
  expect(text).toContain(LONG);
  expect(visible).toBe(`a\n${' '.repeat(LONG.length)}\n${LONG}\n${LONG}`);
  expect(lines).toHaveLength(3);
});

test('a line begins with its first words in sight', () => {
  const { visible, lines } = htmlDocument(
    `<p><i hidden>${LONG}</i><b>$9 per month</b></p>${`<p>${LONG}</p>`.repeat(2)}`,
  );
  const [line] = lines;
  expect(line?.element.name).toBe('b');
  expect(visible.slice(line?.start, line?.end).trim()).toBe('$9 per month');
});

test('what an element says to screen readers alone is not said twice', () => {
  const source = `<p><span aria-hidden="true">$9</span><span class="a_visuallyHidden__b">$9 per month</span><span aria-hidden="true">per month</span></p>`;
  expect(sight(source)).toEqual(['unseen', 'hidden', 'unseen']);
  // An icon says nothing else, and what only it says stays.
  expect(sight('<p><span aria-hidden="true">$9</span><span class="sr-only">a month</span></p>')).toEqual([
    'hidden',
    'hidden',
  ]);
});

test('words of two classes that touch are two lines, and pieces of one class are not', () => {
  const said = (source: string) => {
    const { visible, lines } = htmlDocument(source);
    return lines.map(({ start, end }) => visible.slice(start, end));
  };
  expect(said('<p><span class="badge">BEST VALUE</span><span class="name">PRO</span></p>')).toEqual([
    'BEST VALUE',
    'PRO',
  ]);
  expect(said('<p><span class="word">Note</span><span class="word">ly</span></p>')).toEqual(['Notely']);
});

test('a style sheet strikes out words', () => {
  expect(sight('<style>.was{text-decoration:line-through}</style><p class="was">a</p><p>b</p>')).toEqual([
    'shown struck',
    'shown',
  ]);
});

test('the path of an element is the same whichever was asked for before', () => {
  const row = '<ul><li>a</li><b>b</b><li>c</li> <li>d</li><b>e</b></ul>'.repeat(3);
  const paths = (order: (items: PageElement[]) => PageElement[]) => {
    const { runs } = htmlDocument(row);
    const asked = order(runs.map(({ element }) => element));
    return new Map(asked.map((element) => [element.start, pathOf(element)]));
  };
  const forwards = paths((items) => items);
  expect([...forwards.values()].slice(0, 5)).toEqual([
    'html>body>ul:nth-of-type(1)>li:nth-of-type(1)',
    'html>body>ul:nth-of-type(1)>b:nth-of-type(1)',
    'html>body>ul:nth-of-type(1)>li:nth-of-type(2)',
    'html>body>ul:nth-of-type(1)>li:nth-of-type(3)',
    'html>body>ul:nth-of-type(1)>b:nth-of-type(2)',
  ]);
  expect(new Map([...paths((items) => items.toReversed())].toSorted(([a], [b]) => a - b))).toEqual(forwards);
});

test('of words in several languages the page has those in its own, and the links to the others', () => {
  const both = '<p lang="en">Ten a month</p><p lang="de">Zehn im Monat</p>';
  const links = '<a lang="en" href="/">EN</a> <a lang="de" href="/de">DE</a> <button data-lang="fr">FR</button>';
  const { visible } = htmlDocument(`<html lang="en">${links}<button data-lang="en">EN</button>${both}</html>`);
  expect(visible.match(/\w+/g)).toEqual(['EN', 'DE', 'FR', 'EN', 'Ten', 'a', 'month']);
});
