/** What each offer of a group costs: which of its amounts are prices, for what term, under which billing, for one of what. */
import { Decimal } from 'decimal.js';
import { isZero } from '../../../data/money.ts';
import type { Billing, Per, ReadPrice } from '../../../data/reading.ts';
import { type StatedElsewhere, statedElsewhere } from '../mentions/attribute-states.ts';
import { isSumOfYear } from '../mentions/between-amounts.ts';
import { billingState } from '../mentions/billing-state.ts';
import type { AmountMention, Mentions, WordMention } from '../mentions/mentions.ts';
import { type Terms, termsOfWords } from '../mentions/terms.ts';
import { type Document, isQuoted, nearest, type PageElement, type Span, within } from '../page/document.ts';
import { evidenceFor } from '../page/evidence.ts';
import { label } from '../page/label.ts';
import { saidWhole } from '../vocabulary/phrases.ts';
import { hasTierWord, type NameCandidate } from './names.ts';
import type { Page } from './page.ts';
import type { Group, Region, RegionLine } from './regions.ts';

/** An amount of a region with all that is known of its terms. */
interface Priced {
  mention: AmountMention;
  money: AmountMention['money'];
  line: RegionLine;
  kind: Terms['kind'];
  per?: Per | undefined;
  billing?: Billing | undefined;
  unit?: string | undefined;
  state: Billing | undefined;
  assumed: ('billing' | 'per')[];
  /** Of a price that stands in an attribute. */
  declared?: StatedElsewhere;
}

export interface OfferPrices {
  prices: ReadPrice[];
  isFree: boolean;
  isCustom: boolean;
  /** An amount of zero says that it is free. */
  isZero: boolean;
  /** What says "free" or "contact sales". */
  word?: Span;
}

const MAX_TALK = 26;
const MAX_ONCE = 30;
const MAX_PRICES = 24;
const PERIOD_OF = { monthly: 'month', annual: 'year' } as const;
const KIND_OF: Partial<Record<Terms['kind'], ReadPrice['kind']>> = { was: 'struck', intro: 'intro' };

/** The prices of each region of a group, in order. */
export function pricesOf(page: Page, group: Group, names: readonly (NameCandidate | undefined)[]): OfferPrices[] {
  const regions = group.regions.map((region) => pricedIn(page, region));
  const shared = sharedPeriod(page, { regions, names });
  const timed = regions.flatMap((found) => found.filter(({ per }) => per === 'month' || per === 'year').slice(0, 1));
  const slots = new Set(
    (timed.length > 0 ? timed : regions.flatMap((found) => found.slice(0, 1))).map(({ line }) => line.slot),
  );
  const areCards = group.geometry === 'cards' && regions.filter((found) => found.length > 0).length > 1;
  return group.regions.map((region, at) => {
    const found = regions[at] ?? [];
    const named = periodNamed(page, names[at]) ?? onceIn(page, region, found);
    const priced = settle(found, { shared, page, named });
    const zero = priced.find(({ money }) => isZero(money.amount));
    const paid = priced.filter(({ money }) => !isZero(money.amount));
    const current = paid.filter(({ kind }) => kind !== 'was');
    const [word] = wordsIn(page.mentions, region, slots);
    // "Free" or "Custom" in the place of prices, and below what a use or a part costs.
    const isSaid = word?.isInPlace === true && current.every(({ mention }) => mention.start > word.start);
    const isOpen = current.length === 0 || isSaid;
    const name = names[at];
    const isNamed = hasTierWord(name) || word?.isInPlace === true || (word?.line.heading ?? 0) > 0 || areCards;
    const isCalledFree = zero === undefined && word?.kind !== 'free' && regions.length > 1 && isNamedFree(page, name);
    const isFree = isOpen && (zero !== undefined || isCalledFree || (word?.kind === 'free' && isNamed));
    const isCustom = isOpen && !isFree && word?.kind === 'contact' && isNamed;
    const prices = isOpen ? [] : paid.slice(0, MAX_PRICES).map((each) => priceOf(page.document, each));
    const said = (isFree && zero?.mention) || (isCalledFree ? name : word);
    return {
      prices,
      isFree,
      isCustom,
      isZero: zero !== undefined,
      ...((isFree || isCustom) && said !== undefined && { word: said }),
    };
  });
}

function periodNamed({ mentions }: Page, name: NameCandidate | undefined): Per | undefined {
  if (name === undefined) return undefined;
  const { per, billing, isOtherTerm } = termsOfWords(name.words, mentions.match);
  if (isOtherTerm === true) return 'once';
  return per === 'usage' ? undefined : (per ?? (billing && PERIOD_OF[billing]));
}

/** Beside an amount without a period a line of the offer says "One-time", and no more. */
function onceIn({ document, mentions }: Page, { lines }: Region, found: readonly Priced[]): Per | undefined {
  if (found.every(({ per }) => per !== undefined)) return undefined;
  const isOnce = ({ start, end }: Span) => {
    const words = end - start > MAX_ONCE ? '' : document.visible.slice(start, end);
    return saidWhole(words, mentions.match(words), 'once');
  };
  return lines.some(isOnce) ? 'once' : undefined;
}

/** "Free", "Free plan" */
export function isNamedFree({ mentions }: Page, name: Pick<NameCandidate, 'words'> | undefined): boolean {
  if (name === undefined) return false;
  const [only, ...more] = mentions.match(name.words);
  return only?.meanings.has('free') === true && more.every(({ meanings }) => meanings.has('planWord'));
}

function pricedIn({ mentions }: Page, { lines, root }: Region): Priced[] {
  const found: Priced[] = [];
  for (const line of lines) {
    const label = line.label === '' ? undefined : termsOfWords(line.label, mentions.match);
    for (const mention of within(mentions.amounts, line)) {
      const { terms, money, talk } = mention;
      if (money.isUnclear === true || terms.isOtherTerm === true || isQuoted(mention.element)) continue;
      if (!['price', 'was', 'intro', 'then'].includes(terms.kind) || (label !== undefined && label.kind !== 'price'))
        continue;
      if (talk > MAX_TALK) continue;
      const state = billingState(mention.element, root);
      found.push({
        mention,
        money,
        line,
        kind: terms.kind,
        per: terms.per ?? label?.per,
        billing: terms.billing ?? label?.billing,
        unit: terms.unit ?? label?.unit,
        state,
        assumed: [],
      });
    }
  }
  return withoutParts(found, root);
}

/** Of amounts among the features of a card with a price, and of metered ones beside one by the month, none is its price. */
function withoutParts(found: readonly Priced[], root: PageElement | undefined): Priced[] {
  const outside = found.filter(({ mention }) => !isInItem(mention.element, root));
  const some = outside.length > 0 ? outside : [...found];
  const others = some.filter(({ per }) => per !== 'usage');
  return others.length > 0 ? others : some;
}

/** Inside an item of a list that the card holds. */
function isInItem(element: PageElement, root: PageElement | undefined): boolean {
  const at = nearest(element, 6, (each) => each === root || each.name === 'li');
  return at !== undefined && at !== root;
}

/**
 * The period of amounts without one: that of their siblings; else the month, where the page speaks of months and the
 * offers are called as plans are.
 */
function sharedPeriod(
  page: Page,
  { regions, names }: { regions: readonly (readonly Priced[])[]; names: readonly (NameCandidate | undefined)[] },
): Per | undefined {
  const pers = new Set(regions.flat().flatMap(({ per }) => (per === undefined || per === 'usage' ? [] : [per])));
  if (pers.has('month')) return 'month';
  const [only, ...more] = pers;
  if (only !== undefined) return more.length === 0 ? only : undefined;
  const tiers = names.filter(hasTierWord).length;
  const isCalled = tiers * 2 >= names.length;
  const hasWords = names.some(
    (name) => name !== undefined && page.mentions.match(name.words).some(({ meanings }) => meanings.has('free')),
  );
  return (page.mentions.says.monthly || hasWords) && names.length > 1 && isCalled ? 'month' : undefined;
}

interface Settling {
  shared: Per | undefined;
  page: Page;
  /** The period that the offer's name says: "Monthly", "1 year". */
  named: Per | undefined;
}

/** Gives each amount its term and billing; of several for one term the first stays. */
function settle(found: readonly Priced[], { shared, page, named }: Settling): Priced[] {
  const [first] = found;
  const hasTimed = found.some(({ per }) => per !== undefined);
  const unit = found.find(({ per }) => per === 'month')?.unit;
  const kept = found.filter(
    (each) =>
      (each.per !== 'month' || lastWord(each.unit) === lastWord(unit) || each.unit === undefined || each === first) &&
      (each.per !== undefined ||
        each.billing !== undefined ||
        each.kind === 'was' ||
        (!hasTimed && (each === first || isStateOf(each, first) || isZero(each.money.amount)))),
  );
  const month = kept.find(({ per, kind }) => per === 'month' && kind === 'price');
  for (const each of kept) {
    each.per ??= periodBeside(each, month) ?? named ?? shared ?? 'once';
    if (each.mention.terms.per === undefined && each.per !== 'once') each.assumed.push('per');
  }
  markIntros(kept);
  for (const each of kept.filter(({ per, kind }) => per === 'month' && kind === 'price')) {
    const declared = statedElsewhere(page.document, each.mention, { method: 'offers' });
    if (declared === undefined) continue;
    each.billing = declared.shown;
    const billing = declared.shown === 'monthly' ? 'annual' : 'monthly';
    kept.push({ ...each, per: declared.per, billing, assumed: [], declared });
  }
  const repeated = decideBilling(kept, page);
  const stated = kept.filter((each) => !repeated.includes(each));
  return stated.filter((each, at) => stated.findIndex((other) => isSameSlot(other, each)) === at);
}

const lastWord = (unit: string | undefined) => unit?.split(' ').at(-1);

/** "$10 billed monthly" and "$120 billed annually" beside "$10 a month": for how long is told by how much. */
function periodBeside({ money, billing }: Priced, month: Priced | undefined): Per | undefined {
  if (billing === 'monthly') return 'month';
  if (billing === undefined || month === undefined) return undefined;
  if (isZero(money.amount) || isZero(month.money.amount)) return undefined;
  if (isSumOfYear(money.amount, month.money.amount)) return 'year';
  return new Decimal(money.amount).lte(month.money.amount) ? 'month' : undefined;
}

const isStateOf = (each: Priced, first: Priced | undefined) =>
  each.state !== undefined && first?.state !== undefined && each.state !== first.state;

/** "$9 / month, then $19 / month": the first price holds for a while only. */
function markIntros(priced: readonly Priced[]): void {
  for (const [at, later] of priced.entries()) {
    const first = priced[at - 1];
    if (later.kind !== 'then' || first === undefined || !isSameSlot({ ...first, kind: 'then' }, later)) continue;
    const isLess = new Decimal(first.money.amount).lt(later.money.amount);
    if (isLess && first.kind === 'price') first.kind = 'intro';
  }
}

function isSameSlot(a: Priced, b: Priced): boolean {
  return a.per === b.per && a.billing === b.billing && a.kind === b.kind && a.money.currency === b.money.currency;
}

/** Decides the billing of each; returns those that say another one's price again, rounded. */
function decideBilling(priced: readonly Priced[], { mentions }: Page): Priced[] {
  const repeated: Priced[] = [];
  for (const each of priced) {
    if (each.per === 'year') each.billing = 'annual';
    else if (each.per !== 'month') each.billing = undefined;
    else each.billing ??= each.state;
  }
  const months = priced.filter(({ per, kind, money }) => per === 'month' && kind === 'price' && !isZero(money.amount));
  const open = months.filter(({ billing, mention }) => billing === undefined || mention.terms.billing === undefined);
  const years = priced.filter(({ per, kind }) => per === 'year' && kind === 'price');
  const ofOneCurrency = ({ money }: Priced) => money.currency === open[0]?.money.currency;
  const [one, two] = open.filter((each) => each.billing === undefined && ofOneCurrency(each));
  const areOnly = months.filter(ofOneCurrency).length === 2;
  if (one !== undefined && two !== undefined && areOnly && mentions.says.yearly) {
    const [low, high] = new Decimal(one.money.amount).lte(two.money.amount) ? [one, two] : [two, one];
    const ratio = new Decimal(low.money.amount).dividedBy(high.money.amount);
    if (ratio.gte(0.5) && ratio.lt(1)) low.billing = 'annual';
  }
  for (const month of open) {
    const year = years.find(({ money }) => isTwelve(month.money.amount, money.amount));
    if (year === undefined) continue;
    // "$249 a year, just $21 a month" says one price twice; "$10 a month or $120 a year" are two.
    const isRounded = !new Decimal(month.money.amount).times(12).eq(year.money.amount);
    const isSame = isRounded || year.mention.terms.billing === 'annual' || year.mention.start < month.mention.start;
    if (months.length > 1 || isSame) month.billing = 'annual';
    if (isSame && months.length === 1) repeated.push(month.mention.start < year.mention.start ? year : month);
  }
  for (const month of open) {
    if (month.billing !== undefined) continue;
    month.billing = 'monthly';
    month.assumed.push('billing');
  }
  return repeated;
}

/** The year costs twelve times the month, to within what rounding to whole units takes. */
function isTwelve(month: string, year: string): boolean {
  return new Decimal(month).times(12).minus(year).abs().lte(6);
}

function priceOf(document: Document, priced: Priced): ReadPrice {
  const { money, kind, per, billing, unit, assumed, declared } = priced;
  const { terms } = priced.mention;
  const all: ReadPrice['assumed'] = [...(money.currencyAssumed ? (['currency'] as const) : []), ...assumed];
  const clean = unit === undefined ? undefined : label(unit, 40).toLowerCase();
  return {
    amount: declared?.amount ?? money.amount,
    currency: money.currency,
    per: per ?? 'once',
    ...(billing !== undefined && { billing }),
    ...(clean !== undefined && clean !== '' && { unit: clean }),
    kind: KIND_OF[kind] ?? 'list',
    ...((terms.isFloor === true || money.isFloor) && { isFloor: true as const }),
    ...(all.length > 0 && { assumed: all }),
    evidence: declared?.evidence ?? evidenceFor(document, money, { method: 'offers', reach: terms.reach }),
  };
}

interface PlacedWord extends WordMention {
  /** It stands where a sibling has its price. */
  isInPlace: boolean;
}

/** The words in place of a price, those in the place of a sibling's price first. */
function wordsIn({ words }: Mentions, { lines, root }: Region, slots: ReadonlySet<string>): PlacedWord[] {
  return lines
    .flatMap((line) => within(words, line).map((word) => ({ ...word, isInPlace: slots.has(line.slot) })))
    .filter(({ element, isInPlace }) => isInPlace || !isInItem(element, root))
    .sort((a, b) => Number(b.isInPlace) - Number(a.isInPlace));
}
