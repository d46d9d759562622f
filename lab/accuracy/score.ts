/**
 * A reading compared with a hand-made label: facts read rightly, wrongly, or missed. Pure.
 *
 * A fact is one statement of a page: a tier's price under one billing, that a tier is free or on request, a model's input
 * or output rate. Amounts are compared by the month as numbers to the cent, because labels are numbers and a year's price
 * has no exact twelfth.
 */
import * as z from 'zod';
import { isAnnual, perMonth } from '../../crawler/read/confidence/stated.ts';
import type { PageReading, ReadModel, ReadTier } from '../../data/reading.ts';

const Stated = z.number().nullish();
const Amounts = z.union([z.number(), z.array(z.number())]).nullish();

export const Label = z.object({
  currency: z.string().optional(),
  tiers: z.array(
    z.object({
      name: z.string(),
      /** Per month, billed monthly; per month, billed annually. */
      monthly: Stated,
      annualPerMonth: Stated,
      free: z.boolean().optional(),
      contactSales: z.boolean().optional(),
      /** Other amounts of the page: neither right nor wrong when read. */
      annualTotal: Stated,
      strikeAnnualTotal: Stated,
      oneOff: Amounts,
      payg: Amounts,
      packPrice: Stated,
      secondary: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
  ),
  tokenRates: z
    .array(
      z.object({ model: z.string(), currency: z.string().optional(), inputPerMTok: Stated, outputPerMTok: Stated }),
    )
    .default([]),
});
export type Label = z.infer<typeof Label>;
export type LabelTier = Label['tiers'][number];

/** Numbers of facts; of pages for starting prices. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

const PARTS = ['prices', 'sure', 'starts', 'rates', 'quotes'] as const;

/** `sure`: of the price facts that are at least as likely as `SURE`. `quotes`: amounts whose quote holds their digits (`right`), and the others (`wrong`). */
export type Score = Record<(typeof PARTS)[number], Tally>;

export type Read = Pick<PageReading, 'tiers' | 'models'>;

/** One statement of a tier. */
export type Fact = { kind: 'free' | 'custom' | 'monthly' | 'annual'; amount?: number };

/** From here on a fact is called sure. */
export const SURE = 0.95;

export const RATES = ['inputPerMTok', 'outputPerMTok'] as const;
const NONE: Tally = { right: 0, wrong: 0, missed: 0 };

export function total(scores: readonly Score[]): Score {
  return Object.fromEntries(PARTS.map((part) => [part, sum(scores.map((score) => score[part]))])) as Score;
}

export function sum(tallies: readonly Tally[]): Tally {
  const of = (count: keyof Tally) => tallies.reduce((all, tally) => all + tally[count], 0);
  return { right: of('right'), wrong: of('wrong'), missed: of('missed') };
}

/** Undefined where nothing was read. */
export function precision({ right, wrong }: Tally): number | undefined {
  return right + wrong === 0 ? undefined : right / (right + wrong);
}

/** Undefined where the label states nothing. */
export function recall({ right, missed }: Tally): number | undefined {
  return right + missed === 0 ? undefined : right / (right + missed);
}

/** @param isPartial the label covers only some of the page's rates, so others are not wrong */
export function scorePage(label: Label, { tiers, models }: Read, { isPartial }: { isPartial: boolean }): Score {
  return {
    prices: priceTally(label, tiers),
    sure: priceTally(label, tiers.flatMap(sureOnly)),
    starts: startTally(label, tiers),
    rates: rateTally(label, models, isPartial),
    quotes: quoteTally(tiers),
  };
}

/** The tier with what is sure of it alone. */
function sureOnly(tier: ReadTier): ReadTier[] {
  const isSure = ({ confidence = 0 }: { confidence?: number | undefined }) => confidence >= SURE;
  const prices = tier.prices.filter(isSure);
  const isClaimed = isSure(tier);
  if (prices.length === 0 && !isClaimed) return [];
  return [{ ...tier, prices, isFree: tier.isFree && isClaimed, isCustom: tier.isCustom && isClaimed }];
}

function priceTally({ tiers: labels, currency }: Label, tiers: readonly ReadTier[]): Tally {
  const { pairs, missed, extra } = paired(labels, tiers, { nameOf: ({ name }) => name });
  const tally = { right: 0, wrong: 0, missed: missed.flatMap(labelledFacts).length };
  for (const [wanted, got] of pairs) {
    const found = readFacts(got, currency);
    for (const fact of labelledFacts(wanted)) {
      const hit = found.findIndex((other) => sameFact(fact, other));
      if (hit >= 0) found.splice(hit, 1);
      tally[hit >= 0 ? 'right' : 'missed'] += 1;
    }
    const others = otherAmounts(wanted);
    tally.wrong += found.filter(
      ({ amount }) => amount === undefined || !others.some((each) => near(each, amount)),
    ).length;
  }
  tally.wrong += extra.flatMap((tier) => readFacts(tier, currency)).length;
  return tally;
}

/** The cheapest price per month, of the monthly billing where a tier has one. */
function startTally(label: Label, tiers: readonly ReadTier[]): Tally {
  if (label.tiers.length === 0 && tiers.length === 0) return NONE;
  const wanted = Math.min(...label.tiers.flatMap((tier) => tier.monthly || tier.annualPerMonth || []));
  const got = Math.min(
    ...tiers.flatMap((tier) => {
      const facts = readFacts(tier, label.currency);
      const amountOf = (kind: Fact['kind']) => facts.find((fact) => fact.kind === kind)?.amount;
      return amountOf('monthly') ?? amountOf('annual') ?? [];
    }),
  );
  if (wanted === got || near(wanted, got)) return { ...NONE, right: 1 };
  return Number.isFinite(got) ? { ...NONE, wrong: 1 } : { ...NONE, missed: 1 };
}

function rateTally(label: Label, models: readonly ReadModel[], isPartial: boolean): Tally {
  const { pairs, missed, extra } = paired(label.tokenRates, models, {
    nameOf: ({ model }) => model,
    agrees: (wanted, got) => sameRate(wanted.inputPerMTok, got.inputPerMTok),
  });
  const tally = { ...NONE };
  for (const [wanted, got] of pairs)
    for (const rate of RATES.filter((each) => isStated(wanted[each]))) {
      const isRight = sameRate(wanted[rate], got[rate]);
      tally[isRight ? 'right' : 'missed'] += 1;
      if (!isRight && got[rate] !== undefined) tally.wrong += 1;
    }
  for (const wanted of missed) tally.missed += RATES.filter((rate) => isStated(wanted[rate])).length;
  if (isPartial) return tally;
  const currencies = new Map(label.tokenRates.map(({ model, currency }) => [key(model), currency ?? label.currency]));
  for (const got of extra) {
    // A page may state a model's rates in several currencies, of which the label has one.
    const isOtherCurrency = currencies.has(key(got.model)) && currencies.get(key(got.model)) !== got.currency;
    if (!isOtherCurrency) tally.wrong += RATES.filter((rate) => got[rate] !== undefined).length;
  }
  return tally;
}

function quoteTally(tiers: readonly ReadTier[]): Tally {
  const prices = tiers.flatMap((tier) => tier.prices).filter(({ amount }) => Number(amount) !== 0);
  const right = prices.filter(({ amount, evidence }) => {
    const digits = String(Number(amount))
      .replace(/\D/g, '')
      .replace(/0{1,30}$/, '');
    return digits !== '' && evidence.quote.replace(/\D/g, '').includes(digits);
  }).length;
  return { right, wrong: prices.length - right, missed: 0 };
}

export function labelledFacts({ free, contactSales, monthly, annualPerMonth }: LabelTier): Fact[] {
  const facts: Fact[] = [];
  if (free) facts.push({ kind: 'free' });
  if (contactSales) facts.push({ kind: 'custom' });
  if (monthly) facts.push({ kind: 'monthly', amount: monthly });
  if (annualPerMonth) facts.push({ kind: 'annual', amount: annualPerMonth });
  return facts;
}

/** In the labelled currency, where the tier has a price in that one. */
export function readFacts({ isFree, isCustom, prices }: ReadTier, currency: string | undefined): Fact[] {
  const facts: Fact[] = [];
  if (isFree) facts.push({ kind: 'free' });
  if (isCustom) facts.push({ kind: 'custom' });
  const isInCurrency = prices.some((price) => price.currency === currency);
  for (const price of prices) {
    const amount = perMonth(price);
    if (price.kind === 'struck' || !amount || (isInCurrency && price.currency !== currency)) continue;
    const fact: Fact = { kind: isAnnual(price) ? 'annual' : 'monthly', amount };
    if (!facts.some((other) => other.amount !== undefined && sameFact(fact, other))) facts.push(fact);
  }
  return facts;
}

/** Every price of the tier, as the page states it. */
export function statedAmounts({ monthly, annualPerMonth, annualTotal, oneOff, payg }: LabelTier): number[] {
  return [monthly, annualPerMonth, annualTotal, oneOff, payg].flat().flatMap((amount) => amount || []);
}

/** Its amounts that are no price by the month: neither right nor wrong when read. */
export function otherAmounts(tier: LabelTier): number[] {
  const { annualTotal, strikeAnnualTotal, oneOff, payg, packPrice, secondary = [] } = tier;
  return [
    ...[annualTotal, strikeAnnualTotal].filter(isStated).map((year) => year / 12),
    ...[annualTotal, oneOff, payg, packPrice].flat().filter(isStated),
    ...secondary.flatMap((second) => Object.values(second).map(Number)).filter(Number.isFinite),
  ];
}

interface Pairing<Wanted, Got> {
  nameOf: (each: Wanted | Got) => string;
  agrees?: (wanted: Wanted, got: Got) => boolean;
}

/** Pairs by name, closest spelling first; among equal names, the one that agrees. */
function paired<Wanted, Got>(labels: readonly Wanted[], reads: readonly Got[], how: Pairing<Wanted, Got>) {
  const { nameOf, agrees = () => true } = how;
  const missed = new Set(labels);
  const extra = new Set(reads);
  const pairs: [Wanted, Got][] = [];
  const spellings: ((a: string, b: string) => boolean)[] = [
    (a, b) => a === b,
    (a, b) => Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a)),
    (a, b) => Math.min(a.length, b.length) > 3 && (a.includes(b) || b.includes(a)),
  ];
  for (const isSame of spellings)
    for (const wanted of [...missed]) {
      const hits = [...extra].filter((got) => isSame(key(nameOf(wanted)), key(nameOf(got))));
      const hit = hits.find((got) => agrees(wanted, got)) ?? hits[0];
      if (hit === undefined) continue;
      pairs.push([wanted, hit]);
      missed.delete(wanted);
      extra.delete(hit);
    }
  return { pairs, missed: [...missed], extra: [...extra] };
}

/** One name is the other, or a part of it. */
export function areAlike(a: string, b: string): boolean {
  const [one, two] = [key(a), key(b)];
  return one === two || (one !== '' && two !== '' && (one.includes(two) || two.includes(one)));
}

/** Spelling, and words such as "plan", make no other name. */
export function key(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(?:plan|tier|edition)\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function sameFact(a: Fact, b: Fact): boolean {
  return a.kind === b.kind && (a.amount === undefined || b.amount === undefined || near(a.amount, b.amount));
}

/** Labels round a twelfth of a year's price to the cent. */
export function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.011;
}

/** Vendors round rates per thousand tokens. */
export function sameRate(wanted: number | null | undefined, got: string | undefined): boolean {
  return isStated(wanted) && got !== undefined && Math.abs(wanted - Number(got)) <= Math.max(1e-6, wanted * 0.002);
}

function isStated(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}
