/**
 * Reads the plans of a page from repeated structure: all groups of regions that may hold one offer each are scored, the
 * best that do not overlap are kept, and each of their regions becomes a tier.
 */

import { logistic } from '../../../data/confidence/logistic.ts';
import type { Reading, ReadTier } from '../../../data/reading.ts';
import { nameKey } from '../../../data/text/name-key.ts';
import { namesRange } from '../mentions/range-name.ts';
import { within } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { label } from '../page/label.ts';
import { anyMeans, lettersBeside } from '../vocabulary/phrases.ts';
import { type Anchor, sectionGroups, siblingGroups } from './cards.ts';
import { headingAbove } from './headings.ts';
import { mergedTiers } from './merge.ts';
import { isTitle, type NameCandidate, namesOf } from './names.ts';
import type { Offer, OfferGroup } from './offer.ts';
import type { Page } from './page.ts';
import { pricesOf } from './prices.ts';
import type { Group, Region } from './regions.ts';
import { likelihoodOfPlans, planGroups } from './roles.ts';
import { tableGroups } from './tables.ts';

const MAX_TIERS = 60;
/** No page of prices has so many amounts and words in their place; grouping them all would take minutes. */
const MAX_ANCHORS = 3_000;

export function readOffers(page: Page): Reading {
  const groups = withRanges(page, planGroups(page, chosenGroups(page)));
  const tiers = mergedTiers(groups.flatMap((each) => tiersOfGroup(page, each))).slice(0, MAX_TIERS);
  return { reader: 'offers', tiers, models: [], rejected: [] };
}

/** Plans of equal names and other prices in two groups: each is called after its group's heading too, "Business S". */
function withRanges(page: Page, groups: readonly OfferGroup[]): OfferGroup[] {
  const keys = ({ offers }: OfferGroup) => new Set(offers.map(({ name }) => nameKey(name?.words ?? '')));
  const amounts = ({ offers }: OfferGroup) =>
    new Set(offers.flatMap(({ prices }) => prices.prices.map(({ amount }) => amount)));
  return groups.map((group) => {
    const isShared = groups.some(
      (other) =>
        other !== group &&
        keys(other).intersection(keys(group)).size > 0 &&
        amounts(other).isDisjointFrom(amounts(group)),
    );
    const range = headingAbove(page, group.start).trim();
    if (!isShared || !namesRange(range)) return group;
    const offers = group.offers.map((offer) =>
      offer.name === undefined ? offer : { ...offer, name: { ...offer.name, words: `${range} ${offer.name.words}` } },
    );
    return { ...group, offers };
  });
}

/** The best groups of the page that do not overlap, in its order. */
export function chosenGroups(page: Page): OfferGroup[] {
  const { document, mentions } = page;
  if (mentions.amounts.length + mentions.words.length > MAX_ANCHORS) return [];
  const anchors: Anchor[] = [
    ...mentions.amounts.filter(({ talk, money }) => talk < 60 && money.isUnclear !== true),
    ...mentions.words,
  ].sort((a, b) => a.start - b.start);
  const groups = [
    ...siblingGroups(document, anchors),
    ...sectionGroups(document, anchors),
    ...tableGroups(document, (words) => isPriceLabel(page, words)),
  ]
    .map((group) => offersOf(page, group))
    .filter(({ quality, offers }) => quality > 0 && !isMetered(offers))
    .map((each) => ({ each, rank: each.quality * likelihoodOfPlans(page, each, [each]) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ each }) => each);
  const chosen: OfferGroup[] = [];
  for (const each of groups)
    if (!chosen.some((other) => overlaps(other, each) || repeats(other, each))) chosen.push(each);
  return chosen.sort((a, b) => a.start - b.start);
}

/** A lone card whose amount is one of the others': the page's head, or a summary, says a plan's price again. */
function repeats({ offers }: OfferGroup, lone: OfferGroup): boolean {
  const [only, ...more] = lone.offers;
  if (only === undefined || more.length > 0) return false;
  return only.prices.prices.every(({ amount }) =>
    offers.some(({ prices }) => prices.prices.some((price) => price.amount === amount)),
  );
}

const PRICE_LABELS = [
  'labelPrice',
  'month',
  'year',
  'monthly',
  'yearly',
  'billedMonthly',
  'billedYearly',
  'from',
] as const;

/** What heads a row of prices: "Price", "Monthly cost", "Billed annually". */
function isPriceLabel({ mentions }: Page, words: string): boolean {
  const phrases = mentions.match(words);
  return anyMeans(phrases, ...PRICE_LABELS) && lettersBeside(words, phrases) <= MAX_LABEL;
}

/** Every offer is for so much of something: rates, and no plans. */
function isMetered(offers: readonly Offer[]): boolean {
  return offers.every(({ prices: { prices } }) => prices.length > 0 && prices.every(({ per }) => per === 'usage'));
}

const MAX_LABEL = 20;

/** Offers of the one stand among those of the other. */
function overlaps(a: OfferGroup, b: OfferGroup): boolean {
  return a.offers.some(({ region: one }) =>
    b.offers.some(({ region: two }) => one.start < two.end && two.start < one.end),
  );
}

const LEAST = 0.25;
const LEAST_SHARE = 0.55;
/** A card without siblings tells less. */
const LONE = 0.5;

function offersOf(page: Page, group: Group): OfferGroup {
  const named = namesOf(page, group);
  const names = named.map(([name]) => name);
  const prices = pricesOf(page, group, names);
  const found = group.regions.flatMap((region, at): Offer[] => {
    const name = names[at];
    const price = prices[at];
    if (price === undefined || name === undefined) return [];
    if (price.prices.length === 0 && !price.isFree && !price.isCustom) return [];
    if (isAddition(page, name.words) || (isTrial(page, name.words) && !price.isZero)) return [];
    const quality = logistic(name.score) * oneness(page, region, named[at] ?? []);
    return quality < LEAST ? [] : [{ region, name, candidates: named[at] ?? [], prices: price, quality }];
  });
  const best = Math.max(0, ...found.map((offer) => offer.quality));
  // Beside titles that are sure, a line that hardly is one heads something else.
  const offers = found.filter((offer) => offer.quality >= best * LEAST_SHARE);
  const sum = offers.reduce((total, { quality }) => total + quality, 0);
  const priced = offers.filter(({ prices }) => prices.prices.length > 0 || prices.isZero).length;
  const distinct = new Set(offers.map(({ name }) => nameKey(name?.words ?? ''))).size;
  const share = offers.length < 2 ? LONE : 1;
  const quality = priced === 0 ? 0 : sum * share * (distinct / offers.length);
  const start = Math.min(...offers.map(({ region }) => region.start));
  const end = Math.max(...offers.map(({ region }) => region.end));
  return { group, offers, quality, start, end };
}

/** "Additional seat", "Extra storage": sold beside the plans, in a card as theirs are. */
export function isAddition({ mentions }: Page, words: string): boolean {
  const phrases = mentions.match(words);
  return (
    phrases[0]?.start === 0 && phrases[0].meanings.has('more') && !phrases.some(({ meanings }) => meanings.has('tier'))
  );
}

/** A while for nothing is no plan. */
function isTrial({ mentions }: Page, words: string): boolean {
  return mentions.match(words).some(({ meanings }) => meanings.has('trial') || meanings.has('notFree'));
}

const MAX_LINES = 80;
/** A card states no more prices: by the month and by the year, before and now. */
const MAX_AMOUNTS = 4;

/** How much the region looks like a single offer: several titles, each above an amount, are several. */
function oneness({ mentions }: Page, region: Region, candidates: readonly NameCandidate[]): number {
  const titles = candidates.filter(isTitle).toSorted((a, b) => a.start - b.start);
  const priced = titles.filter((title, at) => {
    const own = within(mentions.amounts, { start: title.start, end: titles[at + 1]?.start ?? region.end });
    return own.some(
      ({ terms, talk }) => terms.kind === 'price' && talk < 40 && (terms.per === 'month' || terms.per === 'year'),
    );
  });
  const amounts = within(mentions.amounts, region).filter(
    ({ terms, talk, element }) => terms.kind === 'price' && talk < 26 && element.name !== 'li',
  );
  const crowd = Math.max(1, amounts.length / MAX_AMOUNTS);
  return (region.lines.length > MAX_LINES ? 0.6 : 1) / Math.max(1, priced.length) / crowd;
}

function tiersOfGroup({ document }: Page, { offers }: OfferGroup): ReadTier[] {
  return offers.map(({ name, prices: { prices, isFree, isCustom, word } }) => ({
    name: label(name?.words ?? '', 80),
    isFree,
    isCustom,
    prices,
    features: [],
    ...(word !== undefined && { evidence: exact(document, word, 'offers') }),
  }));
}
