/** Judges one observation against the record, and derives the ledger entry. Pure. */
import { isLate, isMisdated } from '../../data/confidence/clock-skew.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { defined } from '../../data/defined.ts';
import { survival, watchedBetween } from '../../data/hazard.ts';
import type { Observation } from '../../data/observation.ts';
import { type ProductPast, type ProductState, type SourceState, standingIn } from '../../data/pipeline/ledger-state.ts';
import type { Backing, LedgerEntry, Statement, Verdict } from '../../data/pipeline/verdict.ts';
import { type CatalogueProduct, marketOf, sourcesOf } from '../../data/product.ts';
import type { PageReading, Rejected } from '../../data/reading.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import type { Witness } from '../../data/witness.ts';
import { announcementChanges } from '../record/announcements.ts';
import { sincePast } from '../record/backfill.ts';
import { type ChangeContext, changesBetween } from '../record/changes.ts';
import { isEmpty, rateFacts, sameFacts, sameFeatures, tierFacts } from '../record/facts.ts';
import { isRated } from '../record/headline.ts';
import { knownTiers, otherMarketsPage } from '../record/markets.ts';
import { mergeSources } from '../record/merge-sources.ts';
import { doubts } from '../record/plausibility.ts';
import type { ArchivedPage } from './archived-text.ts';
import { attributionDoubt, quotesSame } from './change-attribution.ts';
import { confirmedBy, marksOf, succeeding } from './layout-fingerprint.ts';
import { dayOf, type Judgement, judgeReading, judgeRejected, judgeSameBytes, judgeUnreadable } from './outcome.ts';
import { readersOf } from './reader-agreement.ts';
import { type Score, scoreOf } from './reading-score.ts';
import { differsAtTheHead, MODEL_DIFFERS, readByModel, recipeStance } from './stances.ts';
import { supportedStatement } from './supported-statement.ts';
import { ratedBy } from './sure-part.ts';
import { LATE, verifyDescription } from './verify-description.ts';

export interface VerifyInput {
  observation: Observation;
  /** The archived page; undefined where it cannot be decoded, and where `needsWords` is false. */
  words?: PageWords | undefined;
  /** Looks up an earlier page; undefined where the archive has lost it. */
  archived?: (page: ArchivedPage) => PageWords | undefined;
  state: ProductState;
  /** Asked only where a reading that waited is taken. */
  past: () => ProductPast;
  product: CatalogueProduct;
  recordedAt: Date;
}

type PageObservation = Extract<Observation, { kind: 'page' }>;

const UNSEEN: SourceState = { unsupportedInARow: 0 };
const UNCHANGED = 'the page has not changed';

export function verifyObservation(input: VerifyInput): LedgerEntry {
  const { observation, recordedAt, product } = input;
  const source = sourceState(input);
  if (product.sources.find(({ id }) => id === observation.source)?.kind === 'openapi')
    return verifyDescription(observation, source, recordedAt);
  if (isLate({ observedAt: observation.observedAt, recordedAt }, source))
    return entry(input, judgeUnreadable(source, LATE));
  switch (observation.kind) {
    case 'failure':
      return entry(input, judgeUnreadable(source, `${observation.failure}: ${observation.detail}`.slice(0, 160)));
    case 'unchanged':
      return unchanged(input, source, observation.sha256);
    case 'page':
      return page(input, source, observation);
    default:
      observation satisfies never;
      throw new TypeError('Cannot judge an observation of an unknown kind');
  }
}

/** False for a page without prices, and for the same bytes as the page that supports the statement. */
export function needsWords({ observation, state, recordedAt }: Omit<VerifyInput, 'product' | 'past'>): boolean {
  if (observation.kind !== 'page' || observation.reading.verdict !== 'pricing') return false;
  const source = sourceState({ observation, state });
  const visit = { observedAt: observation.observedAt, recordedAt };
  return !isLate(visit, source) && !isSupporting(observation.page.sha256, source);
}

function sourceState({ observation, state }: Pick<VerifyInput, 'observation' | 'state'>): SourceState {
  return state.sources.get(observation.source) ?? UNSEEN;
}

function isSupporting(sha256: string, { page, statement }: SourceState): boolean {
  return page?.sha256 === sha256 && statement !== undefined;
}

/** A 304, or the same bytes again: the page still states what it was read to state. */
function unchanged(input: VerifyInput, source: SourceState, sha256: string): LedgerEntry {
  if (isSupporting(sha256, source)) {
    const reasons = distinct([...(source.reasons ?? []).filter((reason) => reason !== UNCHANGED), UNCHANGED]);
    const taken = redated(input, source);
    const judgement = { outcome: 'confirmed' as const, isDisputed: false, reasons, ...defined({ taken }) };
    return entry(input, judgement, { score: source.score ?? 0, ...backingOf(input, source) });
  }
  const { candidate, rejected } = source;
  if (candidate?.pageSha256 === sha256) return entry(input, judgeSameBytes(UNCHANGED));
  if (source.unsupportedInARow > 0) {
    const judgement = judgeUnreadable(source, 'the page has no prices and has not changed');
    return entry(input, { ...judgement, outcome: 'unsupported' });
  }
  if (rejected?.pageSha256 === sha256) return entry(input, judgeRejected(rejected.reason));
  return entry(input, judgeUnreadable(source, 'the page has not changed since a visit that could not be judged'));
}

/** A page with the same bytes supports the statement from now on, so it takes over the backing. */
function backingOf({ observation }: VerifyInput, { backing }: SourceState): Pick<Judged, 'backing'> {
  return observation.kind === 'page' && backing !== undefined ? { backing } : {};
}

/** A statement dated by a clock that was ahead is stated anew by the first visit with the same bytes. */
function redated(input: VerifyInput, source: SourceState): Statement | undefined {
  if (!isToRedate(input, source.statedAt) || source.statement === undefined) return undefined;
  const evidence = source.statement.evidence.map((each) =>
    isToRedate(input, each.capturedAt) ? { ...each, capturedAt: input.observation.observedAt } : each,
  );
  return { ...source.statement, evidence };
}

function isToRedate({ observation: { observedAt }, recordedAt }: VerifyInput, date: string | undefined): boolean {
  return date !== undefined && isMisdated(date, { observedAt, recordedAt });
}

function page(input: VerifyInput, source: SourceState, observation: PageObservation): LedgerEntry {
  const { words } = input;
  const { reading, page: seen, observedAt } = observation;
  if (reading.verdict !== 'pricing')
    return entry(input, judgeUnreadable(source, `${reading.verdict}: ${reading.reason}`.slice(0, 160)));
  const { sources } = input.state;
  const elsewhere = otherMarketsPage({ page: seen, source: observation.source, product: input.product, sources });
  if (elsewhere !== undefined) return entry(input, judgeUnreadable(source, elsewhere));
  if (isSupporting(seen.sha256, source)) return unchanged(input, source, seen.sha256);
  const { supported, statement, refused } = readAs(reading, input, observation);
  const before = source.statement;
  const stance = recipeStance({ recipe: reading.recipe, supported, before, next: statement });
  const judged = judgeReading(source, {
    statement,
    doubts: [
      ...stance.doubts,
      ...(before === undefined ? [] : doubts(before, statement, words?.text)),
      ...(before === undefined ? [] : lostToRefusal(before, statement, reading)),
    ],
    isClean: supported.refused.length === 0,
    isForPerson: stance.isForPerson,
    pageSha256: seen.sha256,
    via: seen.via,
    observedAt,
  });
  const judgement = withModelsCase(judged, input, observation);
  const readers = distinct([...(judgement.witnesses ?? []), ...witnessesOf(reading, readersOf(supported, statement))]);
  const step = stepOf(input, withoutStaleModel(source, reading, readers), { next: statement, readers });
  const scored = scoreOf(supported, judgement.taken ?? statement, step.backing);
  const reasons = [...judgement.reasons, ...stance.notes];
  const statedSince = judgement.outcome === 'changed' ? firstSeen(source, statement, observedAt) : undefined;
  const score = surerOf(scored, source, judgement);
  return entry(input, { ...judgement, reasons }, { step, scored: score, refused, statedSince });
}

/** The first visit that read the prices of a reading that waited; undefined where others were confirmed since then. */
function firstSeen({ candidate, confirmedAt = '', statedAt = '' }: SourceState, next: Statement, observedAt: string) {
  if (candidate === undefined || candidate.isRest === true) return undefined;
  const [first, now] = [Date.parse(candidate.firstSeenAt), Date.parse(observedAt)];
  const known = Math.max(Date.parse(confirmedAt), Date.parse(statedAt));
  const isSame = pricesKey(candidate.statement) === pricesKey(next);
  return isSame && known < first && first < now ? new Date(first).toISOString() : undefined;
}

/** What the page supports of a reading. */
function readAs(reading: PageReading, input: VerifyInput, { page, source, observedAt }: PageObservation) {
  const { words, product, state } = input;
  const { statement: stated, withdrawn } = sourceState(input);
  const ofProduct = knownTiers({ product, source }, (market) => standingIn(state, market));
  const { statement, ...read } = supportedStatement({
    ...{ words, reading, page, source, capturedAt: observedAt },
    known: { own: (stated ?? withdrawn)?.tiers, ofProduct },
  });
  return { ...read, statement: { ...statement, ...variantOf(reading) } };
}

/** What a model reads otherwise waits for a person beside what is taken, unless a person ruled it out. */
function withModelsCase(judgement: Judgement, input: VerifyInput, observation: PageObservation): Judgement {
  const byModel = readByModel(observation.reading);
  if (byModel === undefined || judgement.taken === undefined || judgement.candidate !== undefined) return judgement;
  const { statement: candidate } = readAs(byModel, input, observation);
  const isRuledOut = sourceState(input).rejected?.keys.includes(pricesKey(candidate)) === true;
  if (isEmpty(candidate) || isRuledOut || !differsAtTheHead(judgement.taken, candidate)) return judgement;
  return { ...judgement, candidate, reasons: [...judgement.reasons, MODEL_DIFFERS] };
}

/** What a model said before counts no more once one reads the page again and does not say it. */
function withoutStaleModel(source: SourceState, { model }: PageReading, readers: readonly Witness[]): SourceState {
  const { backing } = source;
  if (model === undefined || backing?.witnesses === undefined || readers.includes('model')) return source;
  return { ...source, backing: { ...backing, witnesses: backing.witnesses.filter((each) => each !== 'model') } };
}

/** A language model that was not measured on labelled pages is no witness. */
function witnessesOf({ model }: PageReading, readers: Witness[]): Witness[] {
  return readers.filter((reader) => reader !== 'model' || model?.isMeasured === true);
}

/** What states the same again takes nothing from what was known; a score of the time before facts had a confidence is none. */
function surerOf(scored: Score, { statement, score = 0 }: SourceState, { outcome }: Judgement): Score {
  const isKnown = outcome === 'confirmed' && statement !== undefined && isRated(statement);
  return isKnown ? { ...scored, score: Math.max(score, scored.score) } : scored;
}

function variantOf({ variant }: PageReading): Pick<Statement, 'variant'> {
  const { reason: _, currencies: __, ...signs } = variant ?? { reason: '', currencies: [] };
  return Object.keys(signs).length > 0 ? { variant: signs } : {};
}

/** A tier whose every price was refused was not dropped by the vendor. */
function lostToRefusal(before: Statement, next: Statement, { tiers }: PageReading): string[] {
  const kept = new Set(next.tiers.map(({ id }) => id));
  const read = new Set(tiers.map(({ name }) => nameKey(name)));
  return before.tiers
    .filter(({ id, name }) => !kept.has(id) && read.has(nameKey(name)))
    .map(({ name }) => `${name} was read, but the page does not support it`);
}

/** From what a source stated to what it states now. */
interface Step {
  /** Why the difference cannot be attributed to the vendor; absent where it can, and for a first statement. */
  doubt?: string | undefined;
  backing: Backing;
}

function stepOf(
  input: VerifyInput,
  { statement: before, backing, page, confirmedAt, statedAt, isDecided, candidate }: SourceState,
  { next, readers }: { next: Statement; readers: Witness[] },
): Step {
  const marks = marksOf(next);
  if (before === undefined) return { backing: { marks, designs: 1, witnesses: readers } };
  const known = backing ?? { marks: marksOf(before), designs: 1 };
  if (quotesSame(before, next)) {
    const confirmed = confirmedBy(known, marks);
    const isLater = dayOf(input.observation.observedAt) > dayOf(statedAt ?? input.observation.observedAt);
    const isOtherPage = isLater && placesOf(next).isDisjointFrom(placesOf(before));
    // The page that supported the statement before a decision may have been read otherwise.
    const earlier: Witness[] = isDecided === true ? ['person'] : (known.witnesses ?? []);
    const more: Witness[] = [
      ...(confirmed.designs > known.designs ? (['design'] as const) : []),
      ...(isOtherPage ? (['page'] as const) : []),
    ];
    return { backing: { ...confirmed, witnesses: distinct([...earlier, ...readers, ...more]) } };
  }
  const wasRead = candidate?.isRest === true && addsFrom(candidate.statement, before, next);
  const doubt = wasRead
    ? WAS_UNSURE
    : attributionDoubt({
        before,
        next,
        backing: known,
        marks,
        words: {
          before: () => page && input.archived?.(page),
          next: () => input.words,
        },
        chanceOfChange: chanceOfChange(input, confirmedAt),
      });
  return { doubt, backing: { ...succeeding(known, marks, doubt === undefined), witnesses: readers } };
}

/** Where the quotes stand. Where other words come before all of them, they stand elsewhere; a token in a script moves none. */
function placesOf({ evidence }: Statement): Set<string> {
  return new Set(evidence.map(({ scope, textStart }) => `${scope} ${textStart}`));
}

const WAS_UNSURE = 'an earlier reading had low confidence; whether the vendor changed its prices is not known';

/** Whether the next statement adds a fact that was waiting beside the one before. */
function addsFrom(waiting: Statement, before: Statement, next: Statement): boolean {
  const factsIn = ({ tiers, rates }: Statement) => new Set([...tiers.map(tierFacts), ...rates.map(rateFacts)]);
  return [...factsIn(next).difference(factsIn(before)).intersection(factsIn(waiting))].length > 0;
}

function chanceOfChange({ product, observation: { observedAt } }: VerifyInput, seenAt = observedAt): number {
  return 1 - survival(hazardOf(product), watchedBetween(seenAt, observedAt, 0).days);
}

interface Judged {
  step?: Step;
  scored?: Score;
  refused?: Rejected[];
  /** From an earlier visit, where nothing was read on this one. */
  score?: number;
  backing?: Backing;
  /** Where what is taken had waited. */
  statedSince?: string | undefined;
}

function entry(
  input: VerifyInput,
  { outcome, taken, candidate, isDisputed, reasons }: Judgement,
  { step, scored, refused = [], score, backing = step?.backing, statedSince }: Judged = {},
): LedgerEntry {
  const verdict = {
    outcome,
    score: scored?.score ?? score ?? 0,
    ...(scored !== undefined && { signals: scored.signals }),
    reasons: distinct([...reasons, ...(scored?.reasons ?? [])]).map((reason) => reason.slice(0, 160)),
    ...defined({ statedSince }),
    ...(backing !== undefined && { backing }),
    disputed: isDisputed,
    refused,
    ...recipeOf(input.observation),
  };
  const base = { observation: input.observation, verdict, changes: [], ...defined({ candidate }) };
  return taken === undefined ? base : { ...base, ...stated(input, taken, { doubt: step?.doubt, statedSince }) };
}

/** The reading is stored apart and compressed; in the verdict, its recipe's outcomes can be counted. */
function recipeOf(observation: Observation): Partial<Pick<Verdict, 'recipe'>> {
  return observation.kind === 'page' ? defined({ recipe: observation.reading.recipe }) : {};
}

/** What the source states from now on, with what follows; nothing where that stays as it was. */
function stated(
  input: VerifyInput,
  statement: Statement,
  { doubt, statedSince: since }: Pick<Step, 'doubt'> & Pick<Judged, 'statedSince'>,
): Pick<LedgerEntry, 'market' | 'statement' | 'snapshot' | 'corrections' | 'changes'> {
  const { state, product, recordedAt } = input;
  const { statement: known, statedAt } = sourceState(input);
  // The words that first proved a price keep proving it, so that an evidence id lives as long as its fact. A value stated by a
  // person is replaced by words as soon as the page states it.
  const isKept =
    known !== undefined &&
    sameFacts(known, statement) &&
    sameFeatures(known, statement) &&
    !isStatedByHand(known) &&
    !isToRedate(input, statedAt);
  const after = merged(input, statement);
  const { source } = input.observation;
  const market = marketOf(product, source);
  const announcedThere = (state.announced ?? []).filter(({ change }) => change.market === market);
  const open = { open: announcedThere, pageText: input.words?.text };
  const announced = announcementChanges(after, open, contextOf(input));
  // An announcement goes into the ledger together with the words that announce it.
  if (isKept && announced.length > 0) return { statement, changes: announced };
  if (isKept && isRated(statement) && !isRated(known)) return { statement: ratedBy(known, statement), changes: [] };
  if (isKept) return { changes: [] };
  const { changes, ...consequences } =
    since === undefined
      ? productConsequences(input, after, doubt)
      : sincePast({ product, past: input.past(), source, statement, since, recordedAt, as: 'change', doubt });
  return { statement, ...defined({ market }), ...consequences, changes: [...changes, ...announced] };
}

/** What the product's sources in the market state together, with the new statement of the observed one. */
function merged({ observation, state, product }: VerifyInput, statement: Statement): Statement {
  const statementOf = (id: string) => (id === observation.source ? statement : state.sources.get(id)?.statement);
  return mergeSources(sourcesOf(product.sources, marketOf(product, observation.source)), statementOf).statement;
}

function contextOf({ observation, product, recordedAt }: VerifyInput): ChangeContext {
  const { slug, source, observedAt } = observation;
  return { slug, ...defined({ market: marketOf(product, source) }), observedAt, recordedAt: recordedAt.toISOString() };
}

function productConsequences(
  input: VerifyInput,
  after: Statement,
  doubt: string | undefined,
): Pick<LedgerEntry, 'snapshot' | 'changes'> {
  const before = standingIn(input.state, marketOf(input.product, input.observation.source));
  const { observedAt } = input.observation;
  const isRedated = isToRedate(input, before?.validFrom);
  // After a withdrawal it is not known what the vendor changed.
  if (before === undefined || isEmpty(before))
    return { snapshot: { ...after, origin: 'observed', validFrom: observedAt }, changes: [] };
  if (sameFacts(before, after))
    return { ...(isRedated && { snapshot: { ...after, origin: 'observed', validFrom: observedAt } }), changes: [] };
  // What a source states at its first reading is not known to have changed.
  const isFirst = sourceState(input).statement === undefined;
  const changes = isFirst ? [] : changesBetween(before, after, { ...contextOf(input), doubt });
  return { snapshot: { ...after, origin: 'observed', validFrom: observedAt }, changes };
}

function isStatedByHand({ tiers, rates }: Statement): boolean {
  return [...tiers, ...rates].some(({ origin }) => origin === 'research');
}

function distinct<T>(all: T[]): T[] {
  return [...new Set(all)];
}
