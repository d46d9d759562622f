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
    expect(text).toContain('3,000,000 input tokens (1,000,000 cached) and 500,000 output tokens a month');
    expect(text).toMatch(/large-1 Tokens.* \$2\.50 \$0\.25 \$10 \$/);
  });

  it('shows what one token costs, which is not nothing', async () => {
    const text = textOf(await pageAt(server, '/calculators/llm?products=tokens&inputTokens=1&outputTokens=0'));
    expect(text).toMatch(/large-1 Tokens.* \$2\.50 \$0\.0000025/);
  });

  it('counts a share of batches only where there are rates for them, and offers the same without', async () => {
    const page = await pageAt(server, '/calculators/llm?products=tokens&batchPercent=25');
    expect(textOf(page)).toContain('No rates for batches are known: 2 models');
    expect(page).toMatch(/href="\/calculators\/llm\?products=tokens&amp;[^"]*batchPercent=0/);
  });

  it('understands aliases, names and the length of a prompt', async () => {
    const page = await pageAt(server, '/calculators/llm?products=Tokens&models=LARGE,nosuch-1&contextTokens=250000');
    const text = textOf(page);
    expect(text).toContain('1 model in USD');
    expect(text).toContain('large-1 over 200K tokens Tokens $5 $15 $80');
    expect(text).toContain('No such model: “nosuch-1”');
  });

  it('offers all that is sold by tokens, and says where a product is not', async () => {
    const page = await pageAt(server, '/calculators/llm?products=&models=&inputTokens=&outputTokens=&batchPercent=');
    expect(page).toContain('/calculators/llm?products=tokens&amp;inputTokens=10000000');
    const text = textOf(await pageAt(server, '/calculators/llm?products=acme,nothing'));
    expect(text).toContain('No token rates are known for Acme.');
    expect(text).toContain('No product is called “nothing”');
  });

  it('starts with an example computed from published rates', async () => {
    const page = await pageAt(server, '/calculators/llm');
    expect(page).toContain('<span class="badge">Example</span> Popular models of 1 provider.');
    expect(page).not.toContain('noindex');
    expect(textOf(page)).toMatch(/2 models in USD, cheapest first.* small-1 .*\$.* large-1 /);
  });

  it('suggests models, adds one by name, and keeps all in the address', async () => {
    const page = await pageAt(
      server,
      '/calculators/llm?products=&models=small-1&add=Tokens/LARGE_1&inputTokens=5000000',
    );
    expect(page).toContain('<option value="large-1">1 provider</option>');
    expect(page).toContain('<input type="hidden" name="models" value="small-1,Tokens/LARGE_1">');
    expect(page).toContain('aria-label="Remove small-1"');
    expect(page).toMatch(/href="\/calculators\/llm\?products=&amp;models=Tokens%2FLARGE_1&amp;inputTokens=5000000/);
    expect(textOf(page)).toContain('2 models in USD');
  });

  it('takes no more to be cached than there is', async () => {
    const text = textOf(
      await pageAt(server, '/calculators/llm?products=tokens&inputTokens=1000000&cachedInputTokens=9000000'),
    );
    expect(text).toContain('all input counts as cached');
    expect(text).toContain('1,000,000 input tokens (1,000,000 cached)');
  });
});
