/**
 * What follows from how a source's recipe and a language model read the page. Pure.
 *
 * A recipe that abstained says that the page is not the one that a person taught. The other readers may confirm the record;
 * what they read otherwise is a person's to decide. A relocated recipe is doubted where no other reader bears it out.
 *
 * What a language model reads other prices than what is taken is a second reading, for a person to decide on.
 */
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { PageReading, RecipeResult } from '../../data/reading.ts';
import { rateFacts, tierFacts } from '../record/facts.ts';
import { isSameStart } from '../record/headline.ts';
import { factsOf } from './reader-agreement.ts';
import type { Supported } from './recut.ts';

export interface RecipeStance {
  /** In words, whatever becomes of the reading. */
  notes: string[];
  /** Why a departure from the record is doubted. */
  doubts: string[];
  /** Only a person can release a departure from the record. */
  isForPerson: boolean;
}

const UNTAUGHT: RecipeStance = { notes: [], doubts: [], isForPerson: false };
/** Faults that are named. */
const MOST_FAULTS = 3;
const RELOCATED = 'the recipe was relocated: its anchors are elsewhere on the page';
const LONE = 'only a relocated recipe supports the change';

interface ReadByRecipe {
  recipe: RecipeResult | undefined;
  supported: Supported;
  before: Statement | undefined;
  /** Made of `supported`, with its tiers and rates in the same order. */
  next: Statement;
}

export function recipeStance({ recipe, supported, before, next }: ReadByRecipe): RecipeStance {
  if (recipe === undefined) return UNTAUGHT;
  const { outcome, faults } = recipe;
  switch (outcome) {
    case 'met':
      return UNTAUGHT;
    case 'relocated':
      return { notes: [RELOCATED], doubts: isWitnessed(supported, before, next) ? [] : [LONE], isForPerson: false };
    case 'abstained': {
      const named = faults.length > 0 ? faults.slice(0, MOST_FAULTS) : ['the page does not match'];
      const notes = named.map((fault) => `the recipe abstained: ${fault}`.slice(0, 160));
      return { notes, doubts: notes, isForPerson: true };
    }
    default:
      outcome satisfies never;
      throw new TypeError('Cannot judge a recipe with an unknown outcome');
  }
}

/** Whether a reader other than the recipe states each fact that the record does not have, and none of its tiers is gone. */
function isWitnessed(supported: Supported, before: Statement | undefined, next: Statement): boolean {
  const known = new Set([...(before?.tiers ?? []).map(tierFacts), ...(before?.rates ?? []).map(rateFacts)]);
  const isGone = before?.tiers.some(({ id }) => !next.tiers.some((tier) => tier.id === id)) ?? false;
  const news = {
    ...supported,
    tiers: supported.tiers.filter((_, at) => isNews(next.tiers[at], tierFacts, known)),
    models: supported.models.filter((_, at) => isNews(next.rates[at], rateFacts, known)),
  };
  return !isGone && factsOf(news).every(({ readers }) => readers.some((reader) => reader !== 'recipe'));
}

function isNews<Fact>(fact: Fact | undefined, keyOf: (fact: Fact) => string, known: ReadonlySet<string>): boolean {
  return fact !== undefined && !known.has(keyOf(fact));
}

export const MODEL_DIFFERS = 'a language model reads other prices';

/** The page as the model alone reads its plans; undefined where no model was asked, or where it read none. */
export function readByModel(reading: PageReading): PageReading | undefined {
  const byModel = reading.readings.find(({ reader }) => reader === 'model');
  if (byModel === undefined || byModel.tiers.length === 0) return undefined;
  return { ...reading, tiers: byModel.tiers, readings: [byModel], facts: [], negatives: undefined };
}

/** Whether the two start at different prices, or only one has a free plan: what a record says first. */
export function differsAtTheHead(taken: Statement, byModel: Statement): boolean {
  const isFree = ({ tiers }: Statement) => tiers.some((tier) => tier.isFree);
  return isFree(taken) !== isFree(byModel) || !isSameStart(taken, byModel);
}
