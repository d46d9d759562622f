import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { newProducts, PriceSet, pricesOf } from '../../../../data/catalogue/import/price-sets.ts';

const COMMIT = 'a'.repeat(40);

function tier(over: object = {}) {
  return {
    ...{ name: 'Pro', monthly: null, annualPerMonth: null, annualTotal: null, unit: null },
    ...{ free: false, contactSales: false, quote: 'Pro $12 a month' },
    ...over,
  };
}

function set(tiers: object[], over: object = {}): PriceSet {
  return PriceSet.parse({
    ...{
      slug: 'acme',
      name: 'Acme',
      asOf: '2025-09-16',
      asOfBasis: 'date field',
      repo: 'someone/prices',
      path: 'a.csv',
    },
    ...{
      commit: COMMIT,
      license: 'MIT',
      sourceUrl: 'https://acme.example/pricing',
      currency: 'USD',
      confidence: 'high',
    },
    tiers,
    ...over,
  });
}

/** Of one tier. */
function factsOf(over: object, about: object = {}) {
  return pricesOf([set([tier(over)], about)]).facts.get('acme') ?? [];
}

test.each<[string, object, object[]]>([
  [
    'says no billing where the source does not',
    { monthly: 12, billingStated: false },
    [{ value: '12.00', per: 'month', currency: 'USD', quote: 'Pro $12 a month' }],
  ],
  [
    'takes the words of the source for the billing',
    { monthly: 12, quote: 'Pro,monthly,12,USD' },
    [{ value: '12.00', per: 'month', billing: 'monthly' }],
  ],
  [
    'keeps both billings, of the annual one its total',
    { monthly: 29, annualPerMonth: 24, annualTotal: 290, quote: '$29, or $24 ($290 billed annually)' },
    [
      { value: '29.00', per: 'month', billing: 'monthly' },
      { value: '290.00', per: 'year', billing: 'annual' },
    ],
  ],
  [
    'takes no annual total that it would have to calculate',
    { annualPerMonth: 8, annualTotal: 96, quote: '8 /mo USD, Billed yearly' },
    [{ value: '8.00', per: 'month', billing: 'annual' }],
  ],
  [
    'takes only amounts that the quote states',
    { monthly: 1250, annualTotal: 99, quote: '$1,250 / month' },
    [{ value: '1250.00', per: 'month' }],
  ],
  [
    'marks a price from which others start',
    { name: 'Cloud (from)', monthly: 30, unit: 'User', quote: 'plans at $30/month' },
    [{ subject: 'Cloud', value: '30.00', unit: 'user', isFloor: true }],
  ],
  ['takes no allowance for a unit', { monthly: 12, unit: '200,000 events a month' }, [{ value: '12.00' }]],
  ['reads "from" in the words', { monthly: 29, quote: 'starts at $29/month' }, [{ value: '29.00', isFloor: true }]],
  ['tells free from contact sales: free', { free: true }, [{ value: '0.00', per: 'month' }]],
  ['tells free from contact sales: contact sales', { contactSales: true }, [{ contactSales: true }]],
])('%s', (_, over, expected) => {
  const facts = factsOf(over);
  expect(facts).toMatchObject(expected);
  expect(facts).toHaveLength(expected.length);
  for (const [at, fact] of facts.entries())
    for (const term of ['billing', 'isFloor', 'unit', 'value', 'contactSales'])
      if (!(term in (expected[at] ?? {}))) expect(fact).not.toHaveProperty(term);
});

test.each([
  [{ monthly: 3, intro: true, quote: '3' }, 'an offer for the first term'],
  [{ monthly: 12, addOn: true }, 'an add-on'],
  [{ monthly: 12, usageBased: true }, 'priced by usage'],
  [{ oneOff: 12 }, 'paid once'],
  [{ free: true, percent: 5 }, 'a share of each transaction'],
  [{ monthly: 7, quote: 'amount: 700' }, 'no amount that its quote states'],
])('leaves out what is no list price of a plan: %j', (over, reason) => {
  const { facts, leftOut } = pricesOf([set([tier(over)])]);
  expect([...facts.keys()]).toEqual([]);
  expect(leftOut).toEqual([{ slug: 'acme', dataset: 'someone/prices', tier: 'Pro', reason }]);
});

it('only compares what its collectors or a person do not trust to be the list', () => {
  const doubted = { compareOnly: 'its collectors call it outdated and of mixed billing' };
  expect(factsOf({ monthly: 12 }, { crossCheckOnly: true })).toMatchObject([doubted]);
  expect(factsOf({ monthly: 12 }, { repo: 'vpshostingradar/vps-pricing-data' })).toMatchObject([
    { compareOnly: 'one plan a vendor, and not its cheapest' },
  ]);
  expect(factsOf({ monthly: 12 }, { repo: 'superfly/docs', slug: 'fly-io' })).toEqual([]);
});

it('dates a vendor’s file by when it was last seen, and a doubted one by its last change', () => {
  const seen = { seenUntil: '2026-08-03' };
  expect(factsOf({ monthly: 12 }, seen)).toMatchObject([
    {
      ...{ asOf: '2026-08-03', asOfBasis: 'last seen in the repository; last changed 2025-09-16' },
      ...{ dataset: `someone/prices:a.csv@${COMMIT}`, sourceUrl: 'https://acme.example/pricing' },
    },
  ]);
  expect(factsOf({ monthly: 12 }, { ...seen, confidence: 'medium' })).toMatchObject([{ asOf: '2025-09-16' }]);
});

it('names no page of the dataset’s own as that of a product', () => {
  const { facts } = pricesOf(['acme', 'beta'].map((slug) => set([tier({ monthly: 12 })], { slug })));
  expect([...facts.values()].flat().map((fact) => 'sourceUrl' in fact)).toEqual([false, false]);
});

it('publishes no amount that is not in the quote, whatever is stated', () => {
  const amount = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.constant(null));
  fc.assert(
    fc.property(
      fc.record({ monthly: amount, annualPerMonth: amount, annualTotal: amount, quote: amount }),
      (stated) => {
        const facts = factsOf({ ...stated, quote: `Pro $${stated.quote ?? 'x'}` });
        expect(facts.filter(({ value }) => Number(value) !== stated.quote)).toEqual([]);
      },
    ),
  );
});

it('makes rows of products that no other dataset has', () => {
  const isNew = { new: true, homepage: 'https://acme.example', category: 'crm' };
  expect(newProducts([set([]), set([], { ...isNew, slug: 'beta' })])).toMatchObject([
    { slug: 'beta', vendor: 'Acme', category: 'crm', pricingUrl: 'https://acme.example/pricing', facts: [] },
  ]);
});
