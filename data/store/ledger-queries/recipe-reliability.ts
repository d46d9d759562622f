/** How a source's recipe fared on the visits since it was taught, by their verdicts and what people decided after them. */
import type Database from 'better-sqlite3';
import type { RecipeResult } from '../../reading.ts';
import { queriesOf } from '../sql.ts';

export interface RecipeReliability {
  /** Pages that it read as taught, read at other places, and left to the other readers. */
  met: number;
  relocated: number;
  abstained: number;
  /** Decisions of a person against what it had read: rejected, corrected, withdrawn or reverted. */
  overruled: number;
  /** The last page that it met. */
  last?: RecipeResult & { id: string; observedAt: string };
}

type Counts = Omit<RecipeReliability, 'last'>;

const OUTCOME = `verdict ->> '$.recipe.outcome'`;
const IS_READ = `slug = @slug AND source = @source AND kind = 'page' AND ${OUTCOME} IS NOT NULL`;

/** @returns a function of a source and the day on which its recipe was taught */
export function recipeReliability(ledger: Database.Database) {
  const sql = queriesOf(ledger);
  type Taught = { slug: string; source: string; on: string };
  const counts = sql.row<[Taught], Counts>(`
    SELECT count(*) FILTER (WHERE ${OUTCOME} = 'met') AS met,
      count(*) FILTER (WHERE ${OUTCOME} = 'relocated') AS relocated,
      count(*) FILTER (WHERE ${OUTCOME} = 'abstained') AS abstained,
      (SELECT count(*) FROM entries AS decided
        WHERE decided.slug = @slug AND decided.source = @source AND decided.kind = 'decision'
          AND decided.recorded_at >= @on AND decided.observation ->> '$.action' <> 'accept'
          AND (SELECT ${OUTCOME} FROM entries AS said
            WHERE said.seq < decided.seq AND said.observed_at >= @on AND said.${IS_READ}
            ORDER BY said.seq DESC LIMIT 1) IN ('met', 'relocated')) AS overruled
    FROM entries WHERE ${IS_READ} AND observed_at >= @on`);
  const last = sql.row<[Taught], { id: string; observedAt: string; recipe: string }>(`
    SELECT id, observed_at AS observedAt, verdict ->> '$.recipe' AS recipe FROM entries
    WHERE ${IS_READ} AND observed_at >= @on ORDER BY seq DESC LIMIT 1`);
  return (source: Taught): RecipeReliability => {
    const found = last(source);
    const result: RecipeResult | undefined = found && JSON.parse(found.recipe);
    return {
      ...(counts(source) ?? { met: 0, relocated: 0, abstained: 0, overruled: 0 }),
      ...(found && result && { last: { id: found.id, observedAt: found.observedAt, ...result } }),
    };
  };
}
