/**
 * One tier from the amounts and words that stand under its name: which amount is its price under which billing,
 * which are other things, and what can't be told.
 */
import { isZero } from '../../../data/money.ts';
import type { Billing, Per, ReaderName, ReadPrice, ReadTier, Rejected } from '../../../data/reading.ts';
import { statedElsewhere } from '../mentions/attribute-states.ts';
import { billingState } from '../mentions/billing-state.ts';
import type { Document, PageElement, Span } from '../page/document.ts';
import { evidenceFor } from '../page/evidence.ts';
import { label } from '../page/label.ts';
import { type AmountSignal, FOR_A_THING, NO_PERIOD, UNCLEAR } from './amounts.ts';
import {
  type Claims,
  dropContradictions,
  isStruckOut,
  type Kept,
  markCheaper,
  markEquivalents,
  markIntros,
  markSales,
  mayBeYearOf,
  mergeRepeats,
  monthsBesideYear,
  monthsOfYear,
  sameSlot,
  yearTotals,
} from './claims.ts';
import { isOfItem, OF_ITEM } from './item-price.ts';
import { minimumUnitsIn } from './minimum.ts';
import { isZeroOfAPart, refusalOf } from './refusal.ts';
import { statesYearlyBilling } from './section.ts';
import type { Signal } from './signals.ts';
import { nameIn } from './words.ts';

/** What the surroundings say for all prices among them. */
export interface Setting {
  method: ReaderName;
  /** Period to assume where an amount has none of its own. */
  per?: Per | undefined;
  /** The tier is called by a billing: "Monthly", "Annual". */
  term?: Billing | undefined;
  /** The tier's name says how it is billed: "Annual", "Monthly plan", "12 mois". */
  billing?: Billing | undefined;
  /** Prices beside it are written to the cent. */
  hasCents?: boolean;
  /** Where attributes that tell monthly from yearly are looked for. */
  root?: PageElement;
  /** What stands above the prices as their name: a line that names something else states no price of it. */
  name?: string;
}

export interface TierParts {
  prices: ReadPrice[];
  isFree: boolean;
  isCustom: boolean;
  evidence: ReadTier['evidence'];
  rejected: Rejected[];
  /** Two amounts claim the same slot, far enough apart to be two tiers' prices. */
  isTorn: boolean;
  /** All its amounts are for metered use. */
  isMetered: boolean;
}

/** The tier as it is read. `words` are those of its card. */
export function tierOf(
  name: string,
  { isFree, isCustom, prices, evidence }: Omit<TierParts, 'rejected' | 'isTorn' | 'isMetered'>,
  { words = '', features = [] }: { words?: string; features?: string[] } = {},
): ReadTier {
  const minimumUnits = minimumUnitsIn(words);
  return {
    ...{ name, isFree, isCustom, prices },
    ...(minimumUnits !== undefined && { minimumUnits }),
    features,
    ...(evidence !== undefined && { evidence }),
  };
}

const MAX_PRICES = 24;

const OTHER_BILLING = 'by the year, of a tier that is called monthly';
/** Nobody asks less for a month or a year. */
const MIN_ASSUMED = 0.1;
/** Between two prices of one tier stand terms, not sections. */
const MAX_GAP = 300;
const PER_THING = /^\s?(?:(?:\/ ?|(?:per|pro|je|par|por|na|za|за) )\p{L}|(?:each|apiece)\b)/iu;
const METERED_UNIT =
  /\b(?:gb|gib|tb|tib|mb|hours?|hr|minutes?|min|seconds?|requests?|calls?|credits?|messages?|sms|tokens?|mtok|images?|transactions?|query|queries|runs?|executions?|vcpu|core|invocations?|builds?|checks?|operations?|pageviews?|emails?|texts?|letters?)$/i;

export function tierParts(document: Document, signals: readonly Signal[], setting: Setting): TierParts {
  const amounts = signals.filter((signal) => signal.kind === 'money');
  const free = signals.find(({ kind }) => kind === 'free');
  const custom = signals.find(({ kind }) => kind === 'custom');
  const asked = custom !== undefined && !amounts.some(({ start }) => start < custom.start) ? custom : undefined;
  const parts: TierParts = {
    prices: [],
    isFree: false,
    isCustom: false,
    evidence: undefined,
    rejected: [],
    isTorn: false,
    isMetered: false,
  };
  const told = { amounts, setting, free, asked };
  const { kept, zero, hasAmount } = sortedAmounts(document, told, parts);
  compare(document, kept, parts);
  // What one pays by the year is no sale of the monthly price that is crossed out above it.
  showOtherStates(document, kept, setting);
  markSales(kept, amounts);
  parts.isMetered = kept.length > 0 && kept.every(({ price }) => price.per === 'usage');
  // An introductory price ends, so it stands behind the price that it leads to.
  const isIntro = ({ price }: Kept) => Number(price.kind === 'intro');
  parts.prices = kept.toSorted((a, b) => isIntro(a) - isIntro(b)).map(({ price }) => price);
  const paid = parts.prices.some(({ kind }) => kind !== 'struck');
  if (zero !== undefined && !hasAmount) {
    parts.isFree = true;
    parts.evidence = evidenceFor(document, zero, { method: setting.method, reach: zero.end + zero.terms.reach });
  } else if (free !== undefined && !hasAmount && (asked === undefined || free.start < asked.start)) {
    parts.isFree = true;
    parts.evidence = evidenceFor(document, free, setting);
  }
  const isOpenEnded = paid && parts.prices.every(({ isFloor }) => isFloor === true);
  if (custom !== undefined && !parts.isFree && (!hasAmount || isOpenEnded)) {
    parts.isCustom = true;
    parts.evidence ??= evidenceFor(document, custom, setting);
  }
  return parts;
}

/** What stands under a tier's name. */
interface Told {
  amounts: readonly AmountSignal[];
  setting: Setting;
  /** Words that say that it is free. */
  free: Span | undefined;
  /** Words before any amount that say to ask for a price. */
  asked: Span | undefined;
}

interface Sorted {
  /** Its prices. */
  kept: Kept[];
  /** The amount that says that it is free. */
  zero: AmountSignal | undefined;
  /** An amount that could be the price, read or not, rules out that the tier is free. */
  hasAmount: boolean;
}

function sortedAmounts(document: Document, { amounts, setting, free, asked }: Told, parts: TierParts): Sorted {
  const { name, hasCents = false } = setting;
  const kept: Kept[] = [];
  let zero: AmountSignal | undefined;
  let hasAmount = false;
  for (const signal of amounts) {
    const isNothing = isZero(signal.money.amount);
    const last = kept.at(-1);
    const isFeature = setting.method === 'cards' && signal.line.element.name === 'li';
    const mayBeFar = setting.method === 'table' || (!isFeature && isYearOf(last, signal));
    const refusal =
      refusalOf(document, signal, kept[0]?.signal) ??
      (name !== undefined && isOfItem(document, signal, name) ? OF_ITEM : undefined) ??
      (isNothing
        ? refusalOfZero(document, signal, free !== undefined || hasCents)
        : refusalBeside(signal, mayBeFar ? undefined : (last?.signal ?? zero), { free: free ?? zero, asked }));
    if (refusal === UNCLEAR) hasAmount = true;
    if (refusal !== undefined) reject(parts, rejectedAt(document, signal, refusal));
    else if (isNothing) zero ??= signal;
    else if (kept.length < MAX_PRICES) {
      // "$12 / month", and then "$9": what a second amount is for is open, unless it says how it is billed.
      const isOpen =
        signal.terms.billing === undefined && kept.some(({ price }) => price.currency === signal.money.currency);
      const per = isOpen ? undefined : setting.per;
      const term = kept.length > 0 ? undefined : setting.term;
      const price = priceOf(document, signal, { ...setting, per, term });
      hasAmount = true;
      if (price?.billing === 'annual' && setting.term === 'monthly')
        reject(parts, rejectedAt(document, signal, OTHER_BILLING));
      else if (price !== undefined) kept.push({ price, signal });
      else reject(parts, rejectedAt(document, signal, isPerThing(document, signal) ? FOR_A_THING : NO_PERIOD));
    }
  }
  return { kept, zero, hasAmount };
}

/** "Annual: $190 / year", however far below "$19 / month": its amount and period say that it is of the same tier. */
function isYearOf(month: Kept | undefined, { money, terms }: AmountSignal): boolean {
  return (
    month?.price.per === 'month' &&
    month.price.currency === money.currency &&
    terms.per === 'year' &&
    !terms.isStruck &&
    mayBeYearOf(money, month.price)
  );
}

/** A calculator that has not run shows "0.00"; a vendor who means free writes "0", or as the other prices, or says so. */
function refusalOfZero(document: Document, signal: AmountSignal, mayHaveCents: boolean): string | undefined {
  if (isZeroOfAPart(document, signal)) return 'nothing for a part of it, or for a while';
  const hasCents = /0[.,]00/.test(document.text.slice(signal.start, signal.end));
  return hasCents && !mayHaveCents ? 'a placeholder' : undefined;
}

function refusalBeside(
  { start, terms }: AmountSignal,
  nearby: Span | undefined,
  { free, asked }: Pick<Told, 'free' | 'asked'>,
): string | undefined {
  if (nearby !== undefined && start - nearby.end > MAX_GAP) return 'far from the price';
  if (asked !== undefined && terms.isFloor) return 'a floor beside a price for the asking';
  // "Free" and then "Worth $99", "Custom" and then "$1,000 coverage": the words are the price.
  const isSaid = [free, asked].some((word) => word !== undefined && word.end <= start);
  return isSaid && terms.per === undefined && terms.billing === undefined
    ? 'below words in place of a price'
    : undefined;
}

/** What prices of one tier say of one another. */
function compare(document: Document, kept: Kept[], parts: TierParts): void {
  const claims: Claims = {
    kept,
    drop: (one, reason) => {
      reject(parts, rejectedAt(document, one.signal, reason));
      const at = kept.indexOf(one);
      if (at >= 0) kept.splice(at, 1);
    },
  };
  markIntros(kept);
  yearTotals(kept);
  monthsOfYear(kept);
  monthsBesideYear(kept);
  markEquivalents(kept);
  markCheaper(kept);
  mergeRepeats(kept);
  dropContradictions(claims);
  settle(document, claims, parts);
}

const MAX_REJECTED = 50;

function reject({ rejected }: TierParts, one: Rejected): void {
  if (rejected.length < MAX_REJECTED) rejected.push(one);
}

/** With the words around it. */
export function rejectedAt({ visible }: Document, { start, end }: Span, reason: string): Rejected {
  return { quote: label(visible.slice(Math.max(0, start - 30), end + 40), 120), reason };
}

function priceOf(document: Document, signal: AmountSignal, setting: Setting): ReadPrice | undefined {
  const { money, terms, element } = signal;
  const assumed: NonNullable<ReadPrice['assumed']> = [];
  if (money.currencyAssumed) assumed.push('currency');
  const switched = billingState(element, setting.root);
  let per = terms.per ?? (terms.billing === 'monthly' ? 'month' : undefined);
  if (per === undefined) {
    per = setting.per;
    // A few hundredths are what one use of something costs, whatever the others are for.
    if (per === undefined || (Number(money.amount) < MIN_ASSUMED && Number(money.amount) > 0)) return undefined;
    if (isPerThing(document, signal)) return undefined;
    assumed.push('per');
  }
  // "Annual: $8 for 10k runs": a volume bought in advance, under the billing that names its tier. No more than the
  // first is taken so: it is what the tier is quoted at.
  const isPrepaid = setting.term !== undefined && per === 'usage' && /^\d\d|^\d ?[km]\b/.test(terms.unit ?? '');
  if (isPrepaid) {
    per = 'month';
    assumed.push('per');
  } else if (per === 'month' && terms.unit !== undefined && METERED_UNIT.test(terms.unit)) per = 'usage';
  let billing: Billing | undefined;
  if (per === 'year') billing = 'annual';
  else if (per === 'month') {
    billing =
      terms.billing ??
      (isPrepaid ? setting.term : switched) ??
      setting.billing ??
      (statesYearlyBilling(document) ? 'annual' : undefined);
    if (billing === undefined) {
      billing = 'monthly';
      assumed.push('billing');
    }
  }
  const kind = kindOf(signal);
  const evidence = evidenceFor(document, money, { method: setting.method, reach: money.end + terms.reach });
  // A day that the quote leaves out is not proven.
  const until = evidence.quote.includes(terms.until?.slice(0, 4) ?? '\0') ? terms.until : undefined;
  return {
    amount: money.amount,
    currency: money.currency,
    ...(billing !== undefined && { billing }),
    per,
    ...(terms.unit !== undefined && { unit: terms.unit }),
    kind,
    ...((money.isFloor || terms.isFloor) && { isFloor: true as const }),
    ...(assumed.length > 0 && { assumed }),
    ...(until !== undefined && kind !== 'list' && { until }),
    evidence,
  };
}

function kindOf(signal: AmountSignal): ReadPrice['kind'] {
  if (isStruckOut(signal)) return 'struck';
  if (signal.terms.until !== undefined) return 'promo';
  return signal.terms.isIntro ? 'intro' : 'list';
}

/** Adds what the attributes of a price say that it is under the other billing, unless that is stated in sight. */
function showOtherStates(document: Document, kept: Kept[], { method, root: card }: Setting): void {
  for (const one of [...kept]) {
    const { kind, per, billing, assumed: all = [], ...known } = one.price;
    const stated = statedElsewhere(document, one.signal, { method, card });
    if (stated === undefined || kind !== 'list' || kept.length >= MAX_PRICES) continue;
    if (!all.includes('per') && per !== stated.shownPer) continue;
    // "Billed annually" below the price may be shown with its other state only.
    const isSaid = !all.includes('billing') && one.signal.terms.isBilledBelow !== true;
    if (isSaid && billing !== stated.shown) continue;
    const assumed = all.filter((each) => each !== 'billing');
    const base = { ...known, kind, ...(assumed.length > 0 && { assumed }) };
    const shown: ReadPrice = { ...base, billing: stated.shown, per: stated.shownPer };
    const { amount, evidence } = stated;
    const billingOfOther = stated.shown === 'monthly' ? 'annual' : 'monthly';
    const other: ReadPrice = { ...base, amount, per: stated.per, evidence, billing: billingOfOther };
    if (kept.some(({ price }) => price !== one.price && (sameSlot(price, other) || sameSlot(price, shown)))) continue;
    one.price = shown;
    kept.push({ price: other, signal: one.signal });
    // Crossed out beside what the switch shows, it is asked all the same in its other state.
    const again = kept.findIndex(
      ({ price }) => sameSlot(price, { ...other, kind: 'struck' }) && price.amount === other.amount,
    );
    if (again >= 0) kept.splice(again, 1);
  }
}

/** Leaves at most one amount for each billing, period and unit; undecidable pairs leave none. */
function settle(document: Document, { kept, drop }: Claims, parts: TierParts): void {
  for (let index = 0; index < kept.length; index += 1) {
    const one = kept[index] as Kept;
    if (one.price.kind === 'struck') continue;
    const rivals = kept.filter((other) => other !== one && sameSlot(other.price, one.price));
    for (const other of rivals) {
      if (other.price.amount === one.price.amount) {
        kept.splice(kept.indexOf(other), 1);
        continue;
      }
      if (other.price.kind === 'promo' || one.price.kind === 'promo') continue;
      if (rivals.length > 1 || isApart(document, one.signal, other.signal)) parts.isTorn = true;
      for (const dropped of parts.isTorn ? [other] : [one, other]) drop(dropped, 'two amounts for one billing');
      if (!parts.isTorn) {
        index -= 1;
        break;
      }
    }
  }
}

/** "4 € / dossier": for one of a thing that no list of units knows, and for no time. */
function isPerThing({ visible }: Document, { terms, end }: AmountSignal): boolean {
  const isBare = terms.unit === undefined && terms.per === undefined && terms.billing === undefined;
  return isBare && PER_THING.test(visible.slice(end, end + 12));
}

/** Far from one another, or with a name between: two tiers' prices. */
function isApart(document: Document, one: Span, other: Span): boolean {
  const [from, to] = one.start < other.start ? [one.end, other.start] : [other.end, one.start];
  if (to - from > 120) return true;
  return document.visible
    .slice(from, to)
    .split('\n')
    .slice(1, -1)
    .some((words) => nameIn(words.trim(), false) !== undefined);
}
