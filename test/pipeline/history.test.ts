/**
 * Vendors whose pages change with the clock, vendors with other prices in other markets, and one with a description of its
 * API, through the whole pipeline: the history of each, and of each market, is what happened.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { sourceKey } from '../../data/source-facts.ts';
import { greenhouse } from '../crawler/read/api/descriptions.ts';
import { HTML, JSON_TYPE, send } from '../vendor-web/answer.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { VENDORS as ALL, GROUPS } from '../vendor-web/vendors.ts';
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
  const slugs = [...VENDORS, ...MARKETS].map(({ slug }) => slug);
  pipeline = await startPipeline({ vendors: [...VENDORS, ...MARKETS, DESCRIBED], clock: START });
  await pipeline.visit(START, slugs);
  for (const day of DAYS) {
    const morning = new Date(`${day}T09:00:00Z`);
    const looked = await pipeline.visit(morning, slugs);
    // What contradicts the record is looked at again, as the scheduler would; the same bytes change nothing.
    if (looked.some(({ disputed }) => disputed)) await pipeline.visit(new Date(morning.getTime() + 25 * HOUR), slugs);
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
    ['deepcut', ['2026-03-01 price_changed']],
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

const [FIRST, BROKEN, LOST, LOST_ANEW] = ['2026-10-05', '2026-10-07', '2026-10-09', '2026-10-11'].map(
  (day) => new Date(`${day}T09:00:00.000Z`),
) as [Date, Date, Date, Date];

const lost = greenhouse({ paths: { '/v4/weather': greenhouse().paths['/v4/weather'] } });

/** What is served from a day on. */
const SERVED: [from: Date, body: string, type: string][] = [
  [FIRST, JSON.stringify(greenhouse()), JSON_TYPE],
  [BROKEN, '<!doctype html><title>Docs</title><h1>Our documentation has moved</h1><p>See you there.</p>', HTML],
  [LOST, stringify(lost), 'application/yaml'],
  // The same in other bytes.
  [LOST_ANEW, JSON.stringify(lost), JSON_TYPE],
];

const seller = ALL.find(({ slug }) => slug === 'ambervale');
if (seller === undefined) throw new Error('no such vendor');
const DESCRIBED: Vendor = {
  ...seller,
  descriptionPath: '/openapi',
  respond(request, response, world) {
    if (world.path !== '/openapi') return seller.respond(request, response, world);
    const [, body, type] = SERVED.findLast(([from]) => from <= world.now) ?? SERVED[0] ?? [FIRST, '', HTML];
    return send(response, body, { type });
  },
};

async function look(at: Date): Promise<{ outcome: string | undefined; page: string; record: Record<string, unknown> }> {
  const seen = await pipeline.look(at, [DESCRIBED.slug]);
  const page = await (await fetch(`${pipeline.origin}/tools/ambervale/api`)).text();
  const { body } = await pipeline.get('/api/v2/pricing/ambervale');
  return {
    outcome: seen.find(({ source }) => source === 'api')?.outcome,
    page,
    record: body as Record<string, unknown>,
  };
}

const verifiedOn = (page: string) => /<dt>Verified<\/dt><dd><time datetime="([^"]{10})/.exec(page)?.[1];

it('a description of an API is looked at again and again, and what it states is shown with its date', async () => {
  expect((await fetch(`${pipeline.origin}/tools/ambervale/api`)).status).toBe(404);

  const first = await look(FIRST);
  expect(first.outcome).toBe('changed');
  expect(verifiedOn(first.page)).toBe('2026-10-05');
  expect(first.page).toContain('<dt>Sources checked</dt><dd>1</dd>');
  expect(first.page).toContain('1,200 requests per minute');
  expect(first.page).toContain('ambervale.vendor.test/openapi');
  expect(first.record).toMatchObject({ verification: { verifiedAt: '2026-10-05' } });

  const broken = await look(BROKEN);
  expect(broken.outcome).toBe('unreadable');
  expect(verifiedOn(broken.page)).toBe('2026-10-05');
  expect(broken.page).toContain('(unreadable)');

  const shrunk = await look(LOST);
  expect(shrunk.outcome).toBe('contradicted');
  expect(shrunk.page).toContain('5 operations on 2 resources');
  expect(shrunk.page).toContain('differs and is waiting');

  const stood = await look(LOST_ANEW);
  expect(stood.outcome).toBe('changed');
  expect(stood.page).toContain('1 operation on 1 resource');
  expect(verifiedOn(stood.page)).toBe('2026-10-11');
}, 240_000);
