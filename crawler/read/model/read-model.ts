/**
 * Reads a page by the answer of a language model that pointed at lines and amounts of it. Amounts, currency, terms and quotes are
 * cut from the page by our own code. What does not resolve is dropped and counted.
 */
import { isZero } from '../../../data/money.ts';
import type { Billing, Evidence, Per, Reading, ReadPrice, ReadTier } from '../../../data/reading.ts';
import type { Terms } from '../mentions/terms.ts';
import { headingAbove } from '../offers/headings.ts';
import { contradict, mergedTiers, sameSlot, tierKey } from '../offers/merge.ts';
import { nameWords } from '../offers/name-words.ts';
import type { Page } from '../offers/page.ts';
import { within } from '../page/document.ts';
import { evidenceFor, exact } from '../page/evidence.ts';
import { isPlain, label, tidyName } from '../page/label.ts';
import type { ModelAnswer, Pointed, PointedPrice } from './answer.ts';
import type { ModelRequest, ShownAmount, ShownLine } from './request.ts';

interface ReadByModel {
  reading: Reading;
  /** Ids that are none of the request, and claims, prices or names that the words they point at do not bear. */
  dropped: number;
}

const MAX_TIERS = 60;
const MAX_PRICES = 24;
const MAX_NAME = 60;

export function readByModel(page: Page, request: ModelRequest, { offers }: ModelAnswer): ReadByModel {
  const pointing = new Pointing(page, request);
  const plans = offers.filter(({ role }) => role === 'plan').flatMap((offer) => pointing.planOf(offer) ?? []);
  const tiers = plans.map((plan) => withRange(page, plan, plans));
  return {
    reading: { reader: 'model', tiers: mergedTiers(tiers).slice(0, MAX_TIERS), models: [], rejected: [] },
    dropped: pointing.dropped,
  };
}

/** A tier, and where its name stands. */
interface Plan {
  tier: ReadTier;
  at: number;
}

const MAX_RANGE = 30;

/** Plans of one name and other prices are told apart by the headings above them: "Business S" and "Essential S". */
function withRange(page: Page, { tier, at }: Plan, plans: readonly Plan[]): ReadTier {
  const isShared = plans.some(
    (other) =>
      other.tier !== tier &&
      tierKey(other.tier.name) === tierKey(tier.name) &&
      contradict(other.tier.prices, tier.prices),
  );
  const range = isShared ? tidyName(headingAbove(page, at)) : '';
  return range === '' || range.length > MAX_RANGE ? tier : { ...tier, name: label(`${range} ${tier.name}`) };
}

/** Resolves the ids of one answer. */
class Pointing {
  dropped = 0;
  readonly #page: Page;
  readonly #lines: ReadonlyMap<string, ShownLine>;
  readonly #amounts: ReadonlyMap<string, ShownAmount>;

  constructor(page: Page, { lines, amounts }: ModelRequest) {
    this.#page = page;
    this.#lines = new Map(lines.map((line, at) => [`L${at + 1}`, line]));
    this.#amounts = new Map(amounts.map((amount, at) => [`A${at + 1}`, amount]));
  }

  planOf({ name: named, free, contact, prices: pointed }: Pointed): Plan | undefined {
    const name = this.#resolved(this.#lines, named, (line) => nameIn(this.#page, line));
    if (name === undefined) return undefined;
    const found = firstOfEach(pointed.flatMap((each) => this.#priceOf(each) ?? [])).slice(0, MAX_PRICES);
    const prices = found.filter(({ amount }) => !isZero(amount));
    const zero = found.find(({ amount }) => isZero(amount));
    const freeWords = this.#resolved(this.#lines, free, (line) => claimIn(this.#page, line, 'free')) ?? zero?.evidence;
    const contactWords = this.#resolved(this.#lines, contact, (line) => claimIn(this.#page, line, 'contact'));
    const isOpen = prices.length === 0;
    const isFree = isOpen && freeWords !== undefined;
    const isCustom = isOpen && !isFree && contactWords !== undefined;
    if (isOpen && !isFree && !isCustom) return undefined;
    const evidence = isFree ? freeWords : contactWords;
    const tier = { name, isFree, isCustom, prices, features: [], ...(isOpen && evidence && { evidence }) };
    return { tier, at: this.#lines.get(named)?.start ?? 0 };
  }

  #priceOf({ amount: id, ...terms }: PointedPrice): ReadPrice | undefined {
    return this.#resolved(this.#amounts, id, (amount) => priceOf(this.#page, amount, terms));
  }

  /** Undefined for "none" and, counted, for an id that leads nowhere and for words that do not bear what is said of them. */
  #resolved<Item, Found>(items: ReadonlyMap<string, Item>, id: string, find: (item: Item) => Found | undefined) {
    if (id === 'none') return undefined;
    const item = items.get(id);
    const found = item === undefined ? undefined : find(item);
    if (found === undefined) this.dropped += 1;
    return found;
  }
}

/** Of several prices for one term the first stays. */
function firstOfEach(prices: readonly ReadPrice[]): ReadPrice[] {
  return prices.filter((price, at) => prices.findIndex((other) => sameSlot(other, price)) === at);
}

/** The words of a line that name an offer, without an amount and its terms. */
function nameIn({ document, mentions }: Page, { start, end, line, amounts }: ShownLine): string | undefined {
  const amount = amounts[0]?.mention;
  const known = nameWords(document.visible, { start, end, heading: line.heading }, { amount, match: mentions.match });
  if (known !== undefined) return known.words;
  const words = tidyName(label(document.visible.slice(start, amount?.start ?? end), MAX_NAME + 1));
  return words !== '' && words.length <= MAX_NAME && /[\p{L}\p{N}]/u.test(words) && isPlain(words) ? words : undefined;
}

/** The words of a line that say that a plan is free, or that its price is on request. */
function claimIn({ document, mentions }: Page, line: ShownLine, kind: 'free' | 'contact'): Evidence | undefined {
  const zero = kind === 'free' ? line.amounts.find(({ mention }) => isZero(mention.money.amount))?.mention : undefined;
  const said = zero ?? within(mentions.words, line).find((word) => word.kind === kind);
  if (said !== undefined) return exact(document, said, 'model');
  const phrases = mentions.match(document.visible.slice(line.start, line.end));
  const phrase = phrases.find(({ meanings }) => meanings.has(kind) && !meanings.has('notFree'));
  return phrase && exact(document, { start: line.start + phrase.start, end: line.start + phrase.end }, 'model');
}

type PointedTerms = Omit<PointedPrice, 'amount'>;

/** The words beside an amount say for what time it is; the model only where they are silent. */
function priceOf({ document }: Page, { mention, stated }: ShownAmount, pointed: PointedTerms): ReadPrice | undefined {
  const { money } = mention;
  const terms: Terms =
    stated === undefined
      ? mention.terms
      : { ...mention.terms, per: stated.per, billing: stated.shown === 'monthly' ? 'annual' : 'monthly' };
  const per = terms.per ?? (pointed.per === 'none' ? undefined : pointed.per);
  if (per === undefined || (pointed.per !== 'none' && per !== pointed.per)) return undefined;
  const billing = billingOf(per, terms.billing, pointed.billing);
  const kind = mention.element.struck || pointed.kind === 'struck' ? 'struck' : pointed.kind;
  const unit = terms.unit === undefined ? '' : label(terms.unit, 40).toLowerCase();
  const assumed: ReadPrice['assumed'] = [
    ...(money.currencyAssumed ? (['currency'] as const) : []),
    ...(terms.per === undefined ? (['per'] as const) : []),
    ...(billing !== undefined && terms.billing === undefined && per !== 'year' ? (['billing'] as const) : []),
  ];
  return {
    amount: stated?.amount ?? money.amount,
    currency: money.currency,
    per,
    ...(billing !== undefined && { billing }),
    ...(unit !== '' && { unit }),
    kind: kind === 'none' ? 'list' : kind,
    ...((terms.isFloor === true || money.isFloor) && { isFloor: true as const }),
    ...(assumed.length > 0 && { assumed }),
    evidence:
      stated === undefined
        ? evidenceFor(document, money, { method: 'model', reach: terms.reach })
        : { ...stated.evidence, method: 'model' },
  };
}

function billingOf(per: Per, said: Billing | undefined, pointed: PointedTerms['billing']): Billing | undefined {
  if (per === 'year') return 'annual';
  if (per !== 'month') return undefined;
  return said ?? (pointed === 'none' ? 'monthly' : pointed);
}
