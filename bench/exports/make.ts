/** A fresh process that makes the exports of what is published in a data directory, as the exporter does, and prints what that cost. */
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { readCurrent } from '../../data/store/generation/current.ts';
import { makeExports } from '../../serve/files/exports/make.ts';

const [dataDir = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const generations = join(dataDir, 'generations');
const dir = join(dataDir, 'exports');
const current = readCurrent(generations);
if (current === undefined) throw new Error(`Cannot export what is not published in ${dataDir}`);
rmSync(dir, { recursive: true, force: true });
process.stdout.write('begun\n');
const startedMs = performance.now();
const before = process.cpuUsage();
const site = { brand: 'Assay', baseUrl: 'http://localhost' };
const { files } = await makeExports(dir, { generations, current, site });
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  `${JSON.stringify({
    ms: performance.now() - startedMs,
    cpuMs: (user + system) / 1_000,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    mb: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576,
    rows: files.find(({ name }) => name === 'history.parquet')?.rows,
  })}\n`,
);
