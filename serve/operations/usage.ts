/** Rates per million tokens of a product's models, and what a volume of tokens costs with each. */

import * as z from 'zod';
import { Slug } from '../../data/product.ts';
import type { PricingRecord } from '../../data/record.ts';
import { modelKey } from '../../data/text/name-key.ts';
import { nearest } from '../../data/text/similar-names.ts';
import {
  type ModelRates,
  modelRates,
  modelsNamed,
  namesOf,
  rateFor,
  TokenCost,
  TokenExclusion,
  tokenCost,
  type Volume,
} from '../cost/token-cost.ts';
import { find } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { flagParameter, integerParameter, slugParameter, textParameter } from '../interface/parameters.ts';
import { invalidParameter, Problem } from '../interface/problem.ts';
import { Envelope, productEnvelope } from '../record/envelope.ts';
import { importedBy } from '../record/origins.ts';
import { EvidenceView, RateView, VerificationView } from '../record/shape.ts';
import { label } from '../record/vendor-text.ts';
import { evidenceView, type Rating, rateView, ratingOf, verificationView } from '../record/view.ts';

const MOST_TOKENS = 1_000_000_000_000;

const ModelView = z.strictObject({
  ...RateView.shape,
  modality: z.literal('text').meta({ description: 'Text rates only; audio and image rates are not included.' }),
  bands: z.array(RateView).optional().meta({
    description:
      'All rates, if they differ by prompt length. The model’s own rates are those for the shortest prompts.',
  }),
});
type ModelView = z.infer<typeof ModelView>;

const Estimate = z.strictObject({
  inputTokens: z.int(),
  cachedInputTokens: z.int(),
  outputTokens: z.int(),
  batch: z.boolean(),
  contextTokens: z.int().optional(),
  costs: z.array(TokenCost).meta({ description: 'Cheapest first; the product’s own currency first.' }),
  excludes: z.array(TokenExclusion).meta({ description: 'Models without the rates for this volume.' }),
});
type Estimate = z.infer<typeof Estimate>;

const UsageView = z.strictObject({
  slug: Slug,
  name: z.string(),
  per: z.literal('1M tokens'),
  count: z.int(),
  models: z.array(ModelView),
  estimate: Estimate.optional(),
  evidence: z.array(EvidenceView),
  verification: VerificationView,
  ...Envelope.shape,
});

export const usage = operation({
  id: 'estimateUsage',
  summary: 'Token rates of a product and the cost of a volume',
  description:
    'One entry per model and currency, cheapest first. With `inputTokens` or `outputTokens`, `estimate` has the cost of that volume for each model.',
  tag: 'Costs',
  rest: { method: 'get', path: '/api/v2/usage/{slug}' },
  tools: [
    {
      name: 'estimate_llm_cost',
      title: 'Token rates and cost',
      description:
        'Prices per million tokens of a product’s models: input, output, cached and batch rates, by prompt length where they differ, cheapest first. With `inputTokens` or `outputTokens`, the cost of that volume for each model, and the models without a known cost. Only for products with token rates.',
      takes: ['slug', 'model', 'inputTokens', 'outputTokens'],
      quotes: 'record',
      response: UsageView,
    },
  ],
  params: z.object({
    slug: slugParameter,
    model: textParameter(120)
      .optional()
      .meta({ description: 'Name or alias of a model, case-insensitive. Default: all.' }),
    inputTokens: integerParameter(0, MOST_TOKENS).optional(),
    outputTokens: integerParameter(0, MOST_TOKENS).optional(),
    cachedInputTokens: integerParameter(0, MOST_TOKENS).default(0).meta({
      description: 'The part of `inputTokens` that the vendor has cached.',
    }),
    batch: flagParameter().default(false).meta({ description: 'Use batch rates.' }),
    contextTokens: integerParameter(0, MOST_TOKENS).optional().meta({
      description: 'Prompt length, if rates depend on it. Default: the shortest.',
    }),
  }),
  response: UsageView,
  problems: ['not_found', 'retired', 'no_rate_card', 'unknown_model'],
  examples: {
    rates: { slug: 'tokens' },
    estimate: { slug: 'tokens', inputTokens: 2_000_000, outputTokens: 500_000, cachedInputTokens: 1_500_000 },
    longPrompts: { slug: 'tokens', model: 'large', inputTokens: 1_000_000, contextTokens: 250_000 },
    unknown: { slug: 'token' },
    ended: { slug: 'bygone' },
    notByTokens: { slug: 'acme' },
    noSuchModel: { slug: 'tokens', model: 'large-2' },
    negative: { slug: 'tokens', inputTokens: -1 },
  },
  run(store, { slug, model, inputTokens, outputTokens, ...how }, now) {
    const { product, record } = find(store, slug);
    if (record.rates.length === 0) throw new Problem('no_rate_card', `No token rates are known for ${product.name}`);
    if (how.cachedInputTokens > (inputTokens ?? 0))
      throw invalidParameter('cachedInputTokens', 'Must not exceed `inputTokens`');
    const chosen = cheapestFirst(model === undefined ? modelRates(record.rates) : modelNamed(record, model), record);
    const volume = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, ...how };
    const isAsked = inputTokens !== undefined || outputTokens !== undefined;
    const rating = ratingOf(record.verification, now);
    const verification = verificationView(record.verification, now);
    const models = chosen.map((priced) => modelView(priced, rating));
    const named = new Set(models.map(({ model: of }) => of));
    const proofs = new Set(
      models.flatMap(({ evidence, bands = [] }) => [...evidence, ...bands.flatMap((band) => band.evidence)]),
    );
    return {
      slug: product.slug,
      name: product.name,
      per: '1M tokens' as const,
      count: models.length,
      models,
      estimate: isAsked ? estimateOf(chosen, volume, record) : undefined,
      evidence: record.evidence.filter(({ id }) => proofs.has(id)).map(evidenceView(store.site)),
      verification,
      ...productEnvelope(store, product, {
        verifiedAt: verification.verifiedAt,
        groups: ['rateCard'],
        imported: importedBy({ ...record, rates: record.rates.filter(({ model: of }) => named.has(label(of))) }),
      }),
    };
  },
});

/** @throws {Problem} `unknown_model` with near names */
function modelNamed({ name, rates }: PricingRecord, wanted: string): ModelRates[] {
  const found = modelsNamed(rates, wanted);
  if (found.length > 0) return found;
  const known = new Map(modelRates(rates).flatMap((each) => namesOf(each).map((own) => [modelKey(own), label(own)])));
  const suggestions = nearest(modelKey(wanted), known.keys()).flatMap((key) => known.get(key) ?? []);
  throw new Problem('unknown_model', `${name} has no such model`, {
    members: { suggestions: [...new Set(suggestions)] },
  });
}

/** By what a million tokens each way cost; what has no rate both ways comes last, and other currencies after all. */
function cheapestFirst(models: readonly ModelRates[], { currency }: PricingRecord): ModelRates[] {
  const million = { inputTokens: 1_000_000, outputTokens: 1_000_000, cachedInputTokens: 0, batch: false };
  return ranked(models, million, currency).map(({ priced }) => priced);
}

function estimateOf(models: readonly ModelRates[], volume: Volume, { currency }: PricingRecord): Estimate {
  const costs = ranked(models, volume, currency).map(({ result }) => result);
  return {
    ...volume,
    costs: costs.flatMap((result) => ('cost' in result ? [result.cost] : [])),
    excludes: costs.flatMap((result) => ('excluded' in result ? [result.excluded] : [])),
  };
}

function ranked(models: readonly ModelRates[], volume: Volume, own: string | undefined) {
  const place = (currency: string) => (currency === own ? '' : currency);
  return models
    .map((priced) => ({ priced, result: tokenCost(priced, volume) }))
    .sort((a, b) => {
      const [ours, theirs] = [place(a.priced.currency), place(b.priced.currency)];
      if (ours !== theirs) return ours < theirs ? -1 : 1;
      if (!('cost' in a.result && 'cost' in b.result)) return Number('cost' in b.result) - Number('cost' in a.result);
      return a.result.exact.comparedTo(b.result.exact);
    });
}

function modelView(priced: ModelRates, rating: Rating): ModelView {
  const [first] = priced.rates;
  const rate = rateFor(priced, undefined) ?? first;
  if (rate === undefined) throw new Error(`${priced.model} has no rates`);
  return {
    ...rateView(rate, rating),
    modality: 'text',
    bands: priced.rates.length > 1 ? priced.rates.map((each) => rateView(each, rating)) : undefined,
  };
}
