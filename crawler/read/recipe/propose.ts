/** From the first example to its siblings: one card is pointed at, the others follow. */
import { defined } from '../../../data/defined.ts';
import type { PlanList, TaughtFacts, TaughtPlan } from '../../../data/recipe.ts';
import { tierKey } from '../offers/merge.ts';
import type { Page } from '../offers/page.ts';
import { type Filled, fill } from './fill.ts';
import { hypotheses, listOf, toldIn } from './induce.ts';

/** The examples and, in the order of the page, the plans that stand as they do. */
export function proposeSiblings(page: Page, facts: TaughtFacts): TaughtFacts {
  const { plans: examples, others: addOns, ignored } = toldIn(page, facts);
  const others = new Set(addOns.map(tierKey));
  const known = new Set(examples.map(({ name }) => tierKey(name)));
  const [best] = hypotheses(page, { plans: examples, ignored })
    .filter(({ plans }) => plans.length === examples.length)
    .map((hypothesis) => {
      const taught = listOf(hypothesis);
      // A sibling may have fewer prices than the examples.
      const list = { ...taught, prices: taught.prices.map((slot) => ({ ...slot, isOptional: true as const })) };
      const { plans } = fill(page, hypothesis.cluster, { list, others });
      const isWhole = examples.every(({ name }) => plans.some(({ title }) => title.key === tierKey(name)));
      return { list, plans, isWhole, facts: hypothesis.facts };
    })
    .filter(({ isWhole }) => isWhole)
    .sort((a, b) => b.facts - a.facts || b.plans.length - a.plans.length);
  const siblings =
    best?.plans.filter(({ title }) => !known.has(title.key)).map((plan) => taughtOf(plan, best.list)) ?? [];
  return { ...facts, plans: [...facts.plans, ...siblings].slice(0, 60) };
}

function taughtOf({ title, prices, state }: Filled, list: PlanList): TaughtPlan {
  const at = ({ start, end }: { start: number; end: number }) => ({ start, end });
  return {
    name: title.words,
    nameAt: at(title),
    ...(state?.kind === 'free' && { isFree: true as const }),
    ...(state?.kind === 'contact' && { isCustom: true as const }),
    ...(state !== undefined && { stateAt: at(state) }),
    prices: prices.flatMap((item, nth) => {
      const slot = list.prices[nth];
      if (item === undefined || slot === undefined) return [];
      const { currency, per, billing, unit } = slot;
      const stands = item.from === undefined ? at(item) : undefined;
      return [{ amount: item.amount, currency, per, ...defined({ billing, unit, at: stands }) }];
    }),
  };
}
