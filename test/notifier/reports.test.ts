/** Reports of mistakes: from the form of the web process, by the notifier and the verifier, to the console and back. */
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRAWL_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { MOST_REPORT_BYTES, MOST_REPORTED } from '../../data/pipeline/mistake-report.ts';
import { openReports } from '../../data/store/ledger-queries/mistake-reports.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { reportDesk } from '../../notifier/reports/report-desk.ts';
import { freePort } from '../../supervisor/port.ts';
import { product } from '../builders.ts';
import { assayHere } from '../cli/command-line.ts';
import { startConsole } from '../console/console-process.ts';
import { startProgram } from '../program.ts';
import { ownRedis } from '../redis-server.ts';
import { startWeb } from '../serve/web-process.ts';
import { install, placesOf, startVerifier } from '../verifier/verifier-process.ts';

const [redis, installation] = await Promise.all([ownRedis(), install(2)]);
const ledger = join(installation.dataDir, 'ledger.db');
const { DATA_DIR } = placesOf(installation);
const crawl = new Queue(CRAWL_QUEUE, { connection: redisOptions(redis.url, 'producer') });
const reports = () => besideWriter(ledger, openReports) ?? [];
const PATH = '/api/v2/reports';
const BASE_URL = 'https://prices.example';

let web: string;

/** One that believes what the tests say of their address, since each test is another client. */
async function startNotifier(port: number): Promise<void> {
  const environment = { DATA_DIR, BASE_URL, REDIS_URL: redis.url, NOTIFIER_PORT: String(port) };
  const notifier = startProgram(['notifier/main.ts'], { ...environment, REPORTS_URL: `http://127.0.0.1:${port}` });
  await notifier.until('listening');
}

beforeAll(async () => {
  const verifier = startVerifier(installation, redis.url);
  await verifier.until('published');
  const port = await freePort('127.0.0.1');
  await startNotifier(port);
  const environment = { DATA_DIR, BASE_URL, REPORTS_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '1' };
  const { port: webPort } = await startWeb(environment).until('listening');
  web = `http://127.0.0.1:${webPort}`;
}, 60_000);
afterAll(() => crawl.close());

let client = 0;

interface Posted {
  type?: string;
  from?: string;
}

function post(body: string, { type = 'application/json', from }: Posted = {}): Promise<Response> {
  client += 1;
  const headers = { 'Content-Type': type, 'X-Forwarded-For': from ?? `192.0.2.${client}` };
  return fetch(web + PATH, { method: 'POST', body, headers, redirect: 'manual' });
}

describe('a report', () => {
  it('is recorded before it is acknowledged, and has all sources of its product checked, once an hour', async () => {
    const evidence = `ev_${'ab'.repeat(10)}`;
    const answer = await post(JSON.stringify({ slug: 'acme-0', evidence, words: ' It is\n$12, \u202Enot $10 ' }));
    const body = (await answer.json()) as { id: string };
    expect([answer.status, body]).toEqual([
      202,
      {
        id: expect.stringMatching(/^action\/acme-0\//),
        slug: 'acme-0',
        status: 'received',
        links: {
          page: `${BASE_URL}/tools/acme-0/pricing`,
          corrections: `${BASE_URL}/api/v2/changes?slug=acme-0&type=correction`,
        },
      },
    ]);
    expect(reports()).toMatchObject([{ id: body.id, slug: 'acme-0', words: 'It is $12, not $10', evidence }]);
    await post(JSON.stringify({ slug: 'acme-0', words: 'Again' }));
    const jobs = await crawl.getWaiting();
    expect(jobs.map(({ data }) => [data.slug, data.source])).toEqual([['acme-0', 'pricing']]);
  });

  it('of the page’s form leads to a page that says what becomes of it', async () => {
    const form = await (await fetch(`${web}/report?slug=acme-1`)).text();
    expect(form).toContain(`method="post" action="${PATH}"`);
    // As long as the form lets it be, in an alphabet of which a letter is nine bytes there.
    const words = 'The <b>Pro</b> plan costs $20 '.padEnd(MOST_REPORTED, '価');
    const body = new URLSearchParams({ slug: 'acme-1', evidence: '', words });
    const answer = await post(String(body), { type: 'application/x-www-form-urlencoded' });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, location]).toEqual([303, `${BASE_URL}/report?slug=acme-1&outcome=received`]);
    expect(await (await fetch(location.replace(BASE_URL, web))).text()).toContain('We received your report');
    expect(reports().at(-1)).toMatchObject({ slug: 'acme-1', words });
  });

  it('stands in review, escaped, until somebody closes it', async () => {
    const console = await startConsole({ ...placesOf(installation), REDIS_URL: redis.url, BASE_URL });
    const page = await (await fetch(`${console.url}/review`)).text();
    expect(page).toContain('The &lt;b&gt;Pro&lt;/b&gt; plan costs $20');
    const [first, ...others] = reports();
    const form = { id: first?.id ?? '', reason: 'Corrected' };
    const close = () => console.post('/review/reports', form);
    expect((await close()).status).toBe(303);
    expect(reports()).toEqual(others);
    expect((await close()).status).toBe(409);
    const [second] = others;
    const own = { DATA_DIR, REDIS_URL: redis.url };
    expect((await assayHere(['review', 'reports'], own)).stdout).toContain(second?.words);
    const closed = await assayHere(['review', 'close', second?.id ?? '', '--by', 'ada', '--reason', 'Right'], own);
    expect([closed.code, closed.stdout]).toEqual([0, `${second?.slug}: closed\n`]);
    const log = await (await fetch(`${console.url}/activity`)).text();
    for (const words of ['reported a mistake', 'closed a report', 'Corrected']) expect(log).toContain(words);
  }, 60_000);
});

describe('what is refused', () => {
  it.each([
    [{ slug: 'acme-0' }, 400, 'missing_parameter'],
    [{ slug: 'acme-0', words: ' \n ' }, 400, 'invalid_parameter'],
    [{ slug: 'acme-0', words: 'x'.repeat(1_001) }, 400, 'invalid_parameter'],
    [{ slug: '../acme', words: 'x' }, 400, 'invalid_parameter'],
    [{ slug: 'acme-0', evidence: 'ev_1', words: 'x' }, 400, 'invalid_parameter'],
    [[], 400, 'invalid_parameter'],
    [{ slug: 'nobody', words: 'x' }, 404, 'not_found'],
    [{ slug: 'acme-0', words: 'x'.repeat(MOST_REPORT_BYTES) }, 413, 'payload_too_large'],
  ])('%j', async (body, status, code) => {
    const before = reports().length;
    const answer = await post(JSON.stringify(body));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ status, code });
    expect(reports()).toHaveLength(before);
  });

  it('another type, and another method', async () => {
    expect((await post('slug: acme-0', { type: 'text/plain' })).status).toBe(415);
    expect((await fetch(web + PATH)).status).toBe(405);
  });

  it('a form without words, on a page', async () => {
    const answer = await post('slug=acme-0&words=', { type: 'application/x-www-form-urlencoded' });
    const page = await (await fetch((answer.headers.get('location') ?? '').replace(BASE_URL, web))).text();
    expect(page).toContain('The report was not sent');
    expect(page).toContain('name="words"');
  });

  it('the sixth report of an address in an hour, and none of another', async () => {
    const report = JSON.stringify({ slug: 'acme-0', words: 'x' });
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await post(report, { from: '198.51.100.7' })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    const [same, other] = ['2001:db8:1:2::1', '2001:db8:1:3::1'];
    for (let at = 0; at < 5; at += 1) await post(report, { from: same });
    const refused = await post(report, { from: '2001:db8:1:2::9' });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(720, -2)]);
    expect((await post(report, { from: other })).status).toBe(202);
  });
});

describe('where nobody takes it', () => {
  const report = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"slug":"acme-0","words":"x"}',
  };

  it.each([
    ['no process is named', {}, null],
    ['it is away', { REPORTS_URL: 'http://127.0.0.1:1' }, '60'],
  ])('%s, it is a 503', async (_, environment, retryAfter) => {
    const { port } = await startWeb({ DATA_DIR, BASE_URL, ...environment }).until('listening');
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, report);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, retryAfter]);
    expect(await answer.json()).toMatchObject({ code: 'reports_unavailable' });
    const page = await (await fetch(`http://127.0.0.1:${port}/tools/acme-0/pricing`)).text();
    expect(page.includes('Report a mistake')).toBe(retryAfter !== null);
    if (retryAfter === null) return;
    const form = new URLSearchParams({ slug: 'acme-0', words: 'x' });
    const shown = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', body: form });
    expect(await shown.text()).toContain('The report was not sent.</strong> Reports cannot be taken.');
  });

  it('no verifier records it, it is not acknowledged', async () => {
    const alone = await ownRedis();
    const desk = reportDesk({
      ...{ redisUrl: alone.url, ledgerFile: ledger, baseUrl: BASE_URL, withinMs: 100 },
      published: () => ({ product: (slug) => product({ slug }) }),
      clock: () => new Date(),
      onUnchecked: () => {},
    });
    const taken = desk.take({ slug: 'acme-0', words: 'x' });
    await expect(taken).rejects.toMatchObject({ code: 'reports_unavailable', headers: { 'Retry-After': '60' } });
    await desk.close();
  });
});
