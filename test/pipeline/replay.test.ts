/** `npm start -- --replay DIR` over a small corpus: every page is a visit on its capture date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { eventually } from '../eventually.ts';
import { type Program, startProgram } from '../program.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { layOut, layoutNamed } from '../vendor-web/layouts.ts';
import type { Offer } from '../vendor-web/offer.ts';
import { custom, free, model, offer, paid } from '../vendor-web/offers.ts';

interface Saved {
  slug: string;
  date: string;
  offer: Offer;
  layout: string;
  /** Other bytes of the same layout. */
  seed?: string;
  url?: string;
}

const ACME = (monthly: string, extra: string[] = []) =>
  offer('Acme', { tiers: [free('Free'), paid('Team', { monthly }), ...extra.map((name) => custom(name))] });

const CORPUS: Saved[] = [
  { slug: 'acme', date: '2021-04-01', offer: ACME('10'), layout: 'div-cards' },
  { slug: 'acme', date: '2022-06-15', offer: ACME('12'), layout: 'list-cards' },
  // An 80 % cut is doubted, and published since this capture when another page of a later day states it.
  { slug: 'acme', date: '2024-01-20', offer: ACME('2', ['Enterprise']), layout: 'plan-columns' },
  { slug: 'acme', date: '2024-01-27', offer: ACME('2', ['Enterprise']), layout: 'plan-columns', seed: 'later' },
  {
    slug: 'lumen',
    date: '2025-03',
    offer: offer('Lumen', { models: [model('lumen-1', '3', '15')], tiers: [] }),
    layout: 'rates-per-million',
  },
  { slug: 'nobody', date: '2020', offer: ACME('7'), layout: 'markdown-table', url: '' },
];

let supervisor: Program | undefined;
let origin = '';

beforeAll(async () => {
  const corpus = temporaryDirectory();
  mkdirSync(join(corpus, 'pages'));
  const lines = CORPUS.map(({ slug, date, offer: offered, layout, seed, url }) => {
    const { format, body } = layOut(offered, layoutNamed(layout), seed);
    const file = `${slug}-${date}.${format === 'markdown' ? 'md' : 'html'}`;
    writeFileSync(join(corpus, 'pages', file), body);
    const pricing = url ?? `https://${slug}.example/pricing`;
    return JSON.stringify({
      name: `${slug}-${date}`,
      file,
      slug,
      vendor: offered.product,
      category: 'crm',
      url: pricing,
      date,
    });
  });
  writeFileSync(join(corpus, 'manifest.jsonl'), `${lines.join('\n')}\n`);

  supervisor = startProgram(['supervisor/main.ts', '--replay', corpus], {
    DATA_DIR: temporaryDirectory(),
    PORT: '0',
    PUBLISH_QUIET_MS: '200',
    // It asks three times each 50 ms until all is served.
    RATE_LIMIT_PER_SECOND: '0',
  });
  await supervisor.until('replayed');
  const { port } = await supervisor.until('listening');
  origin = `http://127.0.0.1:${port}`;
  await eventually('what came of them is served', async () => {
    const acme = History.safeParse(await (await fetch(`${origin}/api/v2/history/acme`)).json());
    const others = await Promise.all(['lumen', 'nobody'].map(isConfirmed));
    return acme.success && acme.data.changes.length >= 4 && others.every(Boolean);
  });
}, 180_000);

afterAll(() => supervisor?.end('SIGTERM'));

const History = z.looseObject({
  changes: z.array(z.looseObject({ type: z.string(), subject: z.string().optional(), observedAt: z.string() })),
  snapshots: z.array(z.looseObject({ validFrom: z.string(), validTo: z.string().optional(), lastSeenAt: z.string() })),
});

const Confirmed = z.looseObject({ verification: z.looseObject({ status: z.string() }) });

async function isConfirmed(slug: string): Promise<boolean> {
  const served = Confirmed.safeParse(await (await fetch(`${origin}/api/v2/pricing/${slug}`)).json());
  return served.success && served.data.verification.verifiedAt !== undefined;
}

async function history(slug: string): Promise<z.infer<typeof History>> {
  return History.parse(await (await fetch(`${origin}/api/v2/history/${slug}`)).json());
}

async function changesOf(slug: string): Promise<string[]> {
  const { changes } = await history(slug);
  return changes.map(({ type, subject, observedAt }) => `${observedAt.slice(0, 10)} ${type} ${subject ?? ''}`.trim());
}

it('changes stand at the dates of the captures that showed them, and nothing else changed', async () => {
  const changes = await changesOf('acme');
  expect(changes.filter((change) => !change.includes('product_added'))).toEqual([
    '2022-06-15 price_changed team',
    '2024-01-20 tier_added enterprise',
    '2024-01-20 price_changed team',
  ]);
});

it('between two captures nobody looked, and the history says so', async () => {
  const { snapshots } = await history('acme');
  expect(
    snapshots.map(({ validFrom, validTo, lastSeenAt }) =>
      [validFrom, validTo, lastSeenAt].map((at) => at?.slice(0, 10)),
    ),
  ).toEqual([
    ['2021-04-01', '2022-06-15', '2021-04-01'],
    ['2022-06-15', '2024-01-20', '2022-06-15'],
    ['2024-01-20', undefined, '2024-01-27'],
  ]);
});

it('token rates and a page without a vendor are served like the rest', async () => {
  const lumen = await (await fetch(`${origin}/api/v2/pricing/lumen`)).json();
  expect(lumen).toMatchObject({ rateCard: { models: [{ model: 'lumen-1', inputPerMTok: 3, outputPerMTok: 15 }] } });
  const nobody = await (await fetch(`${origin}/api/v2/pricing/nobody`)).json();
  expect(nobody).toMatchObject({ startingPrice: 7, source: 'https://nobody.invalid/pricing' });
});
