/** A watchlist: which changes of which products are sent where. One YAML file each. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Change, ChangeType, PRICE_MOVES } from '../change.ts';
import { Slug } from '../product.ts';
import { percentOf } from './percent.ts';

const Endpoint = z.url({ protocol: /^https?$/ }).max(2_000);

/** A secret of Standard Webhooks: "whsec_" and the base64 of 24 to 64 bytes. */
const Secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'not "whsec_" and the base64 of 24 to 64 bytes');

/** Chats, each by a webhook of its own. The type checker finds what a new one lacks: its message and its option. */
export const CHATS = ['slack', 'discord', 'teams'] as const;
export type Chat = (typeof CHATS)[number];

export const Channel = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('webhook'),
    url: Endpoint,
    /** The newest first. Each signs, so that a receiver may change from one to the next. */
    secrets: z.array(Secret).min(1).max(5),
  }),
  z.strictObject({ kind: z.enum(CHATS), url: Endpoint }),
  z.strictObject({ kind: z.literal('mail'), to: z.array(z.email()).min(1).max(20) }),
]);
export type Channel = z.infer<typeof Channel>;

export const Digest = z.enum(['instant', 'daily', 'weekly']);
export type Digest = z.infer<typeof Digest>;

export const Watchlist = z
  .strictObject({
    name: z.string().trim().min(1).max(80),
    products: z.array(Slug).min(1).max(500).optional(),
    category: Slug.optional(),
    /** By default those in which a vendor changed a price. */
    types: z
      .array(ChangeType)
      .min(1)
      .default([...PRICE_MOVES]),
    /** Also our own corrections, whatever `types` says. */
    corrections: z.boolean().default(false),
    /** Least move of a price, up or down, in percent. Events without two comparable prices have none, and pass. */
    minPercent: z.number().min(0).max(1_000).default(1),
    digest: Digest.default('instant'),
    channels: z.array(Channel).min(1).max(10),
  })
  .refine(({ products, category }) => (products === undefined) !== (category === undefined), {
    path: ['products'],
    error: 'a watchlist names products or a category, one of them',
  });
export type Watchlist = z.infer<typeof Watchlist>;

/** One channel of one watchlist, or one address of a mail channel. Its deliveries are in order and have a state of their own. */
export interface Subscription {
  /** Stays the same while file and address do: `team-tools-3f0c9a1b`. */
  id: string;
  /** Name of the file without its ending. */
  file: string;
  watchlist: Watchlist;
  channel: Channel;
}

/** Undefined for a product that is not in the catalogue. */
export type CategoryOf = (slug: Slug) => Slug | undefined;

export function isWatched(
  watchlist: Watchlist,
  change: Pick<Change, 'slug' | 'type' | 'before' | 'after'>,
  categoryOf: CategoryOf,
): boolean {
  const { products, category, types, corrections, minPercent } = watchlist;
  const { slug, type } = change;
  const isListed = products === undefined ? categoryOf(slug) === category : products.includes(slug);
  const isWanted = type === 'correction' ? corrections : types.includes(type);
  return isListed && isWanted && Math.abs(percentOf(change) ?? Number.POSITIVE_INFINITY) >= minPercent;
}

export function subscriptionsOf(file: string, watchlist: Watchlist): Subscription[] {
  const channels = watchlist.channels.flatMap(eachAddress);
  return channels.map((channel) => ({ id: `${file}-${digestOf(channel)}`, file, watchlist, channel }));
}

/** A mail server may accept one address and refuse another, now or for good. */
function eachAddress(channel: Channel): Channel[] {
  return channel.kind === 'mail'
    ? [...new Set(channel.to)].map((address) => ({ ...channel, to: [address] }))
    : [channel];
}

function digestOf(channel: Channel): string {
  const address = channel.kind === 'mail' ? channel.to.join() : channel.url;
  return createHash('sha256').update(`${channel.kind} ${address}`).digest('hex').slice(0, 8);
}
