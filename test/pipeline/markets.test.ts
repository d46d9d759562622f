/** Vendors with other prices in other markets, through the whole pipeline: each market has its own prices and history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { GROUPS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';
import { factsPublished, factsTrue, Published } from './truth.ts';

const VENDORS = GROUPS.markets;
const START = new Date('2026-02-01T09:00:00Z');
const RAISED = new Date('2026-04-01T09:00:00Z');

const Marked = Published.extend({
  markets: z.array(Published.pick({ tiers: true, verification: true }).extend({ market: z.string() })).optional(),
});
const Events = z.looseObject({ changes: z.array(z.looseObject({ type: z.string(), market: z.string().optional() })) });

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ vendors: VENDORS, clock: START });
  await pipeline.visit(START);
  await pipeline.look(RAISED);
}, 120_000);
afterAll(() => pipeline?.stop());

async function recordOf(slug: string, query = '') {
  return Marked.parse((await pipeline.get(`/api/v2/pricing/${slug}${query}`)).body);
}

describe.each(VENDORS.map((vendor) => [vendor.slug, vendor] as const))('%s', (slug, vendor) => {
  it('is served with the prices of the default market alone', async () => {
    expect(factsPublished(await recordOf(slug))).toEqual(factsTrue(vendor, RAISED));
  });

  it('has beside them those of each market that its pages state, and no others', async () => {
    const { markets = [] } = await recordOf(slug);
    const stating = vendor.elsewhere.filter(({ truth }) => truth(RAISED).tiers.length > 0);
    expect(markets.map(({ market }) => market)).toEqual(stating.map(({ market }) => market));
    for (const [at, each] of stating.entries()) {
      const truth = factsTrue({ ...vendor, ...each }, RAISED);
      expect(factsPublished(markets[at] ?? { tiers: [] })).toEqual(truth);
      expect(factsPublished(await recordOf(slug, `?market=${each.market}`))).toEqual(truth);
    }
  });
});

it('a page that is not of its market states nothing, and the check says why', async () => {
  const facts = pipeline.facts();
  expect([facts.get('per-query.japan')?.outcome, facts.get('per-visitor.preise')?.outcome]).toEqual([
    'unreadable',
    'unreadable',
  ]);
  const verified = pipeline.log.filter((line) => line.includes('"event":"verified"')).join('\n');
  expect(verified).toContain('the same page as that of the default market');
  expect(verified).toContain('redirected to the page of the default market');
  expect((await pipeline.get('/api/v2/pricing/per-query?market=JP')).body).toMatchObject({
    code: 'not_found',
    detail: 'No price of Per Query in the market JP is known. Known markets: the default one, CA',
  });
});

it('a change in a market is an event of that market alone, and is named after it', async () => {
  const changesIn = async (query: string) => {
    const { changes } = Events.parse((await pipeline.get(`/api/v2/history/per-path${query}`)).body);
    return changes.filter(({ type }) => type !== 'product_added');
  };
  expect(await changesIn('')).toEqual([]);
  expect(await changesIn('?market=DE')).toMatchObject([{ type: 'price_changed', market: 'DE', subject: 'team' }]);
  const past = await recordOfPast('per-path', '?market=DE&asOf=2026-03-01');
  expect(factsPublished(past)).toContain('team: list 22 EUR billed monthly per month');
  const feed = await (await fetch(`${pipeline.origin}/feed.xml?slug=per-path`)).text();
  expect(feed).toContain('Team (Germany), €25');
});

async function recordOfPast(slug: string, query: string) {
  const { body } = await pipeline.get(`/api/v2/pricing/${slug}${query}`);
  return Published.omit({ verification: true }).parse(body);
}

it('the page shows the markets under each plan, and the history as CSV has a column for them', async () => {
  const page = await (await fetch(`${pipeline.origin}/tools/per-path/pricing`)).text();
  const team = page.slice(page.indexOf('id="tier-team"'), page.indexOf('</article>', page.indexOf('id="tier-team"')));
  expect(team).toMatch(/\$20.*Germany: <span class="amount">€25/s);
  expect(page).toContain('Prices in other markets');
  const [head = '', ...rows] = (await (await fetch(`${pipeline.origin}/tools/per-path/history.csv`)).text()).split(
    '\r\n',
  );
  const at = head.split(',').indexOf('market');
  const markets = rows
    .filter((row) => row.includes(',price,team,'))
    .map((row) => row.split(',').at(at - head.split(',').length));
  expect(markets.sort()).toEqual(['', 'DE', 'DE']);
});
