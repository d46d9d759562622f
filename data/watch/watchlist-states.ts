/** Watchlists with the state of each channel, for the command line and the console. */
import { randomBytes } from 'node:crypto';
import { openDeliveries, readDeliveries, type Subscribed } from '../store/deliveries/deliveries.ts';
import { type Channel, subscriptionsOf, type Watchlist } from './watchlist.ts';
import { readWatchlists, type WatchlistFile } from './watchlist-files.ts';

/** Without a state until the notifier has taken it up. */
export interface ListedChannel extends Partial<Omit<Subscribed, 'id'>> {
  id: string;
  kind: Channel['kind'];
  /** Without what may be secret in an address. */
  to: string;
  lastDeliveredAt?: string;
}

export interface ListedWatchlist extends WatchlistFile {
  channels: ListedChannel[];
}

export function listedWatchlists({
  watchlistsDir,
  dataDir,
}: Record<'watchlistsDir' | 'dataDir', string>): ListedWatchlist[] {
  const deliveries = readDeliveries(dataDir);
  const lists = readWatchlists(watchlistsDir).map((file) => ({ ...file, channels: channelsIn(file, deliveries) }));
  deliveries?.close();
  return lists;
}

function channelsIn({ name, content }: WatchlistFile, deliveries: ReturnType<typeof readDeliveries>): ListedChannel[] {
  if ('faults' in content) return [];
  return subscriptionsOf(name, content.watchlist).map(({ id, channel }) => {
    const [last] = deliveries?.latest(id, 1) ?? [];
    return {
      kind: channel.kind,
      to: channel.kind === 'mail' ? channel.to.join(', ') : new URL(channel.url).host,
      ...deliveries?.get(id),
      id,
      ...(last !== undefined && { lastDeliveredAt: last.deliveredAt }),
    };
  });
}

/** Delivers again from where paused or ended channels stand. @returns their ids */
export function resumeChannels(dataDir: string, name: string, watchlist: Watchlist): string[] {
  const deliveries = openDeliveries(dataDir);
  const resumed = subscriptionsOf(name, watchlist)
    .map(({ id }) => id)
    .filter((id) => !['active', undefined].includes(deliveries.get(id)?.state));
  for (const id of resumed) deliveries.setState(id, 'active');
  deliveries.close();
  return resumed;
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
