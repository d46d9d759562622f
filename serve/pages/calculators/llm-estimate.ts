/** What the models of a product cost for what a person asked: from the operation, once for each part of the volume. */
import { modelKey } from '../../../data/text/model-name.ts';
import type { TokenExclusion } from '../../cost/token-cost.ts';
import { type MixedCost, mixed, splitBatch, type Tokens } from '../../cost/token-mix.ts';
import { findAlias } from '../../interface/lookup.ts';
import { Problem } from '../../interface/problem.ts';
import { usage } from '../../operations/usage.ts';
import type { RateView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import type { Named } from '../parts/product-choice.ts';
import { type Proofs, proofsOf } from '../parts/proof.ts';

export interface Asked extends Tokens {
  /** Names or aliases; all when empty. */
  models: readonly string[];
  batchPercent: number;
  contextTokens: number | undefined;
}

export interface Estimated {
  product: Named;
  costs: MixedCost[];
  excludes: TokenExclusion[];
  /** The rates of a model, those of each band. */
  rates: ReadonlyMap<string, readonly RateView[]>;
  proofs: Proofs;
  /** What it was asked for and does not have, with near names. */
  unknown: ReadonlyMap<string, readonly string[]>;
  /** Undefined for a product that is not sold by tokens. */
  problem: string | undefined;
}

export function estimated(store: Store, product: Named, asked: Asked, now: Date): Estimated {
  const { models, batchPercent, contextTokens } = asked;
  const { now: plain, later } = splitBatch(asked, batchPercent);
  const wanted = models.length === 0 ? [undefined] : models;
  const parts = [
    ...(batchPercent < 100 ? [{ tokens: plain, isBatch: false }] : []),
    ...(batchPercent > 0 ? [{ tokens: later, isBatch: true }] : []),
  ];
  const unknown = new Map<string, readonly string[]>();
  const rates = new Map<string, readonly RateView[]>();
  let problem: string | undefined;
  const estimates = parts.map(({ tokens, isBatch }) => {
    const answers = wanted.flatMap((model) => {
      try {
        return usage.run(store, { slug: product.slug, model, ...tokens, batch: isBatch, contextTokens }, now);
      } catch (error) {
        if (!(error instanceof Problem) || (error.code !== 'unknown_model' && error.code !== 'no_rate_card'))
          throw error;
        if (error.code === 'no_rate_card') problem = error.message;
        else unknown.set(model ?? '', (error.members.suggestions as string[] | undefined) ?? []);
        return [];
      }
    });
    for (const each of answers.flatMap((answer) => answer.models)) rates.set(each.model, each.bands ?? [each]);
    // Two names may be of one model.
    const costs = new Map(
      answers.flatMap(({ estimate }) =>
        (estimate?.costs ?? []).map((cost) => [`${cost.currency} ${cost.model}`, cost] as const),
      ),
    );
    return {
      isBatch,
      costs: [...costs.values()],
      excludes: answers.flatMap(({ estimate }) => estimate?.excludes ?? []),
    };
  });
  return {
    product,
    ...mixed(estimates),
    rates,
    proofs: proofsOf(findAlias(store, product.slug).record),
    unknown,
    problem,
  };
}

/** What none of the products has. */
export function unknownModels(
  estimates: readonly Estimated[],
  { models }: Asked,
): { wanted: string; near: string[] }[] {
  if (estimates.length === 0) return [];
  return models
    .filter((wanted) => estimates.every(({ unknown, problem }) => problem !== undefined || unknown.has(wanted)))
    .map((wanted) => {
      const near = estimates.flatMap(({ unknown }) => unknown.get(wanted) ?? []);
      return { wanted, near: [...new Map(near.map((name) => [modelKey(name), name])).values()].slice(0, 3) };
    });
}
