/**
 * One observation, judged against what the ledger says so far: everything that is then written down in one entry.
 *
 * Pure: the archived page's words come in, the entry goes out, and the caller owns the clock, the archive and the
 * ledger.
 */
import { TRUST } from '../../config/trust.ts';
import { isLate, isMisdated } from '../../data/confidence/clock-skew.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { survival, watchedBetween } from '../../data/hazard.ts';
import type { Observation } from '../../data/observation.ts';
import type { ProductState, SourceState } from '../../data/pipeline/ledger-state.ts';
import type { Backing, LedgerEntry, Statement } from '../../data/pipeline/verdict.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { PageReading, Rejected } from '../../data/reading.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { announcementChanges } from '../record/announcements.ts';
import { type ChangeContext, changesBetween, isCorrection } from '../record/changes.ts';
import { sameFacts, sameFeatures } from '../record/facts.ts';
import { mergeSources } from '../record/merge-sources.ts';
import { doubts } from '../record/plausibility.ts';
import { tierIds } from '../record/reconcile.ts';
import { toStatement } from '../record/statement.ts';
import type { ArchivedPage } from './archived-text.ts';
import { moveDoubt, quotesSame } from './change-attribution.ts';
import { confirmedBy, marksOf, succeeding } from './layout-fingerprint.ts';
import { type Judgement, judgeReading, judgeUnreadable, rejection } from './outcome.ts';
import { recut, type Supported } from './recut.ts';
import { recutFacts, type SupportedFacts } from './recut-facts.ts';
import { type History, rescored, type Score, scorerOf } from './score.ts';
import { LATE, verifyDescription } from './verify-description.ts';

export interface VerifyInput {
  observation: Observation;
  /** The archived page; undefined where it can't be decoded. Only asked for where `needsWords` says so. */
  words?: PageWords | undefined;
  /** An earlier page of the archive; undefined where it is not to be had. Asked for where a design changed with its prices. */
  archived?: (page: ArchivedPage) => PageWords | undefined;
  state: ProductState;
  product: CatalogueProduct;
  recordedAt: Date;
}

type PageObservation = Extract<Observation, { kind: 'page' }>;

const UNSEEN: SourceState = { unsupportedInARow: 0 };

export function verifyObservation(input: VerifyInput): LedgerEntry {
  const { observation, state, recordedAt } = input;
  const source = state.sources.get(observation.source) ?? UNSEEN;
  if (input.product.sources.find(({ id }) => id === observation.source)?.kind === 'openapi')
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

/** A page that is not one of prices, or is byte for byte the one that supports the statement, needs no second look at its bytes. */
export function needsWords({ observation, state, recordedAt }: Omit<VerifyInput, 'product'>): boolean {
  if (observation.kind !== 'page' || observation.reading.verdict !== 'pricing') return false;
  const source = state.sources.get(observation.source) ?? UNSEEN;
  const visit = { observedAt: observation.observedAt, recordedAt };
  return !isLate(visit, source) && !isSupporting(observation.page.sha256, source);
}

/** Whether there is a statement is asked, not which: looking at it would unpack it (data/store/ledger/product-states.ts). */
function isSupporting(sha256: string, source: SourceState): boolean {
  return source.page?.sha256 === sha256 && 'statement' in source;
}

/** 304, or the same bytes again: whatever the page was taken to say, it says still. */
function unchanged(input: VerifyInput, source: SourceState, sha256: string): LedgerEntry {
  if (isSupporting(sha256, source)) {
    const judgement: Judgement = {
      outcome: 'confirmed',
      isTaken: false,
      isCandidate: false,
      isDisputed: false,
      history: 'same',
      reasons: [],
    };
    const reasons = distinct([...(source.reasons ?? []).filter((reason) => reason !== UNCHANGED), UNCHANGED]);
    const kept = { score: source.score ?? 0, ...carried(input, source) };
    return entry(input, { ...judgement, isTaken: true, reasons }, { ...kept, ...redated(input, source) });
  }
  const candidate = source.candidate;
  if (candidate?.statement.evidence.some(({ pageSha256 }) => pageSha256 === sha256))
    return candidateAgain(input, source, candidate);
  const { rejected } = source;
  const again = rejected?.pageSha256 === sha256 ? rejection(source, rejected.key) : undefined;
  if (again !== undefined) return entry(input, again);
  if (source.unsupportedInARow > 0) {
    const judgement = judgeUnreadable(source, 'the page states no prices, and has not changed');
    return entry(input, { ...judgement, outcome: 'unsupported' });
  }
  return entry(input, judgeUnreadable(source, 'the page has not changed since a visit that could not be judged'));
}

/** A visit that brought the same bytes stands for its page from now on, and for what that rests on. */
function carried({ observation }: VerifyInput, { backing }: SourceState): Pick<Judged, 'backing'> {
  return observation.kind === 'page' && backing !== undefined ? { backing } : {};
}

/** What was dated by a clock that was ahead is stated anew by the first visit that brings the same bytes. */
function redated(input: VerifyInput, source: SourceState): Pick<Judged, 'statement'> {
  if (!isToRedate(input, source.statedAt) || source.statement === undefined) return {};
  const evidence = source.statement.evidence.map((each) =>
    isToRedate(input, each.capturedAt) ? { ...each, capturedAt: input.observation.observedAt } : each,
  );
  return { statement: { ...source.statement, evidence } };
}

function isToRedate({ observation: { observedAt }, recordedAt }: VerifyInput, date: string | undefined): boolean {
  return date !== undefined && isMisdated(date, { observedAt, recordedAt });
}

const UNCHANGED = 'the page has not changed';

/** The vendor serves the contradicting page still: one more visit on which it reads the same. */
function candidateAgain(
  input: VerifyInput,
  source: SourceState,
  { statement, score }: NonNullable<SourceState['candidate']>,
): LedgerEntry {
  const against = source.statement === undefined ? [] : doubts(source.statement, statement);
  const since: History = source.statement === undefined ? 'none' : against.length > 0 ? 'implausible' : 'plausible';
  const scoreAs = (history: History) => (score === undefined ? TRUST.publishFrom : rescored(score, since, history));
  const judgement = judgeReading(source, {
    statement,
    doubts: ['it contradicts the record', ...against],
    isClean: true,
    observedAt: input.observation.observedAt,
    scoreAs,
  });
  return entry(
    input,
    { ...judgement, reasons: [...judgement.reasons, UNCHANGED] },
    { statement, step: stepOf(input, source, statement), score: scoreAs(judgement.history) },
  );
}

function page(input: VerifyInput, source: SourceState, observation: PageObservation): LedgerEntry {
  const { reading, page: seen } = observation;
  if (reading.verdict !== 'pricing')
    return entry(input, judgeUnreadable(source, `${reading.verdict}: ${reading.reason}`.slice(0, 160)));
  if (isSupporting(seen.sha256, source)) return unchanged(input, source, seen.sha256);
  const supported = recut(input.words, reading);
  const facts = recutFacts(input.words, reading.facts ?? [], supported.tiers);
  const statement = statementOf(input, source, observation, { ...supported, said: facts.said });
  const scorerFor = scorerOf(supported);
  const step = stepOf(input, source, statement);
  const scorer = (history: History) => scorerFor(history, step.backing);
  const judgement = judgeReading(source, {
    statement,
    doubts:
      source.statement === undefined
        ? []
        : [
            ...doubts(source.statement, statement, input.words?.text),
            ...lostToRefusal(source.statement, statement, reading),
          ],
    isClean: supported.refused.length === 0,
    observedAt: observation.observedAt,
    scoreAs: (history) => scorer(history).score,
  });
  return entry(input, judgement, { statement, step, scorer, refused: [...supported.refused, ...facts.refused] });
}

/** A tier whose every price was refused is not one that the vendor dropped. */
function lostToRefusal(before: Statement, next: Statement, { tiers }: PageReading): string[] {
  const kept = new Set(next.tiers.map(({ id }) => id));
  const read = new Set(tiers.map(({ name }) => nameKey(name)));
  return before.tiers
    .filter(({ id, name }) => !kept.has(id) && read.has(nameKey(name)))
    .map(({ name }) => `${name} was read and the page does not support it`);
}

function statementOf(
  { state }: VerifyInput,
  source: SourceState,
  observation: PageObservation,
  supported: Supported & Pick<SupportedFacts, 'said'>,
): Statement {
  const ids = tierIds(supported.tiers, source.statement?.tiers ?? [], state.snapshot?.tiers ?? []);
  const { reason: _, currencies: __, ...variant } = observation.reading.variant ?? { reason: '', currencies: [] };
  return {
    ...toStatement(supported, ids, {
      page: observation.page,
      source: observation.source,
      capturedAt: observation.observedAt,
    }),
    ...(Object.keys(variant).length > 0 && { variant }),
  };
}

/** From what a source stated to what it states now. */
interface Step {
  /** Absent for a first statement. */
  /** Why nobody can tell whether it was the vendor who moved, in words. */
  doubt?: string | undefined;
  backing: Backing;
}

function stepOf(
  input: VerifyInput,
  { statement: before, backing, page, confirmedAt }: SourceState,
  next: Statement,
): Step {
  const marks = marksOf(next);
  if (before === undefined) return { backing: { marks, designs: 1 } };
  const known = backing ?? { marks: marksOf(before), designs: 1 };
  if (quotesSame(before, next)) return { backing: confirmedBy(known, marks) };
  const [seen] = next.evidence;
  const doubt = moveDoubt({
    before,
    next,
    backing: known,
    marks,
    words: {
      before: () => page && input.archived?.(page),
      next: () => input.words ?? (seen && input.archived?.({ ...seen, sha256: seen.pageSha256 })),
    },
    chanceOfMove: chanceOfMove(input, confirmedAt),
  });
  return { doubt, backing: succeeding(known, marks, doubt === undefined) };
}

function chanceOfMove({ product, observation: { observedAt } }: VerifyInput, seenAt = observedAt): number {
  return 1 - survival(hazardOf(product), watchedBetween(seenAt, observedAt, 0).days);
}

interface Judged {
  statement?: Statement;
  step?: Step;
  scorer?: (history: History) => Score;
  refused?: Rejected[];
  /** Carried from an earlier visit, where nothing was read on this one. */
  score?: number;
  backing?: Backing;
}

function entry(
  input: VerifyInput,
  judgement: Judgement,
  { statement, step, scorer, refused = [], score, backing = step?.backing }: Judged = {},
): LedgerEntry {
  const { observation, state } = input;
  const source = state.sources.get(observation.source) ?? UNSEEN;
  const scored = scorer?.(judgement.history);
  const verdict = {
    outcome: judgement.outcome,
    score: scored?.score ?? score ?? 0,
    ...(scored !== undefined && { signals: { ...scored.signals } }),
    reasons: distinct([...judgement.reasons, ...(scored?.reasons ?? [])]).map((reason) => reason.slice(0, 160)),
    ...(backing !== undefined && { backing }),
    disputed: judgement.isDisputed,
    refused,
  };
  const base = { observation, verdict, changes: [] };
  if (statement === undefined) return base;
  if (judgement.isCandidate) return { ...base, candidate: statement };
  if (!judgement.isTaken) return base;
  const isKept =
    source.statement !== undefined &&
    sameFacts(source.statement, statement) &&
    sameFeatures(source.statement, statement) &&
    // What a person stated is proved by words as soon as the page says it.
    !isStatedByHand(source.statement) &&
    !isToRedate(input, source.statedAt);
  // The words that first proved the prices go on proving them, so that an evidence id lives as long as its fact.
  const after = merged(input, statement);
  const announced = announcementChanges(
    after,
    { open: state.announced ?? [], pageText: input.words?.text },
    contextOf(input),
  );
  if (isKept && announced.length === 0) return base;
  // What is announced stands in the ledger beside the words that announce it.
  if (isKept) return { ...base, statement, changes: announced };
  const { changes, ...consequences } = productConsequences(input, after, step?.doubt);
  return { ...base, statement, ...consequences, changes: [...changes, ...announced] };
}

/** What the product's sources state together, with the new statement of the observed one. */
function merged({ observation, state, product }: VerifyInput, statement: Statement): Statement {
  const statementOf = (id: string) => (id === observation.source ? statement : state.sources.get(id)?.statement);
  return mergeSources(product.sources, statementOf).statement;
}

function contextOf({ observation, recordedAt }: VerifyInput): ChangeContext {
  return { slug: observation.slug, observedAt: observation.observedAt, recordedAt: recordedAt.toISOString() };
}

function productConsequences(
  input: VerifyInput,
  after: Statement,
  doubt: string | undefined,
): Pick<LedgerEntry, 'snapshot' | 'changes'> {
  const before = input.state.snapshot;
  const { observedAt } = input.observation;
  const isRedated = isToRedate(input, before?.validFrom);
  if (before !== undefined && sameFacts(before, after))
    return { ...(isRedated && { snapshot: { ...after, origin: 'observed', validFrom: observedAt } }), changes: [] };
  const changes = changesBetween(before, after, { ...contextOf(input), doubt });
  // A correction says what held since the statement that it corrects began.
  const timing =
    before !== undefined && !isRedated && isCorrection(before, after, changes)
      ? { origin: 'correction' as const, validFrom: before.validFrom }
      : { origin: 'observed' as const, validFrom: observedAt };
  return { snapshot: { ...after, ...timing }, changes };
}

function isStatedByHand({ tiers, rates }: Statement): boolean {
  return [...tiers, ...rates].some(({ origin }) => origin === 'research');
}

function distinct(reasons: string[]): string[] {
  return [...new Set(reasons)];
}
