/** Whether a group's offers are plans of the page's own product, or add-ons, rivals, examples, services, usage rates. */
import type { Concept } from '../vocabulary/concepts.ts';
import { headingAbove } from './headings.ts';
import { chance, type Page, scoreOf } from './names.ts';
import type { Offer, OfferGroup } from './offer.ts';
import { within } from './prices.ts';
import { GROUP_WEIGHTS } from './weights.ts';

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

const HEADINGS: readonly (readonly Concept[])[] = [
  ['sectionPlan'],
  ['sectionAddOn', 'more'],
  ['sectionRival'],
  ['sectionExample'],
  ['sectionQuestions', 'sectionSaid'],
  ['sectionService', 'sectionSupport'],
  ['sectionUsage', 'sectionPast'],
];
const MANY = 8;
const LONG_NAME = 3;

export function groupFeatures(page: Page, group: OfferGroup, all: readonly OfferGroup[]): number[] {
  const { offers, start } = group;
  const share = (holds: (offer: Offer) => boolean) => offers.filter(holds).length / offers.length;
  const { geometry } = group.group;
  const meanings = new Set(page.mentions.match(headingAbove(page, start)).flatMap((phrase) => [...phrase.meanings]));
  const tierWords = tierShare(page, group);
  return [
    1,
    tierWords,
    share(isTimed),
    share(({ prices }) => prices.isFree || prices.isCustom),
    ...HEADINGS.map((concepts) => Number(concepts.some((concept) => meanings.has(concept)))),
    Number(geometry === 'columns'),
    Number(geometry === 'rows'),
    Number(geometry === 'sections'),
    Number(offers.length === 1),
    Number(offers.length > MANY),
    share((offer) => hasAction(page, offer)),
    share(({ prices }) => prices.prices.some(({ assumed }) => assumed?.includes('per') === true)),
    Number(all.some((other) => other !== group && tierShare(page, other) > tierWords + 0.3)),
    Number(all.every((other) => other === group || other.start > start)),
    share(({ name }) => (name?.words.split(/\s+/).length ?? 0) > LONG_NAME),
    offers.reduce((sum, { quality }) => sum + quality, 0) / offers.length,
    offers.length / group.group.regions.length,
    share((offer) => isCalledPrice(page, offer)),
    Number(isPricingPage(page)),
    Number(new Set(offers.map(({ prices }) => prices.prices.length)).size === 1),
    Number(timedIn(group) > 0 && all.every((other) => other === group || timedIn(other) < timedIn(group))),
    Number(geometry === 'cards' && timedIn(group) > 1) * share(isTimed),
    Number(all.length === 1),
  ];
}

const PRICE_CLASS = /price|amount|cost|preis|prix|precio|tarif/i;

function isCalledPrice({ mentions }: Page, { region }: Offer): boolean {
  const [first] = within(mentions.amounts, region);
  if (first === undefined) return false;
  const classes = [first.element, first.element.parent].map((element) => element?.attribs.class ?? '').join(' ');
  return PRICE_CLASS.test(classes);
}

const pricing = new WeakMap<Page['document'], boolean>();

/** The title, or the first heading, speaks of prices or plans. */
function isPricingPage({ document, mentions }: Page): boolean {
  const known = pricing.get(document);
  if (known !== undefined) return known;
  const first = document.lines.find(({ heading }) => heading > 0);
  const words = `${document.title.slice(0, MAX_TITLE)} | ${first === undefined ? '' : document.visible.slice(first.start, Math.min(first.end, first.start + MAX_TITLE))}`;
  const is = mentions.match(words).some(({ meanings }) => meanings.has('sectionPlan') || meanings.has('labelPrice'));
  pricing.set(document, is);
  return is;
}

const MAX_TITLE = 120;

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
      mentions
        .match(document.visible.slice(start, end))
        .some(({ meanings }) => meanings.has('action') || meanings.has('contact')),
  );
}

/** How likely the group's offers are plans of the page's own product, 0 to 1. */
export function likelihoodOfPlans(page: Page, group: OfferGroup, all: readonly OfferGroup[]): number {
  return chance(scoreOf(groupFeatures(page, group, all), GROUP_WEIGHTS));
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
