/** As much of schema.org's vocabulary as our pages use, and what Google requires of it for its results. */
import { expect } from 'vitest';

const TEXT = (value: unknown) => typeof value === 'string' && value !== '';
const URL_ = (value: unknown) => typeof value === 'string' && URL.canParse(value);
const NUMBER = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
const DATE = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(value);
const CURRENCY = (value: unknown) => typeof value === 'string' && /^[A-Z]{3}$/.test(value);
const DURATION = (value: unknown) => typeof value === 'string' && /^P\d+[DWMY]$/.test(value);
const OF =
  (...types: string[]) =>
  (value: unknown) =>
    isThing(value) && types.includes(value['@type'] ?? '');
const REFERENCE = (value: unknown) => isThing(value) && URL_(value['@id']) && Object.keys(value).length === 1;
const EITHER =
  (...kinds: Kind[]) =>
  (value: unknown) =>
    kinds.some((kind) => kind(value));

type Kind = (value: unknown) => boolean;
export type Thing = { '@type'?: string; '@id'?: string } & Record<string, unknown>;

const THING: Record<string, Kind> = { name: TEXT, url: URL_, description: TEXT, image: URL_, '@id': URL_ };
const WORK: Record<string, Kind> = {
  ...THING,
  creditText: TEXT,
  isBasedOn: EITHER(URL_, OF('CreativeWork', 'Dataset')),
  license: EITHER(URL_, OF('CreativeWork')),
  creator: OF('Organization'),
  publisher: OF('Organization'),
  dateModified: DATE,
  datePublished: DATE,
  keywords: TEXT,
  temporalCoverage: TEXT,
  isAccessibleForFree: (value) => typeof value === 'boolean',
  inLanguage: TEXT,
  encodingFormat: TEXT,
  version: EITHER(NUMBER, TEXT),
};
const PRICE: Record<string, Kind> = {
  ...THING,
  price: NUMBER,
  minPrice: NUMBER,
  maxPrice: NUMBER,
  priceCurrency: CURRENCY,
  eligibleQuantity: OF('QuantitativeValue'),
  validThrough: DATE,
};
const OFFER: Record<string, Kind> = {
  ...THING,
  price: NUMBER,
  priceCurrency: CURRENCY,
  priceValidUntil: DATE,
  priceSpecification: OF('UnitPriceSpecification'),
};

const VOCABULARY: Record<string, Record<string, Kind>> = {
  Product: {
    ...THING,
    productID: TEXT,
    category: TEXT,
    brand: OF('Brand'),
    offers: OF('Offer', 'AggregateOffer'),
  },
  Brand: THING,
  Organization: THING,
  Offer: OFFER,
  AggregateOffer: { ...OFFER, lowPrice: NUMBER, highPrice: NUMBER, offerCount: NUMBER },
  UnitPriceSpecification: {
    ...PRICE,
    priceType: (value) => /^https:\/\/schema\.org\/(?:List|Sale)Price$/.test(String(value)),
    unitText: TEXT,
    unitCode: TEXT,
    billingDuration: DURATION,
    referenceQuantity: OF('QuantitativeValue'),
  },
  QuantitativeValue: { ...THING, value: NUMBER, minValue: NUMBER, maxValue: NUMBER, unitText: TEXT, unitCode: TEXT },
  PropertyValue: { ...THING, value: EITHER(NUMBER, TEXT), unitText: TEXT, unitCode: TEXT },
  CreativeWork: WORK,
  WebPage: { ...WORK, mainEntity: REFERENCE, lastReviewed: DATE },
  WebSite: { ...WORK, potentialAction: OF('SearchAction') },
  SearchAction: {
    ...THING,
    target: OF('EntryPoint'),
    'query-input': (value) => /^required name=\w+$/.test(String(value)),
  },
  EntryPoint: { ...THING, urlTemplate: (value) => /^https?:\/\/.*\{\w+\}/.test(String(value)) },
  BreadcrumbList: { ...THING, itemListElement: OF('ListItem') },
  ListItem: { ...THING, position: NUMBER, item: URL_ },
  Dataset: {
    ...WORK,
    variableMeasured: EITHER(TEXT, OF('PropertyValue')),
    distribution: OF('DataDownload'),
    includedInDataCatalog: OF('DataCatalog'),
  },
  DataCatalog: WORK,
  DataDownload: { ...WORK, contentUrl: URL_ },
};

/** By type, properties of which Google needs one each. https://developers.google.com/search/docs/appearance/structured-data */
const REQUIRED: Record<string, readonly (readonly string[])[]> = {
  Product: [['name'], ['offers', 'review', 'aggregateRating']],
  Offer: [['price'], ['priceCurrency']],
  AggregateOffer: [['lowPrice'], ['priceCurrency']],
  BreadcrumbList: [['itemListElement']],
  ListItem: [['position'], ['name', 'item']],
  WebSite: [['name'], ['url']],
  SearchAction: [['target'], ['query-input']],
  Dataset: [['name'], ['description']],
  DataDownload: [['contentUrl']],
};

/** The things of a page's blocks. @throws {Error} something in them is not of the vocabulary, or lacks what Google requires */
export function thingsOn(page: string): Thing[] {
  const blocks = [...page.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
  return blocks.flatMap(([, text = '']) => {
    const block = JSON.parse(text) as { '@context': string; '@graph': Thing[] };
    expect(Object.keys(block)).toEqual(['@context', '@graph']);
    expect(block['@context']).toBe('https://schema.org');
    for (const thing of block['@graph']) expect(faultsOf(thing, thing['@type'] ?? 'no type')).toEqual([]);
    return block['@graph'];
  });
}

function faultsOf(thing: Thing, at: string): string[] {
  const { '@type': type = '' } = thing;
  const known = VOCABULARY[type];
  if (known === undefined) return Object.keys(thing).join() === '@id' ? [] : [`${at}: no type "${type}"`];
  const missing = (REQUIRED[type] ?? [])
    .filter((names) => !names.some((name) => thing[name] !== undefined))
    .map((names) => `${at}: no ${names.join(' or ')}`);
  const wrong = Object.entries(thing).flatMap(([name, value]) => {
    if (name === '@type') return [];
    const kind = known[name];
    if (kind === undefined) return [`${at}.${name}: not of ${type}`];
    return [value].flat().flatMap((each: unknown) => {
      if (!kind(each)) return [`${at}.${name}: ${JSON.stringify(each)}`];
      return isThing(each) ? faultsOf(each, `${at}.${name}`) : [];
    });
  });
  return [...missing, ...wrong];
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null;
}
