/** Ten years of invented vendors through the real reader, verifier and ledger, compared with what they sold. */
import { hash } from 'node:crypto';
import { DISPUTE_RECHECK_MS } from '../../config/cadence.ts';
import { TRUST } from '../../config/trust.ts';
import { readPage } from '../../crawler/read/read.ts';
import type { Change } from '../../data/change.ts';
import { confidenceNow, type Status, statusNow } from '../../data/confidence/decay.ts';
import { defined } from '../../data/defined.ts';
import { type Observation, observationId } from '../../data/observation.ts';
import { recordCurrency } from '../../data/prices/record-currency.ts';
import { startingPrice } from '../../data/prices/starting-price.ts';
import { type CatalogueProduct, Product } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import type { PricingRecord, Tier } from '../../data/record.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';
import { type PageWords, pageText } from '../../data/text/page-text.ts';
import { verifyObservation } from '../../verifier/judge/verify.ts';
import { recordOf } from '../../verifier/record/record.ts';
import { decide, decisionOn } from '../../verifier/review/review.ts';
import type { Truth } from '../vendor-web/offer.ts';
import { seeded } from '../vendor-web/random.ts';
import { type Life, lifeOf, type Shown } from './life.ts';
import { misread } from './misreading.ts';
import { isTrueEvent } from './true-event.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2016-01-01T00:00:00.000Z');
const EVERY_DAYS = 7;
const RETRY_DAYS = 1;
/** A person decides what has waited for so many days. */
const DECIDED_AFTER_DAYS = 14;
const MEMO_PAGES = 64;

/** The published record at a moment between two visits. */
export interface Sample {
  slug: string;
  status: Status;
  confidence: number;
  /** The starting price and all tier prices are the vendor's at that moment. */
  right: boolean;
  ageDays: number;
}

export interface SeenChange {
  type: Change['type'];
  /** The vendor changed something since the visit that last confirmed the earlier prices. */
  hasMoved: boolean;
  /** The vendor did this: sold what the event has before, and what it has after (test/simulation/true-event.ts). */
  isTrue: boolean;
}

export interface Decade {
  visits: number;
  samples: Sample[];
  changes: SeenChange[];
  /** Days from a vendor's change to its first correct publication; undefined where a person made it, or the decade ended before. */
  delays: { drastic: boolean; days: number | undefined }[];
  /** Readings that began to wait for another visit or a person. */
  disputes: number;
  /** Readings that waited longer than three visits. */
  longDisputes: number;
}

export interface DecadeInput {
  ledger: Ledger;
  vendors: number;
  /** Seed of the first vendor; the others count up from it. */
  from?: number;
  days: number;
  onVendor?: (done: number) => void;
}

export function simulate({ ledger, vendors, from = 1, days, onVendor = () => {} }: DecadeInput): Decade {
  const decade: Decade = { visits: 0, samples: [], changes: [], delays: [], disputes: 0, longDisputes: 0 };
  for (let done = 0; done < vendors; done += 1) {
    // One transaction a vendor, because judgement is simulated and not the disk.
    ledger.together(() => visitForYears({ life: lifeOf(from + done, days), days, ledger, decade }));
    onVendor(done + 1);
  }
  return decade;
}

interface Years {
  life: Life;
  days: number;
  ledger: Ledger;
  decade: Decade;
}

function visitForYears({ life, days, ledger, decade }: Years): void {
  const { slug } = life;
  const product = productOf(slug);
  const random = seeded(`visits of ${slug}`);
  const moves = life.moves.map((move) => ({ ...move, isOver: false, seenAt: undefined as number | undefined }));
  const archive = new Map<string, PageWords>();
  let published: { record: PricingRecord; day: number } | undefined;
  let confirmedDay = 0;
  let disputedSince: number | undefined;
  for (let day = random.next() * EVERY_DAYS; day < days; ) {
    if (published !== undefined)
      decade.samples.push(sampleOf(life, published, published.day + random.next() * (day - published.day)));
    const { observation, words } = visitOf(life, day);
    if (words !== undefined && observation.kind === 'page') archive.set(observation.page.sha256, words);
    const entry = verifyObservation({
      observation,
      words,
      archived: ({ sha256 }) => archive.get(sha256),
      state: ledger.state(slug),
      past: () => ledger.past(slug),
      product,
      recordedAt: at(day),
    });
    ledger.append([entry], at(day));
    decade.visits += 1;
    decideWaiting({ ledger, product, day, truth: life.truth(Math.floor(day)) });
    const { outcome, disputed } = entry.verdict;
    const record = recordOf(product, ledger.state(slug), { watched: ledger.watched(slug) });
    if (record.verification.confirmedAt !== undefined) published = { record, day };
    const right = isRight(record, life.truth(Math.floor(day)));
    const isStated = outcome === 'confirmed' || outcome === 'changed';
    const hasMoved = life.moves.some((move) => move.day > confirmedDay && move.day <= day);
    const sold = { before: life.truth(Math.floor(confirmedDay)), now: life.truth(Math.floor(day)) };
    decade.changes.push(
      ...entry.changes.map((each) => ({ type: each.type, hasMoved, isTrue: isTrueEvent(each, sold) })),
    );
    if (isStated) confirmedDay = day;
    const isDecided = record.verification.witnesses?.includes('person') === true;
    for (const move of moves)
      if (!move.isOver && move.day <= day && right)
        Object.assign(move, { isOver: true, ...(!isDecided && { seenAt: day }) });
    if (disputed && disputedSince === undefined) decade.disputes += 1;
    if (!disputed && disputedSince !== undefined && day - disputedSince > 3 * EVERY_DAYS) decade.longDisputes += 1;
    disputedSince = disputed ? (disputedSince ?? day) : undefined;
    day += daysToNext(observation, disputed);
  }
  for (const { day, drastic, seenAt } of moves)
    decade.delays.push({ drastic, days: seenAt === undefined ? undefined : seenAt - day });
}

interface ToDecide {
  ledger: Ledger;
  product: CatalogueProduct;
  day: number;
  truth: Truth;
}

function decideWaiting({ ledger, product, day, truth }: ToDecide): void {
  const decidedAt = at(day).toISOString();
  for (const waits of ledger.waiting(product.slug)) {
    if (Date.parse(decidedAt) - Date.parse(waits.firstSeenAt) < DECIDED_AFTER_DAYS * DAY_MS) continue;
    const { tiers } = waits.candidate;
    const currency = recordCurrency(tiers, []);
    const action = isRight({ tiers, ...defined({ currency }) }, truth) ? 'accept' : 'reject';
    const decision = decisionOn(waits, { action, by: 'reviewer', reason: 'compared with the page', decidedAt });
    ledger.append([decide({ decision, known: ledger, product, recordedAt: at(day) })], at(day));
  }
}

function daysToNext({ kind }: Observation, disputed: boolean): number {
  if (kind === 'failure') return RETRY_DAYS;
  return disputed ? DISPUTE_RECHECK_MS / DAY_MS : EVERY_DAYS;
}

function at(day: number): Date {
  return new Date(START + Math.round(day * DAY_MS));
}

function productOf(slug: string): CatalogueProduct {
  const sources = [{ id: 'pricing', url: `https://${slug}.example/pricing` }];
  return { ...Product.parse({ name: slug, vendor: slug, category: 'crm', sources }), slug };
}

const WALL =
  '<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1><p>Verify you are human by completing the action below.</p><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>';

function visitOf(life: Life, day: number): { observation: Observation; words?: PageWords } {
  const { slug } = life;
  const shown = life.visit(day);
  const url = `https://${slug}.example/pricing`;
  const observedAt = at(day).toISOString();
  const slot = observedAt.replaceAll(':', '-').replace('.', '-');
  const base = { id: observationId({ slug, source: 'pricing', slot }), slug, source: 'pricing', url, slot, observedAt };
  if (shown.kind === 'outage')
    return { observation: { ...base, kind: 'failure', failure: 'unreachable', detail: 'connect ETIMEDOUT' } };
  const { body, format, design } = shown.kind === 'page' ? shown : { body: WALL, format: 'html' as const, design: '' };
  const { reading, text } = readOnce(body, format, url);
  const page = { url, finalUrl: url, status: 200, format, charset: 'utf-8', sha256: hash('sha256', body) };
  return {
    observation: {
      ...base,
      kind: 'page',
      page: { ...page, bytes: body.length, fetchedAt: observedAt, via: 'http' },
      reading: misread(reading, design, base.id),
    },
    words: { source: body, text },
  };
}

const memo = new Map<string, { reading: PageReading; text: string }>();

/** The reading and text of a page. Pages change far less often than they are visited, so the last ones are kept. */
function readOnce(body: string, format: Shown['format'], url: string): { reading: PageReading; text: string } {
  const key = `${url}\n${body}`;
  const known = memo.get(key) ?? { reading: readPage(body, { format, url }), text: pageText(body, format) };
  if (memo.size >= MEMO_PAGES) memo.clear();
  memo.set(key, known);
  return known;
}

/** @param moment in days, between two visits */
function sampleOf(life: Life, { record }: { record: PricingRecord }, moment: number): Sample {
  const { verification } = record;
  return {
    slug: life.slug,
    status: statusNow(verification, at(moment), TRUST),
    confidence: confidenceNow(verification, at(moment)),
    right: isRight(record, life.truth(Math.floor(moment))),
    ageDays: (at(moment).getTime() - Date.parse(verification.confirmedAt ?? '')) / DAY_MS,
  };
}

const nameKey = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** Every published list price is one that the vendor asked, and the starting price is the vendor's. */
function isRight(record: Pick<PricingRecord, 'tiers' | 'currency'>, truth: Truth): boolean {
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

interface AskedPrice {
  amount: string;
  currency: string;
  billing?: string | undefined;
  per: string;
}

function factOf(tier: string, { amount, currency, billing, per }: AskedPrice): string {
  return `${nameKey(tier)}|${Number(amount)}|${currency}|${billing ?? ''}|${per}`;
}

function asTiers({ tiers }: Truth): Tier[] {
  return tiers.map(({ name, isFree, isCustom, prices }) => ({
    id: nameKey(name),
    name,
    isFree,
    isCustom,
    prices: prices.map(({ unit: _, ...price }) => price),
    features: [],
    origin: 'observed',
  }));
}
