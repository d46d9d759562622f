/** An element more around each block, as builders of pages set them, changes nothing. */
import { expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const box = (open: string, words: string, isWrapped: boolean) =>
  isWrapped ? `${open}<div>${words}</div></div>` : `${open}${words}</div>`;

test.each([
  ['as they are', false],
  ['wrapped', true],
])('names on ribbons above features with headers: %s', (_, isWrapped) => {
  const feature = (words: string) =>
    box('<div class="item">', box('<div class="header">', words, isWrapped), isWrapped);
  const plan = (name: string, price: string, ...features: string[]) =>
    box(
      '<div class="ui card">',
      `${box('<div class="ui ribbon label">', name, isWrapped)}${box('<div class="ui huge header">', price, isWrapped)}<div class="meta"><span>per month</span></div><div class="ui list">${features.map(feature).join('')}</div>`,
      isWrapped,
    );
  const page = `<h1>Pricing</h1><div class="ui three cards">${plan('Basic', '$50', 'Safe harbour', 'Two berths')}${plan('Advanced', '$150', 'Own buoys', 'Six berths')}${plan('Pro', '$250', 'Tide charts', 'Night watch')}</div>`;
  expect(lines(read(page).tiers)).toEqual([
    'Basic: 50.00 USD monthly/month',
    'Advanced: 150.00 USD monthly/month',
    'Pro: 250.00 USD monthly/month',
  ]);
});
