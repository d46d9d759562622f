/**
 * Two containers of the same tiers, told apart by nothing but what they are called: "monthly-list" beside
 * "yearly-list". The period of amounts that state none is then known for the first; for the second only where the
 * amounts of both leave no doubt.
 */
import { Decimal } from 'decimal.js';
import type { Billing, Per } from '../../../data/reading.ts';
import { type PageElement, parentOf, siblingsOf } from '../page/document.ts';
import type { Cluster } from './clusters.ts';

const YEARLY = /(?<!per[-_ ]?)(?:annual|yearly)/i;
const MONTHLY = /(?<!per[-_ ]?)monthly/i;
const MAX_CLIMB = 8;
const MAX_STEPS = 12;
/** Months' worth that a year costs. */
const YEAR = { least: 6, most: 12 };
/** What a month costs that is paid for by the year, of one that is not. */
const MONTH = { least: 0.5, most: 0.99 };

interface Container {
  element: PageElement;
  billing: Billing;
  other: PageElement;
}

/** For each group of cards, the period that its container gives to amounts without one. */
export function switchedPeriods(groups: readonly (readonly Cluster[])[]): ReadonlyMap<readonly Cluster[], Per> {
  const found = new Map<readonly Cluster[], Per>();
  for (const group of groups) {
    const container = containerOf(group[0]?.parent);
    if (container?.billing !== 'monthly') continue;
    const twin = groups.find((other) => other !== group && isInside(other, container.other));
    if (twin === undefined) continue;
    const ratios = ratiosOf(group, twin);
    if (ratios.length < 1) continue;
    const isYear = ratios.every((ratio) => ratio > YEAR.least && ratio <= YEAR.most);
    const isMonth = ratios.every((ratio) => ratio >= MONTH.least && ratio <= MONTH.most);
    if (!isYear && !isMonth) continue;
    found.set(group, 'month').set(twin, isYear ? 'year' : 'month');
  }
  return found;
}

function isInside(group: readonly Cluster[], { start, end }: PageElement): boolean {
  return group.length > 0 && group.every((card) => card.start >= start && card.end <= end);
}

/** The nearest element around that is called by one billing, beside one that is called by the other. */
function containerOf(parent: PageElement | undefined): Container | undefined {
  let element = parent;
  for (let up = 0; up < MAX_CLIMB && element !== undefined; up += 1) {
    const billing = calledBy(element);
    const other = billing === undefined ? undefined : counterpart(element, billing);
    if (billing !== undefined && other !== undefined) return { element, billing, other };
    element = parentOf(element);
  }
  return undefined;
}

function counterpart(element: PageElement, billing: Billing): PageElement | undefined {
  for (const way of ['prev', 'next'] as const) {
    for (const at of siblingsOf(element, way, MAX_STEPS)) {
      if (at.name !== element.name || at.start < 0) continue;
      const said = calledBy(at);
      if (said !== undefined && said !== billing) return at;
    }
  }
  return undefined;
}

function calledBy({ attribs }: PageElement): Billing | undefined {
  const words = `${attribs.class ?? ''} ${attribs.id ?? ''}`.slice(0, 400);
  const yearly = YEARLY.test(words);
  return yearly === MONTHLY.test(words) ? undefined : yearly ? 'annual' : 'monthly';
}

/** What each tier's one amount in the second group is of its one amount in the first; none where one has no twin. */
function ratiosOf(ones: readonly Cluster[], others: readonly Cluster[]): number[] {
  const amounts = amountsOf(others);
  const ratios: number[] = [];
  for (const [name, monthly] of amountsOf(ones)) {
    const yearly = amounts.get(name);
    if (yearly === undefined || monthly === undefined) return [];
    ratios.push(new Decimal(yearly).dividedBy(monthly).toNumber());
  }
  return amounts.size === ratios.length ? ratios : [];
}

/** By name; undefined where a card has several amounts. */
function amountsOf(group: readonly Cluster[]): Map<string, string | undefined> {
  const amounts = new Map<string, string | undefined>();
  for (const { name, signals } of group) {
    const paid = signals.flatMap((signal) =>
      signal.kind === 'money' && !new Decimal(signal.money.amount).isZero() ? [signal] : [],
    );
    const [first, ...rest] = paid;
    if (first === undefined) continue;
    amounts.set(
      name.words.toLowerCase(),
      rest.length > 0 || first.terms.per !== undefined ? undefined : first.money.amount,
    );
  }
  return amounts;
}
