/**
 * Makes the feeds of a generation once, in a process of its own, and says what that took: `ours` as the exporter does,
 * `one-go` as most would (all texts joined, then the codings of node:zlib that do not return before they are done).
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { bulkFeeds } from '../../serve/files/feeds/bulk-feeds.ts';
import { makeFeeds, productsOf } from '../../serve/files/feeds/make.ts';
import { openStore } from '../../serve/store/store.ts';
import { NOON } from '../../test/builders.ts';
import { residentMb } from '../processor.ts';
import { type Made, Way } from './made.ts';

const [dataDir = '', chosen = ''] = process.argv.slice(2);
const way = Way.parse(chosen);
const generations = join(dataDir, 'generations');
const dir = join(dataDir, 'feeds');
const published = readCurrent(generations);
if (published === undefined) throw new Error(`Nothing is published in ${generations}`);
const current = published;
const site = { brand: 'Assay', baseUrl: 'https://assay.example' };
const now = new Date(NOON);
rmSync(dir, { recursive: true, force: true });

const before = residentMb(process.pid) ?? 0;
const startedMs = performance.now();
const startedCpu = process.cpuUsage();
const bytes = way === 'one-go' ? await inOneGo() : await asTheExporter();
const ms = performance.now() - startedMs;
const { user, system } = process.cpuUsage(startedCpu);
const peak = process.resourceUsage().maxRSS / 1_024;
const made: Made = { ms, cpuMs: (user + system) / 1_000, before, peak, bytes };
writeFileSync(1, `${JSON.stringify(made)}\n`);

async function asTheExporter(): Promise<Made['bytes']> {
  const { files } = await makeFeeds(dir, { generations, current, site, now });
  const bytesOf = (path: string, coding: string) =>
    files.find((file) => file.path === path && file.coding === coding)?.bytes ?? 0;
  const paths = new Set(files.map(({ path }) => path));
  return Object.fromEntries(
    [...paths].map((path) => [path, { whole: bytesOf(path, 'identity'), zstd: bytesOf(path, 'zstd') }]),
  );
}

async function inOneGo(): Promise<Made['bytes']> {
  const store = await openStore(openGeneration(generations, current), site);
  const files = bulkFeeds.flatMap((feed) => feed.files(store));
  const products = [...productsOf(store, now)];
  const sizes: Made['bytes'] = {};
  for (const { path, head, product, end } of files) {
    const text = Buffer.from([head, ...products.map(product), end()].join(''));
    gzipSync(text);
    brotliCompressSync(text);
    sizes[path] = { whole: text.length, zstd: zstdCompressSync(text).length };
  }
  return sizes;
}
