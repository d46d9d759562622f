/** Data for scripts: read in every framework's way of writing it, believed only where the page bears it out. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../../crawler/read/read.ts';
import { pageText } from '../../../../data/text/page-text.ts';
import { recut } from '../../../../verifier/judge/recut.ts';
import { cpuMs } from '../../../cpu-ms.ts';
import { repetitions } from '../../../long.ts';
import { by, card, cards, lines, read } from '../pages.ts';

const shell = (tail: string) =>
  `<html><head><title>Pricing</title></head><body><div id="app"><h1>Our plans</h1></div>${tail}</body></html>`;
const nextData = (value: unknown) =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value)}</script>`;
const attribute = (value: unknown) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const plan = (name: string, monthly: number, annual: number, more = {}) => ({
  name,
  currency: 'USD',
  price: { monthly, annual },
  ...more,
});
const plans = [plan('Team', 12, 10), plan('Scale', 30, 25)];
const wanted = [
  'Team: 12.00 USD monthly/month, 10.00 USD annual/month',
  'Scale: 30.00 USD monthly/month, 25.00 USD annual/month',
];

/** What is read is cut again, and supported, by those who check. */
function readAndChecked(source: string, format: 'html' | 'json' = 'html') {
  const reading = read(source, { format });
  const { refused } = recut({ source, text: pageText(source, format) }, reading);
  expect(refused).toEqual([]);
  return lines(reading.tiers);
}

describe('a shell whose prices are in its data', () => {
  const row = `7:["$","$L4",null,{"plans":${JSON.stringify(plans)}}]\n`;
  const flat = [
    ...[['ShallowReactive', 1], { data: 2 }, { plans: 3 }, [4, 9], { name: 5, price: 6, currency: 12 }, 'Team'],
    ...[{ monthly: 7, annual: 8 }, 12, 10, { name: 10, price: 11, currency: 12 }, 'Scale', { monthly: 13, annual: 14 }],
    ...['USD', 30, 25],
  ];
  const wrapped = (monthly: number, annual: number) => [0, { monthly: [0, monthly], annual: [0, annual] }];
  test.each<[string, string]>([
    ['Next.js', nextData({ props: { pageProps: { plans } } })],
    [
      'Next.js, app router, a value in two chunks',
      [row.slice(0, 55), row.slice(55)]
        .map((chunk) => `<script>self.__next_f.push([1,${JSON.stringify(chunk)}])</script>`)
        .join(''),
    ],
    [
      'Nuxt 2',
      `<script>window.__NUXT__=(function(a){return {data:[{plans:${JSON.stringify(plans)}}],error:a}}(null));</script>`,
    ],
    ['Nuxt 3', `<script type="application/json" id="__NUXT_DATA__">${JSON.stringify(flat)}</script>`],
    [
      'Astro',
      `<astro-island props="${attribute({
        plans: [
          1,
          [
            [0, { name: [0, 'Team'], currency: [0, 'USD'], price: wrapped(12, 10) }],
            [0, { name: [0, 'Scale'], currency: [0, 'USD'], price: wrapped(30, 25) }],
          ],
        ],
      })}"></astro-island>`,
    ],
    [
      'SvelteKit',
      `<script>{ __sveltekit_x1 = { base: "" }; const data = [null,{type:"data",data:{plans:[{name:"Team",currency:"USD",price:{monthly:12,annual:10}},{name:'Scale',currency:"USD",price:{monthly:30,annual:25}}]},uses:{}}]; }</script>`,
    ],
    ['an attribute of a component', `<div x-data="${attribute({ open: false, plans })}"></div>`],
    ['an attribute in single quotes', `<pricing-table data-plans='${JSON.stringify(plans)}'></pricing-table>`],
    ['plain JSON', `<script type="application/json">${JSON.stringify({ plans })}</script>`],
  ])('%s', (_, tail) => {
    expect(readAndChecked(shell(tail))).toEqual(wanted);
  });

  test('a JSON page is read from its own text', () => {
    const source = JSON.stringify({ plans }, null, 2);
    expect(readAndChecked(source, 'json')).toEqual(wanted);
    expect(read(source, { format: 'json' }).tiers[0]?.prices[0]?.evidence.scope).toBe('text');
    expect(read('{"hello":[{"name":"Team"}]}', { format: 'json' }).verdict).toBe('not_pricing');
  });
});

describe('the shapes of a plan', () => {
  const usd = { currency: 'usd' };
  const found = (...each: object[]) => readAndChecked(JSON.stringify({ plans: each }), 'json');
  const other = { name: 'Other', price: 99, interval: 'month', ...usd };
  const otherLine = 'Other: 99.00 USD monthly/month';

  test.each<[string, object, string]>([
    [
      'in cents, as Stripe has it',
      { nickname: 'x', name: 'Pro', unit_amount: 1250, ...usd, recurring: { interval: 'month', interval_count: 1 } },
      'Pro: 12.50 USD monthly/month',
    ],
    [
      'in yen, which has no cents',
      { name: 'Pro', unit_amount: 1250, currency: 'jpy', recurring: { interval: 'month' } },
      '',
    ],
    [
      'cents by name',
      { title: 'Pro', monthlyPriceInCents: 1200, annualPricePerMonthInCents: 1000, ...usd },
      'Pro: 12.00 USD monthly/month, 10.00 USD annual/month',
    ],
    [
      'annual totals, told by the monthly price',
      { label: 'Pro', priceMonthly: 12, priceYearly: 120, ...usd },
      'Pro: 12.00 USD monthly/month, 120.00 USD annual/year',
    ],
    [
      'a price for each billing',
      { name: 'Pro', monthly: { price: 12 }, yearly: { price: 10 }, ...usd },
      'Pro: 12.00 USD monthly/month, 10.00 USD annual/month',
    ],
    [
      'a list of prices',
      {
        name: 'Pro',
        prices: [
          { amount: 12, interval: 'month', ...usd },
          { amount: 120, interval: 'year', ...usd },
        ],
      },
      'Pro: 12.00 USD monthly/month, 120.00 USD annual/year',
    ],
    [
      'prices as they are shown',
      { name: 'Pro', price: '$12/mo', annualPrice: '$10/mo' },
      'Pro: 12.00 USD monthly/month, 10.00 USD annual/month',
    ],
    ['nothing to pay', { name: 'Pro', price: 0, interval: 'month', ...usd }, 'Pro: free'],
    ['for the asking', { name: 'Pro', price: null, contactSales: true }, 'Pro: custom'],
    ['for the asking, in words', { name: 'Pro', price: 'Contact us' }, 'Pro: custom'],
  ])('%s', (_, shape, line) => {
    if (line === '')
      expect(found(shape, { ...other, currency: 'jpy' })).toEqual([
        'Pro: 1250.00 JPY monthly/month',
        'Other: 99.00 JPY monthly/month',
      ]);
    else expect(found(shape, other)).toEqual([line, otherLine]);
  });

  test.each<[string, object]>([
    ['no currency', { name: 'Pro', price: 12, interval: 'month' }],
    ['no period', { name: 'Pro', price: 12, ...usd }],
    ['an annual amount of a month or of the year', { name: 'Pro', annualPrice: 12, ...usd }],
    [
      'every three months',
      { name: 'Pro', unit_amount: 1200, ...usd, recurring: { interval: 'month', interval_count: 3 } },
    ],
    ['on sale', { name: 'Pro', price: 12, originalPrice: 20, interval: 'month', ...usd }],
    ['two amounts for one billing', { name: 'Pro', monthlyPrice: 12, priceMonthly: 13, ...usd }],
    ['another price than the tier’s', { name: 'Pro', setupPrice: 12, interval: 'month', ...usd }],
  ])('%s leaves no price', (_, shape) => {
    const prices = read(JSON.stringify({ plans: [shape, other] }), { format: 'json' }).tiers.filter(
      ({ name }) => name === 'Pro',
    );
    expect(lines(prices)).toEqual([]);
  });

  test('an amount in cents is divided by a hundred, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (cents) => {
        const pro = { name: 'Pro', unit_amount: cents, ...usd, recurring: { interval: 'month' } };
        const [price] = read(JSON.stringify({ plans: [pro, other] }), { format: 'json' }).tiers[0]?.prices ?? [];
        expect(Number(price?.amount)).toBeCloseTo(cents / 100, 9);
      }),
    );
  });
});

describe('beside what the page shows', () => {
  const page = (state: unknown, ...prices: [team: string, scale: string]) =>
    cards(card('Team', prices[0]), card('Scale', prices[1])) + nextData({ props: { plans: state } });

  test('an amount that the page leaves open is billed as the data says', () => {
    expect(readAndChecked(page(plans, '$10 / month', '$25 / month'))).toEqual([
      'Team: 10.00 USD annual/month, 12.00 USD monthly/month',
      'Scale: 25.00 USD annual/month, 30.00 USD monthly/month',
    ]);
  });

  test('one contradiction makes all of the data stale, and is kept', () => {
    const source = page(plans, '$12 / month, billed monthly', '$33 / month, billed monthly');
    expect(lines(read(source).tiers)).toEqual(['Team: 12.00 USD monthly/month', 'Scale: 33.00 USD monthly/month']);
    expect(lines(by('state', source).tiers)).toEqual(wanted);
  });

  test.each<[string, unknown]>([
    ['other tiers', [plan('Copper', 12, 10), plan('Tin', 30, 25)]],
    ['tiers that are no longer sold', plans.map((each) => ({ ...each, active: false }))],
    ['an experiment', { experiments: { b: { plans } } }],
  ])('data of %s is nothing to the page', (_, state) => {
    const source = page(state, '$12 / month, billed monthly', '$30 / month, billed monthly');
    expect(lines(read(source).tiers)).toEqual(['Team: 12.00 USD monthly/month', 'Scale: 30.00 USD monthly/month']);
    expect(by('state', source).tiers).toEqual([]);
  });

  test('of several lists the one that is like the page is read; of several alike, none', () => {
    const old = [plan('Team', 8, 6), plan('Scale', 20, 15)];
    const shown = ['$12 / month, billed monthly', '$30 / month, billed monthly'] as const;
    const both = page({ a: { plans: old }, b: { plans } }, ...shown);
    expect(readAndChecked(both)).toEqual(wanted);
    const alike = page({ a: { plans }, b: { plans: [plan('Team', 12, 9), plan('Scale', 30, 24)] } }, ...shown);
    expect(by('state', alike).tiers).toEqual([]);
    expect(by('state', alike).rejected).toHaveLength(2);
  });
});

test('a number that two chunks part is not read, for it stands nowhere', () => {
  const row = `7:["$","$L4",null,{"plans":${JSON.stringify([plan('Team', 1234, 1111), plan('Scale', 30, 25)])}}]\n`;
  const half = row.indexOf('1234') + 2;
  const chunks = [row.slice(0, half), row.slice(half)].map(
    (chunk) => `<script>self.__next_f.push([1,${JSON.stringify(chunk)}])</script>`,
  );
  const page = cards(card('Team', '$1111 / month, billed annually'), card('Scale', '$25 / month, billed annually'));
  expect(readAndChecked(page + chunks.join(''))).toEqual([
    'Team: 1111.00 USD annual/month',
    'Scale: 25.00 USD annual/month',
  ]);
});

describe('hostile data', () => {
  test.each<[string, string]>([
    ['assignments in strings of assignments', `<script>var price=[${'"=[",'.repeat(300_000)}</script>`],
    ['a million brackets', `<script>price=${'['.repeat(1_000_000)}</script>`],
    ['attributes of JSON that never ends', '<i data-price="{[">'.repeat(100_000)],
    ['chunks of a flight', `<script>self.__next_f.push([1,"price"])</script>`.repeat(repetitions(10_000, 50_000))],
    ['comments in assignments', `<script>price${'={/*'.repeat(200_000)}</script>`],
    [
      'flattened data that holds itself twice, many times over',
      `<script type="application/json" id="__NUXT_DATA__">${JSON.stringify([
        { price: 1, amount: 1 },
        ...Array.from({ length: 400 }, (_, at) => ({ price: at + 2, amount: at + 2, name: at + 2 })),
      ])}</script>`,
    ],
  ])('%s do not stall a worker', (_, source) => {
    expect(cpuMs(() => read(`<h1>Pricing</h1>${source}`))).toBeLessThan(15_000);
  });

  test('a script that runs is not run', () => {
    const source =
      '<script>window.plans = [{name:"Team",price:(() => { throw new Error("ran") })()}]; price()</script>';
    expect(readPage(source, { format: 'html', url: 'https://vendor.example/pricing' }).tiers).toEqual([]);
  });
});
