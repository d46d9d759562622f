import * as fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { pickerCopy } from '../../../../crawler/read/explain/picker-copy.ts';
import { candidatesOf } from '../../../../crawler/read/recipe/candidates.ts';
import { pageOf } from '../../../../crawler/read/teach.ts';
import { repetitions } from '../../../long.ts';

function copyOf(source: string, format: 'html' | 'markdown' = 'html') {
  const page = pageOf(source, { format, url: 'https://acme.example/pricing' });
  if (page === undefined) throw new Error('no page');
  const copy = pickerCopy(page.document, candidatesOf(page), { places: [], names: ['Team'] });
  return { ...copy, text: page.document.text };
}

const CARD = '<section><h3>Team</h3><p>$<b>12</b> per user</p><p>Everything that a team needs</p></section>';
const HOSTILE = [
  ...[
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)" onclick="x()">More</a>',
    '<form action="//evil"><button name="do" value="save">Buy',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<div style="position:fixed" id="desk" class="panel">',
    '</div></section></form>',
    '<svg><script>',
    '<textarea>',
  ],
];

const OF_BUTTONS = /^(?:name|value|class|title|data-at|aria-(?:pressed|label|hidden)|tabindex)$/;

describe('the copy of a page to point at', () => {
  test('has no element or attribute but its own, and all of the words', () => {
    const sources = fc.array(fc.oneof(fc.constant(CARD), fc.constantFrom(...HOSTILE), fc.string()), { maxLength: 8 });
    fc.assert(
      fc.property(sources, (parts) => {
        const { html, text } = copyOf(parts.join(''));
        const made = parseDocument(html);
        for (const { name, attribs } of DomUtils.getElementsByTagName('*', made)) {
          expect(['div', 'span', 'br', 'button']).toContain(name);
          for (const attribute of Object.keys(attribs))
            expect(attribute).toMatch(name === 'button' ? OF_BUTTONS : /^class$/);
        }
        expect(DomUtils.textContent(made).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });

  test('has one button in the tab order for an amount of several elements, and marks what is known', () => {
    const { html } = copyOf(`<h1>Pricing</h1>${CARD}`);
    expect(html).toMatch(/class="amount"[^>]*aria-pressed="false" aria-label="\$12">\$</);
    expect(html).toMatch(/aria-hidden="true">12</);
    expect(html).toMatch(/class="name"[^>]*aria-pressed="true">Team</);
  });

  test('is bounded, whatever the page', () => {
    const many = copyOf(
      `<h1>Pricing</h1>${'<div><h3>Plan</h3><p>$12 per month</p></div>'.repeat(repetitions(2_500, 20_000))}`,
    );
    expect(many).toMatchObject({ marked: 2_000, isMore: true });
    expect(many.html.length).toBeLessThan(1_500_000);
    const words = 'word '.repeat(repetitions(400_000, 2_000_000));
    const long = copyOf(`${CARD}<p>${words}</p>${CARD}`);
    expect(long.leftOut).toBeGreaterThan(0.9 * words.length);
    expect(long.html.length).toBeLessThan(20_000);
    expect(copyOf(`# Team\n\n$12 per month\n${words}`, 'markdown').html.length).toBeLessThan(20_000);
  }, 60_000);
});
