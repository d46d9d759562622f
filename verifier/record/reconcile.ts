/** Matches tiers with those of the record, by name, then by price, features and place where mutual and clear. Pure. */
import { createHash } from 'node:crypto';
import { Slug } from '../../data/product.ts';
import type { ReadTier } from '../../data/reading.ts';
import type { Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { termsOf } from './statement.ts';

/** The least likeness of a pair; price with place, or features with place, is enough. */
const ALIKE = 0.55;
/** The least lead of the best pairing over the next. */
const CLEARLY = 0.15;
const WEIGHTS = { price: 0.5, features: 0.3, place: 0.2 };

/** The ids of `read`, in its order, all different. Tiers of other sources (`elsewhere`) match by name only. */
export function tierIds(read: ReadTier[], previous: Tier[], elsewhere: Tier[] = []): string[] {
  const ids = new Array<string | undefined>(read.length).fill(undefined);
  const taken = new Set<string>();
  const give = (i: number, id: string) => {
    ids[i] = id;
    taken.add(id);
  };
  for (const known of [previous, elsewhere]) {
    for (const [i, { name }] of read.entries()) {
      if (ids[i] !== undefined) continue;
      const namesake = known.find((tier) => !taken.has(tier.id) && nameKey(tier.name) === nameKey(name));
      if (namesake !== undefined) give(i, namesake.id);
    }
    if (known === previous) for (const [i, id] of renamed(read, previous, ids)) give(i, id);
  }
  // The id of a tier that is gone is not reused.
  const reserved = new Set([...previous, ...elsewhere].map(({ id }) => id));
  const isTaken = (id: string) => taken.has(id) || reserved.has(id);
  for (const [i, { name }] of read.entries()) if (ids[i] === undefined) give(i, freshId(name, isTaken));
  return ids.map((id, i) => id ?? `tier-${i + 1}`);
}

/** The name as a slug; of a name without Latin letters or digits, its hash. */
export function tierSlug(name: string): string {
  const slug = nameKey(name)
    .replaceAll('+', ' plus ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  if (Slug.safeParse(slug).success && /[a-z0-9]/.test(slug)) return slug;
  return `tier-${createHash('sha256').update(nameKey(name)).digest('hex').slice(0, 8)}`;
}

/** An unused id for a tier of this name: its slug, with a number where that is taken. */
export function freshId(name: string, isTaken: (id: string) => boolean): string {
  const slug = tierSlug(name);
  let id = slug;
  for (let n = 2; isTaken(id); n += 1) id = `${slug}-${n}`;
  return id;
}

type Pair = { i: number; id: string; likeness: number };

function renamed(read: ReadTier[], previous: Tier[], ids: (string | undefined)[]): [number, string][] {
  const given = new Set(ids);
  const strangers = [...read.keys()].filter((i) => ids[i] === undefined);
  const lost = previous.filter(({ id }) => !given.has(id));
  const order = previous.map(({ id }) => id);
  const pairs: Pair[] = [];
  for (const i of strangers) {
    const tier = read[i];
    if (tier === undefined) continue;
    for (const before of lost) {
      const isInPlace = gapOf(ids, i) === gapOf(order, order.indexOf(before.id), given);
      pairs.push({ i, id: before.id, likeness: likeness(tier, before, isInPlace) });
    }
  }
  return pairs.filter((pair) => isClear(pair, pairs)).map(({ i, id }) => [i, id]);
}

function isClear(pair: Pair, pairs: Pair[]): boolean {
  if (pair.likeness < ALIKE) return false;
  const rivals = pairs.filter((other) => other !== pair && (other.i === pair.i || other.id === pair.id));
  return rivals.every((rival) => pair.likeness - rival.likeness >= CLEARLY);
}

/** The nearest neighbours of known identity: "pro|enterprise". */
function gapOf(ids: (string | undefined)[], at: number, known?: Set<string | undefined>): string {
  const isKnown = (id: string | undefined) => id !== undefined && (known === undefined || known.has(id));
  return `${ids.slice(0, at).findLast(isKnown) ?? ''}|${ids.slice(at + 1).find(isKnown) ?? ''}`;
}

function likeness(read: ReadTier, before: Tier, isInPlace: boolean): number {
  const prices = priceLikeness(read, before);
  const features = overlap(new Set(read.features.map(nameKey)), new Set(before.features.map(nameKey)));
  const place = isInPlace ? 1 : 0;
  // Without features on either side, price and place share their weight.
  if (features === undefined) return (WEIGHTS.price * prices + WEIGHTS.place * place) / (WEIGHTS.price + WEIGHTS.place);
  return WEIGHTS.price * prices + WEIGHTS.features * features + WEIGHTS.place * place;
}

function priceLikeness(read: ReadTier, before: Tier): number {
  if (read.isFree !== before.isFree || read.isCustom !== before.isCustom) return 0;
  const facts = ({ prices }: Pick<Tier, 'prices'> | ReadTier) =>
    new Set(prices.map((price) => `${termsOf(price)}|${Number(price.amount)}`));
  return overlap(facts(read), facts(before)) ?? 1;
}

/** Jaccard's index; undefined for two empty sets. */
function overlap(a: Set<string>, b: Set<string>): number | undefined {
  const union = a.union(b).size;
  return union === 0 ? undefined : a.intersection(b).size / union;
}
