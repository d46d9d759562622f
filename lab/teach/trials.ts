/** Teaches one page and reads others by its recipe, and by the general readers beside it. */
import { hash } from 'node:crypto';
import { readPage } from '../../crawler/read/read.ts';
import { candidatesOf } from '../../crawler/read/recipe/candidates.ts';
import { induceRecipe } from '../../crawler/read/recipe/induce.ts';
import { readByRecipe } from '../../crawler/read/recipe/read-recipe.ts';
import { pageOf } from '../../crawler/read/teach.ts';
import type { PageFormat } from '../../data/page.ts';
import type { RecipeOutcome } from '../../data/reading.ts';
import type { Recipe, TaughtFacts } from '../../data/recipe.ts';
import { type Label, type Read, scorePage, type Tally } from '../accuracy/score.ts';
import { factsOfLabel } from './taught-facts.ts';

export interface LabelledSource {
  body: string;
  format: PageFormat;
  url: string;
  label: Label;
}

/** Price facts of one page, by who reads them. `combined`: the recipe, and the general readers where it abstains. */
export interface Trial {
  outcome: RecipeOutcome;
  alone: Tally;
  combined: Tally;
  general: Tally;
}

/** Undefined where the label has nothing that could be taught. @param facts by default those of the label */
export function taught(
  { body, format, url, label }: LabelledSource,
  facts?: TaughtFacts,
): { recipe: Recipe } | { faults: string[] } | undefined {
  const page = pageOf(body, { format, url });
  if (page === undefined) return undefined;
  const printed = candidatesOf(page).flatMap(({ amount }) => amount ?? []);
  const confirmed = facts ?? factsOfLabel(label, printed);
  return confirmed && induceRecipe(page, confirmed, { on: '2026-01-01', sha256: hash('sha256', body) });
}

export function tried(recipe: Recipe, source: LabelledSource): Trial {
  const { body, format, url, label } = source;
  const page = pageOf(body, { format, url });
  const byRecipe = page === undefined ? undefined : readByRecipe(page, recipe);
  const outcome = byRecipe?.outcome ?? 'abstained';
  const general = readGenerally(source);
  const alone = scored(label, { tiers: outcome === 'abstained' ? [] : (byRecipe?.reading.tiers ?? []), models: [] });
  const combined = outcome === 'abstained' ? general : scored(label, readPage(body, { format, url, recipe }));
  return { outcome, alone, combined, general };
}

const known = new WeakMap<LabelledSource, Tally>();

/** Each page once, since many recipes are tried on it. */
function readGenerally(source: LabelledSource): Tally {
  const { body, format, url, label } = source;
  const tally = known.get(source) ?? scored(label, readPage(body, { format, url }));
  known.set(source, tally);
  return tally;
}

function scored(label: Label, read: Read): Tally {
  return scorePage(label, read, { isPartial: false }).prices;
}

/** All that it read is right, and nothing is missed. */
export function isWhole({ wrong, missed }: Tally): boolean {
  return wrong === 0 && missed === 0;
}
