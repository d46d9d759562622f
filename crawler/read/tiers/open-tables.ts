/** Tables that may list anything at all, and say nowhere that what they list are tiers. */
import type { Rejected } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import type { Grid } from '../page/grid.ts';
import { ABOUT_PRICES } from './only-card.ts';
import type { Signal } from './signals.ts';
import { rejectedAt } from './tier.ts';
import { hasTierWord } from './words.ts';

const OF_NO_TIERS = 'in a table that speaks of no tiers';

/** Heads of a first column that says of its rows no more than that they have names. */
const OPEN_HEAD = /^(?:products?|name|users?|type|account(?: type)?|)$/i;
const SAYS_TIERS =
  /\b(?:plans?|tiers?|packages?|editions?|subscriptions?|licen[cs]es?|memberships?|fees?|rates?|costs?|planes|formules?|offres?|abonnements?)\b|abos?\b|paket|pakiet|套餐|方案|プラン|요금제/i;

/**
 * The amounts of a table whose rows stand under "Product" or "Users", none of them called as tiers are, below a heading
 * that says neither plans nor prices; undefined where it may be of tiers. Without a heading nothing is known.
 */
export function refusedAsOpen(
  document: Document,
  grid: Grid,
  { slots, heading, signals }: { slots: readonly { name: string }[]; heading: string; signals: readonly Signal[] },
): Rejected[] | undefined {
  const [head = [], ...body] = grid.rows;
  if (heading === '' || SAYS_TIERS.test(heading) || ABOUT_PRICES.test(heading)) return undefined;
  if (!OPEN_HEAD.test(head[0]?.words ?? '') || slots.some(({ name }) => hasTierWord(name))) return undefined;
  const [first] = slots;
  if (first === undefined || !body.some((row) => row[0]?.words.includes(first.name))) return undefined;
  return signals
    .filter(({ kind, start, end }) => kind === 'money' && start >= grid.start && end <= grid.end)
    .map((amount) => rejectedAt(document, amount, OF_NO_TIERS));
}
