/** Offers of schema.org: what is a tier's price, and what is something else. */
import { describe, expect, test } from 'vitest';
import { pageText } from '../../../../data/text/page-text.ts';
import { recut } from '../../../../verifier/judge/recut.ts';
import { cpuMs } from '../../../cpu-ms.ts';
import { repetitions } from '../../../long.ts';
import { by, lines, read } from '../pages.ts';

const block = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const spec = (price: string, more = {}) => ({
  '@type': 'UnitPriceSpecification',
  price,
  priceCurrency: 'USD',
  ...more,
});
const month = { billingDuration: 'P1M' };
const offer = (name: string, more = {}) => ({ '@type': 'Offer', name, priceCurrency: 'USD', ...more });
const pro = (more = {}) => offer('Pro', { priceSpecification: spec('12.00', month), ...more });

/** What the reader of offers finds, each of it cut again by those who check. */
function found(source: string) {
  const reading = read(`<h1>Pricing</h1>${source}`);
  const offers = reading.readings.find(({ reader }) => reader === 'json-ld');
  const page = `<h1>Pricing</h1>${source}`;
  const tiers = offers?.tiers ?? [];
  expect(recut({ source: page, text: pageText(page, 'html') }, { ...reading, tiers }).refused).toEqual([]);
  return lines(tiers);
}
const monthly = 'Pro: 12.00 USD monthly/month';

describe('JSON-LD', () => {
  test('an offer without a period is kept among the rejected, a free one is a tier, and seats are units', () => {
    const source = block([
      pro({ priceSpecification: spec('12', { ...month, unitText: 'seat' }) }),
      offer('Hobby', { price: 0 }),
    ]);
    const { tiers } = by('json-ld', source);
    expect(lines(tiers)).toEqual([monthly, 'Hobby: free']);
    expect(tiers[0]?.prices[0]).toMatchObject({ unit: 'seat', evidence: { scope: 'source' } });
    expect(by('json-ld', block(offer('Pro', { price: '12' })))).toMatchObject({ tiers: [], rejected: [{}] });
  });

  test.each([
    ['Pro per month', 'Pro: 12.00 USD monthly/month'],
    ['Pro, par mois', 'Pro: 12.00 USD monthly/month'],
    ['Pro (Monthly)', 'Pro: 12.00 USD monthly/month'],
    ['Pro – billed annually', 'Pro: 12.00 USD annual/month'],
    ['Annual plan', 'Annual plan: 12.00 USD monthly/month'],
  ])('the term behind the name of "%s" is no part of it', (name, expected) => {
    expect(found(block(pro({ name })))).toEqual([expected]);
  });

  test.each<[string, unknown]>([
    [
      'a range',
      {
        '@type': 'Product',
        name: 'Pro',
        offers: { '@type': 'AggregateOffer', lowPrice: '12', highPrice: '99', priceCurrency: 'USD' },
      },
    ],
    ['three months', pro({ priceSpecification: spec('12.00', { referenceQuantity: { value: 3, unitCode: 'MON' } }) })],
    [
      'a set-up fee',
      pro({ priceSpecification: spec('12.00', { ...month, priceComponentType: 'https://schema.org/ActivationFee' }) }),
    ],
    ['what is no longer sold', pro({ availability: 'https://schema.org/Discontinued' })],
    ['two amounts a month', [pro(), pro({ priceSpecification: spec('13.00', month) })]],
    [
      'a reviewed product of somebody else',
      { '@type': 'Review', itemReviewed: { '@type': 'Product', name: 'Rival', offers: pro() } },
    ],
    ['a related product', { '@type': 'Product', name: 'Suite', isRelatedTo: { '@type': 'Product', offers: pro() } }],
    ['a course', { '@type': 'Course', name: 'Training', offers: pro() }],
    [
      'a product that the page does not name',
      { '@type': 'Product', name: 'Keyboard', offers: { '@type': 'Offer', priceSpecification: spec('12', month) } },
    ],
  ])('%s is no price of a tier', (_, value) => {
    expect(found(block(value))).toEqual([]);
  });
});

describe('microdata, which is read as the text that it marks', () => {
  test('thousands of items, nested or side by side, do not stall a worker', () => {
    const items = repetitions(1_000, 5_000);
    const spent = cpuMs(() => {
      read(
        '<div itemscope itemprop="offers" itemtype="https://schema.org/Offer"><b itemprop="price">$1</b>'.repeat(items),
      );
      read('<p itemscope itemtype="https://schema.org/Offer"><b itemprop="price">$1</b></p>'.repeat(20 * items));
    });
    expect(spent).toBeLessThan(repetitions(10_000, 20_000));
  });
});
