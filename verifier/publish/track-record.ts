/**
 * The confidence stated before each later reading, correction or decision, and whether the statement was right. Pure.
 * Of the default market. Not judged are a first reading, visits without prices, and readings that wait.
 */
import { confidenceNow } from '../../data/confidence/decay.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { watchedBetween } from '../../data/hazard.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { type CatalogueProduct, sourcesOf } from '../../data/product.ts';
import type { Forecast } from '../../data/reliability.ts';
import type { Track, TrackedEntry, TrackedSnapshot } from '../../data/store/ledger/forecast-outcomes.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';
import { isEmpty, sameFacts } from '../record/facts.ts';

type Standing = { score: number; confirmedAt: string; statedAt: string; disputed: boolean };

export function forecastsOf(product: CatalogueProduct, track: Track): Forecast[] {
  const listed = new Set(sourcesOf(product.sources).map(({ id }) => id));
  const sources = new Map<string, Standing>();
  const known = new Timeline();
  for (const snapshot of track.snapshots) known.add(snapshot);
  const said = new Timeline();
  const moves = new Set<string>();
  const [snapshotsBefore, movesBefore] = [inTurn(track.snapshots), inTurn(track.moves)];
  return track.entries.flatMap((entry) => {
    const { source, seq, observedAt } = entry;
    for (const snapshot of snapshotsBefore(seq)) said.add(snapshot);
    for (const { at } of movesBefore(seq)) moves.add(at);
    if (!listed.has(source)) return [];
    const before = sources.get(source);
    if (entry.outcome === 'contradicted') {
      if (before !== undefined) sources.set(source, { ...before, disputed: entry.disputed });
      return [];
    }
    // A decision judges what was said when the reading was first seen.
    const disputed = entry.kind !== 'decision' && [...sources.values()].some((each) => each.disputed);
    const isTold = (at: string) => said.turnsAt(at, track.statement);
    const p =
      before && isJudged(entry)
        ? confidenceAt(observedAt, { product, sources, said, moves: [...moves].filter(isTold).length, disputed })
        : undefined;
    sources.set(source, standingAfter(before, entry));
    const [then, today] = [said.at(observedAt), known.at(observedAt)];
    if (p === undefined || then === undefined || today === undefined) return [];
    // After a withdrawal nothing was stated.
    if (isEmpty(track.statement(then.seq))) return [];
    return [{ p, came: then.seq === today.seq || sameFacts(track.statement(then.seq), track.statement(today.seq)) }];
  });
}

/** A re-reading that agrees says nothing of today's page, and not every one was recorded. */
function isJudged({ kind, outcome }: TrackedEntry): boolean {
  return kind !== 'rereading' || outcome === 'changed';
}

interface Before {
  product: CatalogueProduct;
  sources: ReadonlyMap<string, Standing>;
  said: Timeline;
  /** On how many visits the prices had moved, by what was said then. */
  moves: number;
  disputed: boolean;
}

function confidenceAt(instant: string, { product, sources, said, moves, disputed }: Before): number {
  let [score, decaysFrom] = [1, instant];
  for (const standing of sources.values()) {
    score = Math.min(score, standing.score);
    if (standing.confirmedAt < decaysFrom) decaysFrom = standing.confirmedAt;
  }
  const hazard = hazardOf(product, watchedBetween(said.begin ?? decaysFrom, decaysFrom, moves));
  return confidenceNow({ score, hazard, decaysFrom, disputed }, new Date(instant));
}

/** A cursor over rows: each call returns the next ones recorded before an entry. */
function inTurn<T extends { entry: number }>(rows: readonly T[]): (seq: number) => T[] {
  let at = 0;
  return (seq) => {
    const from = at;
    while ((rows[at]?.entry ?? seq) < seq) at += 1;
    return rows.slice(from, at);
  };
}

/** Snapshots by the instant from which they hold. */
class Timeline {
  readonly #snapshots: TrackedSnapshot[] = [];
  #isRewritten = false;

  /** In the order of recording: a snapshot replaces an earlier one of the same instant. */
  add(snapshot: TrackedSnapshot): void {
    const at = this.#snapshots.findLastIndex(({ validFrom }) => validFrom <= snapshot.validFrom);
    const isAgain = this.#snapshots[at]?.validFrom === snapshot.validFrom;
    this.#isRewritten ||= isAgain || at + 1 < this.#snapshots.length;
    this.#snapshots.splice(isAgain ? at : at + 1, isAgain ? 1 : 0, snapshot);
  }

  /** Whether the prices change at this instant; true for every recorded change until a correction rewrites the past. */
  turnsAt(instant: string, statementOf: (snapshot: number) => Statement): boolean {
    if (!this.#isRewritten) return true;
    const at = this.#snapshots.findIndex(({ validFrom }) => validFrom === instant);
    const [before, next] = [this.#snapshots[at - 1], this.#snapshots[at]];
    if (before === undefined || next === undefined) return true;
    return pricesKey(statementOf(before.seq)) !== pricesKey(statementOf(next.seq));
  }

  get begin(): string | undefined {
    return this.#snapshots[0]?.validFrom;
  }

  at(instant: string): TrackedSnapshot | undefined {
    return this.#snapshots.findLast(({ validFrom }) => validFrom <= instant);
  }
}

/** Follows the source states of the ledger (data/store/ledger/source-state.ts) as far as confidence needs. */
function standingAfter(before: Standing | undefined, entry: TrackedEntry): Standing {
  const { kind, score, observedAt, since, states, disputed } = entry;
  const statedAt = states ? since : (before?.statedAt ?? observedAt);
  if (before === undefined || kind === 'page' || kind === 'unchanged')
    return { score, confirmedAt: observedAt, statedAt, disputed };
  // A re-reading of the past does not change the source's present state.
  if (kind === 'rereading' && observedAt < before.statedAt) return before;
  const isLater = observedAt > before.confirmedAt;
  const isDisputed = kind === 'rereading' ? before.disputed : disputed;
  return { score, confirmedAt: isLater ? observedAt : before.confirmedAt, statedAt, disputed: isDisputed };
}
