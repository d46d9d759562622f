/**
 * Review by a person. Accepting publishes a reading from when it was first seen; rejecting keeps the record; correcting states
 * values with the origin `research`, author, reason and date, and without a quote. Pure.
 */
import { TRUST } from '../../config/trust.ts';
import { defined } from '../../data/defined.ts';
import type { ProductPast } from '../../data/pipeline/ledger-state.ts';
import {
  Decision,
  decisionId,
  type StatedRate,
  type StatedTier,
  type StatedValues,
} from '../../data/pipeline/review-decision.ts';
import type { LedgerEntry, Statement } from '../../data/pipeline/verdict.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { Rate, Research, Tier } from '../../data/record.ts';
import type { Standing, Waiting } from '../../data/store/ledger/review.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { sincePast } from '../record/backfill.ts';
import { citedEvidence, isEmpty, rateKey } from '../record/facts.ts';
import { freshId } from '../record/reconcile.ts';
import { termsOf } from '../record/statement.ts';

/** The decision or re-reading refers to something that is gone, or would leave nothing stated. */
export class NotTaken extends Error {
  override name = 'NotTaken';
}

/** What a decision can be on: a reading that waits, or what a source is taken to state. */
export type Decidable = Pick<Waiting | Standing, 'on' | 'key' | 'slug' | 'source' | 'since'>;

export interface Resolution {
  action: Decision['action'];
  values?: StatedValues | undefined;
  by: string;
  reason: string;
  decidedAt: string;
}

/** @throws {z.ZodError} name or reason is invalid, or the values do not belong to a correction */
export function decisionOn(
  { on, key, slug, source, since }: Decidable,
  { action, values, by, reason, decidedAt }: Resolution,
): Decision {
  const what = { slug, source, on, key, action, ...(values !== undefined && { values }) };
  const who = { by, reason, decidedAt, observedAt: since };
  return Decision.parse({ kind: 'decision', id: decisionId(what), ...what, ...who });
}

export interface DecideInput {
  decision: Decision;
  waiting: readonly Waiting[];
  standing: Standing | undefined;
  past: ProductPast;
  product: CatalogueProduct;
  recordedAt: Date;
}

const WORDS = { accept: 'accepted', reject: 'rejected', correct: 'corrected' } as const;

/** @throws {NotTaken} */
export function decide({ decision, waiting, standing, past, product, recordedAt }: DecideInput): LedgerEntry {
  const { action, by, reason, source } = decision;
  const isOn = ({ on, key, since }: Pick<Waiting, 'on' | 'key' | 'since'>) =>
    on === decision.on && key === decision.key && Date.parse(since) === Date.parse(decision.observedAt);
  const found = waiting.find((each) => each.source === source && isOn(each));
  const current = action === 'correct' && standing !== undefined && isOn(standing) ? standing : undefined;
  if (found === undefined && current === undefined)
    throw new NotTaken(`Cannot ${action} "${decision.on}": no such reading waits any more`);
  const said = `${WORDS[action]} by ${by}: ${reason}`.slice(0, 160);
  const verdict = {
    ...(found?.verdict.about !== undefined && { about: found.verdict.about }),
    outcome: action === 'reject' ? ('contradicted' as const) : ('changed' as const),
    score: action === 'reject' ? 0 : TRUST.decidedConfidence,
    reasons: [said, ...(found?.verdict.reasons ?? [])].slice(0, 20),
    disputed: false,
    refused: [],
  };
  const entry = { observation: decision, verdict, changes: [] };
  if (action === 'reject') return entry;
  const basis = found?.candidate ?? current?.statement;
  if (basis === undefined) return entry;
  if (action === 'correct' && basis.api !== undefined)
    throw new NotTaken(`Cannot correct "${decision.on}": it describes an API and states no prices`);
  const statement =
    action === 'accept'
      ? basis
      : stated(basis, decision, found?.url ?? product.sources.find(({ id }) => id === source)?.url);
  if (isEmpty(statement) && statement.api === undefined)
    throw new NotTaken(`Cannot correct "${decision.on}": nothing would be stated any more`);
  const as = found?.kind === 'visit' ? 'change' : 'correction';
  const since = decision.observedAt;
  return { ...entry, statement, ...sincePast({ product, past, source, statement, since, recordedAt, as }) };
}

/** The statement with what a person states in place of what was read. */
function stated(basis: Statement, { source, values, by, reason, decidedAt }: Decision, url?: string): Statement {
  const sourceUrl = url === '' ? undefined : url;
  const research: Research = { by, reason, asOf: decidedAt.slice(0, 10), ...defined({ sourceUrl }) };
  const told = { origin: 'research' as const, source, research };
  const tiers = (values?.tiers ?? []).reduce((all, tier) => withTier(all, tier, told), basis.tiers);
  const rates = (values?.rates ?? []).reduce((all, rate) => withRate(all, rate, told), basis.rates);
  const kept = new Set(tiers.map(({ id }) => id));
  const facts = basis.facts?.filter((fact) =>
    fact.kind === 'capability'
      ? fact.tiers.every(({ tier }) => kept.has(tier))
      : fact.tier === undefined || kept.has(fact.tier),
  );
  const statement = { tiers, rates, ...(facts?.length && { facts }), evidence: basis.evidence };
  return { ...statement, evidence: citedEvidence(statement) };
}

type Told = { origin: 'research'; source: string; research: Research };

function withTier(tiers: Tier[], { tier: called, isGone, prices, ...claims }: StatedTier, told: Told): Tier[] {
  const before = tiers.find(({ id, name }) => id === called || nameKey(name) === nameKey(called));
  if (isGone === true) return tiers.filter((tier) => tier !== before);
  const id = before?.id ?? freshId(called, (wanted) => tiers.some((tier) => tier.id === wanted));
  const { evidence: _, imported: __, ...known } = before ?? { id, name: called, features: [] };
  const next: Tier = {
    ...known,
    ...told,
    isFree: claims.isFree === true,
    isCustom: claims.isCustom === true,
    prices: prices.map((price) => ({ ...price, kind: 'list' })),
  };
  return before === undefined ? [...tiers, next] : tiers.map((tier) => (tier === before ? next : tier));
}

function withRate(rates: Rate[], { isGone, ...said }: StatedRate, told: Told): Rate[] {
  const before = rates.find((rate) => rateKey(rate) === rateKey(said));
  if (isGone === true) return rates.filter((rate) => rate !== before);
  const currency = said.currency ?? before?.currency;
  if (currency === undefined) throw new NotTaken(`Cannot state a rate of "${said.model}" without its currency`);
  const { imported: _, ...known } = before ?? { model: said.model, aliases: [], evidence: [] };
  const next: Rate = { ...known, ...said, currency, ...told, evidence: [] };
  return before === undefined ? [...rates, next] : rates.map((rate) => (rate === before ? next : rate));
}

/** A row of the table for the decision: what the record states, what was read, and the words of each. */
export interface Difference extends Partial<Record<'before' | 'after' | 'quoteBefore' | 'quoteAfter', string>> {
  subject: string;
  terms: string;
}

/** The record and the reading, fact by fact; rows that are equal on both sides are marked. */
export function differences(before: Statement | undefined, after: Statement): (Difference & { isSame: boolean })[] {
  const was = linesOf(before);
  const is = linesOf(after);
  return [...new Set([...is.keys(), ...was.keys()])].map((key) => {
    const [a, b] = [was.get(key), is.get(key)];
    const { subject, terms } = b ?? a ?? { subject: '', terms: '' };
    return {
      subject,
      terms,
      ...defined({ before: a?.value, quoteBefore: a?.quote, after: b?.value, quoteAfter: b?.quote }),
      isSame: a?.value === b?.value,
    };
  });
}

type Line = { subject: string; terms: string; value: string; quote: string | undefined };

function linesOf(statement: Statement | undefined): Map<string, Line> {
  const lines = new Map<string, Line>();
  if (statement === undefined) return lines;
  const quotes = new Map(statement.evidence.map(({ id, quote }) => [id, quote]));
  if (statement.api !== undefined) {
    const { title, operations } = statement.api.facts;
    const api = { subject: 'API', quote: undefined };
    lines.set('api|title', { ...api, terms: 'title', value: title });
    lines.set('api|operations', { ...api, terms: 'operations', value: String(operations.total) });
  }
  const add = (key: string, line: Line) => {
    let unique = key;
    for (let n = 2; lines.has(unique); n += 1) unique = `${key}|${n}`;
    lines.set(unique, line);
  };
  for (const { id, name: subject, isFree, isCustom, prices, evidence } of statement.tiers) {
    const claim = isFree ? 'free' : 'contact us';
    if (prices.length === 0 && (isFree || isCustom))
      add(`tier|${id}`, { subject, terms: '', value: claim, quote: quotes.get(evidence ?? '') });
    for (const price of prices) {
      const { amount, currency, per, unit, billing, kind } = price;
      const terms = [`per ${per}`, unit, billing, kind === 'list' ? undefined : kind].filter(Boolean).join(', ');
      const quote = quotes.get(price.evidence ?? '');
      add(`tier|${id}|${termsOf(price)}|${kind}`, { subject, terms, value: `${amount} ${currency}`, quote });
    }
  }
  for (const rate of statement.rates)
    for (const [field, words] of RATE_FIELDS) {
      const amount = rate[field];
      if (amount === undefined) continue;
      const subject = rate.band === undefined ? rate.model : `${rate.model} (${rate.band})`;
      const quote = rate.evidence.map((id) => quotes.get(id)).find((each) => each?.includes(amount));
      add(`rate|${rateKey(rate)}|${field}`, { subject, terms: words, value: `${amount} ${rate.currency}`, quote });
    }
  return lines;
}
