/** What a volume of tokens costs with the models of one product (`estimateUsage`). */
import { type MixedCost, mixed, splitBatch, type TokenExclusion, type Tokens } from '../../cost/token-cost.ts';
import { findAlias } from '../../interface/lookup.ts';
import { Problem } from '../../interface/problem.ts';
import { usage } from '../../operations/usage.ts';
import type { RateView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import type { Named } from '../parts/product-choice.ts';
import { type Proofs, proofsOf } from '../parts/proof.ts';
import type { Selection } from './model-offers.ts';

export interface Asked extends Tokens {
  /** Names or aliases; empty for all. */
  models: readonly string[];
  batchPercent: number;
  contextTokens: number | undefined;
}

export interface Estimated {
  product: Named;
  costs: MixedCost[];
  excludes: TokenExclusion[];
  rates: ReadonlyMap<string, readonly RateView[]>;
  proofs: Proofs;
  /** Unknown model names, with near names. */
  unknown: ReadonlyMap<string, readonly string[]>;
  isPricedByTokens: boolean;
}

export function estimated(store: Store, selection: Selection, { asked, now }: { asked: Asked; now: Date }): Estimated {
  const { product, models } = selection;
  const { batchPercent, contextTokens } = asked;
  const { now: plain, later } = splitBatch(asked, batchPercent);
  const unknown = new Map<string, readonly string[]>();
  const rates = new Map<string, readonly RateView[]>();
  let isPricedByTokens = true;
  const answersFor = (tokens: Tokens, batch: boolean) =>
    (models.length === 0 ? [undefined] : models).flatMap((model) => {
      try {
        return usage.run(store, { slug: product.slug, model, ...tokens, batch, contextTokens }, now);
      } catch (error) {
        const code = error instanceof Problem ? error.code : undefined;
        if (code === 'no_rate_card') isPricedByTokens = false;
        else if (error instanceof Problem && code === 'unknown_model')
          unknown.set(model ?? '', (error.members.suggestions as string[] | undefined) ?? []);
        else throw error;
        return [];
      }
    });
  const estimate = (tokens: Tokens, isBatch: boolean) => {
    const answers = answersFor(tokens, isBatch);
    for (const each of answers.flatMap((answer) => answer.models)) rates.set(each.model, each.bands ?? [each]);
    const all = answers.flatMap((answer) => answer.estimate?.costs ?? []);
    // Two names may denote one model.
    const costs = new Map(all.map((cost) => [`${cost.currency} ${cost.model}`, cost]));
    const excludes = answers.flatMap((answer) => answer.estimate?.excludes ?? []);
    return { isBatch, costs: [...costs.values()], excludes };
  };
  const parts = [
    ...(batchPercent < 100 ? [estimate(plain, false)] : []),
    ...(batchPercent > 0 ? [estimate(later, true)] : []),
  ];
  const proofs = proofsOf(findAlias(store, product.slug).record);
  return { product, ...mixed(parts), rates, proofs, unknown, isPricedByTokens };
}
