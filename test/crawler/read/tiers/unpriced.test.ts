/** Tiers without a price beside those with one: what stands where the others have theirs. */
import { expect, test } from 'vitest';
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
