/**
 * Vendors whose pages change with the clock, and vendors with other prices in other markets, through the whole pipeline:
 * the history of each, and of each market, is what happened.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sourceKey } from '../../data/source-facts.ts';
import { GROUPS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';
import { factsPublished, factsTrue, falsehoods, Published } from './truth.ts';

const HOUR = 3_600_000;
const VENDORS = GROUPS.changing;
const MARKETS = GROUPS.markets;
const START = new Date('2026-01-05T09:00:00Z');
const DAYS = [...new Set(VENDORS.flatMap(({ changesOn }) => changesOn))].sort();
const LAST = new Date(`${DAYS.at(-1)}T12:00:00Z`);

const History = z.looseObject({
  snapshots: z.array(z.looseObject({ validFrom: z.string(), validTo: z.string().optional(), origin: z.string() })),
  changes: z.array(z.looseObject({ type: z.string(), observedAt: z.string() })),
});

const Marked = Published.extend({
  markets: z.array(Published.pick({ tiers: true, verification: true }).extend({ market: z.string() })).optional(),
});
const Events = z.looseObject({ changes: z.array(z.looseObject({ type: z.string(), market: z.string().optional() })) });

let pipeline: Pipeline;

async function recordOf(slug: string): Promise<Published> {
  return Published.parse((await pipeline.get(`/api/v2/pricing/${slug}`)).body);
}

async function changesOf(slug: string): Promise<string[]> {
  const { changes } = History.parse((await pipeline.get(`/api/v2/history/${slug}`)).body);
  return changes
    .filter(({ type }) => type !== 'product_added')
    .map(({ type, observedAt }) => `${observedAt.slice(0, 10)} ${type}`)
    .sort();
}

beforeAll(async () => {
  pipeline = await startPipeline({ vendors: [...VENDORS, ...MARKETS], clock: START });
  await pipeline.visit(START);
  for (const day of DAYS) {
    const morning = new Date(`${day}T09:00:00Z`);
    const looked = await pipeline.visit(morning);
    // What contradicts the record is looked at again, as the scheduler would; the same bytes change nothing.
    if (looked.some(({ disputed }) => disputed)) await pipeline.visit(new Date(morning.getTime() + 25 * HOUR));
  }
  await pipeline.publish();
}, 300_000);
afterAll(() => pipeline?.stop());

describe('in the end', () => {
  it.each(VENDORS.map((vendor) => [vendor.slug, vendor] as const))(
    '%s is served as its page stands',
    async (slug, vendor) => {
      const record = await recordOf(slug);
      expect(falsehoods(vendor, record, LAST)).toEqual([]);
      expect([...factsTrue(vendor, LAST)].filter((fact) => !factsPublished(record).has(fact))).toEqual([]);
    },
  );

  it('nothing is left in dispute', () => {
    const disputed = [...pipeline.facts().values()].filter((facts) => facts.disputed);
    expect(disputed.map(({ slug, source }) => sourceKey(slug, source))).toEqual([]);
  });
});

describe('the history of', () => {
  it.each<[slug: string, changes: string[]]>([
    ['raisedonce', ['2026-03-01 price_changed']],
    ['everyquarter', ['2026-04-01 price_changed', '2026-07-01 price_changed', '2026-10-01 price_changed']],
    ['renamedtier', ['2026-03-15 tier_renamed']],
    ['tieradded', ['2026-03-01 tier_added']],
    ['tierremoved', ['2026-05-01 free_tier_removed', '2026-05-01 tier_removed']],
    ['deepcut', ['2026-03-02 price_changed']],
    ['redesigned', []],
    ['cheapertokens', ['2026-03-01 rate_changed']],
  ])('%s has what happened and nothing else', async (slug, changes) => {
    const seen = await changesOf(slug);
    // A tier that goes and was the free one is two facts in one event or two; a rate card has an event a rate.
    expect([...new Set(seen)].filter((change) => !changes.includes(change))).toEqual([]);
    expect(changes.filter((change) => !seen.includes(change) && !change.endsWith('tier_removed'))).toEqual([]);
  });

  it('a sale is no change of the list price', async () => {
    expect((await changesOf('springsale')).filter((change) => change.endsWith('price_changed'))).toEqual([]);
  });

  it('a price as of a day is what held on that day', async () => {
    // A past day has no confidence: it is not a claim about today.
    const { body } = await pipeline.get('/api/v2/pricing/everyquarter?asOf=2026-05-01');
    const before = Published.omit({ verification: true }).parse(body);
    expect([...factsPublished(before)]).toEqual(['pro: list 22 USD billed monthly per month']);
  });
});

async function marked(slug: string, query = '') {
  return Marked.parse((await pipeline.get(`/api/v2/pricing/${slug}${query}`)).body);
}

describe.each(MARKETS.map((vendor) => [vendor.slug, vendor] as const))('%s', (slug, vendor) => {
  it('is served with the prices of the default market alone', async () => {
    expect(factsPublished(await marked(slug))).toEqual(factsTrue(vendor, LAST));
  });

  it('has beside them those of each market that its pages state, and no others', async () => {
    const { markets = [] } = await marked(slug);
    const stating = vendor.elsewhere.filter(({ truth }) => truth(LAST).tiers.length > 0);
    expect(markets.map(({ market }) => market)).toEqual(stating.map(({ market }) => market));
    for (const [at, each] of stating.entries()) {
      const truth = factsTrue({ ...vendor, ...each }, LAST);
      expect(factsPublished(markets[at] ?? { tiers: [] })).toEqual(truth);
      expect(factsPublished(await marked(slug, `?market=${each.market}`))).toEqual(truth);
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
