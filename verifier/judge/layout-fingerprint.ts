/**
 * A fingerprint of how a page shows its prices, apart from their amounts: reader, place in the structure and form of each
 * quote. A layout is misread for as long as it stands, so prices that change together with it may not have changed, and
 * only a second layout read alike confirms the first reading. Pure.
 */
import { hash } from 'node:crypto';
import { toAmount } from '../../data/money.ts';
import type { Backing, Statement } from '../../data/pipeline/verdict.ts';
import type { RecordEvidence } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { amountsIn, moneyLines } from './stated-amounts.ts';

/** Layouts that share less than this part of their marks are different. */
const ALIKE = 0.5;
/** Of each kind, as in the schema of `Backing`. */
const MOST_MARKS = 40;

const KINDS = ['p', 'f'] as const;

/** Distinct marks of places ("p…") and of forms ("f…"). */
export function marksOf({ evidence, tiers, rates }: Statement): string[] {
  const cited = new Set<string | undefined>([
    ...tiers.flatMap(({ prices }) => prices.map((price) => price.evidence)),
    ...rates.flatMap((rate) => rate.evidence),
  ]);
  const marks = new Set<string>();
  for (const each of evidence) if (cited.has(each.id)) for (const mark of marksOfQuote(each)) marks.add(mark);
  return bounded([...marks].map((mark) => `${mark[0]}${hash('sha256', mark).slice(0, 7)}`));
}

/** Place and form of a quote, apart from its numbers. */
export function marksOfQuote({ method, path, quote }: RecordEvidence): [place: string, form: string] {
  return [
    `p${method} ${path.replace(/:nth-[a-z-]+\(\d+\)|\d+/g, '')}`,
    `f${method} ${quote.toLowerCase().replace(/\d[\d.,'’\s]*/g, '#')}`,
  ];
}

function bounded(marks: readonly string[]): string[] {
  return KINDS.flatMap((kind) => [...kept(marks, kind)].sort().slice(0, MOST_MARKS));
}

/** Whether prices stand elsewhere on the page or in another form than before, or are not found any more. */
export function isOtherLayout(before: readonly string[], now: readonly string[]): boolean {
  return KINDS.some((kind) => {
    const [was, is] = [kept(before, kind), kept(now, kind)];
    const least = Math.min(was.size, is.size);
    return least === 0 ? was.size !== is.size : was.intersection(is).size < ALIKE * least;
  });
}

/** Whether no price stands where any stood before, so that a misreading has no common cause. */
function isApart(before: readonly string[], now: readonly string[]): boolean {
  const [was, is] = [kept(before, 'p'), kept(now, 'p')];
  return was.size > 0 && is.size > 0 && was.isDisjointFrom(is);
}

function kept(marks: readonly string[], kind: (typeof KINDS)[number]): Set<string> {
  return new Set(marks.filter((mark) => mark.startsWith(kind)));
}

/** The support of unchanged prices after one more page with these marks. */
export function confirmedBy(backing: Backing, marks: readonly string[]): Backing {
  const all = bounded([...backing.marks, ...marks]);
  return isApart(backing.marks, marks) ? { marks: all, designs: backing.designs + 1 } : { ...backing, marks: all };
}

/** The support of new prices. Where the vendor changed them, no earlier layout contradicts. */
export function succeeding(before: Backing, marks: readonly string[], hasMoved: boolean): Backing {
  if (!isOtherLayout(before.marks, marks)) return { ...before, marks: [...marks] };
  return { marks: [...marks], designs: 1, ...(hasMoved ? {} : { against: before.designs }) };
}

/** Whether a price or a name is printed on a page, whatever was read from it. */
export interface Printed {
  price(amount: string): boolean;
  name(name: string): boolean;
}

/** Amounts count in lines with a currency sign and as values of script data; names count anywhere. */
export function printedOn(page: PageWords, isInSource: boolean): Printed {
  const { text } = page;
  const source = isInSource ? page.source : '';
  const amounts = new Set<string>();
  for (const line of moneyLines(text)) for (const amount of amountsIn(line).keys()) amounts.add(amount);
  for (const [, value = ''] of source.matchAll(/[:,[("'\s](\d{1,9}(?:\.\d{1,4})?)(?=[\])}"',\s\\])/g))
    amounts.add(toAmount(value));
  const words = ` ${nameKey(`${text} ${source}`)} `;
  return { price: (amount) => amounts.has(toAmount(amount)), name: (name) => words.includes(` ${nameKey(name)} `) };
}
