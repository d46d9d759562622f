/**
 * A product's authored file: its vendor, its sources and hints for readers. The file's name is the slug. All objects are
 * strict, so that a misspelled field is an error.
 */
import * as z from 'zod';
import { AuthoredResearch } from './authored-research.ts';
import { Currency } from './money.ts';
import { Billing } from './reading.ts';
import { Recipe } from './recipe.ts';

export const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/, 'Must be a slug such as "notion"');
export type Slug = z.infer<typeof Slug>;

/** ISO 8601 calendar date, UTC. */
export const Day = z.iso.date();
export type Day = z.infer<typeof Day>;
/** ISO 8601 instant with milliseconds, UTC. */
export const Instant = z.iso.datetime();

/** One line of plain text, without characters that control a terminal or hide text. */
export const Words = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{C}*$/u, 'must be one line of plain text');

const HttpsUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Must be an https:// URL' });

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Whose prices: a country by ISO 3166-1 alpha-2, or `EU`; in any case, and `UK` for `GB`. The default market has no code. */
export const Market = z
  .string()
  .length(2)
  .overwrite(canonical)
  .refine((code) => nameOf(code) !== undefined, 'Must be a country code of ISO 3166-1 such as DE, or EU');
export type Market = z.infer<typeof Market>;

/** "Germany" */
export function marketName(market: Market): string {
  return nameOf(market) ?? market;
}

function nameOf(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? NAMES.of(code) : undefined;
}

function canonical(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (new Intl.Locale(`und-${code}`).region ?? code) : code;
}

export const Source = z.strictObject({
  /** Unique within the product. */
  id: Slug,
  url: HttpsUrl,
  kind: z.enum(['pricing', 'rate-card', 'docs', 'openapi']).default('pricing'),
  /** `browser` where plain HTTP is known to carry no prices. */
  render: z.enum(['http', 'browser']).default('http'),
  cadence: z.enum(['daily', 'weekly', 'monthly']).default('weekly'),
  /** Whether a public file names this URL; `false` means it was guessed from the vendor's own domain. */
  urlSeen: z.boolean().default(true),
  /** Whose prices the page states, where the vendor asks others there; absent for the default market. */
  market: Market.optional(),
  /** The only currency that is read, of a page with several. */
  currency: Currency.optional(),
  recipe: Recipe.optional(),
});
export type Source = z.infer<typeof Source>;

const Identifier = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('domain'), id: z.string().regex(z.regexes.domain), source: HttpsUrl }),
  /** A package URL (ECMA-427): `pkg:npm/slack`. */
  z.strictObject({
    kind: z.literal('package'),
    id: z.string().regex(/^pkg:[a-z0-9.+-]+\/\S{1,200}$/),
    source: HttpsUrl,
  }),
  z.strictObject({ kind: z.literal('wikidata'), id: z.string().regex(/^Q[1-9]\d{0,11}$/), source: HttpsUrl }),
]);
export type Identifier = z.infer<typeof Identifier>;

export const Product = z.strictObject({
  name: Words.max(80),
  vendor: Words.max(80),
  category: Slug,
  aliases: z.array(Slug).default([]),
  homepage: HttpsUrl.optional(),
  tokenPriced: z.boolean().default(false),
  sources: z.array(Source).default([]),
  /** Other names in public registers, each with where it is stated. What follows from the fields above is not repeated. */
  identifiers: z.array(Identifier).default([]),
  /** The vendor asks us to show no copies of its pages. */
  noArchive: z.literal(true).optional(),
  /** Set for a discontinued product, whose record becomes a tombstone. */
  retired: z
    .strictObject({
      on: Day.optional(),
      reason: z.string().min(1).max(300),
      successor: Slug.optional(),
      source: z.url(),
    })
    .optional(),
  research: AuthoredResearch.optional(),
  note: z.string().max(500).optional(),
});
/** As authored, without its slug. */
export type Product = z.infer<typeof Product>;

/** A product with the identity that its file's name gives it. */
export type CatalogueProduct = Product & { slug: Slug };

/** The page with the vendor's prices. */
export function pricingUrl({ sources }: Pick<CatalogueProduct, 'sources'>): string | undefined {
  const stating = sourcesOf(sources).filter(statesPrices);
  return (stating.find(({ kind }) => kind === 'pricing') ?? stating[0])?.url;
}

/** Those of a market; of the default one where undefined. */
export function sourcesOf<Each extends Pick<Source, 'market'>>(sources: readonly Each[], market?: Market): Each[] {
  return sources.filter((source) => source.market === market);
}

/** The market of a source; undefined for the default one. */
export function marketOf({ sources }: Pick<CatalogueProduct, 'sources'>, source: Slug): Market | undefined {
  return sources.find(({ id }) => id === source)?.market;
}

/** The markets beside the default one, each once. */
export function marketsOf(sources: readonly Pick<Source, 'market'>[]): Market[] {
  return [...new Set(sources.flatMap(({ market }) => market ?? []))];
}

/** False for a description of an API. */
export function statesPrices({ kind }: Pick<Source, 'kind'>): boolean {
  return kind !== 'openapi';
}

export const Category = z.strictObject({
  id: Slug,
  name: Words.max(80),
  description: z.string().optional(),
});
export type Category = z.infer<typeof Category>;

/** A dated fact of a public dataset. A record of such facts is `unverified` until a page of the vendor's confirms it. */
export const ImportedFact = z.strictObject({
  kind: z.enum([
    'token_rate',
    'free_tier',
    'base_price',
    'sso_price',
    'sso_percent_increase',
    'tier',
    'startup_program',
  ]),
  /** Tier or model, as the dataset spells it. */
  subject: z.string().min(1).max(120).optional(),
  /** For `token_rate`: which rate. */
  metric: z.enum(['input_per_mtok', 'output_per_mtok', 'cached_input_per_mtok']).optional(),
  /** Decimal string for a money fact, "true"/"false" for a claim, percent for an increase; absent for "contact us". */
  value: z.string().max(60).optional(),
  contactSales: z.literal(true).optional(),
  currency: Currency.optional(),
  per: z.enum(['month', 'year', 'once']).optional(),
  unit: z.string().max(40).optional(),
  /** Absent where the dataset does not state it. */
  billing: Billing.optional(),
  /** The source says "from". */
  isFloor: z.literal(true).optional(),
  /** The source's own words. */
  quote: z.string().min(1).max(300).optional(),
  /** Why the price is compared with others and not published. */
  compareOnly: z.string().min(1).max(120).optional(),
  asOf: Day,
  /** What the date means: a field of the dataset, or the commit that last touched the row. */
  asOfBasis: z.string().max(80),
  dataset: z.string().min(1).max(300),
  license: z.string().min(1).max(40),
  sourceUrl: z.url().optional(),
});
export type ImportedFact = z.infer<typeof ImportedFact>;
