/**
 * Reads plans from the data that a page carries for its own scripts, and from JSON that a vendor publishes.
 *
 * The page may not show that data: it can be old, of another product, one arm of an experiment. So a list of plans is read only
 * where the page shows its names, or where the page shows no amount at all and the list leaves nothing open. Of several
 * such lists the one that is most like the page is read; of several that are equally like it and differ, none.
 */
import { minorDigits } from '../../../data/money.ts';
import type { Reading, Rejected } from '../../../data/reading.ts';
import { tierKey } from '../offers/merge.ts';
import type { Document } from '../page/document.ts';
import { label } from '../page/label.ts';
import { isWord, wordsOf } from './field.ts';
import type { DataEntry } from './literal.ts';
import { type Cite, citeSource, dataOfPage, type PageData } from './page-data.ts';
import type { PlanPrice } from './plan.ts';
import { type PlanList, plansIn } from './plan-list.ts';
import type { Shown } from './shown.ts';
import { type Made, saysSomething, tierOf } from './tier.ts';

/** A list of plans with the data that it was found in. */
interface Found {
  list: PlanList;
  data: PageData;
}

export function readState(document: Document, parts: readonly PageData[], shown: Shown): Reading {
  return readingOf(listsIn(parts, document.lang), shown, citeSource(document.source));
}

/** A page that is JSON: its text is its source, and its name the last of its address. */
export function readJsonPage(source: string, url: string): Reading {
  const name = /([\w.-]{1,60})\/?(?:[?#].{0,2000})?$/s.exec(url.slice(-3000))?.[1] ?? '';
  const cite = citeSource(source, 'text');
  return readingOf(listsIn(dataOfPage(source, name), ''), { amounts: [], hasName: () => false }, cite);
}

function listsIn(parts: readonly PageData[], lang: string): Found[] {
  return parts.flatMap((data) => plansIn(data.root, lang).map((list) => ({ list, data })));
}

function readingOf(found: readonly Found[], shown: Shown, cite: Cite): Reading {
  const rejected: Rejected[] = [];
  const reject = ({ list, data }: Found, reason: string) => {
    const words = `${data.path} ${list.path.join('.')}: ${list.plans.map(({ names }) => names[0]).join(', ')}`;
    if (rejected.length < 50) rejected.push({ quote: label(words, 200), reason });
  };
  const read = found.map((one) => {
    const { list, data } = one;
    const witness = { shown, cite: (entry: DataEntry) => cite(entry, data, list) };
    const plans = list.plans.map((plan) => tierOf(plan, witness));
    return { one, plans, mark: markOf(plans, shown) };
  });
  const believed = read.filter(({ one, plans }) => {
    const reason = shown.amounts.length === 0 ? openQuestion(plans, one) : doubt(plans, one, shown);
    if (reason !== undefined) reject(one, reason);
    return reason === undefined;
  });
  const best = believed.filter(({ mark }) => believed.every((other) => other.mark <= mark));
  const isOne = new Set(best.map(({ plans }) => factsOf(plans))).size === 1;
  for (const other of believed) {
    if (!isOne) reject(other.one, 'several lists of plans, and nothing says which is the page’s');
    else if (!best.includes(other)) reject(other.one, 'a list of plans that is less like the page than another');
  }
  const chosen = isOne ? (best[0]?.plans ?? []) : [];
  return { reader: 'state', tiers: chosen.map(({ tier }) => tier).filter(saysSomething), models: [], rejected };
}

/** Whether a key on the way to the list, or the name of its data, has such a word. */
function isCalled({ list, data }: Found, use: 'plans' | 'otherLists'): boolean {
  return [data.name, ...list.path].some((key) => wordsOf(key).some((word) => isWord(use, word)));
}

/** Why the list can't be read alone; undefined where it says all. */
function openQuestion(plans: readonly Made[], found: Found): string | undefined {
  const { plans: stated } = found.list;
  if (isCalled(found, 'otherLists') || !isCalled(found, 'plans')) return 'nothing says that these are plans';
  if (stated.length < 2 || stated.some(({ isNamedByKey }) => isNamedByKey)) return 'fewer than two plans with names';
  if (plans.some(({ open }) => open > 0)) return 'currency, period or unit of a price is open';
  if (isCentsOrUnits(found.list)) return 'amounts in cents or in units';
  const currencies = new Set(plans.flatMap(({ tier }) => tier.prices.map(({ currency }) => currency)));
  return currencies.size === 1 ? undefined : 'prices in several currencies';
}

/** Why the list is not this page's; undefined where the page shows its plans. */
function doubt(plans: readonly Made[], found: Found, { hasName }: Shown): string | undefined {
  if (isCalled(found, 'otherLists')) return 'data of something else than what is on sale';
  const shown = plans.filter(({ tier }) => hasName(tier.name)).length;
  return shown > 0 && shown * 2 >= plans.length ? undefined : 'plans whose names the page does not show';
}

/** "amount: 2900" is $29 to Stripe and $2,900 to others: what no name and no page says is open. */
function isCentsOrUnits({ plans }: PlanList): boolean {
  const isOpen = ({ entry, amount, isMinor, currency = '' }: PlanPrice) =>
    !isMinor && entry.key === 'amount' && minorDigits(currency) > 0 && /(?:[05]0|99)\.00$/.test(amount);
  return plans.flatMap(({ prices }) => prices).every(isOpen);
}

/** How much of a list the page shows: a name counts one, each of two amounts four. */
function markOf(plans: readonly Made[], { amounts, hasName }: Shown): number {
  const shown = new Set(amounts.map(({ amount, currency }) => `${amount} ${currency}`));
  const marks = plans.map(({ tier }) => {
    const hits = tier.prices.filter(({ amount, currency }) => shown.has(`${amount} ${currency}`)).length;
    return (hasName(tier.name) ? 1 : 0) + 4 * Math.min(2, hits);
  });
  return marks.reduce((sum, mark) => sum + mark, 0);
}

function factsOf(plans: readonly Made[]): string {
  const bare = plans.map(({ tier: { name, evidence: _, prices, ...claims } }) => {
    const amounts = prices.map(({ amount, currency, per, billing }) => [amount, currency, per, billing]);
    return [tierKey(name), claims, amounts.sort()];
  });
  return JSON.stringify(bare.sort());
}
