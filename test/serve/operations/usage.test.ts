import { describe, expect, it } from 'vitest';
import { evidence, price, rate, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { served, sold } from '../served.ts';

const PATH = '/api/v2/usage';
const proof = evidence({ quote: '$2.50 / MTok' });
const { outputPerMTok: _, ...vectors } = rate({ model: 'vectors', inputPerMTok: '0.02' });
const rates = [
  rate({
    model: 'Grand 1.5',
    inputPerMTok: '9.00',
    outputPerMTok: '18.00',
    aliases: ['grand-latest'],
    evidence: [proof.id],
  }),
  rate({ model: 'petit', inputPerMTok: '0.10', outputPerMTok: '0.20' }),
  rate({ model: 'petit', currency: 'CNY', inputPerMTok: '0.01', outputPerMTok: '0.02' }),
  vectors,
];
const server = await served({
  ...MARKET,
  products: [
    ...MARKET.products,
    sold(
      { slug: 'models', category: 'llm', tiers: [tier({ prices: [price()] })], rates, evidence: [proof] },
      { tokenPriced: true, aliases: ['old-models'] },
    ),
  ],
});

describe('the models', () => {
  it('are the cheapest first, those without all rates after them, and other currencies last', async () => {
    const { models, evidence: proofs } = await server.json(`${PATH}/models`);
    expect(
      (models as { model: string; currency: string }[]).map(({ model, currency }) => `${model} ${currency}`),
    ).toEqual(['petit USD', 'Grand 1.5 USD', 'vectors USD', 'petit CNY']);
    expect(proofs).toMatchObject([{ quote: '$2.50 / MTok' }]);
  });

  it('with bands have them all, and are quoted at that of the shortest prompts', async () => {
    const { models } = await server.json(`${PATH}/tokens?model=large-1`);
    expect(models).toMatchObject([
      { inputPerMTok: 2.5, bands: [{ inputPerMTok: 2.5 }, { band: 'over 200K tokens', inputPerMTok: 5 }] },
    ]);
  });

  it.each(['GRAND-1.5', 'grand 1.5', 'Grand-Latest', 'grand-1-5'])('are found as %s', async (name) => {
    expect(await server.json(`${PATH}/models?model=${encodeURIComponent(name)}`)).toMatchObject({
      count: 1,
      models: [{ model: 'Grand 1.5' }],
    });
  });
});

describe('[D3.usage.estimate] an estimate', () => {
  it('is made only where a volume is given', async () => {
    expect(await server.json(`${PATH}/models`)).not.toHaveProperty('estimate');
    expect(await server.json(`${PATH}/models?outputTokens=0`)).toHaveProperty('estimate');
  });

  it('has each model’s cost, the cheapest first, and says which have none', async () => {
    const { estimate } = await server.json(`${PATH}/models?inputTokens=1000000&outputTokens=2000000`);
    expect(estimate).toMatchObject({
      costs: [
        { model: 'petit', currency: 'USD', total: 0.5, amount: '0.50' },
        { model: 'Grand 1.5', total: 45 },
        { model: 'petit', currency: 'CNY', total: 0.05 },
      ],
      excludes: [{ model: 'vectors', reason: 'no_output_rate' }],
    });
  });
});
