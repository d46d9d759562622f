/** A vendor publishes a description of its API: visited on schedule, judged, kept, published, and shown on its page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { greenhouse } from '../crawler/read/api/descriptions.ts';
import { HTML, JSON_TYPE, send } from '../vendor-web/answer.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { VENDORS } from '../vendor-web/vendors.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';

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

let pipeline: Pipeline;
beforeAll(async () => {
  const seller = VENDORS.find(({ slug }) => slug === 'ambervale');
  if (seller === undefined) throw new Error('no such vendor');
  const vendor: Vendor = {
    ...seller,
    descriptionPath: '/openapi',
    respond(request, response, world) {
      if (world.path !== '/openapi') return seller.respond(request, response, world);
      const [, body, type] = SERVED.findLast(([from]) => from <= world.now) ?? SERVED[0] ?? [FIRST, '', HTML];
      return send(response, body, { type });
    },
  };
  pipeline = await startPipeline({ vendors: [vendor], clock: FIRST });
}, 90_000);
afterAll(() => pipeline?.stop());

async function look(at: Date): Promise<{ outcome: string | undefined; page: string; record: Record<string, unknown> }> {
  const seen = await pipeline.look(at);
  const page = await (await fetch(`${pipeline.origin}/tools/ambervale/api`)).text();
  const { body } = await pipeline.get('/api/v2/pricing/ambervale');
  return {
    outcome: seen.find(({ source }) => source === 'api')?.outcome,
    page,
    record: body as Record<string, unknown>,
  };
}

const verifiedOn = (page: string) => /<dt>Verified<\/dt><dd><time datetime="([^"]{10})/.exec(page)?.[1];

it('is looked at again and again, and what it states is shown with its date', async () => {
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
