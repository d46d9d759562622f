/**
 * Token rates in the shapes of two public files that programs read already, so that they can be used in their place:
 * LiteLLM's `model_prices_and_context_window.json` and the `api.json` of models.dev. What we do not know of a model (its
 * longest prompt and answer, what it can do) is left out. Both are in US dollars.
 */
import * as z from 'zod';
import { boundsOf } from '../../../data/prices/context-band.ts';
import type { Rate } from '../../../data/record.ts';
import type { Generation } from '../../../data/store/generation/generation.ts';
import { exact } from '../../cost/exact.ts';
import { type ModelRates, modelRates, rateFor } from '../../cost/token-cost.ts';
import { FEEDS, type Feed } from '../../interface/published-files.ts';
import type { Store } from '../../store/store.ts';
import type { BulkFeed } from './bulk-feed.ts';

const Cost = z.number().min(0);

/** https://github.com/BerriAI/litellm, model_prices_and_context_window.json */
const LiteLlmModel = z.object({
  litellm_provider: z.string(),
  input_cost_per_token: Cost.optional(),
  output_cost_per_token: Cost.optional(),
  cache_read_input_token_cost: Cost.optional(),
  input_cost_per_token_batches: Cost.optional(),
  output_cost_per_token_batches: Cost.optional(),
  source: z.url().optional(),
});

/** https://github.com/anomalyco/models.dev, packages/core/src/schema.ts; only models with both rates have a cost there. */
const ModelsDevProvider = z.strictObject({
  id: z.string(),
  name: z.string(),
  models: z.record(
    z.string(),
    z.strictObject({
      id: z.string(),
      name: z.string(),
      cost: z.strictObject({ input: Cost, output: Cost, cache_read: Cost.optional() }),
      limit: z.strictObject({ context: z.int() }).optional(),
    }),
  ),
});

/** Their models have no provider before their name in LiteLLM. */
const UNPREFIXED: ReadonlySet<string> = new Set(['openai', 'anthropic']);

export const liteLlmFeed = rateFeed(FEEDS.liteLlm, z.record(z.string(), LiteLlmModel), (provider) =>
  provider.models.flatMap(({ priced, id }) => {
    const key = UNPREFIXED.has(provider.id) ? id : `${provider.id}/${id}`;
    const base = rateFor(priced, undefined);
    // LiteLLM takes a model without costs for free.
    if (base === undefined || (base.inputPerMTok ?? base.outputPerMTok) === undefined) return [];
    return [[key, liteLlmOf(provider, priced, base)] as const];
  }),
);

export const modelsDevFeed = rateFeed(FEEDS.modelsDev, z.record(z.string(), ModelsDevProvider), (provider) => {
  const models = provider.models.flatMap(({ priced, id }) => {
    const { inputPerMTok: input, outputPerMTok: output, cachedInputPerMTok: cached } = rateFor(priced, undefined) ?? {};
    if (input === undefined || output === undefined) return [];
    const cost = {
      input: Number(input),
      output: Number(output),
      ...(cached !== undefined && { cache_read: Number(cached) }),
    };
    const context = priced.rates
      .map(({ contextWindow }) => contextWindow?.tokens)
      .find((tokens) => tokens !== undefined);
    const limit = context !== undefined && { limit: { context } };
    return [[id, { id, name: priced.model, cost, ...limit }] as const];
  });
  const { id, name } = provider;
  return models.length === 0 ? [] : [[id, { id, name, models: Object.fromEntries(models) }] as const];
});

interface Provider {
  /** As in models.dev, where its rates are from there; else our slug. */
  id: string;
  name: string;
  /** The vendor's page. */
  source: string | undefined;
  models: { id: string; priced: ModelRates }[];
}

function rateFeed(
  feed: Feed,
  response: z.ZodType,
  entriesOf: (provider: Provider) => readonly (readonly [key: string, value: object])[],
): BulkFeed {
  return {
    ...feed,
    params: z.object({}),
    response,
    files({ generation }: Store) {
      const taken = new Set<string>();
      return [
        {
          path: feed.path,
          head: '{',
          product({ record: { slug } }) {
            const provider = providerOf(generation, slug);
            const entries = provider === undefined ? [] : entriesOf(provider);
            const own = entries.filter(([key]) => !taken.has(key));
            const isFirst = taken.size === 0;
            for (const [key] of own) taken.add(key);
            const lines = own.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
            return lines.length === 0 ? '' : `${isFirst ? '\n' : ',\n'}${lines.join(',\n')}`;
          },
          end: () => '\n}\n',
        },
      ];
    },
  };
}

const MODELS_DEV = /^(?:anomalyco|sst)\/models\.dev:providers\/([\w.-]+)\/models\/([^@]+?)\.toml(?:@|$)/;

function providerOf(generation: Generation, slug: string): Provider | undefined {
  const [record, product] = [generation.record(slug), generation.product(slug)];
  const priced = modelRates((record?.rates ?? []).filter(({ currency }) => currency === 'USD'));
  if (priced.length === 0 || product === undefined) return undefined;
  const [, theirs] =
    priced
      .flatMap(({ rates }) => rates)
      .map(nameInModelsDev)
      .find((named) => named !== null) ?? [];
  const source = product.sources.find(({ kind }) => kind === 'rate-card' || kind === 'pricing')?.url;
  const models = priced.map((each) => ({
    id: each.rates.map(nameInModelsDev).find((named) => named !== null)?.[2] ?? each.model,
    priced: each,
  }));
  // Of two spellings of one id the first counts.
  const distinct = [...Map.groupBy(models, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
  return { id: theirs ?? slug, name: product.name, source, models: distinct };
}

function nameInModelsDev({ imported }: Rate): RegExpExecArray | null {
  return MODELS_DEV.exec(imported?.dataset ?? '');
}

function liteLlmOf({ id, source }: Provider, priced: ModelRates, base: Rate): object {
  const above = priced.rates.flatMap((rate) => {
    const over = boundsOf(rate.band ?? '')?.over;
    return rate === base || over === undefined || over < 1_000 ? [] : costsOf(rate, `_above_${over / 1_000}k_tokens`);
  });
  return {
    litellm_provider: id,
    ...Object.fromEntries([...costsOf(base, ''), ...above]),
    ...(base.batchInputPerMTok !== undefined && { input_cost_per_token_batches: perToken(base.batchInputPerMTok) }),
    ...(base.batchOutputPerMTok !== undefined && { output_cost_per_token_batches: perToken(base.batchOutputPerMTok) }),
    ...(source !== undefined && { source }),
  };
}

function costsOf({ inputPerMTok, outputPerMTok, cachedInputPerMTok }: Rate, suffix: string): [string, number][] {
  const named = {
    input_cost_per_token: inputPerMTok,
    output_cost_per_token: outputPerMTok,
    cache_read_input_token_cost: cachedInputPerMTok,
  };
  return Object.entries(named).flatMap(([name, rate]) => (rate === undefined ? [] : [[name + suffix, perToken(rate)]]));
}

/** Its shortest decimal is the exact quotient. */
function perToken(perMTok: string): number {
  return exact(perMTok).dividedBy(1_000_000).toNumber();
}
