/** What tools answer: what REST does, with the quotes of every price. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { requestLine } from '../../../serve/interface/examples.ts';
import { RECORD_FIELDS } from '../../../serve/record/shape.ts';
import { type OfferedTool, tools } from '../../../serve/tools/list.ts';
import { definitions } from '../../../serve/tools/toolbox.ts';
import { FIGURES, MARKET, PROOFS } from '../market-of-crm.ts';
import { type Served, served } from '../served.ts';
import { answerOf, ask, call } from './rpc.ts';

let server: Served;
beforeAll(async () => {
  server = await served({ ...MARKET, quality: FIGURES });
});

const SLUGS = [
  ...MARKET.products.flatMap(({ product }) => [product.slug, ...(product.aliases ?? [])]),
  'nobody',
  'acne',
  '../etc/passwd',
];

/** What a tool is asked: of every product where it takes one, and more where it takes more. */
function asksOf({ name, takes }: OfferedTool): Record<string, unknown>[] {
  if (name === 'compare_software')
    return SLUGS.flatMap((slug, at) => [
      { slugs: [slug, SLUGS[(at + 1) % SLUGS.length]] },
      { slugs: `${slug},delta,epsilon`, seats: 25, depth: 'summary' },
    ]);
  if (!takes.includes('slug')) return MORE[name] ?? [{}];
  const ofAll = SLUGS.flatMap((slug) => [{ slug }, ...(MORE[name] ?? []).map((more) => ({ slug, ...more }))]);
  if (name !== 'get_pricing') return ofAll;
  return [...ofAll, ...['acme', 'beta', 'tokens'].flatMap((slug) => RECORD_FIELDS.map((fields) => ({ slug, fields })))];
}

const MORE: Readonly<Record<string, Record<string, unknown>[]>> = {
  discover_software: [
    {},
    { limit: 3, offset: 2 },
    { category: 'crm', maxPrice: 40 },
    { hasFreeTier: true },
    { q: 'acme' },
    { category: 'llm' },
    { category: 'nothing' },
  ],
  resolve: [{ q: 'acme' }, { domain: 'acme.example' }, { url: 'https://acme.example/x' }, {}],
  get_price_index: [
    {},
    { basis: 'imported-plans', category: 'crm' },
    { from: '2026-01', to: '2026-02' },
    { category: 'nothing' },
  ],
  get_pricing: [
    { depth: 'summary' },
    { asOf: '2026-01-15' },
    { asOf: '2026-01-15', depth: 'summary' },
    { asOf: '2019-01-01' },
    { fields: ['startingPrice', 'positioning'] },
    { fields: 'nothing' },
  ],
  calculate_tco: [{ seats: 10 }, { seats: 25, tier: 'Pro', billing: 'annual', termYears: 3 }, { tier: 'platinum' }],
  estimate_llm_cost: [{ inputTokens: 2_000_000, outputTokens: 500_000 }, { model: 'large' }, { model: 'huge' }],
  get_price_history: [
    { from: '2026-01-01', to: '2026-06-30' },
    { tier: 'pro' },
    { from: '2026-02-01', to: '2026-01-01' },
  ],
};

/** What REST answers to the same, by the status that it has; redirects followed. */
async function rest(tool: OfferedTool, given: Record<string, unknown>): Promise<{ status: number; body: Json }> {
  const { operation, asks = {} } = tool;
  const texts = Object.entries({ ...given, ...asks }).map(([name, value]) => [
    name,
    operation.rest.method === 'get' ? [value].flat().join() : value,
  ]);
  const [method, path = '', ...body] = requestLine(operation, Object.fromEntries(texts)).split(' ');
  const headers = { 'Content-Type': 'application/json' };
  const init = method === 'POST' ? { method, headers, body: body.join(' ') } : {};
  const response = await fetch(server.url + path, init);
  return { status: response.status, body: (await response.json()) as Json };
}
type Json = Record<string, unknown>;

/** Without what tools have otherwise, and by a rule of their own: the door of the link, and the quotes. */
function common(value: unknown): unknown {
  const text = JSON.stringify(value, (name, part) => (name === 'vendor' ? part.replace(/\?src=\w+$/, '') : part));
  const { evidence: _, products, ...answer } = JSON.parse(text);
  return products === undefined ? answer : { ...answer, products: products.map(common) };
}

const ajv = addFormats.default(new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }));
const declared = new Map<string, ValidateFunction>();
for (const { name, outputSchema } of definitions()) declared.set(name, ajv.compile(outputSchema));

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('answers what REST does, of every product, as it declares, and says that its visitors come from here [S4.3.same-data] [S4.3.params] [S4.3.get_pricing] [S4.3.compare_software] [S4.3.discover_software] [S4.3.get_hidden_costs] [S4.3.calculate_tco] [S4.3.estimate_llm_cost] [S4.3.get_cost_guide] [S4.3.get_price_history] [S4.3.get_positioning] [D4.schemas] [D4.attribution] [D4.errors.unknown]', async () => {
    const statuses = new Set<number>();
    for (const given of asksOf(tool)) {
      const { status, body } = await rest(tool, given);
      statuses.add(status);
      const said = JSON.stringify(given);
      if (status === 400) {
        const { json } = await ask(server, 'tools/call', { name, arguments: given });
        expect(json?.error, said).toMatchObject({
          code: -32_602,
          message: expect.stringContaining(String(body.detail)),
        });
        continue;
      }
      const { content, structuredContent, isError } = await call(server, name, given);
      if (status !== 200) {
        const { instance: _, ...problem } = body;
        expect([isError, JSON.parse(content[0]?.text ?? ''), structuredContent], said).toEqual([
          true,
          problem,
          undefined,
        ]);
        continue;
      }
      expect(isError).toBeUndefined();
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
      if (content[0]?.text.includes('/go/')) expect(content[0].text).toContain('?src=mcp"');
      if (name === 'discover_software') {
        const { results, ...others } = structuredContent as { results: { evidence?: string }[] };
        const bare = results.map(({ evidence: _, ...result }) => result);
        expect(common({ ...others, results: bare }), said).toEqual(common(body));
      } else expect(common(structuredContent), said).toEqual(common(body));
      const own = new Set(((body.evidence ?? []) as { id: string }[]).map(({ id }) => id));
      const told = ((structuredContent?.evidence ?? []) as { id: string }[]).map(({ id }) => id);
      expect(
        [...own].filter((id) => !told.includes(id)),
        said,
      ).toEqual([]);
      expect(new Set(told).size).toBe(told.length);
      // Whoever is told of evidence finds its words. The past of the sample has none.
      const text = 'asOf' in given ? '' : JSON.stringify(structuredContent);
      const found = new Set([...text.matchAll(/"id":"(ev_\w+)"/g)].map(([, id]) => id));
      expect(
        (text.match(/ev_\w+/g) ?? []).filter((id) => !found.has(id)),
        said,
      ).toEqual([]);
      const closed = tool.response.safeParse(structuredContent);
      expect(closed.error?.message, said).toBeUndefined();
      const valid = declared.get(name);
      expect(valid?.(structuredContent), `${said}: ${ajv.errorsText(valid?.errors)}`).toBe(true);
    }
    expect(statuses).toContain(200);
  });
});

describe('prices come with their quotes [D4.quotes]', () => {
  const quotesIn = (answer: Record<string, unknown>) =>
    (answer.evidence as { quote: string }[]).map(({ quote }) => quote).toSorted();
  const { monthly, annual, free, german } = PROOFS;

  it.each([
    ['get_pricing', { slug: 'acme', depth: 'summary' }, [monthly, annual, free, german]],
    ['get_pricing', { slug: 'acme', fields: 'markets' }, [german]],
    ['get_pricing', { slug: 'acme', fields: 'tiers' }, [monthly, annual, free]],
    ['get_pricing', { slug: 'acme', fields: 'startingPrice' }, [monthly, free]],
    ['get_pricing', { slug: 'acme', fields: 'capabilities' }, []],
    ['get_pricing', { slug: 'acme', asOf: '2026-09-01', depth: 'summary' }, [monthly, annual, free]],
    ['get_hidden_costs', { slug: 'acme' }, [monthly, free]],
    ['get_positioning', { slug: 'acme' }, [monthly, free]],
    ['get_cost_guide', { slug: 'acme' }, [monthly, annual, free]],
    ['calculate_tco', { slug: 'acme', tier: 'pro', billing: 'annual' }, [monthly, annual, free]],
    ['get_price_history', { slug: 'acme' }, [monthly, annual, free]],
    ['discover_software', { q: 'acme' }, [monthly]],
    ['get_pricing', { slug: 'beta' }, []],
  ])('%s %j', async (name, given, proofs) => {
    expect(quotesIn(await answerOf(server, name, given))).toEqual(proofs.map(({ quote }) => quote).toSorted());
  });

  it('a list may be a list, a text with commas, or the text of its JSON', async () => {
    const [list, commas, json] = await Promise.all(
      [['acme', 'delta'], 'acme, delta', '["acme", "delta"]'].map((slugs) =>
        answerOf(server, 'compare_software', { slugs }),
      ),
    );
    expect([commas, json]).toEqual([list, list]);
  });

  it.each(['full', 'summary'])('each product of a comparison has its own, with depth=%s', async (depth) => {
    const { products } = await answerOf(server, 'compare_software', { slugs: 'acme,delta', depth });
    const [acme, delta] = (products as Record<string, unknown>[]).map(quotesIn);
    expect([acme, delta]).toEqual([[monthly, annual, free, german].map(({ quote }) => quote).toSorted(), []]);
  });
});
