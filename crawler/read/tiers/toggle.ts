import type { Billing } from '../../../data/reading.ts';
import type { Document, PageElement } from '../page/document.ts';
import type { Kept } from './claims.ts';

/** The page has a switch between monthly and yearly prices. */
export function togglesBilling(document: Document): boolean {
  let monthly = false;
  let yearly = false;
  for (const line of document.lines) {
    if (line.end - line.start > 60) continue;
    const words = document.visible.slice(line.start, line.end);
    if (words.length < 5 || !/month|monat|year|annual|jährlich/i.test(words)) continue;
    const text = words.toLowerCase();
    monthly ||=
      /^(?:billed |pay )?month(?:ly)?\b|\bmonthly\b.{0,12}(?:\/|\||yearly|annual)|^(?:annual(?:ly)?|yearly)[^a-z]{1,14}monthly$|^monatlich/.test(
        text,
      );
    yearly ||= /^(?:billed |pay )?(?:year(?:ly)?|annual(?:ly)?)\b|\bmonthly\b.{0,12}(?:yearly|annual)|^jährlich/.test(
      text,
    );
    if (monthly && yearly) return true;
  }
  return false;
}

/** Under a switch that is set to "Annual", the one amount by the month that a card shows is what one pays by the year. */
export function asChosen(document: Document, kept: readonly Kept[]): void {
  const [only, ...more] = kept.filter(({ price }) => price.kind === 'list');
  const isOpen = only?.price.per === 'month' && only.price.assumed?.includes('billing') === true;
  if (only !== undefined && more.length === 0 && isOpen && chosenBilling(document) === 'annual')
    only.price.billing = 'annual';
}

/** A switch has two or three controls, and says on each in a few words what it shows. */
const MAX_CONTROLS = 500;
const MAX_WORDS = 60;
const YEARLY = /^\W{0,4}(?:(?:billed|pay|paid) )?(?:annual|year|jährlich|annuel|anual)/iu;
const MONTHLY = /^\W{0,4}(?:(?:billed|pay|paid) )?(?:month|monatlich|mensuel|mensual)/iu;
const CHOSEN = /(?:^|[-_])(?:active|selected|current|chosen|checked)$/i;

const chosen = new WeakMap<Document, { billing: Billing | undefined }>();

/** Which of its states a page's switch shows, where it marks one of its two controls as the chosen one. */
function chosenBilling(document: Document): Billing | undefined {
  const known = chosen.get(document) ?? { billing: chosenIn(document) };
  chosen.set(document, known);
  return known.billing;
}

function chosenIn({ controls, visible }: Document): Billing | undefined {
  const marked = new Set<Billing>();
  const others = new Set<Billing>();
  for (const control of controls.slice(0, MAX_CONTROLS)) {
    const { start, end } = control;
    if (start < 0 || end - start > MAX_WORDS) continue;
    const words = visible.slice(start, end).trim();
    const billing = YEARLY.test(words) ? 'annual' : MONTHLY.test(words) ? 'monthly' : undefined;
    if (billing !== undefined) (isChosen(control) ? marked : others).add(billing);
  }
  const [only, ...more] = marked;
  return more.length === 0 && only !== undefined && others.size === 1 && !others.has(only) ? only : undefined;
}

function isChosen({ attribs }: PageElement): boolean {
  return (
    ['aria-pressed', 'aria-selected', 'aria-checked'].some((name) => attribs[name] === 'true') ||
    (attribs.class ?? '').split(/\s+/).some((name) => CHOSEN.test(name))
  );
}
