/**
 * Ten years of an invented vendor: what it sold on each day and what its page showed. Pure and seeded.
 *
 * Prices change as often as those of real products (data/confidence/hazard-priors.json). The page also changes without a
 * price: redesigns, wording, sales, outages, bot walls and visits from another country.
 */
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { changesPerDay } from '../../data/hazard.ts';
import { type Amount, timesAmount, toAmount } from '../../data/money.ts';
import type { Layout } from '../vendor-web/layout.ts';
import { LAYOUTS, layOut, suits } from '../vendor-web/layouts.ts';
import { type Offer, type OfferPrice, type Truth, truthOf } from '../vendor-web/offer.ts';
import { type Random, seeded } from '../vendor-web/random.ts';
import { randomOffer } from '../vendor-web/random-offer.ts';

/** Mean days between two events of a vendor. */
const EVERY = {
  redesign: 500,
  wording: 90,
  sale: 400,
  tierAdded: 2_500,
  tierRemoved: 4_000,
  tierRenamed: 2_500,
  freeEnds: 6_000,
  outage: 300,
  wall: 400,
} as const;
/** Share of price changes that are by several times, up or down. */
const DRASTIC = 0.06;
/** Share of vendors with two plans at one price: five of 141 real pages had such oddities. */
const ODD = 0.035;
/** Share of visits answered for another country. */
const ELSEWHERE = 0.01;

/** The page from a day on, until the next chapter. */
interface Chapter {
  day: number;
  offer: Offer;
  layout: Layout;
  /** Equal seeds give equal bytes. */
  seed: string;
  /** Redesigns so far: a reader misreads a design as long as it stands. */
  design: number;
  sale: boolean;
}

export interface Shown {
  kind: 'page';
  body: string;
  format: Layout['format'];
  design: string;
}

export interface Life {
  slug: string;
  /** Days on which a list price or the list of tiers changed. */
  moves: { day: number; drastic: boolean }[];
  truth(day: number): Truth;
  /** At an instant in days; two visits of one day may be answered for different countries. */
  visit(instant: number): Shown | { kind: 'outage' | 'wall' };
}

export function lifeOf(seed: number, days: number): Life {
  const random = seeded(`life ${seed}`);
  const slug = `vendor-${seed}`;
  const { chapters, moves } = chaptersOf(slug, random, days);
  const outages = spans(random, { every: EVERY.outage, least: 1, most: 5, days });
  const walls = spans(random, { every: EVERY.wall, least: 3, most: 30, days });
  const chapterAt = (day: number) => chapters.findLast((chapter) => chapter.day <= day) ?? present(chapters[0]);
  return {
    slug,
    moves,
    truth: (day) => truthOf(listOf(chapterAt(day).offer)),
    visit(instant) {
      const day = Math.floor(instant);
      if (isWithin(outages, day)) return { kind: 'outage' };
      if (isWithin(walls, day)) return { kind: 'wall' };
      const { offer, layout, seed: bytes, design } = chapterAt(day);
      const elsewhere = seeded(`${slug} at ${instant}`).chance(ELSEWHERE) ? abroad(offer) : offer;
      const { body, format } = layOut(suits(layout, elsewhere) ? elsewhere : offer, layout, bytes);
      return { kind: 'page', body, format, design: `${slug} ${design}` };
    },
  };
}

function chaptersOf(slug: string, random: Random, days: number): { chapters: Chapter[]; moves: Life['moves'] } {
  let offer = monthlyOffer(random);
  let last: Chapter = { day: 0, offer, layout: layoutFor(offer, random), seed: '0', design: 0, sale: false };
  const chapters = [last];
  const moves: Life['moves'] = [];
  const perDay = changesPerDay(hazardOf({ tokenPriced: false, category: 'none' }));
  const happens = (every: number) => random.chance(1 / every);
  let saleEnds: number | undefined;
  for (let day = 1; day < days; day += 1) {
    const before = offer;
    let drastic = false;
    if (random.chance(perDay)) {
      drastic = random.chance(DRASTIC);
      offer = repriced(offer, drastic ? random.pick(['0.2', '0.25', '4', '5']) : factor(random));
    }
    if (happens(EVERY.tierAdded)) offer = withTier(offer, random);
    if (happens(EVERY.tierRemoved)) offer = withoutTier(offer);
    if (happens(EVERY.tierRenamed)) offer = renamed(offer, random);
    if (happens(EVERY.freeEnds)) offer = { ...offer, tiers: offer.tiers.filter(({ kind }) => kind !== 'free') };
    if (offer !== before) moves.push({ day, drastic });
    if (happens(EVERY.wording)) offer = reworded(offer, random);
    let next: Partial<Chapter> = {};
    if (happens(EVERY.redesign) || !suits(last.layout, offer))
      next = { layout: layoutFor(offer, random), design: last.design + 1, seed: `${day}` };
    if (saleEnds === undefined && happens(EVERY.sale)) saleEnds = day + random.int(7, 30);
    else if (saleEnds !== undefined && day >= saleEnds) saleEnds = undefined;
    const saleSeed = `${slug} ${saleEnds}`;
    const sale = saleEnds !== undefined && showsSale({ ...last, ...next, offer }, saleSeed);
    if (offer === last.offer && next.layout === undefined && sale === last.sale && offer === before) continue;
    last = { ...last, ...next, day, offer: sale ? onSale(offer, saleSeed) : offer, sale };
    chapters.push(last);
  }
  return { chapters, moves };
}

/** An offer with something to pay by the month or year. */
function monthlyOffer(random: Random): Offer {
  for (;;) {
    const offer = randomOffer(random.int(0, 1e9));
    if (!offer.tiers.some(({ kind }) => kind === 'priced')) continue;
    return random.chance(ODD) ? withTwoAtOnePrice(offer) : offer;
  }
}

function withTwoAtOnePrice(offer: Offer): Offer {
  const [first, second] = offer.tiers.filter(({ kind }) => kind === 'priced');
  if (first === undefined || second === undefined) return offer;
  return { ...offer, tiers: offer.tiers.map((tier) => (tier === second ? { ...tier, prices: first.prices } : tier)) };
}

function layoutFor(offer: Offer, random: Random): Layout {
  return random.pick(
    LAYOUTS.filter((layout) => layout.of === 'tiers' && layout.render === 'http' && suits(layout, offer)),
  );
}

/** Two rises for each cut, by 5 to 40 percent. */
function factor(random: Random): string {
  const percent = random.int(5, 40);
  return random.chance(2 / 3) ? `${1 + percent / 100}` : `${1 - Math.min(30, percent) / 100}`;
}

function everyPrice(offer: Offer, change: (price: OfferPrice) => OfferPrice[]): Offer {
  return { ...offer, tiers: offer.tiers.map((tier) => ({ ...tier, prices: tier.prices.flatMap(change) })) };
}

function repriced(offer: Offer, by: string): Offer {
  return everyPrice(offer, (price) => [{ ...price, amount: rounded(timesAmount(price.amount, by), price.amount) }]);
}

/** A whole amount, because vendors do not sell at $13.37, and another one than `other`. */
function rounded(amount: Amount, other: Amount): Amount {
  const whole = Math.max(1, Math.round(Number(amount)));
  const moved = toAmount(String(whole));
  return moved === other ? toAmount(String(whole + 1)) : moved;
}

/** Every price struck through beside its sale price. */
export function onSale(offer: Offer, seed: string): Offer {
  const by = seeded(seed).pick(['0.5', '0.7', '0.8']);
  return everyPrice(offer, (price) => {
    if (price.kind !== 'list') return [price];
    const promo = { ...price, kind: 'promo' as const, amount: rounded(timesAmount(price.amount, by), '0') };
    return [{ ...price, kind: 'struck' }, promo];
  });
}

/** A price with its terms. */
export const CROSSED_OUT = /<(?:s|del)\b[^>]*>[^<]*\p{L}/u;

/** A vendor holds a sale only in a design that shows a struck price with its terms. */
function showsSale({ offer, layout, seed }: Chapter, sale: string): boolean {
  const reduced = onSale(offer, sale);
  return suits(layout, reduced) && CROSSED_OUT.test(layOut(reduced, layout, seed).body);
}

/** The offer without a sale. */
function listOf(offer: Offer): Offer {
  return everyPrice(offer, (price) => (price.kind === 'promo' ? [] : [{ ...price, kind: 'list' }]));
}

function withTier(offer: Offer, random: Random): Offer {
  const top = offer.tiers.findLast(({ kind }) => kind === 'priced');
  const name = random.pick(['Ultimate', 'Agency', 'Studio', 'Max']);
  if (top === undefined || offer.tiers.some((tier) => tier.name === name)) return offer;
  const prices = top.prices.map((price) => ({ ...price, amount: timesAmount(price.amount, 2) }));
  return { ...offer, tiers: offer.tiers.toSpliced(offer.tiers.indexOf(top) + 1, 0, { ...top, name, prices }) };
}

function withoutTier(offer: Offer): Offer {
  const paid = offer.tiers.filter(({ kind }) => kind === 'priced');
  return paid.length < 2 ? offer : { ...offer, tiers: offer.tiers.filter((tier) => tier !== paid.at(-1)) };
}

function renamed(offer: Offer, random: Random): Offer {
  const name = random.pick(['Launch', 'Core', 'Standard', 'Momentum']);
  if (offer.tiers.some((tier) => tier.name === name)) return offer;
  const at = offer.tiers.findIndex(({ kind }) => kind === 'priced');
  return { ...offer, tiers: offer.tiers.map((tier, i) => (i === at ? { ...tier, name } : tier)) };
}

function reworded(offer: Offer, random: Random): Offer {
  return { ...offer, tiers: offer.tiers.map((tier) => ({ ...tier, features: random.shuffle(tier.features) })) };
}

/** The same offer for a visitor of another country. */
function abroad(offer: Offer): Offer {
  const toDollars = { currency: 'USD', locale: 'en-US', language: 'en' } as const;
  const toEuros = { currency: 'EUR', locale: 'de-DE', language: 'de' } as const;
  const place = offer.currency === 'EUR' ? toDollars : toEuros;
  const scale = { EUR: '1.1', JPY: '0.007' }[offer.currency as string] ?? '0.9';
  const moved = everyPrice(offer, (price) => [{ ...price, amount: rounded(timesAmount(price.amount, scale), '0') }]);
  return { ...moved, ...place };
}

type Span = [from: number, to: number];

interface Spans {
  /** Mean days between the beginnings of two spans. */
  every: number;
  /** Length in days. */
  least: number;
  most: number;
  days: number;
}

function spans(random: Random, { every, least, most, days }: Spans): Span[] {
  const found: Span[] = [];
  for (let day = 0; day < days; day += 1) {
    if (!random.chance(1 / every)) continue;
    const length = random.int(least, most);
    found.push([day, day + length]);
    day += length;
  }
  return found;
}

function isWithin(all: readonly Span[], day: number): boolean {
  return all.some(([from, to]) => day >= from && day < to);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('Cannot take the first of nothing');
  return value;
}
