/**
 * Review by a person. Accepting publishes a reading from when it was first seen; rejecting keeps the record; correcting states
 * values with the origin `research`, author, reason and date, and without a quote; withdrawing states nothing; reverting
 * states again what the source was taken to state before; undoing takes another decision back. Pure.
 */
import { TRUST } from '../../config/trust.ts';
import { defined } from '../../data/defined.ts';
import { isZero } from '../../data/money.ts';
import {
  Decision,
  decisionId,
  type StatedRate,
  type StatedTier,
  type StatedValues,
} from '../../data/pipeline/review-decision.ts';
import type { LedgerEntry, Statement } from '../../data/pipeline/verdict.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { Rate, Research, Tier } from '../../data/record.ts';
import type { DecisionBasis, Standing, Waiting } from '../../data/store/ledger/review.ts';
import { NOTHING_STATED } from '../../data/store/ledger/undo.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { UNTIL_DECIDED } from '../judge/outcome.ts';
import { sincePast } from '../record/backfill.ts';
import { citedEvidence, factsOnTiers, isEmpty, rateKey } from '../record/facts.ts';
import { freshId } from '../record/reconcile.ts';

/** The decision or re-reading refers to something that is gone, or would leave nothing stated. */
export class NotTaken extends Error {
  override name = 'NotTaken';
}

/** What a decision can be on: a reading that waits, or what a source is taken to state. */
export type Decidable = Pick<Waiting | Standing, 'on' | 'key' | 'slug' | 'source' | 'since' | 'after'>;

/** From when on a decision holds: from the beginning of the statement that it is on, or from now. */
export type HoldsFrom = 'beginning' | 'now';

export interface Resolution extends Pick<Decision, 'action' | 'by' | 'reason' | 'decidedAt'> {
  values?: StatedValues | undefined;
  sourceUrl?: string | undefined;
  to?: string | undefined;
  from?: HoldsFrom;
}

/** @throws {z.ZodError} name or reason is invalid, or the values do not belong to a correction */
export function decisionOn(
  { on, key, slug, source, since, after }: Decidable,
  { action, values, sourceUrl, to, by, reason, decidedAt, from = 'beginning' }: Resolution,
): Decision {
  const what = { slug, source, on, key, action, ...defined({ values, sourceUrl, to, after }) };
  const who = { by, reason, decidedAt, observedAt: from === 'now' ? decidedAt : since };
  return Decision.parse({ kind: 'decision', id: decisionId(what), ...what, ...who });
}

/** @throws {z.ZodError} name or reason is invalid */
export function undoOn(undone: Decision, { by, reason, decidedAt }: Omit<Resolution, 'action'>): Decision {
  const { id: on, key, slug, source, observedAt: since } = undone;
  return decisionOn({ on, key, slug, source, since }, { action: 'undo', by, reason, decidedAt });
}

export interface DecideInput {
  decision: Decision;
  known: DecisionBasis;
  product: CatalogueProduct;
  recordedAt: Date;
}

const WORDS = {
  accept: 'accepted',
  reject: 'rejected',
  correct: 'corrected',
  withdraw: 'withdrawn',
  revert: 'reverted',
  undo: 'undone',
} as const satisfies Record<Decision['action'], string>;

/** @throws {NotTaken} */
export function decide(input: DecideInput): LedgerEntry {
  if (input.decision.action === 'undo') return undo(input);
  const { decision, known, product, recordedAt } = input;
  const { action, by, reason, slug, source, observedAt: since } = decision;
  const found = known.waiting(slug).find((each) => each.source === source && isOn(decision, each));
  const current = found === undefined ? standingFor(decision, known.standing(slug, source)) : undefined;
  const isStated = action !== 'reject' && action !== 'withdraw';
  const said = `${WORDS[action]} by ${by}: ${reason}`.slice(0, 160);
  const { reasons = [] } = found?.verdict ?? {};
  const verdict = {
    ...(found?.verdict.about !== undefined && { about: found.verdict.about }),
    outcome: isStated ? ('changed' as const) : ('contradicted' as const),
    score: isStated ? TRUST.decidedConfidence : 0,
    reasons: [said, ...reasons.filter((each) => !UNTIL_DECIDED.includes(each))].slice(0, 20),
    disputed: false,
    refused: [],
  };
  const entry = { observation: decision, verdict, changes: [] };
  const url = found?.url || product.sources.find(({ id }) => id === source)?.url;
  const basis = found?.candidate ?? current?.statement;
  if (action === 'reject' || basis === undefined) return entry;
  const statement = statementAfter(decision, { basis, url, known });
  // The rest of a reading that was taken in part was there when the part was: it is no change by the vendor.
  const as = found?.kind === 'visit' && !found.isRest ? 'change' : 'correction';
  return {
    ...entry,
    statement,
    ...sincePast({ product, past: known.past(slug), source, statement, since, recordedAt, as, reason: said }),
  };
}

/** Confirms nothing: what was stated before is as sure again as it was. @throws {NotTaken} */
function undo({ decision, known, product, recordedAt }: DecideInput): LedgerEntry {
  const { by, reason, slug, source, on, key, observedAt: since } = decision;
  const { decision: undone, against, former } = known.undoBasis(on) ?? {};
  const isMeant = undone?.source === source && undone.slug === slug && undone.key === key;
  if (!isMeant || undone.observedAt !== since) throw new NotTaken(`Cannot undo "${on}": no such decision`);
  if (against !== undefined) throw new NotTaken(`Cannot undo "${on}": ${against}`);
  const said = `${WORDS[undone.action]} by ${undone.by}, undone by ${by}: ${reason}`.slice(0, 160);
  const verdict = { outcome: 'contradicted' as const, score: 0, reasons: [said], disputed: false, refused: [] };
  const entry = { observation: decision, verdict, changes: [] };
  if (former === undefined) return entry;
  const past = { product, past: known.past(slug), source, statement: former, since, recordedAt };
  return { ...entry, statement: former, ...sincePast({ ...past, as: 'correction', reason: said }) };
}

function isOn(decision: Decision, { on, key, since }: Decidable): boolean {
  return on === decision.on && key === decision.key && Date.parse(since) === Date.parse(decision.observedAt);
}

/** What the source is taken to state, if the decision is on that. @throws {NotTaken} it is on something else */
function standingFor(decision: Decision, standing: Standing | undefined): Standing {
  const { action, on, decidedAt, observedAt } = decision;
  const isOfReading = action === 'accept' || action === 'reject';
  const isFromNow = observedAt === decidedAt;
  if (standing !== undefined && !isOfReading && isOn(decision, { ...standing, ...(isFromNow && { since: decidedAt }) }))
    return standing;
  throw new NotTaken(
    `Cannot ${action} "${on}": ${isOfReading ? 'the reading is no longer waiting' : 'these prices are no longer published'}`,
  );
}

interface Stating {
  basis: Statement;
  url: string | undefined;
  known: Pick<DecisionBasis, 'statementOf'>;
}

/** What the source states by the decision. @throws {NotTaken} it would state nothing, or nothing is there to withdraw */
function statementAfter(decision: Decision, { basis, url, known }: Stating): Statement {
  const { action, slug, source, on, to = '' } = decision;
  if (action === 'accept') return asDecided(basis);
  if (basis.api !== undefined)
    throw new NotTaken(`Cannot ${action} "${on}": the source is an API description without prices`);
  if (action === 'withdraw') {
    if (isEmpty(basis)) throw new NotTaken(`Cannot withdraw "${on}": no prices are published`);
    return NOTHING_STATED;
  }
  const statement =
    action === 'revert' ? known.statementOf({ slug, source }, to) : stated(basis, decision, decision.sourceUrl ?? url);
  if (statement === undefined || isEmpty(statement))
    throw new NotTaken(`Cannot ${action} "${on}": no prices would remain`);
  return asDecided(statement);
}

/** Every fact of it is as sure as a person's decision makes it. */
function asDecided(statement: Statement): Statement {
  if (statement.api !== undefined) return statement;
  const confidence = TRUST.decidedConfidence;
  return {
    ...statement,
    tiers: statement.tiers.map(({ prices, ...tier }) => ({
      ...tier,
      ...((tier.isFree || tier.isCustom) && { confidence }),
      prices: prices.map((price) => ({ ...price, confidence })),
    })),
    rates: statement.rates.map((rate) => ({ ...rate, confidence })),
    ...defined({ negatives: statement.negatives?.map(({ kind }) => ({ kind, confidence })) }),
  };
}

/** The statement with what a person states in place of what was read. */
function stated(basis: Statement, { source, values, by, reason, decidedAt }: Decision, sourceUrl?: string): Statement {
  const research: Research = { by, reason, asOf: decidedAt.slice(0, 10), ...defined({ sourceUrl }) };
  const told = { origin: 'research' as const, source, research };
  const tiers = (values?.tiers ?? []).reduce((all, tier) => withTier(all, tier, told), basis.tiers);
  const rates = (values?.rates ?? []).reduce((all, rate) => withRate(all, rate, told), basis.rates);
  const facts = factsOnTiers(basis.facts, tiers);
  const statement = { tiers, rates, ...defined({ facts }), evidence: basis.evidence };
  return { ...statement, evidence: citedEvidence(statement) };
}

type Told = { origin: 'research'; source: string; research: Research };

function withTier(tiers: Tier[], { tier: called, isGone, prices, ...claims }: StatedTier, told: Told): Tier[] {
  const before = tiers.find(({ id, name }) => id === called || nameKey(name) === nameKey(called));
  if (isGone === true) return tiers.filter((tier) => tier !== before);
  if (prices.some(({ amount }) => isZero(amount)))
    throw new NotTaken(`Cannot set a price of "${called}" to 0: state the tier as free`);
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
  if (currency === undefined) throw new NotTaken(`Cannot set a rate of "${said.model}" without a currency`);
  const { imported: _, ...known } = before ?? { model: said.model, aliases: [], evidence: [] };
  const next: Rate = { ...known, ...said, currency, ...told, evidence: [] };
  return before === undefined ? [...rates, next] : rates.map((rate) => (rate === before ? next : rate));
}
