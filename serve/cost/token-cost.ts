/**
 * What a volume of tokens costs with each model of a rate card, exactly.
 *
 * A model that lacks a rate is left out with the reason: a cost without it would be wrong.
 */
import * as z from 'zod';
import { Amount, Currency } from '../../data/money.ts';
import { boundsOf, holds } from '../../data/prices/context-band.ts';
import type { Rate } from '../../data/record.ts';
import { modelKey } from '../../data/text/name-key.ts';
import { label } from '../record/vendor-text.ts';
import { type Exact, exact, Sum, sumOf, sumText } from './exact.ts';

export interface Volume {
  inputTokens: number;
  /** The part of the input that the vendor has cached. */
  cachedInputTokens: number;
  outputTokens: number;
  batch: boolean;
  /** Length of one prompt; the shortest band where undefined. */
  contextTokens?: number | undefined;
}

const TokenLine = z.strictObject({
  kind: z.enum(['input', 'cached_input', 'output']),
  tokens: z.int(),
  perMTok: Amount,
  amount: Sum,
});

export const TokenCost = z.strictObject({
  model: z.string(),
  band: z.string().optional().meta({ description: 'Context band whose rates apply, in the vendor’s words.' }),
  currency: Currency,
  total: z.number(),
  amount: Sum.meta({ description: 'Exact `total`; the lines add up to it.' }),
  lines: z.array(TokenLine),
  notes: z.array(z.string()).optional(),
});
export type TokenCost = z.infer<typeof TokenCost>;

export const TokenExclusion = z.strictObject({
  model: z.string(),
  reason: z.enum(['no_input_rate', 'no_output_rate', 'no_batch_rate', 'no_band_for_context']),
  detail: z.string(),
});
export type TokenExclusion = z.infer<typeof TokenExclusion>;

/** The rates of one model in one currency: one for all prompts, or one for each band of their length. */
export interface ModelRates {
  model: string;
  currency: string;
  rates: readonly Rate[];
}

export function modelRates(rates: readonly Rate[]): ModelRates[] {
  const models = Map.groupBy(rates, ({ model, currency }) => `${currency} ${model.toLowerCase()}`);
  return [...models.values()].flatMap((ofModel) => {
    const [first] = ofModel;
    return first === undefined ? [] : { model: first.model, currency: first.currency, rates: ofModel };
  });
}

/** The models of that name, as it is written or else by its letters and digits. In all currencies that they are sold in. */
export function modelsNamed(rates: readonly Rate[], wanted: string): ModelRates[] {
  const models = modelRates(rates);
  for (const fold of [(text: string) => text.trim().toLowerCase(), modelKey]) {
    const found = models.filter((each) => namesOf(each).some((own) => fold(own) === fold(wanted)));
    if (found.length > 0) return found;
  }
  return [];
}

export function namesOf({ model, rates }: ModelRates): string[] {
  return [model, ...rates.flatMap(({ aliases }) => aliases)];
}

/** The rate for prompts of that length, or for the shortest; undefined where the page does not say which. */
export function rateFor({ rates }: ModelRates, contextTokens: number | undefined): Rate | undefined {
  const bands = rates.flatMap((rate) => {
    const bounds = boundsOf(rate.band ?? '');
    return bounds === undefined ? [] : [{ rate, bounds }];
  });
  const forAll = rates.find(({ band }) => band === undefined);
  if (contextTokens !== undefined) return bands.find(({ bounds }) => holds(bounds, contextTokens))?.rate ?? forAll;
  return forAll ?? bands.toSorted((a, b) => a.bounds.upTo - b.bounds.upTo)[0]?.rate;
}

export type Priced = { cost: TokenCost; exact: Exact } | { excluded: TokenExclusion };

export function tokenCost(priced: ModelRates, volume: Volume): Priced {
  const rate = rateFor(priced, volume.contextTokens);
  const model = label(priced.model);
  const { inputTokens, cachedInputTokens, outputTokens, batch, contextTokens } = volume;
  if (rate === undefined)
    return excluded(model, 'no_band_for_context', contextTokens === undefined ? UNTOLD : undefined);
  const input = batch ? rate.batchInputPerMTok : rate.inputPerMTok;
  const output = batch ? rate.batchOutputPerMTok : rate.outputPerMTok;
  const missing = batch ? 'no_batch_rate' : undefined;
  if (inputTokens > 0 && input === undefined) return excluded(model, missing ?? 'no_input_rate');
  if (outputTokens > 0 && output === undefined) return excluded(model, missing ?? 'no_output_rate');
  // No vendor has a rate for cached input in batches.
  const kept = batch ? undefined : rate.cachedInputPerMTok;
  const cached = kept === undefined ? 0 : cachedInputTokens;
  const parts = [
    part('input', inputTokens - cached, input),
    part('cached_input', cached, kept),
    part('output', outputTokens, output),
  ].flatMap((each) => each ?? []);
  const notes = [
    ...(cached < cachedInputTokens ? [NOT_CACHED] : []),
    ...(contextTokens === undefined && priced.rates.length > 1 ? [SHORTEST] : []),
  ];
  const total = sumOf(parts.map(({ sum }) => sum));
  return {
    exact: total,
    cost: {
      model,
      band: rate.band && label(rate.band, 80),
      currency: priced.currency,
      total: total.toNumber(),
      amount: sumText(total),
      lines: parts.map(({ line }) => line),
      ...(notes.length > 0 && { notes }),
    },
  };
}

const SHORTEST = 'Uses the rates for the shortest prompts. Longer prompts have other rates; set contextTokens';
const NOT_CACHED = 'No rate for cached input is published; it is counted as normal input';

function part(kind: 'input' | 'cached_input' | 'output', tokens: number, perMTok: Amount | undefined) {
  if (perMTok === undefined || tokens === 0) return undefined;
  const sum = exact(perMTok).times(tokens).dividedBy(1_000_000);
  return { sum, line: { kind, tokens, perMTok, amount: sumText(sum) } };
}

const UNTOLD = 'Rates differ by prompt length; which of them is for short prompts is not known';

const DETAILS: Record<TokenExclusion['reason'], string> = {
  no_input_rate: 'No rate for input is known',
  no_output_rate: 'No rate for output is known',
  no_batch_rate: 'No rates for batches are known',
  no_band_for_context: 'No rate for prompts of this length is known',
};

function excluded(model: string, reason: TokenExclusion['reason'], detail = DETAILS[reason]): Priced {
  return { excluded: { model, reason, detail } };
}

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
