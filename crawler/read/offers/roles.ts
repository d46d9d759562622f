/** Whether a group's offers are plans of the page's own product, or add-ons, rivals, examples, services, usage rates. */
import { logistic } from '../../../data/confidence/logistic.ts';
import type { ReadPrice } from '../../../data/reading.ts';
import { matcherOn } from '../mentions/matcher.ts';
import { oncePerPage, within } from '../page/document.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { anyMeans } from '../vocabulary/phrases.ts';
import { headingAbove } from './headings.ts';
import { type Features, scoreOf, vectorOf, WEIGHTS } from './logistic.ts';
import type { Offer, OfferGroup } from './offer.ts';
import type { Page } from './page.ts';

/** Features of a group of plans, in the order of the weights. */
export const GROUP_FEATURES = [
  'one',
  'share of names with a tier word',
  'share priced by the month or year',
  'share free or by contact',
  'heading of plans',
  'heading of add-ons',
  'heading of rivals',
  'heading of examples',
  'heading of questions',
  'heading of services or support',
  'heading of usage or the past',
  'columns',
  'rows',
  'sections',
  'alone',
  'more than eight',
  'share with a call to action',
  'share with an assumed period',
  'another group has more tier words',
  'first of the page',
  'names of more than three words',
  'mean quality of the offers',
  'share of the regions that are offers',
  'share with an amount in an element called price',
  'page of prices by its title or address',
  'as many prices in each',
  'most offers by the month or year of the page',
  'cards by the month or year',
  'only group of the page',
] as const;

const MANY = 8;
const LONG_NAME = 3;
/** A larger share of tier words by so much. */
const MORE = 0.3;

export type GroupFeatures = Features<(typeof GROUP_FEATURES)[number]>;

/** @param all the groups of the page that the readers chose */
export function groupFeatures(page: Page, group: OfferGroup, all: readonly OfferGroup[]): GroupFeatures {
  const { offers, start } = group;
  const { geometry, regions } = group.group;
  const others = all.filter((other) => other !== group);
  const share = (holds: (offer: Offer) => boolean) => offers.filter(holds).length / offers.length;
  const heading = page.mentions.match(headingAbove(page, start));
  const heads = (...concepts: Concept[]) => Number(anyMeans(heading, ...concepts));
  const tierWords = tierShare(page, group);
  const timed = timedIn(group);
  return {
    one: 1,
    'share of names with a tier word': tierWords,
    'share priced by the month or year': share(isTimed),
    'share free or by contact': share(({ prices }) => prices.isFree || prices.isCustom),
    'heading of plans': heads('sectionPlan'),
    'heading of add-ons': heads('sectionAddOn', 'more'),
    'heading of rivals': heads('sectionRival'),
    'heading of examples': heads('sectionExample'),
    'heading of questions': heads('sectionQuestions', 'sectionSaid'),
    'heading of services or support': heads('sectionService', 'sectionSupport'),
    'heading of usage or the past': heads('sectionUsage', 'sectionPast'),
    columns: Number(geometry === 'columns'),
    rows: Number(geometry === 'rows'),
    sections: Number(geometry === 'sections'),
    alone: Number(offers.length === 1),
    'more than eight': Number(offers.length > MANY),
    'share with a call to action': share((offer) => hasAction(page, offer)),
    'share with an assumed period': share(({ prices }) => prices.prices.some(isPeriodAssumed)),
    'another group has more tier words': Number(others.some((other) => tierShare(page, other) > tierWords + MORE)),
    'first of the page': Number(others.every((other) => other.start > start)),
    'names of more than three words': share(({ name }) => (name?.words.split(/\s+/).length ?? 0) > LONG_NAME),
    'mean quality of the offers': offers.reduce((sum, { quality }) => sum + quality, 0) / offers.length,
    'share of the regions that are offers': offers.length / regions.length,
    'share with an amount in an element called price': share((offer) => isCalledPrice(page, offer)),
    'page of prices by its title or address': Number(isPricingPage(page.document)),
    'as many prices in each': Number(new Set(offers.map(({ prices }) => prices.prices.length)).size === 1),
    'most offers by the month or year of the page': Number(
      timed > 0 && others.every((other) => timedIn(other) < timed),
    ),
    'cards by the month or year': geometry === 'cards' && timed > 1 ? share(isTimed) : 0,
    'only group of the page': Number(others.length === 0),
  };
}

const isPeriodAssumed = ({ assumed }: ReadPrice) => assumed?.includes('per') === true;

const PRICE_CLASS = /price|amount|cost|preis|prix|precio|tarif/i;

function isCalledPrice({ mentions }: Page, { region }: Offer): boolean {
  const [first] = within(mentions.amounts, region);
  if (first === undefined) return false;
  const classes = [first.element, first.element.parent].map((element) => element?.attribs.class ?? '').join(' ');
  return PRICE_CLASS.test(classes);
}

const MAX_TITLE = 120;

/** The title, or the first heading, speaks of prices or plans. */
const isPricingPage = oncePerPage((document) => {
  const first = document.lines.find(({ heading }) => heading > 0);
  const heading = document.visible.slice(first?.start ?? 0, first?.end ?? 0).slice(0, MAX_TITLE);
  const phrases = matcherOn(document)(`${document.title.slice(0, MAX_TITLE)} | ${heading}`);
  return anyMeans(phrases, 'sectionPlan', 'labelPrice');
});

function isTimed({ prices }: Offer): boolean {
  return prices.prices.some(({ per }) => per === 'month' || per === 'year');
}

function timedIn({ offers }: OfferGroup): number {
  return offers.filter(isTimed).length;
}

function tierShare({ mentions }: Page, { offers }: OfferGroup): number {
  const named = offers.filter(
    ({ name }) => name !== undefined && mentions.match(name.words).some(({ meanings }) => meanings.has('tier')),
  );
  return named.length / Math.max(1, offers.length);
}

function hasAction({ document, mentions }: Page, { region }: Offer): boolean {
  return region.lines.some(
    ({ start, end, element }) =>
      (element.name === 'a' || element.name === 'button') &&
      end - start < 40 &&
      anyMeans(mentions.match(document.visible.slice(start, end)), 'action', 'contact'),
  );
}

/** How likely the group's offers are plans of the page's own product, 0 to 1. */
export function likelihoodOfPlans(page: Page, group: OfferGroup, all: readonly OfferGroup[]): number {
  return logistic(scoreOf(vectorOf(GROUP_FEATURES, groupFeatures(page, group, all)), WEIGHTS.group));
}

/** The likelihood from which a group is one of plans, and that from which the likeliest of a page is where none is surer. */
const SURE = 0.5;
const ONLY = 0.15;

/** The heads of a table's columns: tables with the same ones are of one kind. */
function headsOf({ group: { geometry, regions } }: OfferGroup): string | undefined {
  const labels = regions[0]?.lines.map(({ label }) => label).join(' | ');
  return geometry === 'rows' && labels !== '' ? labels : undefined;
}

/** The groups of plans. A page that has offers has some: where none is sure, the likeliest one. */
export function planGroups(page: Page, all: readonly OfferGroup[]): OfferGroup[] {
  const rated = all.map((group) => ({ group, likelihood: likelihoodOfPlans(page, group, all) }));
  const sure = rated.filter(
    ({ group, likelihood }) =>
      likelihood >= SURE && (group.offers.length > 1 || tierShare(page, group) > 0 || rated.length === 1),
  );
  if (sure.length > 0) {
    const heads = new Set(sure.flatMap(({ group }) => headsOf(group) ?? []));
    return rated
      .filter((each) => sure.includes(each) || heads.has(headsOf(each.group) ?? ''))
      .map(({ group }) => group);
  }
  const [best] = rated.toSorted((a, b) => b.likelihood - a.likelihood);
  return best !== undefined && best.likelihood >= ONLY && timedIn(best.group) > 0 ? [best.group] : [];
}
