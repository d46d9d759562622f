import { describe, expect, it, test } from 'vitest';
import { change, daysAfterNoon, evidence, NOON, price, snapshot, tier } from '../../builders.ts';
import { MARKET, PROOFS } from '../market-of-crm.ts';
import { thingsOn } from '../schema-org.ts';
import { expectProblem, SITE, served, sold } from '../served.ts';
import { pageAt } from './page-at.ts';

const IMPORTED = { dataset: 'example/prices:beta.yaml', license: 'Apache-2.0', asOf: '2026-01-01', asOfBasis: 'field' };
const PROOF = evidence({ quote: '$9 <b>per user</b>' });

/** A long past: a price for each ten days, a gap, a correction, a dataset's word, a hostile name. */
const LONG = Array.from({ length: 240 }, (_, index) => {
  const [from, until] = [daysAfterNoon(-2_400 + index * 10), daysAfterNoon(-2_390 + index * 10)];
  const amount = `${10 + (index % 7)}.00`;
  return snapshot({
    slug: 'long',
    validFrom: from,
    recordedAt: from,
    ...(index === 239 ? { lastSeenAt: NOON } : { validTo: until, lastSeenAt: until }),
    tiers: [tier({ name: '<script>alert(1)</script>', prices: [price({ amount, evidence: PROOF.id })] })],
    evidence: [PROOF],
  });
});
const EARLIER = snapshot({
  slug: 'long',
  validFrom: daysAfterNoon(-2_900),
  validTo: daysAfterNoon(-2_400),
  lastSeenAt: daysAfterNoon(-2_900),
  origin: 'imported',
  imported: IMPORTED,
});
const OURS = change({
  type: 'correction',
  slug: 'long',
  reason: 'the design changed too',
  observedAt: daysAfterNoon(-100),
});

const { changes = [] } = MARKET;
const { tiers = [] } = LONG.at(-1) ?? {};
const server = await served({
  ...MARKET,
  products: [...MARKET.products, { ...sold({ slug: 'long', tiers }), snapshots: [EARLIER, ...LONG] }],
  changes: [...changes, { ...OURS, seq: changes.length + 1 }],
});

const CUSTOM = tier({ id: 'enterprise', name: 'Enterprise', isCustom: true, prices: [] });

interface Dataset {
  description: string;
  license: string;
  temporalCoverage: string;
  variableMeasured: object[];
  isBasedOn: { name: string }[];
  distribution: { contentUrl: string; encodingFormat: string }[];
}

const pageOf = (path: string) => pageAt(server, path);

test('an event in the chart of the starting price leads to the quote of the new price', async () => {
  const { monthly, german } = PROOFS;
  const market = await served({
    ...MARKET,
    products: [...MARKET.products, { ...sold({ slug: 'long', tiers }), snapshots: LONG }],
    changes: [
      { ...change({ slug: 'long', evidence: [german.id, monthly.id], observedAt: daysAfterNoon(-100) }), seq: 1 },
    ],
  });
  const page = await pageAt(market, '/tools/long/pricing');
  const [, events = ''] = page.split('<g class="events">');
  expect(events.split('</g>')[0]).toContain(`href="/evidence/${monthly.id}"`);
});

test('a price that the last sighting of all ended is the last one, not the present one', async () => {
  const [priced, gone] = [
    { validFrom: daysAfterNoon(-7), validTo: NOON },
    { validFrom: NOON, tiers: [CUSTOM] },
  ];
  const snapshots = [priced, gone].map((each) => snapshot({ slug: 'ended', lastSeenAt: NOON, ...each }));
  const ended = await served({ products: [{ ...sold({ slug: 'ended', tiers: [CUSTOM] }), snapshots }] });
  const page = await pageAt(ended, '/tools/ended/pricing');
  expect([page.includes('<dt>Last</dt>'), page.includes('<dt>Now</dt>')]).toEqual([true, false]);
  const rows = (await pageAt(ended, '/tools/ended/history')).match(/<td class="until">.*?<\/th>/g) ?? [];
  expect(rows.filter((row) => row.includes('>now<')).map((row) => row.includes('Enterprise'))).toEqual([true]);
});

test('a change in another market is listed, unless it was recorded later than asked for', async () => {
  const changes = [{ ...change({ slug: 'apart', market: 'DE' }), seq: 1 }];
  const apart = await served({ products: [sold({ slug: 'apart' })], changes });
  expect(await pageAt(apart, '/tools/apart/history')).toContain('pro (Germany)');
  expect(await pageAt(apart, '/tools/apart/history?recordedBefore=2025-01-01')).toContain('No changes recorded.');
});

describe('the page of a product’s past', () => {
  it('is not there for who was never there, moves with an alias, and stays for what is no longer sold', async () => {
    await expectProblem(await server.get('/tools/nobody/history'), 404, 'not_found');
    const moved = await server.get('/tools/old-acme/history');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/tools/acme/history']);
    expect(await pageOf('/tools/bygone/history')).toContain('No longer sold');
  });

  it('draws all plans on the same terms in one chart, and each plan separately on demand', async () => {
    const page = await pageOf('/tools/acme/history');
    const [before = '', after = ''] = page.split('<details id="plans"');
    expect(before.match(/<svg class="chart steps overview" role="group"/g)).toHaveLength(2);
    expect(before).toContain('>Billed monthly, per user, in USD</h2>');
    expect(after.match(/<svg class="chart steps" role="(?:img|group)"/g)).toHaveLength(4);
    expect(after.startsWith(' class="plans" open')).toBe(false);
    expect(await pageOf('/tools/acme/history?page=1')).toContain('<details id="plans" class="plans" open>');
  });

  it('has the data of the charts as a table and as files, each price with its source', async () => {
    const page = await pageOf('/tools/acme/history');
    expect(page).toMatch(
      /<th scope="row">Pro<\/th><td class="number">\$12<\/td><td class="per">per user a month<\/td><td class="billed">Monthly<\/td><td class="source">.*\/ev_/,
    );
    expect(page).toContain('<td class="number">$120</td><td class="per">per user a year</td>');
    expect(page).not.toContain('<td class="number">$15</td>');
    expect(await pageOf('/tools/beta/history')).toMatch(/class="billed">(?:Not stated|Monthly|Annual)</);
    expect(page).toContain('<td class="number">Free</td><td class="per"></td><td class="billed">–</td>');
    expect(page).toContain('<a href="/tools/acme/history.csv" download>CSV</a>');
    expect(page).toContain('<a href="/api/v2/history/acme">JSON</a>');
  });

  it('says what is not known: nothing seen, too little seen, only imported', async () => {
    const unknown = await pageOf('/tools/gamma/history');
    expect(unknown).toContain('Unknown does not mean free');
    expect(unknown).not.toContain('class="chart steps');
    expect(unknown).not.toContain('"Dataset"');
    const imported = await pageOf('/tools/beta/history');
    expect(imported).toContain('Not enough data to judge stability');
    expect(imported).toContain('hollow: from a dataset');
    expect(imported).toMatch(/dataset example\/prices \(Apache-2\.0\), <time/);
  });

  it('tells our corrections from the vendor’s changes, with the reason', async () => {
    const page = await pageOf('/tools/long/history');
    expect(page).toContain('<span class="badge event-ours">Our correction</span>');
    expect(page).toContain('the design changed too');
    expect(page).toContain('our correction, not the vendor’s change');
  });

  it('bounds a past of hundreds of states, and a vendor’s markup is text', async () => {
    const page = await pageOf('/tools/long/history');
    expect(page).toContain('Recorded states: 241');
    expect(page).toContain('The latest 200 of 242 prices');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const packed = await server.get('/tools/long/history', { headers: { 'Accept-Encoding': 'br' } });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(40_000);
  });

  it('describes its data as a Dataset, with what dataset searches require', async () => {
    const page = await pageOf('/tools/long/history');
    const dataset = thingsOn(page).find((thing) => thing['@type'] === 'Dataset') as unknown as Dataset;
    expect(dataset.description.length).toBeGreaterThanOrEqual(50);
    expect(dataset).toMatchObject({ isAccessibleForFree: true, creator: { name: 'Assay' } });
    expect(dataset.variableMeasured.length).toBeGreaterThan(0);
    expect(dataset.distribution).toHaveLength(2);
    expect(dataset.temporalCoverage).toBe(`${daysAfterNoon(-2_900).slice(0, 10)}/${NOON.slice(0, 10)}`);
    expect(dataset.isBasedOn.map(({ name }) => name)).toEqual(['example/prices']);
    for (const { contentUrl, encodingFormat } of dataset.distribution) {
      const file = await server.get(contentUrl.replace(SITE.baseUrl, ''));
      expect([file.status, file.headers.get('content-type')?.split(';')[0]]).toEqual([200, encodingFormat]);
    }
    expect((await server.get(dataset.license.replace(SITE.baseUrl, ''))).status).toBe(200);
  });

  it('is of one tier where that is asked for, and a tier that never was is an error', async () => {
    const page = await pageOf('/tools/acme/history?tier=Pro');
    expect(page.match(/<svg class="chart steps"/g)).toHaveLength(1);
    expect(page).toContain('Only Pro.');
    await expectProblem(await server.get('/tools/acme/history?tier=platinum'), 404, 'unknown_tier');
  });

  it('shows what we knew on a day, and an empty field asks for today', async () => {
    const then = await pageOf(`/tools/acme/history?recordedBefore=${daysAfterNoon(-300).slice(0, 10)}`);
    expect(then).toContain('As recorded by the end of');
    expect(then).not.toContain('>$120<');
    expect(await pageOf('/tools/acme/history?recordedBefore=')).not.toContain('As recorded by the end');
    await expectProblem(await server.get('/tools/acme/history?recordedBefore=yesterday'), 400, 'invalid_parameter');
  });
});

describe('the past of one product as CSV', () => {
  it('holds its rows as the export of all has them, for any origin, and what spreadsheets would run is text', async () => {
    const response = await server.get('/tools/acme/history.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^slug,product,vendor,category,fact,tier,/);
    expect(lines.slice(1).every((line) => line.startsWith('acme,Acme,'))).toBe(true);
    expect(lines.filter((line) => line.includes(',price,pro,')).length).toBe(4);
    expect(lines.filter((line) => line.includes(',DE,')).length).toBe(2);
  });

  it('is not there for who was never there, and stays for what is no longer sold', async () => {
    await expectProblem(await server.get('/tools/nobody/history.csv'), 404, 'not_found');
    expect((await server.get('/tools/bygone/history.csv')).status).toBe(200);
  });
});
