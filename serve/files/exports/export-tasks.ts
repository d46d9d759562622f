/** What the exporter makes of each generation: the feeds, of each day anew, and the files for download. */
import type { Registry } from 'prom-client';
import type { Site } from '../../../config/site.ts';
import { sweepTemporaries } from '../../../data/store/files/atomic-folder.ts';
import type { Current } from '../../../data/store/generation/current.ts';
import { areFeedsMade, makeFeeds, sweepFeeds } from '../feeds/make.ts';
import type { Thing } from './follow.ts';
import { isExported, makeExports, sweepExports } from './make.ts';
import { makingMetrics } from './metrics.ts';

export interface ThingsOptions {
  /** Where generations are published. */
  generations: string;
  /** Where feeds and exports are kept. */
  feedsDir: string;
  exportsDir: string;
  site: Site;
  registry: Registry;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/** Feeds first: they are read far more, and are made sooner. What a crash left of either is swept here. */
export function thingsOf({ generations, feedsDir, exportsDir, site, registry, clock }: ThingsOptions): Thing[] {
  const source = (current: Current) => ({ current, site, now: new Date(clock()) });
  const exportPlace = { generations, dir: exportsDir };
  for (const dir of [feedsDir, exportsDir]) sweepTemporaries(dir);
  return [
    {
      events: { made: 'feeds_made', failed: 'feeds_failed' },
      metrics: makingMetrics(registry, { name: 'feeds', of: 'the feeds of all products' }),
      key: ({ sha256, generation }) => [generation, sha256, new Date(clock()).toISOString().slice(0, 10)].join(' '),
      isMade: (current) => areFeedsMade(feedsDir, source(current)),
      async make(current, signal) {
        const now = source(current);
        const { files, origin } = await makeFeeds({ generations, dir: feedsDir }, now, signal);
        sweepFeeds(feedsDir, now);
        return { day: origin.day, bytes: bytesOf(files) };
      },
    },
    {
      events: { made: 'exported', failed: 'export_failed' },
      metrics: makingMetrics(registry, { name: 'exports', of: 'the files for download' }),
      key: ({ sha256 }) => sha256,
      isMade: (current) => isExported(exportPlace, current),
      async make(current, signal) {
        const { files } = await makeExports({ ...exportPlace, current, site, signal });
        sweepExports(exportPlace, current);
        return { bytes: bytesOf(files), rows: files.find(({ name }) => name === 'history.csv')?.rows };
      },
    },
  ];
}

function bytesOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}
