import { join } from 'node:path';
import type { Site } from '../../../config/site.ts';
import { sweepTemporaries } from '../../../data/store/files/atomic-folder.ts';
import type { Current } from '../../../data/store/generation/current.ts';
import { isExported, makeExports, sweepExports } from '../exports/write.ts';
import { areFeedsMade, makeFeeds, sweepFeeds } from '../feeds/make.ts';
import type { Task } from './follow.ts';

/** Feeds come first: they are read far more and take less time. Removes what a crash left. */
export function exporterTasks(dataDir: string, site: Site): Task[] {
  const generations = join(dataDir, 'generations');
  const feeds = join(dataDir, 'feeds');
  const exports = join(dataDir, 'exports');
  const sourceOf = (current: Current, now: Date) => ({ generations, current, site, now });
  for (const dir of [feeds, exports]) sweepTemporaries(dir);
  return [
    {
      name: 'feeds',
      subject: 'the feeds of all products',
      events: { made: 'feeds_made', failed: 'feeds_failed' },
      isMade: (current, now) => areFeedsMade(feeds, sourceOf(current, now)),
      async make(current, now, signal) {
        const source = sourceOf(current, now);
        const { files, origin } = await makeFeeds(feeds, source, signal);
        await sweepFeeds(feeds, source);
        return { day: origin.day, bytes: bytesOf(files) };
      },
    },
    {
      name: 'exports',
      subject: 'the downloads',
      events: { made: 'exported', failed: 'export_failed' },
      isMade: (current) => isExported(exports, current),
      async make(current, now, signal) {
        const source = sourceOf(current, now);
        const { files } = await makeExports(exports, source, signal);
        await sweepExports(exports, source);
        return { bytes: bytesOf(files), rows: files.find(({ name }) => name === 'history.csv')?.rows };
      },
    },
  ];
}

function bytesOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
