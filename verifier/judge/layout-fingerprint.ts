/**
 * How a page shows its prices, apart from what they are: the way each is read, its place in the page's structure and the
 * form of its quote. A reader misreads a design as long as it stands, so prices that move together with the design may
 * not have moved, and only another design that is read to say the same bears out what the first was read to say. Pure.
 */
import { hash } from 'node:crypto';
import { toAmount } from '../../data/money.ts';
import type { Backing, Statement } from '../../data/pipeline/verdict.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { amountsIn } from './stated-amounts.ts';

/** Two designs of which less than this share of marks is common to both are not the same. */
const ALIKE = 0.5;
/** Of each kind; the schema of `Backing` holds as many. */
const MOST_MARKS = 40;

const KINDS = ['p', 'f'] as const;

/** Marks of places ("p…") and of forms ("f…"), each once. */
export function marksOf({ evidence, tiers, rates }: Statement): string[] {
  const cited = new Set<string | undefined>([
    ...tiers.flatMap(({ prices }) => prices.map((price) => price.evidence)),
    ...rates.flatMap((rate) => rate.evidence),
  ]);
  const marks = new Set<string>();
  for (const { id, method, path, quote } of evidence) {
    if (!cited.has(id)) continue;
    marks.add(`p${method} ${path.replace(/:nth-[a-z-]+\(\d+\)|\d+/g, '')}`);
    marks.add(`f${method} ${quote.toLowerCase().replace(/\d[\d.,'’\s]*/g, '#')}`);
  }
  return bounded([...marks].map((mark) => `${mark[0]}${hash('sha256', mark).slice(0, 7)}`));
}

function bounded(marks: readonly string[]): string[] {
  return KINDS.flatMap((kind) => [...kept(marks, kind)].sort().slice(0, MOST_MARKS));
}

/** Whether prices stand elsewhere on the page, or in another form, than they did; or none are found there any more. */
export function isOtherDesign(before: readonly string[], now: readonly string[]): boolean {
  return KINDS.some((kind) => {
    const [was, is] = [kept(before, kind), kept(now, kind)];
    const least = Math.min(was.size, is.size);
    return least === 0 ? was.size !== is.size : was.intersection(is).size < ALIKE * least;
  });
}

/** Whether no price stands where any stood before: what made a reader misread the one is no part of the other. */
function isApart(before: readonly string[], now: readonly string[]): boolean {
  const [was, is] = [kept(before, 'p'), kept(now, 'p')];
  return was.size > 0 && is.size > 0 && was.isDisjointFrom(is);
}

function kept(marks: readonly string[], kind: (typeof KINDS)[number]): Set<string> {
  return new Set(marks.filter((mark) => mark.startsWith(kind)));
}

/** What the same prices rest on once a page of those marks was read to state them too. */
export function confirmedBy(backing: Backing, marks: readonly string[]): Backing {
  const all = bounded([...backing.marks, ...marks]);
  return isApart(backing.marks, marks) ? { marks: all, designs: backing.designs + 1 } : { ...backing, marks: all };
}

/** What other prices rest on, read from such a page. `hasMoved`: the vendor did, so that no design says otherwise. */
export function succeeding(before: Backing, marks: readonly string[], hasMoved: boolean): Backing {
  if (!isOtherDesign(before.marks, marks)) return { ...before, marks: [...marks] };
  return { marks: [...marks], designs: 1, ...(hasMoved ? {} : { against: before.designs }) };
}

/** What a page is searched for, to tell whether a price or a name that it was not read to state stands on it all the same. */
export interface Printed {
  price(amount: string): boolean;
  name(name: string): boolean;
}

/** Amounts count where their line has a sign of money; in data for scripts, wherever a value may stand. Names count anywhere. */
export function printedOn(page: PageWords, isInSource: boolean): Printed {
  const { text } = page;
  const source = isInSource ? page.source : '';
  const lines = text.split(/[\n\t]/);
  const amounts = new Set<string>();
  for (const line of lines)
    if (MONEY.test(line)) for (const amount of amountsIn(line.slice(0, 400)).keys()) amounts.add(amount);
  for (const [, value = ''] of source.matchAll(/[:,[("'\s](\d{1,9}(?:\.\d{1,4})?)(?=[\])}"',\s\\])/g))
    amounts.add(toAmount(value));
  const words = ` ${nameKey(`${text} ${source}`)} `;
  return { price: (amount) => amounts.has(toAmount(amount)), name: (name) => words.includes(` ${nameKey(name)} `) };
}

const MONEY = /\p{Sc}|\b(?:[A-Z]{3}|fr|kr|zł)\b|\d\s?[元円]/u;
