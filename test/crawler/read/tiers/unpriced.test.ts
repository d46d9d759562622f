/** Tiers without a price beside those with one: what stands where the others have theirs. */
import { describe, expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const found = (page: string) => lines(read(page).tiers);
const box = (name: string, price: string, tag = 'article') =>
  `<${tag} class="plan"><span class="who">${name}</span><div class="price">${price}</div><h3>Words about it.</h3></${tag}>`;
const PAID = ['Seed: from 29.00 USD monthly/month', 'Grove: from 250.00 USD monthly/month'];
const row = (...more: string[]) =>
  `<h1>Pricing</h1><div>${box('Seed', 'Starting at <b>$29/mo</b>')}${box('Grove', 'Starting at <b>$250/mo</b>')}${more.join('')}</div>`;

test('words that are a remark elsewhere say in the place of a price that one has to ask', () => {
  expect(found(row(box('Forest', '<b>scaled to your needs</b>')))).toEqual([...PAID, 'Forest: custom']);
  expect(found(row(box('Forest', '<b>watch out</b>').replace('Words about it.', 'Scaled to your needs')))).toEqual(
    PAID,
  );
});

describe('in the place of a price, what asks to get in touch in any language', () => {
  const cards = (word: string) => row(box('Forest', word));
  const heads = (word: string) =>
    `<h1>Pricing</h1><h3>Seed</h3><p>From $29/mo</p><h3>Grove</h3><p>From $250/mo</p><h3>Enterprise</h3><p>${word}</p>`;
  const cells = (word: string) =>
    `<h1>Pricing</h1><table><tr><th>Plan</th><th>Price</th></tr><tr><td>Seed</td><td>from $29/mo</td></tr><tr><td>Grove</td><td>from $250/mo</td></tr><tr><td>Enterprise</td><td>${word}</td></tr></table>`;

  test.each([
    'Pris på forespørsel',
    '要問合せ',
    'Custom, contact us',
    'Custom (contact sales)',
    'Custom – sales@forest.example',
    'Custom, billed annually',
  ])('"%s" is a price on request', (word) => {
    expect(found(cards(word))).toEqual([...PAID, 'Forest: custom']);
    expect(found(heads(word))).toEqual([...PAID, 'Enterprise: custom']);
    expect(found(cells(word))).toEqual([...PAID, 'Enterprise: custom']);
  });

  test('elsewhere it is a remark', () => {
    const remark = '<p>Kontakt</p><h2>Support</h2><p>Ota yhteyttä</p>';
    expect(found(`${row()}${remark}`)).toEqual(PAID);
  });
});
