import { describe, expect, it } from 'vitest';
import { usage } from '../../../serve/operations/usage.ts';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const server = await served(MARKET);

describe('the calculator for language models', () => {
  it('shows what the operation counts, cheapest first, each rate with its amount', async () => {
    const query = 'inputTokens=3000000&outputTokens=500000&cachedInputTokens=1000000';
    const { estimate } = usage.response.parse(await server.json(`/api/v2/usage/tokens?${query}`));
    const text = textOf(await pageAt(server, `/calculators/llm?products=tokens&${query}`));
    const totals = estimate?.costs.map(({ model, total }) => `${model}.*?\\$${total}`) ?? [];
    expect(totals).toHaveLength(2);
    expect(text).toMatch(new RegExp(totals.join('.*')));
    expect(text).toContain('input $0.075 × 3M');
    expect(text).toContain('cached $0.25 × 1M');
  });

  it('counts a share of batches only where there are rates for them, and offers the same without', async () => {
    const page = await pageAt(server, '/calculators/llm?products=tokens&batchPercent=25');
    expect(textOf(page)).toContain('No rates for batches are known: 2 models');
    expect(page).toMatch(/href="\/calculators\/llm\?products=tokens&amp;[^"]*batchPercent=0/);
  });

  it('understands aliases, names and the length of a prompt', async () => {
    const page = await pageAt(server, '/calculators/llm?products=Tokens&models=LARGE,nosuch-1&contextTokens=250000');
    const text = textOf(page);
    expect(text).toContain('In USD: 1 model');
    expect(text).toContain('large-1 over 200K tokens');
    expect(text).toContain('input $5 × 10M');
    expect(text).toContain('No such model: “nosuch-1”');
  });

  it('offers all that is sold by tokens, and says where a product is not', async () => {
    const page = await pageAt(server, '/calculators/llm?products=&models=&inputTokens=&outputTokens=&batchPercent=');
    expect(page).toContain('/calculators/llm?products=tokens&amp;inputTokens=10000000');
    const text = textOf(await pageAt(server, '/calculators/llm?products=acme,nothing'));
    expect(text).toContain('Acme publishes no rates per token');
    expect(text).toContain('No product is called “nothing”');
  });

  it('takes no more to be cached than there is', async () => {
    const text = textOf(
      await pageAt(server, '/calculators/llm?products=tokens&inputTokens=1000000&cachedInputTokens=9000000'),
    );
    expect(text).toContain('all of it is taken to be cached');
    expect(text).toContain('cached $0.25 × 1M');
  });
});
