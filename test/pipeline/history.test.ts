/** Vendors whose pages change with the clock, through the whole pipeline: their price history must be what happened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sourceKey } from '../../data/source-facts.ts';
import { GROUPS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';
import { factsPublished, factsTrue, falsehoods, Published } from './truth.ts';

const HOUR = 3_600_000;
const VENDORS = GROUPS.changing;
const START = new Date('2026-01-05T09:00:00Z');
const DAYS = [...new Set(VENDORS.flatMap(({ changesOn }) => changesOn))].sort();

const History = z.looseObject({
  snapshots: z.array(z.looseObject({ validFrom: z.string(), validTo: z.string().optional(), origin: z.string() })),
  changes: z.array(z.looseObject({ type: z.string(), observedAt: z.string() })),
});

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
  pipeline = await startPipeline({ vendors: VENDORS, clock: START });
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
      const at = new Date(`${DAYS.at(-1)}T12:00:00Z`);
      const record = await recordOf(slug);
      expect(falsehoods(vendor, record, at)).toEqual([]);
      expect([...factsTrue(vendor, at)].filter((fact) => !factsPublished(record).has(fact))).toEqual([]);
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
