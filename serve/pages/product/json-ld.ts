/** A product and its offers as structured data of schema.org. */
import { type Amount, compareAmounts, sameAmount } from '../../../data/money.ts';
import { datasetName } from '../../../data/record.ts';
import type { PriceView, RecordView, TierView } from '../../record/shape.ts';
import type { Thing } from '../parts/layout.ts';

interface Named {
  currency: string | undefined;
  category: string;
  vendor: string;
}

/** The page, and the product where it has an offer: prices that are not public or not known have none. */
export function productData(record: RecordView, { category, vendor, currency }: Named): Thing[] {
  const { name, slug, tiers = [], links, attribution, verification, source } = record;
  const offers = tiers.flatMap((tier) => offersOf(tier, currency));
  const datasets = new Set(
    tiers.flatMap(({ imported }) => (imported === undefined ? [] : [datasetName(imported.dataset)])),
  );
  const product: Thing = {
    '@type': 'Product',
    '@id': `${links.page}#product`,
    name,
    productID: slug,
    category,
    brand: { '@type': 'Brand', name: vendor },
    offers,
  };
  const page: Thing = {
    '@type': 'WebPage',
    '@id': links.page,
    url: links.page,
    name: `${name} pricing`,
    mainEntity: offers.length === 0 ? undefined : { '@id': product['@id'] },
    creditText: attribution,
    lastReviewed: verification.verifiedAt,
    isBasedOn: [
      ...(source === undefined ? [] : [source]),
      ...[...datasets].map((dataset): Thing => ({ '@type': 'CreativeWork', name: dataset })),
    ],
  };
  // Search engines reject a product without an offer.
  return offers.length === 0 ? [page] : [product, page];
}

/** One offer for each way of buying the tier. */
function offersOf(tier: TierView, currency: string | undefined): Thing[] {
  const { name, isFree, isCustom, prices } = tier;
  if (isCustom) return [];
  // Without a currency, search engines reject even a price of zero.
  if (isFree) return currency === undefined ? [] : [{ '@type': 'Offer', name, price: '0', priceCurrency: currency }];
  const ways = Map.groupBy(
    prices.filter(({ per }) => per !== 'usage'),
    (price) => JSON.stringify([price.currency, price.unit, price.kind === 'list', billedFor(price) ?? price.per]),
  );
  return [...ways.values()].map((alike) => offerOf(tier, alike));
}

const UNIT_CODES = { month: 'MON', year: 'ANN', week: 'WEE', day: 'DAY' } as const;

/** Periods are UN/CEFACT codes, durations ISO 8601. */
function offerOf({ name, minimumUnits }: TierView, alike: readonly PriceView[]): Thing {
  // "$8 a month, billed $99 a year": the year's sum is charged, and the month's is rounded.
  const charged = alike.some(({ per }) => per === 'year') ? alike.filter(({ per }) => per === 'year') : alike;
  const [first] = charged;
  if (first === undefined) throw new Error('An offer has a price');
  const { currency, per, unit, kind, until } = first;
  const time = per === 'once' || per === 'usage' ? undefined : UNIT_CODES[per];
  const range = rangeOf(charged);
  const { price, minPrice: lowPrice, maxPrice: highPrice } = range;
  const least = { '@type': 'QuantitativeValue', minValue: minimumUnits, unitText: unit };
  return {
    ...(price === undefined ? { '@type': 'AggregateOffer', lowPrice, highPrice } : { '@type': 'Offer', price }),
    name,
    priceCurrency: currency,
    priceValidUntil: until,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...range,
      priceCurrency: currency,
      priceType: kind === 'list' ? 'https://schema.org/ListPrice' : 'https://schema.org/SalePrice',
      unitText: unit,
      billingDuration: billedFor(first),
      referenceQuantity: time && { '@type': 'QuantitativeValue', value: 1, unitCode: time },
      eligibleQuantity: minimumUnits === undefined ? undefined : least,
    },
  };
}

/** Several amounts on the same terms are a range: which of them applies is not known. */
function rangeOf(prices: readonly PriceView[]): { price?: Amount; minPrice?: Amount; maxPrice?: Amount } {
  const amounts = prices.map(({ amount }) => amount).sort(compareAmounts);
  const [least, most] = [amounts[0], amounts.at(-1)];
  if (least === undefined || most === undefined) return {};
  if (prices.some(({ isFloor }) => isFloor)) return { minPrice: least };
  return sameAmount(least, most) ? { price: least } : { minPrice: least, maxPrice: most };
}

/** What one payment covers; undefined where the billing is not known. */
function billedFor({ per, billing }: PriceView): 'P1M' | 'P1Y' | undefined {
  if (per === 'year' || (per === 'month' && billing === 'annual')) return 'P1Y';
  return per === 'month' && billing === 'monthly' ? 'P1M' : undefined;
}
