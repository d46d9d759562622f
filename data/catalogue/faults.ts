/** Faults of a valid catalogue, such as foreign source URLs and implausible prices. Pure. */
import { Decimal } from 'decimal.js';
import type { ImportedApi } from '../api-reference.ts';
import { datasetOf } from '../datasets.ts';
import { type CatalogueProduct, type ImportedFact, statesPrices } from '../product.ts';
import type { Catalogue } from './catalogue.ts';
import { foreignFacts, registrableDomain } from './fact-domains.ts';

/** A price this many times above or below its category's median is implausible. */
const IMPLAUSIBLE_FACTOR = 50;
const LEAST_PRICES = 5;

/** One line each, with the slug. */
export function catalogueFaults(catalogue: Catalogue, today: string): string[] {
  const { products, categories, observed } = catalogue;
  return [
    ...products.flatMap(faultsOf),
    ...products.flatMap((product) => researchFaults(product, today)),
    ...sharedHomepages(products),
    ...categories.flatMap(({ id, description }) =>
      description === undefined ? [`category ${id}: no description`] : [],
    ),
    ...[...observed].flatMap(([slug, facts]) => facts.flatMap((fact) => factFaults(slug, fact, today))),
    ...[...catalogue.history].flatMap(([slug, { facts }]) => facts.flatMap((fact) => factFaults(slug, fact))),
    ...[...catalogue.apis].flatMap(([slug, api]) => apiFaults(slug, api, today)),
    ...foreignFaults(catalogue),
    ...implausible(catalogue),
  ];
}

function faultsOf({ slug, sources, homepage, note, retired }: CatalogueProduct): string[] {
  if (retired !== undefined) return [];
  if (!sources.some(statesPrices)) return [`${slug}: no source`];
  const own = homepage && registrableDomain(homepage);
  // An API description may be hosted elsewhere; its file states how it is known as the vendor's.
  return sources
    .filter(statesPrices)
    .filter(({ url }) => own !== undefined && registrableDomain(url) !== own && !note?.includes(registrableDomain(url)))
    .map(({ url }) => `${slug}: ${url} is not at ${own}, without a note`);
}

function researchFaults({ slug, research }: CatalogueProduct, today: string): string[] {
  if (research === undefined) return [];
  const { negotiation, ...statements } = research;
  return [...Object.values(statements), ...Object.values(negotiation ?? {})]
    .flat()
    .flatMap((each) => (each === undefined || each.asOf <= today ? [] : [`${slug}: research as of ${each.asOf}`]));
}

/** Facts that an import refuses. */
function foreignFaults({ products, observed, history }: Catalogue): string[] {
  return products.flatMap((product) => {
    const { slug } = product;
    const facts = [...(observed.get(slug) ?? []), ...(history.get(slug)?.facts ?? [])];
    const domains = Map.groupBy(foreignFacts(product, facts), ([, domain]) => domain);
    return [...domains].map(
      ([domain, { length }]) => `${slug}: ${length} facts of ${domain}, another company's domain`,
    );
  });
}

function sharedHomepages(products: readonly CatalogueProduct[]): string[] {
  const byHomepage = Map.groupBy(
    products.filter(({ homepage }) => homepage !== undefined),
    ({ homepage }) => homepage,
  );
  return [...byHomepage].flatMap(([homepage, own]) =>
    new Set(own.map(({ vendor }) => vendor)).size > 1
      ? [`${own.map(({ slug }) => slug).join(', ')}: ${homepage} is the homepage of several vendors`]
      : [],
  );
}

/** @param today for facts that must not lie ahead; announced facts are part of the history */
function factFaults(slug: string, fact: ImportedFact, today?: string): string[] {
  const { dataset, license, asOf } = fact;
  const known = datasetOf(fact);
  if (known === undefined) return [`${slug}: unknown dataset ${dataset}`];
  return [
    ...(license === known.license ? [] : [`${slug}: a fact of ${dataset} under ${license}, not ${known.license}`]),
    ...(/@[0-9a-f]{40}$/.test(dataset) ? [] : [`${slug}: ${dataset} has no commit`]),
    ...(today === undefined || asOf <= today ? [] : [`${slug}: a fact as of ${asOf}`]),
  ];
}

function apiFaults(slug: string, { dataset, license, asOf }: ImportedApi, today: string): string[] {
  const known = datasetOf({ dataset });
  if (known === undefined) return [`${slug}: unknown dataset ${dataset}`];
  return [
    ...(license === known.license ? [] : [`${slug}: its API by ${dataset} under ${license}, not ${known.license}`]),
    ...(/@\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(dataset) ? [] : [`${slug}: ${dataset} has no version`]),
    ...(asOf <= today ? [] : [`${slug}: its API as of ${asOf}`]),
  ];
}

/** A note that names the amount excuses it. */
function implausible({ products, observed }: Catalogue): string[] {
  return [...Map.groupBy(products, ({ category }) => category)].flatMap(([category, own]) => {
    const prices = own.flatMap((product) =>
      (observed.get(product.slug) ?? []).flatMap((fact) => priceOf(product, fact)),
    );
    const sorted = prices.map(({ monthly }) => monthly).sort((a, b) => a.comparedTo(b));
    const median = sorted[Math.floor(sorted.length / 2)];
    if (median === undefined || sorted.length < LEAST_PRICES) return [];
    return prices
      .filter(
        ({ monthly }) =>
          monthly.greaterThan(median.times(IMPLAUSIBLE_FACTOR)) || monthly.times(IMPLAUSIBLE_FACTOR).lessThan(median),
      )
      .filter(({ product, amount }) => !product.note?.includes(amount))
      .map(
        ({ product, amount, fact }) =>
          `${product.slug}: ${amount} ${fact.currency} (${fact.kind}) where the median of ${category} is ${median} a month`,
      );
  });
}

function priceOf(product: CatalogueProduct, fact: ImportedFact) {
  const { kind, value, currency, per } = fact;
  if (kind !== 'tier' && kind !== 'base_price' && kind !== 'sso_price') return [];
  if (value === undefined || currency === undefined || per === undefined || Number(value) === 0) return [];
  const monthly = per === 'year' ? new Decimal(value).dividedBy(12) : new Decimal(value);
  return [{ product, fact, amount: value, monthly }];
}
