/** A product and its offers as structured data of schema.org. */
import { datasetName } from '../../../data/record.ts';
import type { PriceView, RecordView, TierView } from '../../record/shape.ts';
import type { Thing } from '../parts/layout.ts';

interface Named {
  currency: string | undefined;
  category: string;
  vendor: string;
}

/** Prices that are not public or not known have no offer. */
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
    offers: offers.length === 0 ? undefined : offers,
  };
  const page: Thing = {
    '@type': 'WebPage',
    '@id': links.page,
    url: links.page,
    name: `${name} pricing`,
    mainEntity: { '@id': product['@id'] },
    creditText: attribution,
    lastReviewed: verification.verifiedAt,
    isBasedOn: [...(source === undefined ? [] : [source]), ...datasets],
  };
  return [product, page];
}

function offersOf({ name, isFree, isCustom, prices }: TierView, currency: string | undefined): Thing[] {
  if (isCustom) return [];
  if (isFree) return [{ '@type': 'Offer', name, price: '0', priceCurrency: currency }];
  return prices.filter(({ per }) => per !== 'usage').map((price) => offerOf(name, price));
}

const UNIT_CODES = { month: 'MON', year: 'ANN', week: 'WEE', day: 'DAY' } as const;

/** The period is a UN/CEFACT code. */
function offerOf(name: string, { amount, currency, per, unit, until, isFloor }: PriceView): Thing {
  const time = per === 'once' || per === 'usage' ? undefined : UNIT_CODES[per];
  return {
    '@type': 'Offer',
    name,
    price: isFloor ? undefined : amount,
    priceCurrency: currency,
    priceValidUntil: until,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...(isFloor ? { minPrice: amount } : { price: amount }),
      priceCurrency: currency,
      unitText: unit,
      referenceQuantity: time && { '@type': 'QuantitativeValue', value: 1, unitCode: time },
    },
  };
}
