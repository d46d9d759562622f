/** What every chart owes its reader, whatever it is given. */
import { load } from 'cheerio';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Html } from '../../../../web/html.ts';

/** Named and described, of finite figures, nothing outside the drawing, no script in it, no link but to our evidence. */
export function expectSoundDrawing(drawn: Html): { title: string; description: string; texts: string[] } {
  const $ = load(String(drawn), { xml: true });
  const svg = $.root().children('svg[role=img], svg[role=group][data-points]');
  expect([svg.length, $.root().children().length]).toEqual([1, 1]);
  expect(svg.attr('width')).toBe('100%');
  const height = Number(svg.attr('height'));
  expect(height).toBeGreaterThan(0);
  expect(String(drawn)).not.toMatch(/NaN|Infinity|undefined|\[object/);
  for (const element of $('line, text, svg svg, circle, rect').get()) {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (/^c?x\d?$/.test(name)) expect(percentOf(value), `${name} of ${$.xml(element)}`).toEqual(inside(0, 100));
      if (/^c?y\d?$/.test(name)) expect(Number(value), `${name} of ${$.xml(element)}`).toEqual(inside(0, height));
    }
  }
  const names = new Set($('svg, svg *').map((_, { tagName }) => tagName));
  expect([...names].filter((name) => !DRAWN.has(name))).toEqual([]);
  expect(
    $('svg, svg *')
      .get()
      .flatMap(({ tagName, attribs }) => Object.keys(attribs).filter((name) => tagName !== 'a' || name !== 'href'))
      .filter((name) => /^on|href|style/.test(name)),
  ).toEqual([]);
  for (const { attribs } of $('a').get()) {
    expect(attribs.href).toMatch(/^(?:#[a-z]+|\/[a-z\d/_]+)$/i);
    expect(attribs['aria-label']).toMatch(/\S/);
  }
  const [title, description] = [svg.children('title').text(), svg.children('desc').text()];
  expect(title).toMatch(/\S/);
  expect(description).toMatch(/\S/);
  return {
    title,
    description,
    texts: $('text')
      .map((_, element) => $(element).text())
      .get(),
  };
}

const DRAWN = new Set(['svg', 'title', 'desc', 'a', 'g', 'line', 'text', 'tspan', 'path', 'circle', 'rect']);

function percentOf(value: string): number {
  expect(value).toMatch(/%$/);
  return Number(value.slice(0, -1));
}

function inside(from: number, to: number) {
  return expect.toSatisfy((value: number) => value >= from && value <= to, `from ${from} to ${to}`);
}

/** Exact amounts of every size that a price has. */
export const anyAmount = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: -6, max: 5 }))
  .map(([digits, exponent]) => (digits * 10 ** exponent).toFixed(Math.max(2, -exponent)))
  .filter((amount) => Number(amount) > 0);

/** Words as a hostile vendor would choose them. */
export const anyWords = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc.constantFrom('</text><script>alert(1)</script>', '"><svg onload=alert(1)>', '&lt;b&gt;', ']]>', '\u202Emoc'),
);
