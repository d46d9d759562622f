/** Offers of schema.org, in each of the three syntaxes: what is a tier's price, and what is something else. */
import { describe, expect, test } from 'vitest';
import { pageText } from '../../../../data/text/page-text.ts';
import { recut } from '../../../../verifier/judge/recut.ts';
import { cpuMs } from '../../../cpu-ms.ts';
import { by, card, cards, lines, read } from '../pages.ts';

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
  test.each<[string, unknown, string[]]>([
    ['a duration', pro(), [monthly]],
    [
      'a reference quantity',
      pro({ priceSpecification: spec('12.00', { referenceQuantity: { value: 1, unitCode: 'MON' } }) }),
      [monthly],
    ],
    [
      'so much a month, for a year',
      pro({
        priceSpecification: spec('10.00', {
          billingDuration: 'P1Y',
          referenceQuantity: { value: '1', unitCode: 'MON' },
        }),
      }),
      ['Pro: 10.00 USD annual/month'],
    ],
    [
      'twelve months',
      pro({ priceSpecification: spec('120.00', { referenceQuantity: { value: 12, unitCode: 'MON' } }) }),
      ['Pro: 120.00 USD annual/year'],
    ],
    [
      'a duration in parts',
      pro({ priceSpecification: spec('120.00', { billingDuration: { value: 1, unitCode: 'ANN' } }) }),
      ['Pro: 120.00 USD annual/year'],
    ],
    [
      'both billings',
      pro({ priceSpecification: [spec('12.00', month), spec('120.00', { billingDuration: 'P1Y' })] }),
      ['Pro: 12.00 USD monthly/month, 120.00 USD annual/year'],
    ],
    [
      'a graph',
      {
        '@context': 'https://schema.org',
        '@graph': [{ '@type': 'WebPage' }, { '@type': ['Product', 'SoftwareApplication'], offers: [pro()] }],
      },
      [monthly],
    ],
    [
      'offers of an aggregate',
      {
        '@type': 'Product',
        name: 'Suite',
        offers: { '@type': 'AggregateOffer', lowPrice: 12, highPrice: 99, offers: [pro()] },
      },
      [monthly],
    ],
    [
      'an offered item',
      { '@type': 'Offer', itemOffered: { '@type': 'Service', name: 'Pro' }, priceSpecification: spec('12', month) },
      [monthly],
    ],
    [
      'a sale, until its last day',
      pro({
        priceSpecification: [
          spec('20.00', { ...month, priceType: 'https://schema.org/ListPrice' }),
          spec('12.00', { ...month, validThrough: '2026-12-31T23:59' }),
        ],
      }),
      ['Pro: 20.00 USD monthly/month, 12.00 USD monthly/month promo'],
    ],
    ['a day that ends no sale', pro({ priceValidUntil: '2026-12-31' }), [monthly]],
  ])('%s', (_, value, wanted) => {
    expect(found(block(value))).toEqual(wanted);
  });

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

  test('what search engines are told never takes away what visitors see', () => {
    const page = cards(card('Pro', '$15 / month'), card('Max', '$30 / month'));
    expect(lines(read(page + block(pro())).tiers)[0]).toBe('Pro: 15.00 USD monthly/month');
  });

  test('the last day of a sale is kept, where the calendar has it', () => {
    const until = (day: string) => {
      const parts = [spec('20', { ...month, priceType: 'ListPrice' }), spec('12', { ...month, priceValidUntil: day })];
      const [tier] = by('json-ld', block(pro({ priceSpecification: parts }))).tiers;
      return tier?.prices.find(({ kind }) => kind === 'promo')?.until;
    };
    expect(until('2026-12-31')).toBe('2026-12-31');
    expect(until('2026-02-31')).toBeUndefined();
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

describe('microdata and RDFa', () => {
  const item = (inner: string) =>
    `<div itemscope itemtype="https://schema.org/Product"><h3 itemprop="name">Pro</h3><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="USD">${inner}</div></div>`;

  test.each<[string, string, string[]]>([
    ['an amount in an attribute', item('<b itemprop="price" content="12.00">$12</b> per month'), [monthly]],
    [
      'an amount in words',
      item('<b itemprop="price">$12</b> per month, billed annually'),
      ['Pro: 12.00 USD annual/month'],
    ],
    [
      'a specification',
      item(
        '$12<p itemprop="priceSpecification" itemscope itemtype="https://schema.org/UnitPriceSpecification"><meta itemprop="price" content="12"><meta itemprop="billingDuration" content="P1M"></p>',
      ),
      [monthly],
    ],
    [
      'RDFa Lite',
      '<div vocab="https://schema.org/" typeof="Product"><h3 property="name">Pro</h3><div property="offers" typeof="Offer"><meta property="priceCurrency" content="USD"><b property="price" content="12">$12</b> per month</div></div>',
      [monthly],
    ],
    ['no period', item('<b itemprop="price" content="12.00">$12</b>'), []],
    ['a rating beside it', `${item('')}<div itemprop="price" content="12">$12 per month</div>`, []],
  ])('%s', (_, source, wanted) => {
    expect(found(source)).toEqual(wanted);
  });

  test('a hundred thousand nested items do not stall a worker', () => {
    const spent = cpuMs(() => {
      read(
        '<div itemscope itemprop="offers" itemtype="https://schema.org/Offer"><b itemprop="price">$1</b>'.repeat(5000),
      );
      read('<p itemscope itemtype="https://schema.org/Offer"><b itemprop="price">$1</b></p>'.repeat(100_000));
    });
    expect(spent).toBeLessThan(20_000);
  });
});
