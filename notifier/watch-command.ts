/** The command `watch`: writes watchlists, shows how they fare, and tries their channels. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { printJson, progress, terminalOf, UsageFault } from '../config/command.ts';
import { type Environment, readEnvironment } from '../config/env.ts';
import { loadCatalogue } from '../data/catalogue/catalogue.ts';
import type { LoggedChange } from '../data/change.ts';
import { nearest } from '../data/text/similar-names.ts';
import { table } from '../data/text/terminal.ts';
import {
  CHATS,
  type Channel,
  type Chat,
  type Digest,
  isWatched,
  subscriptionsOf,
  Watchlist,
} from '../data/watch/watchlist.ts';
import { isWatchlistName, readWatchlists, removeWatchlist, writeWatchlist } from '../data/watch/watchlist-files.ts';
import { type ListedChannel, listedWatchlists, newSecret, resumeChannels } from '../data/watch/watchlist-states.ts';
import { noticeOf } from './channels/event.ts';
import type { Sent } from './channels/post.ts';
import { LogFollower, type PublishedLog } from './published-log.ts';
import { type Senders, send } from './send.ts';
import { sendersOf } from './senders.ts';

export interface AddOptions extends Partial<Record<Chat, string[]>> {
  product?: string[];
  category?: string;
  webhook?: string[];
  mail?: string[];
  digest: Digest;
  minPercent: number;
  corrections: boolean;
  json: boolean;
}

interface JsonFlag {
  json: boolean;
}

/** @throws {UsageFault} the products, the category or a channel is unknown, or the name is taken or not a name */
export function add(name: string, options: AddOptions): number {
  const environment = readEnvironment();
  const { watchlistsDir } = environment;
  if (!isWatchlistName(name))
    throw new UsageFault(`Cannot add "${name}": a name has small letters, digits and dashes, at most 61`);
  if (readWatchlists(watchlistsDir).some((file) => file.name === name))
    throw new UsageFault(`Cannot add ${name}: it exists; edit ${join(watchlistsDir, `${name}.yaml`)}`);
  const { product, category, digest, minPercent, corrections } = options;
  requireKnown(environment, product ?? [], category);
  const channels = channelsOf(options);
  if (channels.length === 0) throw new UsageFault(`Cannot add ${name}: it has no channel; add --webhook or --mail`);
  const read = Watchlist.safeParse({
    name,
    ...(product !== undefined && { products: product }),
    ...(category !== undefined && { category }),
    ...{ digest, minPercent, corrections, channels },
  });
  if (!read.success) {
    const faults = read.error.issues.map(({ path: [field, at], message }) =>
      field === 'channels' ? `--${channels[Number(at)]?.kind}: ${message}` : message,
    );
    throw new UsageFault(`Cannot add ${name}: ${faults.join('; ')}`);
  }
  mkdirSync(watchlistsDir, { recursive: true });
  const { types: _, ...written } = read.data;
  writeWatchlist(watchlistsDir, name, written);
  const file = join(watchlistsDir, `${name}.yaml`);
  const secrets = channels.flatMap((channel) =>
    channel.kind === 'webhook' ? [{ url: channel.url, secret: channel.secrets[0] }] : [],
  );
  if (options.json) printJson({ file, secrets });
  progress(`Wrote ${file}. The notifier reads it within a second.`);
  if (!options.json) for (const { url, secret } of secrets) progress(`Secret of ${url}: ${secret}`);
  return 0;
}

function channelsOf({ webhook = [], mail = [], ...chats }: AddOptions): Channel[] {
  return [
    ...webhook.map((url) => ({ kind: 'webhook' as const, url, secrets: [newSecret()] })),
    ...CHATS.flatMap((kind) => (chats[kind] ?? []).map((url) => ({ kind, url }))),
    ...(mail.length === 0 ? [] : [{ kind: 'mail' as const, to: mail }]),
  ];
}

function requireKnown({ catalogueDir }: Environment, product: readonly string[], category: string | undefined): void {
  const { products, categories } = loadCatalogue(catalogueDir);
  const slugs = new Set(products.map(({ slug }) => slug));
  const unknown = product.filter((slug) => !slugs.has(slug));
  if (unknown.length > 0) {
    const near = unknown.flatMap((slug) => nearest(slug, slugs, 3));
    throw new UsageFault(`Cannot watch ${unknown.join(', ')}: not in the catalogue${similar(near)}`);
  }
  const ids = categories.map(({ id }) => id);
  if (category !== undefined && !ids.includes(category))
    throw new UsageFault(`Cannot watch ${category}: unknown category${similar(nearest(category, ids, 3))}`);
}

function similar(names: readonly string[]): string {
  return names.length === 0 ? '' : `; similar: ${names.join(', ')}`;
}

/** 0: all are active; 1: a file has a fault, or a subscription is paused or ended. */
export function list({ json: isJson }: JsonFlag): number {
  const lists = listedWatchlists(readEnvironment()).map(({ name, content, channels }) => ({
    name,
    ...('faults' in content ? { faults: content.faults } : { ...summaryOf(content.watchlist) }),
    channels,
  }));
  if (isJson) printJson({ watchlists: lists });
  else printLists(lists);
  const isWell = lists.every(
    (each) => !('faults' in each) && each.channels.every(({ state = 'active' }) => state === 'active'),
  );
  return isWell ? 0 : 1;
}

function summaryOf({ products, category, digest, minPercent, corrections }: Watchlist) {
  return {
    ...(products !== undefined && { products }),
    ...(category !== undefined && { category }),
    digest,
    minPercent,
    corrections,
  };
}

function printLists(lists: readonly { name: string; faults?: string[]; channels: readonly ListedChannel[] }[]): void {
  if (lists.length === 0) progress('No watchlists. assay watch add makes one.');
  for (const { name, faults = [] } of lists) for (const fault of faults) progress(`${name}: ${fault}`);
  const rows = lists.flatMap(({ name, channels }) =>
    channels.map(({ kind, to, state = 'not taken up yet', reason = '', lastDeliveredAt = 'nothing yet' }) => [
      ...[name, kind, to, state, lastDeliveredAt.slice(0, 16).replace('T', ' '), reason],
    ]),
  );
  if (rows.length === 0) return;
  const columns = ['Watchlist', 'Channel', 'To', 'State', 'Last delivery', 'Reason'];
  process.stdout.write(`${table(columns, rows, terminalOf(process.stdout)).join('\n')}\n`);
}

/** 0: every channel took it. @throws {UsageFault} no such watchlist, or nothing is published */
export async function test(name: string, { json: isJson }: JsonFlag): Promise<number> {
  const environment = readEnvironment();
  const watchlist = named(environment, name);
  const follower = new LogFollower(join(environment.dataDir, 'generations'));
  follower.follow();
  const published = follower.log;
  if (published === undefined)
    throw new UsageFault(`Cannot test ${name}: nothing is published in ${environment.dataDir}`);
  const notice = noticeOf(sampleOf(watchlist, published), published, environment.baseUrl);
  const senders: Senders = sendersOf(environment, () => new Date());
  const results: { id: string; kind: Sent['kind']; reason?: string }[] = [];
  for (const subscription of subscriptionsOf(name, watchlist)) {
    const { id } = subscription;
    const sent = await send(subscription, { id: `test.${id}.${Date.now()}`, notices: [notice] }, senders);
    results.push({ id, ...sent });
    progress(`${id}: ${sent.kind === 'failed' ? sent.reason : sent.kind}`);
  }
  follower.close();
  if (isJson) printJson({ results });
  return results.every(({ kind }) => kind === 'delivered') ? 0 : 1;
}

/** The newest event that the watchlist selects, else one that says that it is a test. */
function sampleOf(watchlist: Watchlist, published: PublishedLog): LoggedChange {
  const window = published.changes({ after: Math.max(0, published.end - 5_000), limit: 5_000 }).reverse();
  return (
    window.find((change) => isWatched(watchlist, change, published.categoryOf)) ?? {
      seq: Math.max(1, published.end),
      type: 'price_changed',
      slug: watchlist.products?.[0] ?? 'example',
      subject: 'This is a test',
      evidence: [],
      observedAt: new Date().toISOString(),
      recordedAt: new Date().toISOString(),
    }
  );
}

/** @throws {UsageFault} no such watchlist */
export function remove(name: string, { json: isJson }: JsonFlag): number {
  const { watchlistsDir } = readEnvironment();
  if (!removeWatchlist(watchlistsDir, name)) throw new UsageFault(`Cannot remove ${name}: unknown watchlist`);
  if (isJson) printJson({ removed: name });
  progress(`Removed ${name}.`);
  return 0;
}

/** Delivers again from where a paused or ended subscription stands. @throws {UsageFault} no such watchlist */
export function resume(name: string, { json: isJson }: JsonFlag): number {
  const environment = readEnvironment();
  const watchlist = named(environment, name);
  const resumed = resumeChannels(environment.dataDir, name, watchlist);
  for (const id of resumed) progress(`${id}: resumed`);
  if (resumed.length === 0) progress(`${name}: no channel is paused or ended`);
  if (isJson) printJson({ resumed });
  return 0;
}

function named({ watchlistsDir }: Environment, name: string): Watchlist {
  const content = readWatchlists(watchlistsDir).find((file) => file.name === name)?.content;
  if (content === undefined) throw new UsageFault(`Unknown watchlist ${name} in ${watchlistsDir}`);
  if ('faults' in content) throw new UsageFault(`The watchlist ${name} has a fault: ${content.faults.join('; ')}`);
  return content.watchlist;
}
