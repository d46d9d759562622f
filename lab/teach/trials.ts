/** Teaches one page and reads others by its recipe, and by the general readers beside it. */
import { hash } from 'node:crypto';
import { readPage } from '../../crawler/read/read.ts';
import { candidatesOf } from '../../crawler/read/recipe/candidates.ts';
import { induceRecipe } from '../../crawler/read/recipe/induce.ts';
import { readByRecipe } from '../../crawler/read/recipe/read-recipe.ts';
import { pageOf } from '../../crawler/read/teach.ts';
import { type Amount, sameAmount, toAmount } from '../../data/money.ts';
import type { RecipeOutcome } from '../../data/reading.ts';
import type { Recipe, TaughtFacts, TaughtPlan, TaughtPrice } from '../../data/recipe.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import { type Label, type LabelTier, type Read, scorePage, type Tally } from '../accuracy/score.ts';

export type LabelledSource = Pick<LabelledPage, 'source' | 'format' | 'url' | 'label'>;

/** Price facts of one page, by who reads them. `combined`: the recipe, and the general readers where it abstains. */
export interface Trial {
  outcome: RecipeOutcome;
  alone: Tally;
  combined: Tally;
  general: Tally;
}

/** Undefined where the label has nothing that could be taught. @param facts by default those of the label */
export function taught(
  { source, format, url, label }: LabelledSource,
  facts?: TaughtFacts,
): { recipe: Recipe } | { faults: string[] } | undefined {
  const page = pageOf(source, { format, url });
  if (page === undefined) return undefined;
  const printed = candidatesOf(page).flatMap(({ amount }) => amount ?? []);
  const confirmed = facts ?? factsOfLabel(label, printed);
  return confirmed && induceRecipe(page, confirmed, { on: '2026-01-01', sha256: hash('sha256', source) });
}

export function tried(recipe: Recipe, on: LabelledSource): Trial {
  const { source, format, url, label } = on;
  const page = pageOf(source, { format, url });
  const byRecipe = page === undefined ? undefined : readByRecipe(page, recipe);
  const outcome = byRecipe?.outcome ?? 'abstained';
  const general = readGenerally(on);
  const alone = scored(label, { tiers: outcome === 'abstained' ? [] : (byRecipe?.reading.tiers ?? []), models: [] });
  const combined = outcome === 'abstained' ? general : scored(label, readPage(source, { format, url, recipe }));
  return { outcome, alone, combined, general };
}

const known = new WeakMap<LabelledSource, Tally>();

/** Each page once, since many recipes are tried on it. */
function readGenerally(page: LabelledSource): Tally {
  const tally = known.get(page) ?? scored(page.label, readPage(page.source, page));
  known.set(page, tally);
  return tally;
}

function scored(label: Label, read: Read): Tally {
  return scorePage(label, read, { isPartial: false }).prices;
}

/** All that it read is right, and nothing is missed. */
export function isWhole({ wrong, missed }: Tally): boolean {
  return wrong === 0 && missed === 0;
}

/** What a person would confirm on a labelled page; undefined where there is nothing to confirm. @param printed amounts of the page */
export function factsOfLabel({ tiers, currency = 'USD' }: Label, printed: readonly Amount[]): TaughtFacts | undefined {
  const plans = tiers.flatMap((tier) => planOf(tier, { currency, printed }));
  return plans.length === 0 ? undefined : { plans, ignored: [] };
}

interface OnPage {
  currency: string;
  printed: readonly Amount[];
}

function planOf(tier: LabelTier, page: OnPage): TaughtPlan[] {
  const { name, free, contactSales } = tier;
  const prices = [...monthlyPrice(tier, page), ...annualPrice(tier, page)];
  if (prices.length > 0) return [{ name, prices }];
  if (free === true || tier.monthly === 0) return [{ name, isFree: true, prices }];
  return contactSales === true ? [{ name, isCustom: true, prices }] : [];
}

function monthlyPrice({ monthly }: LabelTier, { currency }: OnPage): TaughtPrice[] {
  return monthly ? [{ amount: toAmount(String(monthly)), currency, per: 'month', billing: 'monthly' }] : [];
}

/** As the page prints it: by the month or by the year. Labels state both by the month. */
function annualPrice({ annualPerMonth, annualTotal }: LabelTier, { currency, printed }: OnPage): TaughtPrice[] {
  const year = annualTotal || (annualPerMonth || 0) * 12;
  if (year === 0) return [];
  const forms: TaughtPrice[] = [
    { amount: toAmount(String(annualPerMonth || year / 12)), currency, per: 'month', billing: 'annual' },
    { amount: toAmount(String(Math.round(year * 100) / 100)), currency, per: 'year', billing: 'annual' },
  ];
  const shown = forms.find(({ amount }) => printed.some((each) => sameAmount(each, amount)));
  return [shown ?? forms[0]].filter((price) => price !== undefined);
}
