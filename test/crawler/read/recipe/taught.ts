/** Recipes of small pages of our own. */

import { induceRecipe } from '../../../../crawler/read/recipe/induce.ts';
import { pageOf } from '../../../../crawler/read/teach.ts';
import type { PageFormat } from '../../../../data/page.ts';
import { Recipe, TaughtFacts, type TaughtPlan } from '../../../../data/recipe.ts';

export const URL_OF_PAGE = 'https://vendor.example/pricing';

/** "Solo 17", "Solo 17 170 a year", "Free free", "Enterprise contact": a plan with its prices by the month and the year. */
export function plan(words: string): TaughtPlan {
  const [, name = '', rest = ''] = /^(.*?) ((?:\d|free|contact).*)$/.exec(words) ?? [];
  const [monthly, yearly] = rest.split(' ').filter((part) => /^[\d.]+$/.test(part));
  const money = { currency: 'USD' } as const;
  return {
    name,
    ...(rest === 'free' && { isFree: true as const }),
    ...(rest === 'contact' && { isCustom: true as const }),
    prices: [
      ...(monthly === undefined
        ? []
        : [{ ...money, amount: monthly, per: 'month' as const, billing: 'monthly' as const }]),
      ...(yearly === undefined ? [] : [{ ...money, amount: yearly, per: 'year' as const, billing: 'annual' as const }]),
    ],
  };
}

export function readablePage(source: string, format: PageFormat = 'html') {
  const page = pageOf(source, { format, url: URL_OF_PAGE });
  if (page === undefined) throw new Error('Cannot teach a page of data');
  return page;
}

export function induced(source: string, plans: readonly (string | TaughtPlan)[], format: PageFormat = 'html') {
  const facts = TaughtFacts.parse({ plans: plans.map((each) => (typeof each === 'string' ? plan(each) : each)) });
  return induceRecipe(readablePage(source, format), facts, { on: '2026-11-23', sha256: 'a'.repeat(64) });
}

/** The recipe, as a product's file would have it. */
export function taught(source: string, plans: readonly (string | TaughtPlan)[], format: PageFormat = 'html'): Recipe {
  const result = induced(source, plans, format);
  if ('faults' in result) throw new Error(result.faults.join('; '));
  return Recipe.parse(JSON.parse(JSON.stringify(result.recipe)));
}
