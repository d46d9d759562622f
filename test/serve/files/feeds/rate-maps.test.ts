/** Rates in the shapes of LiteLLM's price file and of models.dev's api.json, as their repositories publish them. */
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { modelRates, rateFor } from '../../../../serve/cost/token-cost.ts';
import { importedFrom, rate } from '../../../builders.ts';
import { MARKET } from '../../market-of-crm.ts';
import { served, sold } from '../../served.ts';

const cost = z.number().min(0);

/** BerriAI/litellm, model_prices_and_context_window.json: costs are optional numbers per token, the provider is text. */
const LiteLlm = z.record(
  z.string(),
  z
    .object({ litellm_provider: z.string(), source: z.string().optional() })
    .catchall(z.union([z.string(), cost]))
    .refine((model) =>
      Object.entries(model).every(([name, value]) => /_cost_?/.test(name) === (typeof value === 'number')),
    ),
);

/**
 * anomalyco/models.dev, packages/core/src/schema.ts. It requires more of a model (limits, modalities, dates, what it can do) and
 * of a provider (its npm module, its variables), which we do not know and do not invent.
 */
const ModelsDev = z.record(
  z.string(),
  z.strictObject({
    id: z.string(),
    name: z.string().min(1),
    models: z.record(
      z.string(),
      z.strictObject({
        id: z.string(),
        name: z.string().min(1),
        cost: z.strictObject({ input: cost, output: cost, cache_read: cost.optional() }),
        limit: z.strictObject({ context: cost }).optional(),
      }),
    ),
  }),
);

const imported = importedFrom({ dataset: 'anomalyco/models.dev:providers/maker/models/big-1.toml@abc' });
const products = [
  ...MARKET.products,
  sold({
    slug: 'maker-api',
    rates: [
      rate({
        model: 'Big 1',
        inputPerMTok: '0.123456789',
        outputPerMTok: '7.10',
        cachedInputPerMTok: '0.01',
        imported,
        contextWindow: { tokens: 200_000, statements: [{ tokens: 200_000, imported }] },
      }),
      rate({ model: 'Big One', inputPerMTok: '9.00', imported }),
      rate({ model: 'Long', band: '≤ 200K', inputPerMTok: '1.25', outputPerMTok: '10.00', batchInputPerMTok: '0.625' }),
      rate({ model: 'Long', band: '> 200K', inputPerMTok: '2.50', outputPerMTok: '15.00' }),
      rate({ model: 'Euro', currency: 'EUR' }),
      // The words do not tell which of the two is for short prompts.
      ...['Peak', 'Off-peak'].map((band) => rate({ model: 'Untold', band })),
    ],
  }),
  sold({ slug: 'openai', rates: [rate({ model: 'gpt-9' })] }),
];
const service = await served({ ...MARKET, products }, { feeds: true });

describe('/feeds/litellm.json', () => {
  it('has the shape, and every rate exactly', async () => {
    const models = LiteLlm.parse(await service.json('/feeds/litellm.json'));
    expect(models['maker/big-1']).toEqual({
      litellm_provider: 'maker',
      input_cost_per_token: 1.23456789e-7,
      output_cost_per_token: 7.1e-6,
      cache_read_input_token_cost: 1e-8,
      source: 'https://maker-api.example/pricing',
    });
    expect(models['maker/Long']).toMatchObject({
      input_cost_per_token: 1.25e-6,
      input_cost_per_token_batches: 6.25e-7,
      input_cost_per_token_above_200k_tokens: 2.5e-6,
      output_cost_per_token_above_200k_tokens: 1.5e-5,
    });
    expect((await (await service.get('/feeds/litellm.json')).text()).split('"maker/big-1"')).toHaveLength(2);
    expect(Object.keys(models)).toContain('gpt-9');
    expect(Object.keys(models).filter((name) => /Euro|Untold/.test(name))).toEqual([]);
  });

  it('says as a number the very quotient', async () => {
    const models = LiteLlm.parse(await service.json('/feeds/litellm.json'));
    const own = products.find(({ product }) => product.slug === 'tokens')?.record?.rates ?? [];
    const dollars = modelRates(own.filter(({ currency }) => currency === 'USD'));
    expect(dollars.length).toBeGreaterThan(0);
    for (const priced of dollars) {
      const { inputPerMTok } = rateFor(priced, undefined) ?? {};
      const said = models[`tokens/${priced.model}`]?.input_cost_per_token;
      if (inputPerMTok !== undefined) expect(new Decimal(String(said)).times(1_000_000).eq(inputPerMTok)).toBe(true);
    }
  });
});

describe('/feeds/models-dev.json', () => {
  it('has the shape, as far as it is known: dollars per million tokens, of models with both rates', async () => {
    const providers = ModelsDev.parse(await service.json('/feeds/models-dev.json'));
    expect(providers.maker?.models['big-1']).toEqual({
      ...{ id: 'big-1', name: 'Big 1' },
      cost: { input: 0.123456789, output: 7.1, cache_read: 0.01 },
      limit: { context: 200_000 },
    });
    expect(Object.values(providers).every(({ models }) => Object.keys(models).length > 0)).toBe(true);
  });
});
