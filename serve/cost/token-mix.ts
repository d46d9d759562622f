/** The cost of tokens of which a share is sent in batches: the estimates of both parts, added up model by model. */
import { type Exact, exact, sumOf } from './exact.ts';
import type { TokenCost, TokenExclusion, Volume } from './token-cost.ts';

export type Tokens = Pick<Volume, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

/** In whole tokens; the two parts add up to all. */
export function splitBatch(tokens: Tokens, batchPercent: number): { now: Tokens; later: Tokens } {
  const part = (count: number) => Math.round((count * batchPercent) / 100);
  const later = {
    inputTokens: part(tokens.inputTokens),
    cachedInputTokens: Math.min(part(tokens.cachedInputTokens), part(tokens.inputTokens)),
    outputTokens: part(tokens.outputTokens),
  };
  const now = {
    inputTokens: tokens.inputTokens - later.inputTokens,
    cachedInputTokens: tokens.cachedInputTokens - later.cachedInputTokens,
    outputTokens: tokens.outputTokens - later.outputTokens,
  };
  return { now, later };
}

/** The costs of one model, by the part. */
export interface MixedCost {
  model: string;
  currency: string;
  total: Exact;
  parts: { isBatch: boolean; cost: TokenCost }[];
}

interface Estimated {
  isBatch: boolean;
  costs: readonly TokenCost[];
  excludes: readonly TokenExclusion[];
}

/** Models without a rate for one of the parts are left out. */
export function mixed(estimates: readonly Estimated[]): { costs: MixedCost[]; excludes: TokenExclusion[] } {
  const keyOf = ({ model, currency }: TokenCost) => `${currency} ${model}`;
  const parts = estimates.flatMap(({ isBatch, costs }) => costs.map((cost) => ({ isBatch, cost })));
  const costs = [...Map.groupBy(parts, ({ cost }) => keyOf(cost)).values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined || of.length < estimates.length) return [];
    const { model, currency } = first.cost;
    return [{ model, currency, total: sumOf(of.map(({ cost }) => exact(cost.amount))), parts: of }];
  });
  const excludes = new Map(estimates.flatMap((each) => each.excludes.map((left) => [left.model, left] as const)));
  return { costs: costs.sort((a, b) => a.total.comparedTo(b.total)), excludes: [...excludes.values()] };
}
