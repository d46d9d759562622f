import { expect, it } from 'vitest';
import { DATASETS } from '../../../data/datasets.ts';
import { parseParameters } from '../../../serve/interface/parameters.ts';
import { priceIndexOperation } from '../../../serve/operations/price-index.ts';
import { importedFrom, rate, snapshot } from '../../builders.ts';
import { pageAt, textOf } from '../pages/page-at.ts';
import { expectProblem, served, sold } from '../served.ts';

const imported = importedFrom({ dataset: 'anomalyco/models.dev:providers/x/models/y.toml@1' });
const told = (slug: string, models: Record<string, [input: string, output: string]>) => {
  const rates = Object.entries(models).map(([model, [inputPerMTok, outputPerMTok]]) =>
    rate({ model, inputPerMTok, outputPerMTok, origin: 'imported', evidence: [], imported }),
  );
  const stated = { slug, origin: 'imported' as const, imported, tiers: [], rates, evidence: [], absent: undefined };
  const [march, july] = ['2026-03-05T00:00:00.000Z', '2026-07-05T00:00:00.000Z'];
  const snapshots = [
    snapshot({ ...stated, validFrom: march, validTo: july }),
    snapshot({ ...stated, validFrom: july }),
  ];
  return { ...sold({ slug, category: 'llm', vendor: slug, tiers: [], rates }, { vendor: slug }), snapshots };
};
const service = await served({
  products: [
    told('openai-api', { 'gpt-5': ['1.25', '10.00'], 'gpt-9-of-no-known-window': ['0.01', '0.01'] }),
    told('anthropic-claude-api', { 'claude-haiku-4-5': ['1.00', '5.00'] }),
  ],
  categories: [{ id: 'llm', name: 'LLM' }],
});

it('GET /api/v2/index adds the cheapest rates at a context length, and credits who states the windows', async () => {
  const path = '/api/v2/index?basis=imported-rates';
  expect(await service.json(path)).not.toHaveProperty('cheapest');
  const { cheapest, datasets } = await service.json(`${path}&context=200000&from=2026-06`);
  const haiku = { slug: 'anthropic-claude-api', model: 'claude-haiku-4-5' };
  const month = {
    ...{ input: { amount: '1.00', ...haiku }, output: { amount: '5.00', ...haiku } },
    ...{ models: 2, vendors: 2, sufficient: false },
  };
  expect(cheapest).toEqual({
    context: 200_000,
    datasets: ['badlogic/pi-mono', 'pydantic/genai-prices', 'romanshumy/llm-prices-data'],
    months: [
      { month: '2026-06', ...month },
      { month: '2026-07', ...month },
    ],
  });
  expect(datasets).toContainEqual(
    expect.objectContaining({ attribution: DATASETS.get('pydantic/genai-prices')?.attribution }),
  );
  const asNumber = new Map<string, unknown>([['context', 200_000]]);
  expect(parseParameters(priceIndexOperation.params, asNumber).context).toBe('200000');
  // No model of these has so long a window.
  expect(await service.json(`${path}&context=1000000`)).not.toHaveProperty('cheapest');
  for (const wrong of [
    'basis=plans&context=200000',
    'basis=rates&category=llm&context=200000',
    'basis=rates&context=7',
  ])
    await expectProblem(await service.get(`/api/v2/index?${wrong}`), 400, 'invalid_parameter');
});

it('/index shows them as a chart and a table, of token rates of all categories alone', async () => {
  const page = await pageAt(service, '/index?basis=imported-rates&context=200000');
  expect(page).toContain('<option value="200000" selected>200,000 tokens or more</option>');
  expect(page).toContain('<title>Cheapest token rates, 200,000 tokens of context or more</title>');
  const regions = page.match(/<(?:section|[^>]*role="region")[^>]*>/g);
  expect(regions).toEqual([expect.stringContaining('Month,'), expect.stringContaining('Cheapest token rates, ')]);
  const text = textOf(page);
  expect(text).toContain('it is not an index of matched models');
  expect(text).toContain('Jul 2026 $1 claude-haiku-4-5 $5 claude-haiku-4-5 2 2 no');
  for (const other of ['?basis=plans', '?basis=imported-rates&category=llm', '?basis=plans&context=200000'])
    expect(await pageAt(service, `/index${other}`)).not.toContain('Cheapest token rates');
});
