/**
 * Where the elements of a page part, join or turn the digits of one number: raised cents, notes, prices that touch,
 * digits that styles add.
 */
import type { Money } from '../money/money.ts';
import type { Layout } from '../money/numeral.ts';
import { type Document, lastAtOrBefore, nearest, type PageElement, parentOf, runAt } from '../page/document.ts';

/** "$7" and, in an element that is called so, its cents: a block of their own to the text, one amount to the eye. */
export function withCents(document: Document, money: Money): Money {
  const cents = document.runs[lastAtOrBefore(document.runs, money.end) + 1];
  if (cents === undefined || cents.start > money.end + 1 || cents.end - cents.start !== 2) return money;
  const [at, under] = [cents.element.attribs.class ?? '', parentOf(cents.element)?.attribs.class ?? ''];
  const digits = document.visible.slice(cents.start, cents.end);
  if (!/^\d\d$/.test(digits) || !/fraction|cents|decimal/i.test(`${at} ${under}`)) return money;
  if (!money.amount.endsWith('.00') || /[.,]\d\d$/.test(document.visible.slice(money.start, money.end))) return money;
  return { ...money, amount: `${money.amount.slice(0, -2)}${digits}`, end: cents.end };
}

/** Where the runs of two elements meet inside a number, and which of them are raised. */
export function layoutOf(document: Document): Layout {
  const seam: Layout['seam'] = (start, end) => {
    const run = runAt(document, start);
    if (run === undefined) return undefined;
    if (isTurned(run.element) || isAddedTo(run.element)) return { at: start, kind: 'unknown' };
    if (run.end >= end) return undefined;
    const at = run.end;
    const next = runAt(document, at);
    if (next?.start !== at || !/^\d\d$/.test(document.visible.slice(at - 1, at + 1))) return undefined;
    const raised = isRaised(next.element);
    const length = next.end - next.start;
    if (raised && length === 2 && end === next.end) return { at, kind: 'cents' };
    return { at, kind: raised && length === 1 ? 'note' : 'unknown' };
  };
  const isRaisedAt = (at: number) => {
    const run = runAt(document, at);
    return run !== undefined && run.start === at && isRaised(run.element);
  };
  return {
    seam,
    isRaised: isRaisedAt,
    isEnd: (at) => runAt(document, at - 1)?.end === at,
    isStart: (at) => runAt(document, at)?.start === at,
  };
}

/** An amount's element and those around it that hold little else. */
const MAX_UP = 3;

/** What is written one way and shown the other (HTML §4.5.25, CSS Writing Modes §2.2). */
function isTurned(element: PageElement): boolean {
  const isOne = ({ name, attribs: { style = '' } }: PageElement) =>
    name === 'bdo' || /bidi\s{0,9}:\s{0,9}(?:isolate-)?(?:bidi-)?override/i.test(style);
  return nearest(element, MAX_UP, isOne) !== undefined;
}

/** A style puts digits before it, after it, or where its neighbours are. */
function isAddedTo(element: PageElement): boolean {
  const isOne = (each: PageElement) => [each, each.prev, each.next].some((beside) => beside?.isDisguised === true);
  return nearest(element, MAX_UP, isOne) !== undefined;
}

function isRaised(element: PageElement): boolean {
  return element.name === 'sup' || /\b(?:cents?|decimals?|fraction|superscript)\b/i.test(element.attribs.class ?? '');
}
