import { describe, expect, it } from 'vitest';
import { change, daysAfterNoon, evidence, NOON, price, snapshot, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served, sold } from '../served.ts';
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

const pageOf = (path: string) => pageAt(server, path);

describe('the page of a product’s past', () => {
  it('is not there for who was never there, moves with an alias, and stays for what is no longer sold', async () => {
    await expectProblem(await server.get('/tools/nobody/history'), 404, 'not_found');
    const moved = await server.get('/tools/old-acme/history');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/tools/acme/history']);
    expect(await pageOf('/tools/bygone/history')).toContain('No longer sold');
  });

  it('draws each tier, with the same figures beneath, each leading to its proof', async () => {
    const page = await pageOf('/tools/acme/history');
    expect(page.match(/<svg class="chart steps" role="img"/g)).toHaveLength(4);
    expect(page).toContain('$10 per user a month, billed monthly');
    expect(page).toMatch(/<th scope="row">\$12 per user a month, billed monthly<\/th>.*\/api\/v2\/evidence\/ev_/);
    expect(page).toContain('$120 per user a year, billed annually');
    expect(page).not.toContain('$15 per user');
    expect(page).toContain('href="/tools/acme/history.csv"');
  });

  it('says what is not known: nothing seen, too little seen, only imported', async () => {
    const unknown = await pageOf('/tools/gamma/history');
    expect(unknown).toContain('That is not the same as free');
    expect(unknown).not.toContain('role="img"');
    const imported = await pageOf('/tools/beta/history');
    expect(imported).toContain('imported from a dataset, not read by us');
    expect(imported).toMatch(/example\/prices <span class="quiet">\(Apache-2\.0\), as of <time/);
  });

  it('tells our corrections from the vendor’s changes, with the reason', async () => {
    const page = await pageOf('/tools/long/history');
    expect(page).toContain('<span class="badge event-ours">Our correction</span>');
    expect(page).toContain('the design changed too');
    expect(page).toContain('a correction of ours, not the vendor’s change');
  });

  it('takes a past of hundreds of states, and a vendor’s markup is text', async () => {
    const page = await pageOf('/tools/long/history');
    expect(page).toContain('The 241 states that were seen');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const packed = await server.get('/tools/long/history', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(50_000);
  });

  it('is of one tier where that is asked for, and a tier that never was is an error', async () => {
    expect((await pageOf('/tools/acme/history?tier=Pro')).match(/<section class="panel">/g)).toHaveLength(1);
    await expectProblem(await server.get('/tools/acme/history?tier=platinum'), 404, 'unknown_tier');
  });

  it('shows what we knew on a day, and an empty field asks for today', async () => {
    const then = await pageOf(`/tools/acme/history?recordedBefore=${daysAfterNoon(-300).slice(0, 10)}`);
    expect(then).toContain('As we knew it by the end of');
    expect(then).not.toContain('$120 per user');
    expect(await pageOf('/tools/acme/history?recordedBefore=')).not.toContain('As we knew it by');
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
    expect(lines.filter((line) => line.includes(',price,pro,')).length).toBe(3);
  });

  it('is not there for who was never there, and stays for what is no longer sold', async () => {
    await expectProblem(await server.get('/tools/nobody/history.csv'), 404, 'not_found');
    expect((await server.get('/tools/bygone/history.csv')).status).toBe(200);
  });

  it('is dated by what is published, so that nobody fetches it twice', async () => {
    const { headers } = await server.get('/tools/acme/history.csv');
    const again = await server.get('/tools/acme/history.csv', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
