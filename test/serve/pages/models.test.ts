import { describe, expect, it } from 'vitest';
import { evidencePath } from '../../../serve/pages/parts/proof.ts';
import { evidence, importedFrom, rate } from '../../builders.ts';
import { expectProblem, served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const DATASET = importedFrom({ dataset: 'example/rates:b.json', asOf: '2026-08-22' });
const windowOf = (...stated: number[]) => ({
  ...(new Set(stated).size === 1 && { tokens: Number(stated[0]) }),
  statements: stated.map((tokens) => ({ tokens, imported: { ...DATASET, dataset: 'example/windows@1' } })),
});
const proof = evidence({ quote: '$2.50 / MTok' });

const content = {
  products: [
    sold({
      slug: 'alpha',
      name: 'Alpha <b>',
      category: 'llm',
      tiers: [],
      evidence: [proof],
      rates: [
        rate({
          model: 'large-1',
          evidence: [proof.id],
          cachedInputPerMTok: '0.25',
          contextWindow: windowOf(200_000, 200_000),
        }),
        rate({ model: 'large-1', band: '> 200K', inputPerMTok: '5.00', outputPerMTok: '20.00' }),
        rate({ model: 'embed-1', inputPerMTok: '0.02', outputPerMTok: undefined }),
      ],
    }),
    sold({
      slug: 'ren',
      name: 'Ren',
      category: 'llm',
      tiers: [],
      rates: [rate({ model: 'yuan-1', currency: 'CNY', inputPerMTok: '1.00', outputPerMTok: '8.00' })],
    }),
    sold({
      slug: 'openai-api',
      name: 'OpenAI API',
      category: 'llm',
      tiers: [],
      rates: [
        rate({
          model: 'gpt-9',
          inputPerMTok: '1.25',
          origin: 'imported',
          imported: DATASET,
          contextWindow: windowOf(1_000_000, 128_000),
        }),
      ],
    }),
  ],
  categories: [{ id: 'llm', name: 'LLM' }],
};
const server = await served(content);
const modelsAt = async (query = '') => {
  const page = await pageAt(server, `/models${query}`);
  return [...page.matchAll(/<th scope="row"[^>]*>([^<]*)/g)].map(([, model = '']) => model.trim());
};

describe('the token rates', () => {
  it('list every rate with provider, date, source, history and calculator, well-known providers first', async () => {
    const page = await pageAt(server, '/models');
    expect(await modelsAt()).toEqual(['gpt-9', 'embed-1', 'large-1', 'large-1', 'yuan-1']);
    for (const words of [
      '5 rates of 3 providers',
      'Alpha &lt;b&gt;',
      `<a href="${evidencePath(proof.id)}">quote</a>`,
      'title="Dataset example/rates (MIT)"',
      '22 Aug 2026',
      'href="/tools/alpha/history"',
      'href="/calculators/llm?products=openai-api&amp;models=gpt-9"',
      '<span class="quiet">&gt; 200K</span>',
      `data-value="0.25" data-group=""><a class="proven" href="${evidencePath(proof.id)}">$0.25</a></td>`,
    ])
      expect(page, words).toContain(words);
    expect(textOf(page).match(/per million tokens/g)).toHaveLength(1);
  });

  it('sort amounts within a currency, US dollars first, and say so', async () => {
    expect(await modelsAt('?sort=input')).toEqual(['embed-1', 'gpt-9', 'large-1', 'large-1', 'yuan-1']);
    expect(await modelsAt('?sort=-input')).toEqual(['large-1', 'large-1', 'gpt-9', 'embed-1', 'yuan-1']);
    expect(await modelsAt('?sort=-output')).toEqual(['large-1', 'gpt-9', 'large-1', 'yuan-1', 'embed-1']);
    expect(await modelsAt('?sort=model')).toEqual(['embed-1', 'gpt-9', 'large-1', 'large-1', 'yuan-1']);
    const page = await pageAt(server, '/models?sort=-input');
    expect(page).toContain('Amounts are sorted within each currency, US dollars first.');
    expect(page).toMatch(/aria-sort="descending"><a href="\/models\?sort=input"/);
    await expectProblem(await server.get('/models?sort=cheapest'), 400, 'invalid_parameter');
  });

  it('are filtered by words, provider, currency, highest input rate and length of prompt', async () => {
    expect(await modelsAt('?q=alpha+large&provider=&maxInput=')).toEqual(['large-1', 'large-1']);
    expect(await modelsAt('?provider=ren')).toEqual(['yuan-1']);
    expect(await modelsAt('?currency=CNY')).toEqual(['yuan-1']);
    expect(await modelsAt('?maxInput=2&sort=input')).toEqual(['embed-1', 'gpt-9']);
    expect(await pageAt(server, '/models?maxInput=2')).toContain('2 rates in USD.');
    expect(await modelsAt('?q=large&promptTokens=250000')).toEqual(['large-1', 'large-1']);
    expect(await modelsAt('?q=large&promptTokens=100000')).toEqual(['large-1']);
    expect(await pageAt(server, '/models?q=nothing')).toContain('No rate matches.');
  });

  it('state the context window with its sources, or that these differ, and sort and filter by it', async () => {
    const page = await pageAt(server, '/models');
    expect(page).toContain(
      'title="200,000 by example/windows, 22 Aug 2026; 200,000 by example/windows, 22 Aug 2026">200,000<',
    );
    expect(page).toContain(
      'title="1,000,000 by example/windows, 22 Aug 2026; 128,000 by example/windows, 22 Aug 2026">differs<',
    );
    expect(textOf(page)).toContain('example/windows (MIT)');
    expect((await modelsAt('?sort=-context'))[0]).toBe('large-1');
    expect(await modelsAt('?minContext=200000')).toEqual(['large-1']);
    expect(await modelsAt('?minContext=200001')).toEqual([]);
  });

  it('cost what the entered tokens cost, and nothing where a rate is missing', async () => {
    const page = await pageAt(server, '/models?inputTokens=2000000&outputTokens=500000&sort=cost&currency=USD');
    const costs = [...page.matchAll(/data-of="Your cost"[^>]*>([^<]*)/g)].map(([, cost]) => cost);
    expect(costs).toEqual(['$7.50', '$10', '$20', '–']);
  });

  it('are a hundred to a page, each once, and filtered ones are not for search engines', async () => {
    const rates = Array.from({ length: 230 }, (_, at) => rate({ model: `m-${at}` }));
    const many = await served({ ...content, products: [sold({ slug: 'many', category: 'llm', tiers: [], rates })] });
    const pages = await Promise.all([1, 2, 3].map((at) => pageAt(many, `/models?page=${at}`)));
    const models = pages.map((page) => [...page.matchAll(/<th scope="row"[^>]*>(m-\d+)/g)].map(([, model]) => model));
    expect(models.map(({ length }) => length)).toEqual([100, 100, 30]);
    expect(new Set(models.flat()).size).toBe(230);
    expect(await pageAt(many, '/models?page=9')).toContain('Page 3 of 3');
    expect(pages[1]).toContain('noindex');
    expect(await pageAt(many, '/models')).not.toContain('noindex');
    const packed = await many.get('/models', { headers: { 'Accept-Encoding': 'br' } });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(40_000);
  });
});
