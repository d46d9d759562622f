/**
 * Ten years of an invented vendor: what it sold on each day, and what its page showed. Pure and seeded.
 *
 * Prices move as often as those of real products do (data/confidence/hazard-priors.json); most moves are moderate, a few are cuts or
 * rises by several times. Apart from that the page changes without any price moving: redesigns, other wording, sales,
 * and everything that comes between a visitor and a page.
 */

import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { changesPerDay } from '../../data/hazard.ts';
import { type Amount, type Currency, timesAmount, toAmount } from '../../data/money.ts';
import type { Layout } from '../../test/vendor-web/layout.ts';
import { LAYOUTS, layOut, suits } from '../../test/vendor-web/layouts.ts';
import { type Offer, type OfferPrice, type OfferTier, type Truth, truthOf } from '../../test/vendor-web/offer.ts';
import { type Random, seeded } from '../../test/vendor-web/random.ts';
import { randomOffer } from '../../test/vendor-web/random-offer.ts';

/** What happens to a vendor, once in so many days on average. */
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
/** Of moves of a price: by several times, up or down. */
const DRASTIC = 0.06;
/** Of vendors: two plans at one price, which hardly anybody does on purpose and some do. Of 141 pages, five had such oddities. */
const ODD = 0.035;
/** Of visits: answered for another country. */
const ELSEWHERE = 0.01;

export type Unreadable = 'outage' | 'wall';

/** What the page is from a day on, until the next one. */
interface Chapter {
  day: number;
  offer: Offer;
  layout: Layout;
  /** Equal seeds give equal bytes. */
  seed: string;
  /** Redesigns so far: a reader that misreads a design misreads it as long as it stands. */
  design: number;
  sale: boolean;
}

export interface Shown {
  kind: 'page';
  body: string;
  format: Layout['format'];
  design: string;
  isElsewhere: boolean;
}

export interface Life {
  slug: string;
  /** Days on which a list price or the list of tiers was another than the day before. */
  moves: { day: number; drastic: boolean }[];
  truth(day: number): Truth;
  /** At an instant in days; two visits of one day may be answered for different countries. */
  visit(instant: number): Shown | { kind: Unreadable };
}

export function lifeOf(seed: number, days: number): Life {
  const random = seeded(`life ${seed}`);
  const slug = `vendor-${seed}`;
  const { chapters, moves } = chaptersOf(slug, random, days);
  const outages = spans(random, EVERY.outage, [1, 5], days);
  const walls = spans(random, EVERY.wall, [3, 30], days);
  const chapterAt = (day: number) => chapters.findLast((chapter) => chapter.day <= day) ?? first(chapters);
  return {
    slug,
    moves,
    truth: (day) => truthOf(listOf(chapterAt(day).offer)),
    visit(instant) {
      const day = Math.floor(instant);
      if (isWithin(outages, day)) return { kind: 'outage' };
      if (isWithin(walls, day)) return { kind: 'wall' };
      const { offer, layout, seed: bytes, design } = chapterAt(day);
      const elsewhere = seeded(`${slug} at ${instant}`).chance(ELSEWHERE) ? abroad(offer) : undefined;
      const isElsewhere = elsewhere !== undefined && suits(layout, elsewhere);
      const { body, format } = layOut(isElsewhere ? elsewhere : offer, layout, bytes);
      return { kind: 'page', body, format, design: `${slug} ${design}`, isElsewhere };
    },
  };
}

function chaptersOf(slug: string, random: Random, days: number): { chapters: Chapter[]; moves: Life['moves'] } {
  let offer = monthlyOffer(random);
  const start: Chapter = { day: 0, offer, layout: layoutFor(offer, random), seed: '0', design: 0, sale: false };
  const chapters = [start];
  const moves: Life['moves'] = [];
  const perDay = changesPerDay(hazardOf({ tokenPriced: false, category: 'none' }));
  let saleEnds: number | undefined;
  for (let day = 1; day < days; day += 1) {
    const last = first(chapters.slice(-1));
    let next: Partial<Chapter> = {};
    const happens = (every: number) => random.chance(1 / every);
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
    if (happens(EVERY.wording)) next = { ...next, offer: reworded(offer, random) };
    offer = next.offer ?? offer;
    if (happens(EVERY.redesign) || !suits(last.layout, offer)) {
      next = { ...next, layout: layoutFor(offer, random), design: last.design + 1, seed: `${day}` };
    }
    if (saleEnds === undefined && happens(EVERY.sale)) saleEnds = day + random.int(7, 30);
    else if (saleEnds !== undefined && day >= saleEnds) saleEnds = undefined;
    const sale = saleEnds !== undefined && showsSale({ ...last, ...next, offer }, `${slug} ${saleEnds}`);
    if (offer === last.offer && Object.keys(next).length === 0 && sale === last.sale && offer === before) continue;
    chapters.push({ ...last, ...next, day, offer: sale ? onSale(offer, `${slug} ${saleEnds}`) : offer, sale });
  }
  return { chapters, moves };
}

/** Only what a month or a year costs, in dollars or another money; offers that nothing is paid for are left out. */
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

/** Whole amounts stay whole: nobody sells at $13.37. */
function repriced(offer: Offer, by: string): Offer {
  return everyPrice(offer, (price) => [{ ...price, amount: rounded(timesAmount(price.amount, by), price.amount) }]);
}

function rounded(amount: Amount, like: Amount): Amount {
  const whole = Math.max(1, Math.round(Number(amount)));
  const moved = toAmount(String(whole));
  return moved === like ? toAmount(String(whole + 1)) : moved;
}

/** Every price struck through, beside what it costs for some days. */
function onSale(offer: Offer, seed: string): Offer {
  const by = seeded(seed).pick(['0.5', '0.7', '0.8']);
  return everyPrice(offer, (price) =>
    price.kind === 'list'
      ? [
          { ...price, kind: 'struck' },
          { ...price, kind: 'promo', amount: rounded(timesAmount(price.amount, by), '0') },
        ]
      : [price],
  );
}

/** Where a design has no place for a struck price with its terms, nobody could tell a sale: the vendor holds none. */
function showsSale({ offer, layout, seed }: Chapter, sale: string): boolean {
  const reduced = onSale(offer, sale);
  return suits(layout, reduced) && /<(?:s|del)\b[^>]*>[^<]*\p{L}/u.test(layOut(reduced, layout, seed).body);
}

/** What it costs when no sale is on. */
function listOf(offer: Offer): Offer {
  return everyPrice(offer, (price) => (price.kind === 'promo' ? [] : [{ ...price, kind: 'list' }]));
}

function withTier(offer: Offer, random: Random): Offer {
  const paid = offer.tiers.filter(({ kind }) => kind === 'priced');
  const top = paid.at(-1);
  const name = random.pick(['Ultimate', 'Agency', 'Studio', 'Max']);
  if (top === undefined || offer.tiers.some((tier) => tier.name === name)) return offer;
  const tier: OfferTier = {
    ...top,
    name,
    prices: top.prices.map((price) => ({ ...price, amount: timesAmount(price.amount, 2) })),
  };
  const at = offer.tiers.indexOf(top) + 1;
  return { ...offer, tiers: offer.tiers.toSpliced(at, 0, tier) };
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

/** The same page as a visitor of another country sees it. */
function abroad(offer: Offer): Offer {
  const [currency, locale, language, scale]: [Currency, string, Offer['language'], string] =
    offer.currency === 'EUR'
      ? ['USD', 'en-US', 'en', '1.1']
      : ['EUR', 'de-DE', 'de', offer.currency === 'JPY' ? '0.007' : '0.9'];
  const moved = everyPrice(offer, (price) => [{ ...price, amount: rounded(timesAmount(price.amount, scale), '0') }]);
  return { ...moved, currency, locale, language };
}

type Span = [from: number, to: number];

function spans(random: Random, every: number, [least, most]: [number, number], days: number): Span[] {
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

function first<T>(list: readonly T[]): T {
  const [found] = list;
  if (found === undefined) throw new RangeError('Cannot take the first of nothing');
  return found;
}
