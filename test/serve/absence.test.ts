/**
 * No surface says that something is absent without a fact that shows it: generated records, published and asked for over
 * HTTP. A text that speaks of an absence is named here, with the fact that it needs.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeTierOf, priceStateOf } from '../../data/prices/price-state.ts';
import { Absence, type PricingRecord, type Rate } from '../../data/record.ts';
import { customTier, freeTier, price, product, rate, record, tier, verification } from '../builders.ts';
import { served } from './served.ts';
import { ask } from './tools/rpc.ts';

const paid = fc
  .record({
    per: fc.constantFrom('month' as const, 'year' as const, 'once' as const, 'usage' as const),
    amount: fc.constantFrom('5.00', '12.00', '0.004'),
  })
  .map(({ per, amount }) => tier({ prices: [price({ per, amount })] }));

const parts = fc.record({
  free: fc.option(fc.constant(freeTier()), { nil: undefined }),
  paid: fc.option(paid, { nil: undefined }),
  silent: fc.option(fc.constant(tier({ id: 'silent', name: 'Silent', prices: [] })), { nil: undefined }),
  custom: fc.option(fc.constant(customTier()), { nil: undefined }),
  rates: fc.constantFrom<Rate[]>([], [], [rate()]),
  absent: fc.subarray([...Absence.options]),
  isConfirmed: fc.boolean(),
});

/** Only absences that the verifier could state beside these plans (verifier/judge/absence.ts). */
const generated = parts.map(({ free, paid, silent, custom, rates, absent, isConfirmed }) => {
  const tiers = [free, paid, silent, custom].flatMap((each) => each ?? []);
  const isPossible: Record<Absence, boolean> = {
    free_plan: free === undefined && tiers.length > 0,
    public_price: paid === undefined && rates.length === 0 && custom !== undefined,
    paid_plan: free !== undefined && paid === undefined && custom === undefined && rates.length === 0,
  };
  const shown = silent === undefined && isConfirmed ? absent.filter((each) => isPossible[each]) : [];
  return { tiers, rates, isConfirmed, absent: shown.length > 0 ? shown : undefined };
});

const records = fc.sample(generated, { numRuns: 60, seed: 20_261_123 });
const products = records.map(({ isConfirmed, tiers, rates, absent }, at) => {
  const slug = `p${at}`;
  const { confirmedAt: _, ...never } = verification();
  const facts = { tiers, rates, absent, verification: isConfirmed ? verification() : never };
  return { product: product({ slug }), record: record({ slug, name: `Product ${at}`, ...facts }), snapshots: [] };
});
const server = await served({ products }, { feeds: true });

/** Each text that claims an absence, and whether the record has the fact for it. */
const CLAIMS: [text: RegExp, isShown: (record: PricingRecord) => boolean][] = [
  [/no free (?:plan|tier)|free (?:plan|tier): no\b/i, (record) => freeTierOf(record) === false],
  [/does not publish|publishes no|not public/i, (record) => priceStateOf(record) === 'not_published'],
  [/contact (?:us|sales)|sold by quote/i, ({ tiers }) => tiers.some(({ isCustom }) => isCustom)],
  [/has no paid plans|has only free tiers/i, (record) => priceStateOf(record) === 'free_only'],
  [/no (?:monthly |paid )?price\b/i, () => false],
];

function expectNoClaims(text: string, record: PricingRecord, surface: string) {
  for (const [claim, isShown] of CLAIMS)
    if (!isShown(record)) expect(text.match(claim)?.[0], `${surface} of ${record.slug}`).toBeUndefined();
}

/** Of a page, what is about the product: neither the frame nor the guide on reading. */
const mainOf = (page: string) => /<main[\s\S]*<\/main>/.exec(page)?.[0].replace(/<[^>]*>/g, ' ') ?? '';
const headOf = (page: string) =>
  [.../(?:<title>|content=")([^<"]*)/g[Symbol.matchAll](page)].map(([, text]) => text).join('\n');
const textAt = async (path: string) => (await server.get(path)).text();

describe('an absence is said only where a fact shows it', () => {
  it('in records, discover and tools', async () => {
    const found = new Map<string, Record<string, unknown>>();
    const { results } = (await server.json('/api/v2/discover?limit=200')) as { results: Record<string, unknown>[] };
    for (const result of results) found.set(String(result.slug), result);
    for (const { record: stated } of products) {
      const expected = { priceState: priceStateOf(stated), freeTier: freeTierOf(stated) };
      const { verdict, quickAnswer, ...answer } = await server.json(`/api/v2/pricing/${stated.slug}`);
      expect({ priceState: answer.priceState, freeTier: answer.freeTier }).toEqual(expected);
      const result = found.get(stated.slug);
      expect({ priceState: result?.priceState, freeTier: result?.freeTier }).toEqual(expected);
      if (expected.priceState !== 'known') expect(answer.startingPrice).toBeNull();
      expectNoClaims([verdict, quickAnswer, answer.expertTake].join('\n'), stated, 'sentences');
      const { json } = await ask(server, 'tools/call', { name: 'get_pricing', arguments: { slug: stated.slug } });
      expect(json).toMatchObject({
        result: { structuredContent: { slug: stated.slug, priceState: expected.priceState } },
      });
    }
  });

  it('in pages, with their titles and structured data', async () => {
    for (const { record: stated } of products) {
      for (const page of ['pricing', 'history', 'alternatives']) {
        const html = await textAt(`/tools/${stated.slug}/${page}`);
        expectNoClaims(`${headOf(html)}\n${mainOf(html)}`, stated, page);
        const isKnown = stated.tiers.length + stated.rates.length > 0;
        if (page !== 'history') expect(html.includes('name="robots" content="noindex"'), stated.slug).toBe(!isKnown);
      }
    }
  });

  it('in the feeds', async () => {
    const full = await textAt('/llms-full.txt');
    const texts = new Map(full.split('\n---\n').map((text) => [/^- Product: (\S+)$/m.exec(text)?.[1], text]));
    const { pricing } = (await server.json('/llms-pricing.json')) as { pricing: Record<string, unknown>[] };
    for (const { record: stated } of products) {
      expectNoClaims(texts.get(stated.slug) ?? expect.fail(stated.slug), stated, 'llms-full.txt');
      const entry = pricing.find(({ slug }) => slug === stated.slug);
      expect(entry).toMatchObject({ priceState: priceStateOf(stated) });
      expect(entry?.freePlan).toBe(freeTierOf(stated));
    }
  });

  it('puts products without a known price last', async () => {
    const { results } = (await server.json('/api/v2/discover?limit=200')) as { results: { priceState: string }[] };
    const isPriced = results.map(({ priceState }) => priceState === 'known' || priceState === 'usage_only');
    expect(isPriced.lastIndexOf(true)).toBeLessThan(isPriced.indexOf(false));
  });
});
