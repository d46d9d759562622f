/**
 * Takes the verifier through ten years of vendors whose truth is known, visit by visit, on a real ledger; and holds what
 * is published at each moment against what the vendor sold.
 */
import { hash } from 'node:crypto';
import { DISPUTE_RECHECK_MS } from '../../config/cadence.ts';
import { TRUST } from '../../config/trust.ts';
import { readPage } from '../../crawler/read/read.ts';
import type { Change } from '../../data/change.ts';
import { confidenceNow, type Status, statusNow } from '../../data/confidence/decay.ts';
import { type Observation, observationId } from '../../data/observation.ts';
import type { Verdict } from '../../data/pipeline/verdict.ts';
import { startingPrice } from '../../data/prices/starting-price.ts';
import { type CatalogueProduct, Product } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import type { PricingRecord, Tier } from '../../data/record.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';
import { type PageWords, pageText } from '../../data/text/page-text.ts';
import type { Truth } from '../../test/vendor-web/offer.ts';
import { seeded } from '../../test/vendor-web/random.ts';
import { verifyObservation } from '../../verifier/judge/verify.ts';
import { recordOf } from '../../verifier/record/record.ts';
import { type Life, lifeOf, type Shown } from './life.ts';
import { misread } from './misreading.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2016-01-01T00:00:00.000Z');
const EVERY_DAYS = 7;
const RETRY_DAYS = 1;

/** What a consumer would have been told at a moment between two visits. */
export interface Sample {
  slug: string;
  status: Status;
  confidence: number;
  /** Starting price and tier prices are those that the vendor sold at that moment. */
  right: boolean;
  ageDays: number;
}

/** A reading that became, or stayed, what is stated: what its score was made of, and whether it was right. */
export interface Judged {
  slug: string;
  signals: NonNullable<Verdict['signals']>;
  right: boolean;
}

export interface SeenChange {
  change: Change;
  day: number;
  isTrue: boolean;
  /** The vendor did move since the visit that last showed what held before, if not as the event says. */
  hasMoved: boolean;
  cause: Cause;
}

/**
 * What else was the matter with the page of that visit, or with the last one that showed what held before: the first that
 * holds, since a misreading begins and ends with the design that it is of.
 */
export const CAUSES = ['elsewhere', 'redesign', 'sale', 'misread', 'price'] as const;
export type Cause = (typeof CAUSES)[number];

export interface Decade {
  visits: number;
  samples: Sample[];
  judged: Judged[];
  changes: SeenChange[];
  /** Days from a move of the vendor's to its first true publication; undefined where the decade ended before. */
  delays: { drastic: boolean; days: number | undefined }[];
  /** Times that a reading began to wait for another look or a person. */
  disputes: number;
  /** Readings that waited longer than three visits. */
  longDisputes: number;
}

export interface DecadeInput {
  ledger: Ledger;
  vendors: number;
  /** Seed of the first vendor; those of the next ones follow. */
  from?: number;
  days: number;
  onVendor?: (done: number) => void;
}

export function simulate({ ledger, vendors, from = 1, days, onVendor = () => {} }: DecadeInput): Decade {
  const decade: Decade = { visits: 0, samples: [], judged: [], changes: [], delays: [], disputes: 0, longDisputes: 0 };
  for (let done = 0; done < vendors; done += 1) {
    // One transaction a vendor: what is simulated is judgement, not the disk.
    ledger.together(() => liveThrough(lifeOf(from + done, days), days, ledger, decade));
    onVendor(done + 1);
  }
  return decade;
}

interface Published {
  record: PricingRecord;
  /** Since when. */
  day: number;
}

function liveThrough(life: Life, days: number, ledger: Ledger, decade: Decade): void {
  const { slug } = life;
  const product = productOf(slug);
  const random = seeded(`visits of ${slug}`);
  const waiting = life.moves.map((move) => ({ ...move, seenAt: undefined as number | undefined }));
  const archive = new Map<string, PageWords>();
  let published: Published | undefined;
  let shownLast: Seen | undefined;
  let waitsSince: number | undefined;
  for (let day = random.next() * EVERY_DAYS; day < days; ) {
    if (published !== undefined) decade.samples.push(sampleOf(life, published, day, random.next()));
    const shown = life.visit(day);
    const { observation, words, seen } = visitOf(life, shown, day);
    if (words !== undefined && observation.kind === 'page') archive.set(observation.page.sha256, words);
    const entry = verifyObservation({
      observation,
      words,
      archived: ({ sha256 }) => archive.get(sha256),
      state: ledger.state(slug),
      product,
      recordedAt: at(day),
    });
    ledger.append([entry], at(day));
    decade.visits += 1;
    const { verdict } = entry;
    const truth = life.truth(Math.floor(day));
    const state = ledger.state(slug);
    const record = recordOf(product, state, { watched: ledger.watched(slug) });
    if (record.verification.confirmedAt !== undefined) published = { record, day };
    const right = isRight(record, truth);
    if (verdict.signals !== undefined && (verdict.outcome === 'confirmed' || verdict.outcome === 'changed'))
      decade.judged.push({ slug, signals: verdict.signals, right });
    const cause = causeOf(seen, shownLast);
    const hasMoved = life.moves.some((move) => move.day > (shownLast?.day ?? 0) && move.day <= day);
    for (const change of entry.changes)
      decade.changes.push({ change, day, isTrue: isTrue(change, life, day, record), hasMoved, cause });
    if (verdict.outcome === 'confirmed' || verdict.outcome === 'changed') shownLast = seen;
    for (const move of waiting) if (move.seenAt === undefined && move.day <= day && right) move.seenAt = day;
    if (verdict.disputed) {
      if (waitsSince === undefined) decade.disputes += 1;
      waitsSince ??= day;
    } else {
      if (waitsSince !== undefined && day - waitsSince > 3 * EVERY_DAYS) decade.longDisputes += 1;
      waitsSince = undefined;
    }
    day += observation.kind === 'failure' ? RETRY_DAYS : verdict.disputed ? DISPUTE_RECHECK_MS / DAY_MS : EVERY_DAYS;
  }
  for (const { day, drastic, seenAt } of waiting)
    decade.delays.push({ drastic, days: seenAt === undefined ? undefined : seenAt - day });
}

function at(day: number): Date {
  return new Date(START + Math.round(day * DAY_MS));
}

function productOf(slug: string): CatalogueProduct {
  const sources = [{ id: 'pricing', url: `https://${slug}.example/pricing` }];
  return { ...Product.parse({ name: slug, vendor: slug, category: 'crm', sources }), slug };
}

interface Visit {
  observation: Observation;
  words?: PageWords;
  seen: Seen;
}

/** What was the matter with a page that was visited. */
interface Seen {
  day: number;
  design: string;
  isElsewhere: boolean;
  isSale: boolean;
  isMisread: boolean;
}

function causeOf(now: Seen, before: Seen = now): Cause {
  const either = (is: (seen: Seen) => boolean) => is(now) || is(before);
  if (either(({ isElsewhere }) => isElsewhere)) return 'elsewhere';
  if (now.design !== before.design) return 'redesign';
  if (either(({ isSale }) => isSale)) return 'sale';
  return either(({ isMisread }) => isMisread) ? 'misread' : 'price';
}

const WALL =
  '<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1><p>Verify you are human by completing the action below.</p><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>';

function visitOf(life: Life, shown: ReturnType<Life['visit']>, day: number): Visit {
  const { slug } = life;
  const url = `https://${slug}.example/pricing`;
  const observedAt = at(day).toISOString();
  const slot = observedAt.replaceAll(':', '-').replace('.', '-');
  const base = { id: observationId({ slug, source: 'pricing', slot }), slug, source: 'pricing', url, slot, observedAt };
  const page = shown.kind === 'page' ? shown : { body: WALL, format: 'html' as const, design: '', isElsewhere: false };
  const { design, isElsewhere } = page;
  const seen = { day, design, isElsewhere, isSale: /<(?:s|del)\b/.test(page.body), isMisread: false };
  if (shown.kind === 'outage') {
    const detail = 'connect ETIMEDOUT';
    return { observation: { ...base, kind: 'failure', failure: 'unreachable', detail }, seen };
  }
  const read = readOnce(page.body, page.format, url);
  const reading = misread(read, design, base.id);
  return {
    observation: {
      ...base,
      kind: 'page',
      page: {
        url,
        finalUrl: url,
        status: 200,
        format: page.format,
        charset: 'utf-8',
        sha256: hash('sha256', page.body),
        bytes: page.body.length,
        fetchedAt: observedAt,
        via: 'http',
      },
      reading,
    },
    words: { source: page.body, text: textOnce(page.body, page.format) },
    seen: { ...seen, isMisread: reading !== read },
  };
}

const readings = new Map<string, PageReading>();
const texts = new Map<string, string>();
const MOST_KEPT = 64;

/** The same bytes are read once: a page changes far less often than it is visited. */
function readOnce(body: string, format: Shown['format'], url: string): PageReading {
  return remembered(readings, `${url}\n${body}`, () => readPage(body, { format, url }));
}

function textOnce(body: string, format: Shown['format']): string {
  return remembered(texts, body, () => pageText(body, format));
}

function remembered<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const found = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return found;
}

function sampleOf(life: Life, { record, day }: Published, next: number, share: number): Sample {
  const moment = day + share * (next - day);
  const { verification } = record;
  return {
    slug: life.slug,
    status: statusNow(verification, at(moment), TRUST),
    confidence: confidenceNow(verification, at(moment)),
    right: isRight(record, life.truth(Math.floor(moment))),
    ageDays: (at(moment).getTime() - Date.parse(verification.confirmedAt ?? '')) / DAY_MS,
  };
}

const key = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** No list price is published that the vendor did not ask, and the starting price is the vendor's. */
function isRight(record: PricingRecord, truth: Truth): boolean {
  const asked = new Set(truth.tiers.flatMap((tier) => tier.prices.map((price) => factOf(tier.name, price))));
  const isAsked = record.tiers.every((tier) =>
    tier.prices.filter(({ kind }) => kind === 'list').every((price) => asked.has(factOf(tier.name, price))),
  );
  const currency = truth.tiers.flatMap(({ prices }) => prices)[0]?.currency;
  const start = startingPrice(asTiers(truth), currency);
  const published = startingPrice(record.tiers, record.currency);
  return (
    isAsked &&
    Number(start?.amount ?? -1) === Number(published?.amount ?? -1) &&
    start?.currency === published?.currency
  );
}

function factOf(
  tier: string,
  { amount, currency, billing, per }: { amount: string; currency: string; billing?: string | undefined; per: string },
): string {
  return `${key(tier)}|${Number(amount)}|${currency}|${billing ?? ''}|${per}`;
}

function asTiers({ tiers }: Truth): Tier[] {
  return tiers.map(({ name, isFree, isCustom, prices }) => ({
    id: key(name),
    name,
    isFree,
    isCustom,
    prices: prices.map(({ unit: _, ...price }) => price),
    features: [],
    origin: 'observed',
  }));
}

/** Whether what the event says of before and after is what the vendor did at some time until then; of a correction, that it is not. */
function isTrue({ type, subject, before, after }: Change, life: Life, day: number, record: PricingRecord): boolean {
  const today = life.truth(Math.floor(day));
  const past = [0, ...life.moves.map((move) => move.day).filter((move) => move <= day)].map((move) => life.truth(move));
  const sold = (truth: Truth, name: string | undefined, { amount, billing, per }: NonNullable<Change['after']> = {}) =>
    truth.tiers.some(
      (tier) =>
        key(tier.name) === key(name ?? '') &&
        (amount === undefined ||
          tier.prices.some(
            (price) =>
              Number(price.amount) === Number(amount) &&
              (billing === undefined || price.billing === billing) &&
              (per === undefined || price.per === per),
          )),
    );
  const name = after?.name ?? before?.name ?? record.tiers.find(({ id }) => id === subject)?.name;
  const isMove = () =>
    sold(today, after?.name, after) &&
    past.some((truth) => sold(truth, before?.name, before) && !sold(truth, after?.name, after));
  switch (type) {
    case 'correction':
      return !isMove();
    case 'tier_added':
    case 'free_tier_added':
      return sold(today, name) && past.some((truth) => !sold(truth, name));
    case 'tier_removed':
    case 'free_tier_removed':
      return !sold(today, name) && past.some((truth) => sold(truth, name));
    case 'tier_renamed':
      return sold(today, after?.name) && past.some((truth) => sold(truth, before?.name) && !sold(truth, after?.name));
    default:
      return isMove();
  }
}
