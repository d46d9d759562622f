/** Stylesheets are read as browsers read them, however broken, and cost no more than their length. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlDocument } from '../../../../crawler/read/page/html-document.ts';
import { declarationsOf, rulesOf } from '../../../../crawler/read/page/stylesheet.ts';
import { cpuMs } from '../../../cpu-ms.ts';
import { firstOf, repetitions } from '../../../long.ts';
import { card, cards, lines, read } from '../pages.ts';

/** A rule in one line: "sometimes layered .a { display: none! }". */
const told = (css: string) =>
  rulesOf(css).map(({ selector, declarations, force }) => {
    const said = declarations.map(
      ({ property, value, isImportant }) => `${property}: ${value}${isImportant ? '!' : ''}`,
    );
    return [force, selector, '{', said.join('; '), '}'].join(' ');
  });

test.each<[string, string[]]>([
  ['.a/**/.b{/* x */display/**/:none}', ['always .a.b { display: none }']],
  ['.a{colour red;;{};display:none}', ['always .a { display: none }']],
  ['.a{--x:{display:none};display:flex}', ['always .a { display: flex }']],
  ['.a{background:url(x;y{z}) ;display:none}', ['always .a { background: url(x;y{z}); display: none }']],
  ['<!-- .a{display:none} -->', ['always .a { display: none }']],
  ['.c{.a &{display:none}}', ['always .a :is(.c) { display: none }']],
  ['.c::after{content:"}"}', ['always .c::after { content: "}" }']],
  ['@font-face{src:url("}")}.a{display:none}', ['always .a { display: none }']],
  ['.a{margin:0;color:red}', ['always .a { margin-top: 0; color: red }']],
  ['.a{cursor:pointer}', []],
  ['.a{inset:0 auto auto -9999px}', ['always .a { top: 0; left: -9999px }']],
  ['.a{font:0/0 x}', ['always .a { font-size: 0 }']],
  ['@media print{.a{display:none}}', []],
  ['@media not print{@supports (x:y){.a{display:none}}}', ['sometimes .a { display: none }']],
  ['@keyframes x{from{opacity:0}}.a{opacity:1}', ['always .a { opacity: 1 }']],
  ['@font-face{src:x}@import "x";.a{display:none}', ['always .a { display: none }']],
  ['.a{.b &{display:none}}', ['always .b :is(.a) { display: none }']],
  ['.a{top:0;> i{display:none}}', ['always :is(.a) > i { display: none }', 'always .a { top: 0 }']],
  ['.a{@media print{display:none}@media all{display:flex}}', ['always .a { display: flex }']],
])('%s', (css, rules) => {
  expect(told(css)).toEqual(rules);
});

test('style attributes are declarations', () => {
  expect(declarationsOf('display:none;} .a{top:0')).toEqual([
    { property: 'display', value: 'none', isImportant: false },
  ]);
});

const PARTS =
  '{ } ( ) [ ] ; : , . # & > ~ + * @ @media @layer url( " \' \\ \\61 /* */ <!-- a .a #b :is( :not( ::before !important display none visibility hidden --x 1px'.split(
    ' ',
  );

test('nothing that a sheet says throws, and what it declares is bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 60 }), (parts) => {
      const css = parts.join('');
      expect(rulesOf(css).length).toBeLessThanOrEqual(parts.length);
      const source = `<style>${css}</style>${cards(card('Pro', '$29 per month'), card('Max', '$59 per month'))}`;
      // Some of them hide everything, which is then most of the page.
      expect(lines(read(source).tiers)).toHaveLength(2);
    }),
    { numRuns: repetitions(40, 150) },
  );
});

/** Each would cost hours if it were read by retrying, by recursion or by asking every rule about every element. */
const COSTLY: [string, string][] = [
  ['blocks in blocks', '.a{'.repeat(200_000)],
  ['escapes', '\\'.repeat(900_000)],
  ['alternatives in alternatives', `${':is('.repeat(900)}p${')'.repeat(900)}{top:0}`.repeat(200)],
  ['at-rules in at-rules', '@media all{'.repeat(100_000)],
  ['rules in rules', '.a &{'.repeat(100_000)],
  ['brackets in brackets', `.a{width:${'('.repeat(400_000)}`],
  ['ends of nothing', '}])'.repeat(300_000)],
  ['comments that never end', '/*'.repeat(400_000)],
  ['rules that all choose', '.a,p,*{top:0}'.repeat(100_000)],
  ['long ways to an element', `${'div '.repeat(900)}p{top:0}`.repeat(300)],
  ['long ways over siblings', `${'div ~ '.repeat(600)}p{top:0}`.repeat(300)],
];

test.each(firstOf(3, COSTLY))('%s', (_, css) => {
  const row = Array.from({ length: 60 }, (_, at) => card(`Tier ${at}`, `$${at + 1} per month`)).join('');
  const source = `<style>${css}</style>${'<div class="a">'.repeat(200)}${cards(row)}${'</div>'.repeat(200)}`;
  expect(htmlDocument(source).styles).toHaveLength(1);
  expect(read(source).tiers.length).toBeGreaterThan(1);
});

const CARD = '<div class="a" hidden>Basic plan, $7 per month</div>';
const RULES = Array.from({ length: 3000 }, (_, at) => `.c${at} .x{display:none}.a{height:${at}px}`).join('');

/** Each took minutes where every hidden element was asked of every rule or of every element beside it. */
test.each<[string, string]>([
  ['hidden elements side by side', CARD.repeat(20_000)],
  ['rules that may all show', `<style>${RULES}</style>${CARD.repeat(10_000)}`],
])('a page of %s is parsed in time', (_, source) => {
  expect(cpuMs(() => expect(htmlDocument(source).text.length).toBeGreaterThan(1000))).toBeLessThan(20_000);
});
