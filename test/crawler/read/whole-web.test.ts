/**
 * Every vendor of the vendor web whose page arrives as text, on its first day and on each day that its page changes:
 * nothing is read that the page does not state, and no bait is taken.
 */
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userAgent } from '../../../config/politeness.ts';
import { readPage } from '../../../crawler/read/read.ts';
import type { PageReading } from '../../../data/reading.ts';
import { IS_LONG } from '../../long.ts';
import { factsPublished, factsTrue, falsehoods } from '../../pipeline/truth.ts';
import { DOMAIN, startVendorWeb, type VendorWeb } from '../../vendor-web/server.ts';
import type { Vendor } from '../../vendor-web/vendor.ts';
import { GROUPS, LONG_READS, VENDORS } from '../../vendor-web/vendors.ts';

const FIRST_LOOK = new Date('2026-02-01T12:00:00Z');
const MAX_BYTES = 12_000_000;

interface Served {
  vendor: Vendor;
  at: Date;
  reading: PageReading;
}

let web: VendorWeb;
const served: Served[] = [];

async function textOf(vendor: Vendor): Promise<{ text: string; type: string } | undefined> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host: `${vendor.slug}.${DOMAIN}`, 'user-agent': userAgent('https://assay.test/bot') };
      get({ port: web.port, path: vendor.path, headers }, resolve).on('error', reject);
    });
    const type = response.headers['content-type'] ?? '';
    const isPlain =
      response.headers['content-encoding'] === undefined &&
      /^(?:text\/(?:html|markdown|plain)|application\/json)/.test(type);
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BYTES || !isPlain || response.statusCode !== 200) {
        response.destroy();
        return undefined;
      }
    }
    const bytes = Buffer.concat(chunks);
    const declared = /charset=["']?([\w-]+)/;
    const charset = (declared.exec(type) ?? declared.exec(bytes.toString('latin1', 0, 1024)))?.[1] ?? 'utf-8';
    return { text: new TextDecoder(charset).decode(bytes), type };
  } catch {
    // An unknown charset, a broken body: the crawler's to tell apart, and nothing to read.
    return undefined;
  }
}

async function look(vendors: readonly Vendor[], at: Date): Promise<void> {
  web.setClock(at);
  for (let from = 0; from < vendors.length; from += 20) {
    const pages = await Promise.all(
      vendors.slice(from, from + 20).map(async (vendor) => ({ vendor, page: await textOf(vendor) })),
    );
    for (const { vendor, page } of pages) {
      if (page === undefined || page.text === '') continue;
      const format = page.type.startsWith('text/html') ? 'html' : page.type.includes('json') ? 'json' : 'markdown';
      const url = `http://${vendor.slug}.${DOMAIN}${vendor.path}`;
      const { currency } = vendor;
      const form = { format, url, ...(currency !== undefined && { currency }) } as const;
      served.push({ vendor, at, reading: readPage(page.text, form) });
    }
  }
}

beforeAll(async () => {
  web = await startVendorWeb();
  // A vendor whose every visit fails serves no page to read.
  const readable = VENDORS.filter(
    ({ slug, render, expect: wanted, failures, verdicts }) =>
      render === 'http' &&
      wanted !== 'disallowed' &&
      (failures === undefined || verdicts !== undefined) &&
      (IS_LONG || !LONG_READS.includes(slug)),
  );
  await look(readable, FIRST_LOOK);
  for (const vendor of GROUPS.changing)
    for (const day of vendor.changesOn) await look([vendor], new Date(`${day}T12:00:00Z`));
}, 120_000);
afterAll(() => web.close());

const published = ({ vendor, reading }: Served) => ({
  slug: vendor.slug,
  tiers: reading.tiers,
  rateCard: { models: reading.models },
  verification: { status: 'verified', confidence: 1 },
});
const day = ({ vendor, at }: Served) => `${vendor.slug} on ${at.toISOString().slice(0, 10)}`;

describe('over the whole vendor web', () => {
  test('nothing is read that its page does not state', () => {
    expect(served.length).toBeGreaterThan(150);
    const wrong = served.flatMap((one) =>
      falsehoods(one.vendor, published(one), one.at).map((fact) => `${day(one)}: ${fact}`),
    );
    expect(wrong).toEqual([]);
  });

  test('no bait is taken', () => {
    const taken = served.flatMap((one) => {
      const decoys = new Set((one.vendor.decoys ?? []).map(Number));
      const truth = new Set(
        one.vendor.truth(one.at).tiers.flatMap(({ prices }) => prices.map(({ amount }) => Number(amount))),
      );
      return one.reading.tiers
        .flatMap(({ prices }) => prices.map(({ amount }) => Number(amount)))
        .filter((amount) => decoys.has(amount) && !truth.has(amount))
        .map((amount) => `${day(one)}: ${amount}`);
    });
    expect(taken).toEqual([]);
  });

  test('nearly all of what honest pages state is read', () => {
    const missed = served
      .filter(({ vendor }) => vendor.expect === 'prices')
      .flatMap((one) => {
        const found = factsPublished(published(one));
        return [...factsTrue(one.vendor, one.at)].map((fact) => ({
          fact: `${day(one)}: ${fact}`,
          isFound: found.has(fact),
        }));
      });
    const misses = missed.filter(({ isFound }) => !isFound).map(({ fact }) => fact);
    expect(1 - misses.length / missed.length, misses.join('\n')).toBeGreaterThanOrEqual(0.98);
  });
});
