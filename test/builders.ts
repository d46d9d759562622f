/** A base value and overrides, for each word of the trade: a test shows only what it is about. */
import { hash } from 'node:crypto';
import type { Change } from '../data/change.ts';
import { type CrawlJob, type Observation, observationId } from '../data/observation.ts';
import type { Page } from '../data/page.ts';
import type { LedgerEntry, Statement, Verdict } from '../data/pipeline/verdict.ts';
import type { CatalogueProduct, ImportedFact } from '../data/product.ts';
import type { PageReading, ReadPrice, ReadTier } from '../data/reading.ts';
import type {
  ImportedFrom,
  Price,
  PricingRecord,
  Rate,
  RecordEvidence,
  Snapshot,
  Tier,
  Verification,
} from '../data/record.ts';

export const NOON = '2026-11-21T12:00:00.000Z';

/** An instant that many days (or part of them) after NOON. */
export function daysAfterNoon(days: number): string {
  return new Date(Date.parse(NOON) + days * 86_400_000).toISOString();
}

export function sha256Of(text: string): string {
  return hash('sha256', text);
}

export function price(overrides: Partial<Price> = {}): Price {
  return {
    amount: '12.00',
    currency: 'USD',
    billing: 'monthly',
    per: 'month',
    unit: 'user',
    kind: 'list',
    ...overrides,
  };
}

/** Named after its id unless told otherwise. */
export function tier(overrides: Partial<Tier> = {}): Tier {
  const id = overrides.id ?? 'pro';
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    isFree: false,
    isCustom: false,
    prices: [price()],
    features: [],
    origin: 'observed',
    source: 'pricing',
    ...overrides,
  };
}

export function freeTier(overrides: Partial<Tier> = {}): Tier {
  return tier({ id: 'free', isFree: true, prices: [], ...overrides });
}

export function customTier(overrides: Partial<Tier> = {}): Tier {
  return tier({ id: 'enterprise', isCustom: true, prices: [], ...overrides });
}

export function rate(overrides: Partial<Rate> = {}): Rate {
  return {
    model: 'large-1',
    aliases: [],
    currency: 'USD',
    inputPerMTok: '2.50',
    outputPerMTok: '10.00',
    origin: 'observed',
    source: 'pricing',
    evidence: [],
    ...overrides,
  };
}

/** Its id follows from its page and quote, as in the pipeline. */
export function evidence(overrides: Partial<RecordEvidence> = {}): RecordEvidence {
  const quote = overrides.quote ?? '$12 per user/month';
  const pageSha256 = overrides.pageSha256 ?? sha256Of('page');
  const textStart = overrides.textStart ?? 40;
  return {
    id: `ev_${sha256Of(`${pageSha256} ${textStart} ${quote}`).slice(0, 20)}`,
    quote,
    scope: 'text',
    textStart,
    textEnd: textStart + quote.length,
    path: 'main > section > div:nth-child(2) > p',
    method: 'cards',
    url: 'https://acme.example/pricing',
    capturedAt: NOON,
    pageSha256,
    format: 'html',
    charset: 'utf-8',
    ...overrides,
  };
}

export function statement(overrides: Partial<Statement> = {}): Statement {
  return { tiers: [freeTier(), tier()], rates: [], evidence: [], ...overrides };
}

/** The statement, each of its facts as sure as that. */
export function rated(from: Statement, confidence: number): Statement {
  return {
    ...from,
    tiers: from.tiers.map(({ prices, ...each }) => ({
      ...each,
      ...((each.isFree || each.isCustom) && { confidence }),
      prices: prices.map((price) => ({ ...price, confidence })),
    })),
    rates: from.rates.map((each) => ({ ...each, confidence })),
  };
}

export function verification(overrides: Partial<Verification> = {}): Verification {
  const confirmedAt = overrides.confirmedAt ?? NOON;
  return {
    checkedAt: confirmedAt,
    confirmedAt,
    outcome: 'confirmed',
    disputed: false,
    score: 0.95,
    hazard: { changes: 2, days: 1_080 },
    decaysFrom: confirmedAt,
    source: 'https://acme.example/pricing',
    reasons: [],
    ...overrides,
  };
}

export function record(overrides: Partial<PricingRecord> = {}): PricingRecord {
  return {
    slug: 'acme',
    name: 'Acme',
    category: 'crm',
    vendor: 'Acme Inc.',
    currency: 'USD',
    tiers: [freeTier(), tier()],
    rates: [],
    hiddenCosts: [],
    verification: verification(),
    evidence: [],
    ...overrides,
  };
}

export function crawlJob(overrides: Partial<CrawlJob> = {}): CrawlJob {
  return {
    slug: 'acme',
    source: 'pricing',
    url: 'https://acme.test/pricing',
    slot: '2026-11-21T12-00Z',
    render: 'http',
    ...overrides,
  };
}

export function product(overrides: Partial<CatalogueProduct> = {}): CatalogueProduct {
  const slug = overrides.slug ?? 'acme';
  return {
    slug,
    name: slug.charAt(0).toUpperCase() + slug.slice(1),
    vendor: 'Acme Inc.',
    category: 'crm',
    aliases: [],
    tokenPriced: false,
    identifiers: [],
    sources: sources('pricing').map((source) => ({ ...source, url: `https://${slug}.example/pricing` })),
    ...overrides,
  };
}

/** What a dataset says of where it has a fact from. */
export function importedFrom(overrides: Partial<ImportedFrom> = {}): ImportedFrom {
  return {
    dataset: 'example/prices:acme.yaml@1',
    license: 'MIT',
    asOf: '2026-07-02',
    asOfBasis: 'date field',
    ...overrides,
  };
}

/** Of a tier unless told otherwise. */
export function importedFact(overrides: Partial<ImportedFact> = {}): ImportedFact {
  return { kind: 'tier', ...importedFrom(), ...overrides };
}

type CatalogueSource = CatalogueProduct['sources'][number];

/** Pages of acme, each at the path of its id. */
export function sources<Ids extends string[]>(...ids: Ids): { [At in keyof Ids]: CatalogueSource } {
  const made = ids.map((id): CatalogueSource => {
    const url = `https://acme.example/${id}`;
    return { id, url, kind: 'pricing', render: 'http', cadence: 'weekly', urlSeen: true };
  });
  return made as { [At in keyof Ids]: CatalogueSource };
}

export function snapshot(overrides: Partial<Snapshot> = {}): Snapshot {
  const validFrom = overrides.validFrom ?? NOON;
  return {
    slug: 'acme',
    validFrom,
    lastSeenAt: validFrom,
    recordedAt: validFrom,
    origin: 'observed',
    ...statement(),
    ...overrides,
  };
}

export function change(overrides: Partial<Change> = {}): Change {
  return {
    type: 'price_changed',
    slug: 'acme',
    subject: 'pro',
    before: { amount: '10.00', currency: 'USD' },
    after: { amount: '12.00', currency: 'USD' },
    evidence: [],
    observedAt: NOON,
    recordedAt: NOON,
    ...overrides,
  };
}

export function page(overrides: Partial<Page> = {}): Page {
  return {
    url: 'https://acme.example/pricing',
    finalUrl: 'https://acme.example/pricing',
    status: 200,
    format: 'html',
    charset: 'utf-8',
    sha256: sha256Of('page'),
    bytes: 20_480,
    fetchedAt: NOON,
    via: 'http',
    ...overrides,
  };
}

export function readPrice(overrides: Partial<ReadPrice> = {}): ReadPrice {
  const { quote, scope, textStart, textEnd, path, method } = evidence();
  return {
    amount: '12.00',
    currency: 'USD',
    billing: 'monthly',
    per: 'month',
    unit: 'user',
    kind: 'list',
    evidence: { quote, scope, textStart, textEnd, path, method },
    ...overrides,
  };
}

export function readTier(overrides: Partial<ReadTier> = {}): ReadTier {
  return { name: 'Pro', isFree: false, isCustom: false, prices: [readPrice()], features: [], ...overrides };
}

/** One reader, whose tiers are the composed ones. */
export function pageReading(overrides: Partial<PageReading> = {}): PageReading {
  const tiers = overrides.tiers ?? [readTier()];
  const models = overrides.models ?? [];
  return {
    verdict: 'pricing',
    reason: 'prices beside tier names',
    tiers,
    models,
    readings: [{ reader: 'cards', tiers, models, rejected: [] }],
    readerVersion: 'test-1',
    ...overrides,
  };
}

export interface Visit {
  slug?: string;
  source?: string;
  at?: string;
}

/** Its slot, and with it its id, follows from its instant. */
function visited({ slug = 'acme', source = 'pricing', at = NOON }: Visit) {
  const slot = at.replaceAll(':', '-').replace('.', '-');
  return {
    id: observationId({ slug, source, slot }),
    slug,
    source,
    slot,
    url: `https://${slug}.example/pricing`,
    observedAt: at,
  };
}

export function observation(
  visit: Visit = {},
  seen: { page?: Partial<Page>; reading?: Partial<PageReading> } = {},
): Extract<Observation, { kind: 'page' }> {
  const base = visited(visit);
  return {
    ...base,
    kind: 'page',
    page: page({ url: base.url, finalUrl: base.url, fetchedAt: base.observedAt, ...seen.page }),
    reading: pageReading(seen.reading),
  };
}

export function unchanged(visit: Visit = {}, sha256 = sha256Of('page')): Extract<Observation, { kind: 'unchanged' }> {
  return { ...visited(visit), kind: 'unchanged', sha256, via: 'http' };
}

type Failure = Extract<Observation, { kind: 'failure' }>;

export function failure(visit: Visit = {}, overrides: Partial<Failure> = {}): Failure {
  return { ...visited(visit), kind: 'failure', failure: 'unreachable', detail: 'no such host', ...overrides };
}

export function verdict(overrides: Partial<Verdict> = {}): Verdict {
  return { outcome: 'confirmed', score: 0.95, reasons: [], disputed: false, refused: [], ...overrides };
}

/** An observation that confirms what is known, unless told otherwise. */
export function entry(overrides: Partial<LedgerEntry> = {}): LedgerEntry {
  return { observation: observation(), verdict: verdict(), changes: [], ...overrides };
}

/** Seen from one day to another (that one, by default), with one plan at this amount. */
export function sighting(
  days: number,
  amount: string,
  { until = days, currency = 'USD', origin = 'observed' as 'observed' | 'imported' } = {},
): Snapshot {
  return snapshot({
    validFrom: daysAfterNoon(days),
    lastSeenAt: daysAfterNoon(until),
    origin,
    tiers: [tier({ prices: [price({ amount, currency })] })],
  });
}
