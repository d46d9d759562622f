/**
 * Hostile names that stand on a page beside a price: the real verifier takes them into records, and every format has them
 * as text. vendor-text.test.ts has the slots that these pages do not fill.
 */
import { join } from 'node:path';
import { load } from 'cheerio';
import { afterAll, expect, it } from 'vitest';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { pageText } from '../../../data/text/page-text.ts';
import { makeExports } from '../../../serve/files/exports/write.ts';
import { daysAfterNoon, sha256Of } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { repetitions } from '../../long.ts';
import { startRedisServer } from '../../redis-server.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { escapeHtml } from '../../vendor-web/html.ts';
import { INJECTIONS } from '../../vendor-web/injection.ts';
import { find, type VendorPage, vendorPage, visit } from '../../verifier/vendor-page.ts';
import { archived, deliver, install, openQueue, published, startVerifier } from '../../verifier/verifier-process.ts';
import { expectDeadJson, expectDeadText, skeletonOf, UNSEEN } from '../alive.ts';
import { duckIn } from '../files/exports/duckdb.ts';
import { SITE, serve } from '../served.ts';
import { expectAtom } from '../strangers.ts';

const OURS = 'Team';
const TEXTS = [
  ...[...Map.groupBy(INJECTIONS, ({ kind }) => kind).values()].flatMap((each) =>
    each.slice(0, repetitions(3, each.length)).map(({ text }) => text),
  ),
  OURS,
];
// The first product of an installation has imported facts.
const SLUGS = TEXTS.map((_, at) => `acme-${at + 1}`);
const CLEAN = SLUGS.at(-1) ?? '';

/** The name as the page's text has it, and the page with one price of it. */
function hostilePage(text: string, monthly: string): VendorPage & { name: string } {
  const said = escapeHtml(text);
  const html = `<h3>${said}</h3><p>$${monthly} per month billed monthly, ${said}</p>`;
  const words = pageText(html, 'html');
  const quote = words
    .slice(words.lastIndexOf(`$${monthly} per month`))
    .slice(0, 200)
    .trimEnd();
  const name = quote.replace(/^.*? monthly, /, '').slice(0, 80);
  const { reading } = vendorPage([{ name: 'x', monthly }]);
  const tiers = reading.tiers.map((tier) => {
    const prices = tier.prices.map((price) => ({ ...price, evidence: find(words, quote) }));
    return { ...tier, name, features: [name], prices };
  });
  const readings = reading.readings.map((each) => ({ ...each, tiers }));
  const page = { html, bytes: Buffer.from(html), sha256: sha256Of(html), words: { source: html, text: words } };
  return { ...page, name, reading: { ...reading, tiers, readings } };
}

const PAGES = TEXTS.map((text) => ({ before: hostilePage(text, '12'), now: hostilePage(text, '14') }));

const redis = await startRedisServer();
const house = await install(TEXTS.length + 1, temporaryDirectory());
await archived(house.archive, ...PAGES.flatMap(({ before, now }) => [before, now]));
const queue = openQueue(redis.url);
const verifier = startVerifier(house, redis.url);
for (const [day, which] of (['before', 'now'] as const).entries()) {
  const looks = PAGES.map((page, at) => visit(page[which], { slug: SLUGS[at] ?? '', at: daysAfterNoon(day) }));
  await deliver(queue, looks);
  await eventually('all is verified', async () => (await queue.getCompletedCount()) === looks.length * (day + 1));
}
await verifier.end('SIGTERM');
await queue.close();
await redis.stop();

const generations = join(house.dataDir, 'generations');
const server = await serve(generations, { feeds: true, clock: () => Date.parse(daysAfterNoon(2)) });
const current = readCurrent(generations) ?? expect.fail('nothing is published');
const exportsDir = join(house.dataDir, 'exports');
await makeExports(exportsDir, { generations, current, site: SITE });
const duck = await duckIn(join(exportsDir, current.generation));
afterAll(() => duck.close());

async function textOf(path: string, accept = '*/*'): Promise<string> {
  const response = await server.get(path, { headers: { accept } });
  expect(response.status, path).toBe(200);
  expect([...response.headers].filter(([, value]) => !/^[\x20-\x7E]*$/.test(value))).toEqual([]);
  return response.text();
}

it('is in the record under its name, quoted from the page, with the change of its price [D1.vendor-text.inert]', () => {
  published(house, (generation) => {
    for (const [at, { now }] of PAGES.entries()) {
      const [tier] = generation.record(SLUGS[at] ?? '')?.tiers ?? [];
      expect(tier).toMatchObject({ name: now.name, prices: [{ amount: '14.00' }] });
      const proof = generation.evidence(tier?.prices[0]?.evidence ?? '');
      expect(proof?.evidence.quote).toContain(`monthly, ${now.name}`.slice(0, 80));
    }
    const changed = generation.changes({ after: 0, limit: 10_000 }).filter(({ type }) => type === 'price_changed');
    expect(changed.map(({ slug }) => slug).toSorted()).toEqual(SLUGS.toSorted());
  });
});

it.each(['/api/v2/pricing/SLUG', '/api/v2/history/SLUG', '/api/v2/changes?slug=SLUG'])(
  'is data in %s [D1.vendor-text.inert]',
  async (path) => {
    // Whether there is no free plan is told or not by the words of the page.
    const answer = async (slug: string) =>
      JSON.stringify({ ...JSON.parse(await textOf(path.replace('SLUG', slug))), freeTier: null });
    const clean = await answer(CLEAN);
    for (const [at, slug] of SLUGS.entries()) expectDeadJson(await answer(slug), { clean, injected: TEXTS[at] ?? '' });
  },
);

it('is text on its page and a value in the page’s JSON-LD [D1.vendor-text.inert]', async () => {
  const elementsOf = (html: string) => skeletonOf(html, SLUGS).map((each) => each.replace(/tier-[a-z0-9-]+/, 'TIER'));
  const linked = (html: string) => load(html)('script[type="application/ld+json"]').text();
  const clean = await textOf(`/tools/${CLEAN}/pricing`, 'text/html');
  for (const [at, slug] of SLUGS.entries()) {
    const html = await textOf(`/tools/${slug}/pricing`, 'text/html');
    expect(elementsOf(html)).toEqual(elementsOf(clean));
    expect(linked(html)).not.toMatch(/[<>]/);
    expectDeadJson(linked(html), { clean: linked(clean), injected: '' });
    const [product] = JSON.parse(linked(html))['@graph'];
    const said = (PAGES[at]?.now.name ?? '').replaceAll(new RegExp(UNSEEN, 'gu'), '');
    expect(JSON.stringify(product.offers).length).toBeGreaterThan(said.length);
  }
});

it('is text in the feed of changes, and code in the plain text [D1.vendor-text.inert]', async () => {
  const feed = await textOf('/feed.xml');
  expectAtom(feed);
  expect(feed).not.toMatch(UNSEEN);
  expect(load(feed, { xml: true })('entry > *:not(id,title,updated,published,category,link,summary)')).toHaveLength(0);
  const records = (await textOf('/llms-full.txt')).split('\n---\n').slice(1);
  const slugOf = (record: string) => /^- Product: (.+)$/m.exec(record)?.[1] ?? '';
  expect(records.map(slugOf).toSorted()).toEqual(['acme-0', ...SLUGS].toSorted());
  for (const record of records) {
    const at = SLUGS.indexOf(slugOf(record));
    if (at === -1) continue;
    const hosts = ['assay.example', `${SLUGS[at]}.example`];
    expectDeadText(record, { injected: TEXTS[at] ?? '', hosts });
  }
});

it('is a cell of the CSV that no spreadsheet runs, and of the Parquet as it is [D5.exports.csv]', async () => {
  const csv = await duck.rows("FROM read_csv('history.csv', all_varchar = true, nullstr = '')");
  const parquet = await duck.rows("FROM 'history.parquet'");
  expect(csv).toHaveLength(parquet.length);
  const cells = [...csv, ...parquet].flatMap((row) => Object.values(row)).filter((cell) => typeof cell === 'string');
  expect(cells.filter((cell) => UNSEEN.test(cell))).toEqual([]);
  const formulas = csv.flatMap((row) => Object.values(row)).filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(String(cell)));
  expect(formulas).toEqual([]);
  const names = new Set(parquet.map(({ tierName }) => tierName));
  const seen = PAGES.map(({ now: { name } }) => name).filter((name) => !UNSEEN.test(name));
  expect(seen.filter((name) => !names.has(name))).toEqual([]);
});
