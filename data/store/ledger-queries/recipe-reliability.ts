/** How a source's recipe fared on the visits since it was taught, by their verdicts and what people decided after them. */
import type Database from 'better-sqlite3';
import type { CatalogueProduct, Slug } from '../../product.ts';
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

/** A source with a recipe. */
export interface RecipeRow extends RecipeReliability {
  slug: Slug;
  source: Slug;
  /** The day on which it was taught, and its plans. */
  taughtOn: string;
  plans: number;
}

type Counts = Omit<RecipeReliability, 'last'>;

const UNREAD: Counts = { met: 0, relocated: 0, abstained: 0, overruled: 0 };
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
      ...(counts(source) ?? UNREAD),
      ...(found && result && { last: { id: found.id, observedAt: found.observedAt, ...result } }),
    };
  };
}

/** Those that a person should look at come first: abstained on the last page, overruled, or often not met. */
export function recipeRows(products: readonly CatalogueProduct[], ledger?: Database.Database): RecipeRow[] {
  const reliabilityOf = ledger === undefined ? () => UNREAD : recipeReliability(ledger);
  const rows = products.flatMap(({ slug, sources }) =>
    sources.flatMap(({ id: source, recipe }): RecipeRow[] => {
      if (recipe === undefined) return [];
      const { on } = recipe.taught;
      const plans = recipe.lists.reduce((sum, list) => sum + list.plans.length, 0);
      return [{ slug, source, taughtOn: on, plans, ...reliabilityOf({ slug, source, on }) }];
    }),
  );
  return rows.sort((a, b) => doubtOf(b) - doubtOf(a) || (a.slug < b.slug ? -1 : 1));
}

function doubtOf({ met, relocated, abstained, overruled, last }: RecipeReliability): number {
  const unmet = (relocated + 2 * abstained) / Math.max(1, met + relocated + abstained);
  return (last?.outcome === 'abstained' ? 1_000 : 0) + 10 * overruled + unmet;
}
