/**
 * What a reading of a page is worth against labels made by hand: facts that were read rightly, wrongly, or not. Pure.
 *
 * A fact is one thing that a page states: a tier's price under one billing, that a tier is free or for the asking, a
 * model's input or output rate. Amounts are compared by the month and to the cent, as numbers: labels are numbers, and
 * a year's price has no exact twelfth.
 */
import * as z from 'zod';
import type { ReadModel, ReadPrice, ReadTier } from '../data/reading.ts';

const Stated = z.number().nullish();

export const Label = z.object({
  currency: z.string().optional(),
  tiers: z.array(
    z.object({
      name: z.string(),
      /** A month, billed by the month; a month, billed by the year. */
      monthly: Stated,
      annualPerMonth: Stated,
      free: z.boolean().optional(),
      contactSales: z.boolean().optional(),
      /** Amounts that the page states beside the price: neither right nor wrong when read. */
      annualTotal: Stated,
      strikeAnnualTotal: Stated,
      oneOff: Stated,
      payg: Stated,
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
type LabelTier = Label['tiers'][number];
type LabelRate = Label['tokenRates'][number];

/** Facts, or pages for starting prices. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

export interface Score {
  pages: number;
  prices: Tally;
  starts: Tally;
  rates: Tally;
  /** Amounts whose quote holds their digits (`right`), and those whose quote does not. */
  quotes: Tally;
}

export interface Read {
  tiers: readonly ReadTier[];
  models: readonly ReadModel[];
}

interface Fact {
  kind: 'free' | 'custom' | 'monthly' | 'annual';
  amount?: number;
}

const RATES = ['inputPerMTok', 'outputPerMTok'] as const;
const PARTS = ['prices', 'starts', 'rates', 'quotes'] as const;

export function emptyScore(): Score {
  const none = () => ({ right: 0, wrong: 0, missed: 0 });
  return { pages: 0, prices: none(), starts: none(), rates: none(), quotes: none() };
}

export function total(scores: readonly Score[]): Score {
  const sum = emptyScore();
  for (const score of scores) {
    sum.pages += score.pages;
    for (const part of PARTS)
      for (const outcome of ['right', 'wrong', 'missed'] as const) sum[part][outcome] += score[part][outcome];
  }
  return sum;
}

/** Undefined where nothing was read. */
export function precision({ right, wrong }: Tally): number | undefined {
  return right + wrong === 0 ? undefined : right / (right + wrong);
}

/** Undefined where there was nothing to read. */
export function recall({ right, missed }: Tally): number | undefined {
  return right + missed === 0 ? undefined : right / (right + missed);
}

/** @param isPartial the labels cover only some of the page's rates, so others are not wrong */
export function scorePage(label: Label, { tiers, models }: Read, { isPartial }: { isPartial: boolean }): Score {
  return {
    pages: 1,
    prices: priceTally(label, tiers),
    starts: startTally(label, tiers),
    rates: rateTally(label, models, isPartial),
    quotes: quoteTally(tiers),
  };
}

function priceTally(label: Label, tiers: readonly ReadTier[]): Tally {
  const { pairs, missed, extra } = paired(label.tiers, tiers, {
    nameOf: ({ name }) => name,
    nameRead: ({ name }) => name,
  });
  const tally = { right: 0, wrong: 0, missed: missed.flatMap(labelledFacts).length };
  for (const [wanted, got] of pairs) {
    const found = readFacts(got, label.currency);
    const spare = besideAmounts(wanted);
    for (const fact of labelledFacts(wanted)) {
      const hit = found.findIndex((other) => sameFact(fact, other));
      if (hit >= 0) found.splice(hit, 1);
      tally[hit >= 0 ? 'right' : 'missed'] += 1;
    }
    tally.wrong += found.filter(
      ({ amount }) => amount === undefined || !spare.some((each) => near(each, amount)),
    ).length;
  }
  tally.wrong += extra.flatMap((tier) => readFacts(tier, label.currency)).length;
  return tally;
}

/** The cheapest price by the month, of what is billed by the month where a tier has that. */
function startTally(label: Label, tiers: readonly ReadTier[]): Tally {
  const none = { right: 0, wrong: 0, missed: 0 };
  if (label.tiers.length === 0 && tiers.length === 0) return none;
  const wanted = least(label.tiers.flatMap((tier) => tier.monthly || tier.annualPerMonth || []));
  const got = least(
    tiers.flatMap((tier) => {
      const facts = readFacts(tier, label.currency);
      return (
        (facts.find(({ kind }) => kind === 'monthly') ?? facts.find(({ kind }) => kind === 'annual'))?.amount ?? []
      );
    }),
  );
  if (wanted === got || (wanted !== undefined && got !== undefined && near(wanted, got))) return { ...none, right: 1 };
  return got === undefined ? { ...none, missed: 1 } : { ...none, wrong: 1 };
}

function rateTally(label: Label, models: readonly ReadModel[], isPartial: boolean): Tally {
  const agrees = (wanted: LabelRate, got: ReadModel) => sameRate(wanted.inputPerMTok, got.inputPerMTok);
  const { pairs, missed, extra } = paired(label.tokenRates, models, {
    nameOf: ({ model }) => model,
    nameRead: ({ model }) => model,
    agrees,
  });
  const tally = { right: 0, wrong: 0, missed: 0 };
  for (const [wanted, got] of pairs)
    for (const rate of RATES.filter((each) => isStated(wanted[each]))) {
      if (sameRate(wanted[rate], got[rate])) tally.right += 1;
      else {
        tally.missed += 1;
        if (got[rate] !== undefined) tally.wrong += 1;
      }
    }
  for (const wanted of missed) tally.missed += RATES.filter((rate) => isStated(wanted[rate])).length;
  if (isPartial) return tally;
  const labelled = new Map(label.tokenRates.map(({ model, currency }) => [key(model), currency ?? label.currency]));
  for (const got of extra) {
    // The same model's rates in another currency, of which the labels have one.
    const currency = labelled.get(key(got.model));
    if (!labelled.has(key(got.model)) || currency === got.currency)
      tally.wrong += RATES.filter((rate) => got[rate] !== undefined).length;
  }
  return tally;
}

function quoteTally(tiers: readonly ReadTier[]): Tally {
  const tally = { right: 0, wrong: 0, missed: 0 };
  for (const { amount, evidence } of tiers.flatMap(({ prices }) => prices)) {
    if (Number(amount) === 0) continue;
    const bare = String(Number(amount))
      .replace(/\D/g, '')
      .replace(/0{1,30}$/, '');
    const isQuoted = bare !== '' && evidence.quote.replace(/\D/g, '').includes(bare);
    tally[isQuoted ? 'right' : 'wrong'] += 1;
  }
  return tally;
}

function labelledFacts(tier: LabelTier): Fact[] {
  return [
    ...(tier.free === true ? [{ kind: 'free' as const }] : []),
    ...(tier.contactSales === true ? [{ kind: 'custom' as const }] : []),
    ...(tier.monthly ? [{ kind: 'monthly' as const, amount: tier.monthly }] : []),
    ...(tier.annualPerMonth ? [{ kind: 'annual' as const, amount: tier.annualPerMonth }] : []),
  ];
}

/** In the labelled currency, where the tier has a price in that one. */
function readFacts(tier: ReadTier, currency: string | undefined): Fact[] {
  const facts: Fact[] = [
    ...(tier.isFree ? [{ kind: 'free' as const }] : []),
    ...(tier.isCustom ? [{ kind: 'custom' as const }] : []),
  ];
  const isInCurrency = tier.prices.some((price) => price.currency === currency);
  for (const price of tier.prices) {
    const amount = perMonth(price);
    if (amount === undefined || amount === 0 || (isInCurrency && price.currency !== currency)) continue;
    const fact: Fact = { kind: price.billing === 'annual' || price.per === 'year' ? 'annual' : 'monthly', amount };
    if (!facts.some((other) => other.amount !== undefined && sameFact(fact, other))) facts.push(fact);
  }
  return facts;
}

function perMonth({ amount, per, kind }: ReadPrice): number | undefined {
  if (kind === 'struck') return undefined;
  return per === 'month' ? Number(amount) : per === 'year' ? Number(amount) / 12 : undefined;
}

function besideAmounts(tier: LabelTier): number[] {
  const { annualTotal, strikeAnnualTotal, oneOff, payg, packPrice, secondary = [] } = tier;
  return [
    ...[annualTotal, strikeAnnualTotal].flatMap((year) => (isStated(year) ? [year / 12] : [])),
    ...[annualTotal, oneOff, payg, packPrice].filter(isStated),
    ...secondary.flatMap((second) => Object.values(second).map(Number)).filter(Number.isFinite),
  ];
}

interface Naming<Wanted, Got> {
  nameOf: (wanted: Wanted) => string;
  nameRead: (got: Got) => string;
  agrees?: (wanted: Wanted, got: Got) => boolean;
}

/** Pairs by name, closest spelling first; among equal names, the one that agrees. */
function paired<Wanted, Got>(
  labels: readonly Wanted[],
  reads: readonly Got[],
  { nameOf, nameRead, agrees }: Naming<Wanted, Got>,
) {
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
      const hits = [...extra].filter((got) => isSame(key(nameOf(wanted)), key(nameRead(got))));
      const hit = hits.find((got) => agrees === undefined || agrees(wanted, got)) ?? hits[0];
      if (hit === undefined) continue;
      pairs.push([wanted, hit]);
      missed.delete(wanted);
      extra.delete(hit);
    }
  return { pairs, missed: [...missed], extra: [...extra] };
}

function key(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(?:plan|tier|edition)\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function sameFact(a: Fact, b: Fact): boolean {
  if (a.kind !== b.kind) return false;
  return a.amount === undefined || b.amount === undefined || near(a.amount, b.amount);
}

/** A twelfth of a year's price is rounded to the cent by those who label. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.011;
}

/** Rates by the thousand tokens are rounded by those who publish them. */
function sameRate(wanted: number | null | undefined, got: string | undefined): boolean {
  return isStated(wanted) && got !== undefined && Math.abs(wanted - Number(got)) <= Math.max(1e-6, wanted * 0.002);
}

function isStated(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

function least(amounts: readonly number[]): number | undefined {
  return amounts.length === 0 ? undefined : Math.min(...amounts);
}
