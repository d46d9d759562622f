/** From vendors' pages to published prices with their proof, through the real processes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { chromiumPath } from '../crawler/chromium.ts';
import { IS_LONG } from '../long.ts';
import { textOf } from '../serve/pages/page-at.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { GROUPS, isRetried, LONG_READS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';
import { factsPublished, factsTrue, falsehoods, Published } from './truth.ts';

const FIRST_LOOK = new Date('2026-02-01T12:00:00Z');

/**
 * In the long run alone: attacks on the connection and the browser, which test/crawler/ visits too, and four in five of the
 * pages that differ in their words, which test/crawler/read/whole-web.test.ts reads all.
 */
const LONG: readonly Vendor[] = [
  ...[...GROUPS.wire, ...GROUPS.doors, ...GROUPS.nuisances],
  ...[GROUPS.digits, GROUPS.decoys, GROUPS.injected].flatMap((group) => group.filter((_, at) => at % 5 !== 0)),
];
const VENDORS: Vendor[] = Object.values(GROUPS)
  .flat()
  .filter((vendor) => !isRetried(vendor) && (IS_LONG || !(LONG.includes(vendor) || LONG_READS.includes(vendor.slug))));

let pipeline: Pipeline;
const published = new Map<string, Published>();

const Batch = z.looseObject({ records: z.array(Published), notFound: z.array(z.string()) });

async function readAll(slugs: readonly string[]): Promise<void> {
  for (let at = 0; at < slugs.length; at += 20) {
    const { body } = await pipeline.get(`/api/v2/pricing?slugs=${slugs.slice(at, at + 20).join(',')}`);
    const { records, notFound } = Batch.parse(body);
    expect(notFound).toEqual([]);
    for (const record of records) published.set(record.slug, record);
  }
}

function recordOf(slug: string): Published {
  const record = published.get(slug);
  if (record === undefined) throw new RangeError(`Cannot find the record of ${slug}`);
  return record;
}

function amountsOf({ tiers }: { tiers: readonly { prices: readonly { amount: string }[] }[] }): number[] {
  return tiers.flatMap(({ prices }) => prices.map(({ amount }) => Number(amount)));
}

beforeAll(async () => {
  pipeline = await startPipeline({ vendors: VENDORS, clock: FIRST_LOOK });
  await pipeline.look(FIRST_LOOK);
  await readAll(VENDORS.map(({ slug }) => slug));
}, 300_000);
afterAll(() => pipeline?.stop());

describe('after the first look at every vendor', () => {
  it('every product is served, whatever came of its check', () => {
    expect(published.size).toBe(VENDORS.length);
    expect(VENDORS.length).toBeGreaterThan(150);
  });

  it.each(VENDORS.map((vendor) => [vendor.slug, vendor] as const))('nothing false is said of %s', (slug, vendor) => {
    const record = recordOf(slug);
    expect(falsehoods(vendor, record, FIRST_LOOK)).toEqual([]);
    const truth = amountsOf(vendor.truth(FIRST_LOOK));
    const baits = (vendor.decoys ?? []).map(Number).filter((bait) => !truth.includes(bait));
    expect(amountsOf(record).filter((amount) => baits.includes(amount))).toEqual([]);
  });

  it('most of what plain pages state is read', () => {
    const plain = VENDORS.filter(({ expect: wanted }) => wanted === 'prices');
    const facts = plain.flatMap((vendor) =>
      [...factsTrue(vendor, FIRST_LOOK)].map((fact) => factsPublished(recordOf(vendor.slug)).has(fact)),
    );
    expect(facts.filter(Boolean).length / facts.length).toBeGreaterThan(0.9);
  });

  it.each(
    VENDORS.filter((vendor) => vendor.expect !== 'prices' && vendor.expect !== 'survives').map(
      (vendor) => [vendor.slug, vendor] as const,
    ),
  )('the check of %s ends without a price, and says why', (slug, vendor) => {
    const { tiers, verification } = recordOf(slug);
    expect(tiers.flatMap(({ prices }) => prices)).toEqual([]);
    expect(['unreadable', 'unsupported', 'changed']).toContain(verification.outcome);
    const facts = pipeline.facts().get(`${slug}.pricing`);
    if (vendor.failures !== undefined && facts?.failure !== undefined) expect(vendor.failures).toContain(facts.failure);
  });

  it('no page planted a word of its own in any answer', () => {
    for (const { slug, poison = [] } of VENDORS) {
      const answer = JSON.stringify(recordOf(slug));
      for (const text of poison) expect(answer, slug).not.toContain(text);
    }
  });

  it('nobody was led to an address inside', () => {
    expect(pipeline.web.trapped).toEqual([]);
  });

  it('every request said who we are, and asked robots.txt first', () => {
    const agents = new Set(pipeline.web.requests.map(({ headers }) => headers['user-agent']));
    expect([...agents].filter((agent) => !agent?.startsWith('AssayBot/1.0 (+https://assay.test/bot)'))).toEqual([]);
    for (const { slug } of VENDORS) {
      const [first] = pipeline.web.requestsTo(slug);
      if (first !== undefined) expect(first.path, slug).toBe('/robots.txt');
    }
  });

  it('the page of a quote marks exactly the quote in the copy of the vendor’s page', async () => {
    const Cited = z.looseObject({
      evidence: z.array(z.looseObject({ id: z.string(), quote: z.string(), scope: z.string() })),
    });
    let marked = 0;
    const pictures: string[] = [];
    for (const record of published.values()) {
      const found = Cited.parse(record).evidence.find(({ scope }) => scope === 'text');
      if (found === undefined) continue;
      const page = await (await fetch(`${pipeline.origin}/evidence/${found.id}`)).text();
      const marks = [...page.matchAll(/<mark[^>]*>(.*?)<\/mark>/gs)].map(([, words = '']) => words);
      const compact = (text: string) => text.replaceAll(/\s/g, '');
      expect(compact(textOf(marks.join(''))), record.slug).toBe(compact(found.quote));
      expect(page, record.slug).toContain('<div class="page-copy">');
      marked += 1;
      pictures.push(...(page.match(/\/evidence\/\w+\/picture/g) ?? []));
    }
    expect(marked).toBeGreaterThan(50);
    // Of those that were read in Chromium.
    if (chromiumPath !== undefined) expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) {
      const picture = await fetch(`${pipeline.origin}${path}`);
      expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/webp']);
    }
  });
});

describe('a day later', () => {
  const LATER = new Date(FIRST_LOOK.getTime() + 86_400_000);

  it('an unchanged page is asked for conditionally, and confirmed by 304', async () => {
    pipeline.web.forgetRequests();
    const [facts] = await pipeline.look(LATER, ['both-validators']);
    expect(facts?.outcome).toBe('confirmed');
    const [request] = pipeline.web.requestsTo('both-validators', '/pricing');
    expect(request?.headers['if-none-match']).toBeDefined();
    await readAll(['both-validators']);
    expect(recordOf('both-validators').verification).toMatchObject({ confirmedAt: LATER.toISOString() });
  });

  it('a vendor that refused is left alone, and for longer each time', async () => {
    pipeline.web.forgetRequests();
    // Due by the ledger's clock after its day; the hold on the host is in real time and lasts.
    const [facts] = await pipeline.look(LATER, ['forbidden-403']);
    expect(facts).toMatchObject({ failure: 'refused', refusalsInARow: 2 });
    expect(pipeline.web.requestsTo('forbidden-403')).toEqual([]);
    expect(await pipeline.tick(new Date(LATER.getTime() + 2 * 86_400_000), ['forbidden-403'])).toEqual([]);
  });
});
