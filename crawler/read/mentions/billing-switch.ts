/**
 * Which of its two states a page's billing switch shows: by the control that is marked as chosen, or by a switch between two
 * labels that is on, so that its second label holds.
 */
import type { Billing, ReadPrice, ReadTier } from '../../../data/reading.ts';
import { type Document, nearest, type PageElement } from '../page/document.ts';
import type { Matcher } from '../vocabulary/phrases.ts';
import { billingSaid } from './terms.ts';

const MAX_CONTROLS = 500;
/** Letters of a label, or of a switch with its labels and what they say of a discount. */
const MAX_WORDS = 60;
const MAX_CLIMB = 4;
const CHOSEN = /(?:^|[-_])(?:active|selected|current|chosen|checked)$/i;

interface SwitchedPage {
  document: Document;
  mentions: { match: Matcher };
}

/** Undefined where there is no such switch, and where its controls contradict each other. */
export function chosenBilling(page: SwitchedPage): Billing | undefined {
  const { chosen, others } = labelledControls(page);
  if (chosen.size === 1 && others.size === 1 && chosen.isDisjointFrom(others)) return [...chosen][0];
  const switched = new Set(
    page.document.controls.slice(0, MAX_CONTROLS).flatMap((each) => switchedTo(page, each) ?? []),
  );
  return switched.size === 1 ? [...switched][0] : undefined;
}

function labelledControls(page: SwitchedPage): Record<'chosen' | 'others', Set<Billing>> {
  const found = { chosen: new Set<Billing>(), others: new Set<Billing>() };
  for (const control of page.document.controls.slice(0, MAX_CONTROLS)) {
    const [billing, ...more] = billingsIn(page, control);
    if (billing !== undefined && more.length === 0) found[isChosen(control) ? 'chosen' : 'others'].add(billing);
  }
  return found;
}

function isChosen({ attribs }: PageElement): boolean {
  return (
    ['aria-pressed', 'aria-selected', 'aria-checked'].some((name) => attribs[name] === 'true') ||
    (attribs.class ?? '').split(/\s+/).some((name) => CHOSEN.test(name))
  );
}

/** Of a switch whose labels are one of each billing. */
function switchedTo(page: SwitchedPage, control: PageElement): Billing | undefined {
  const { attribs, role } = control;
  if (role !== 'switch' && attribs.type !== 'checkbox') return undefined;
  const isOn = attribs['aria-checked'] === 'true' || (role !== 'switch' && attribs.checked !== undefined);
  const isBetweenLabels = (each: PageElement) => billingsIn(page, each).length === 2;
  const around = control.parent && nearest(control.parent, MAX_CLIMB, isBetweenLabels);
  return around ? billingsIn(page, around)[isOn ? 1 : 0] : undefined;
}

/** The billings that a few words name, each once, in their order. */
function billingsIn({ document, mentions }: SwitchedPage, { start, end }: PageElement): Billing[] {
  if (start < 0 || end - start > MAX_WORDS) return [];
  const phrases = mentions.match(document.visible.slice(start, end));
  return [...new Set(phrases.flatMap((phrase) => billingSaid([phrase]) ?? []))];
}

/**
 * The tiers under a switch that stands on the year. Monthly amounts without a stated billing are billed by the year. A
 * dearer amount that is crossed out beside such an amount is the price of monthly billing, not a former price.
 */
export function asSwitched(tiers: readonly ReadTier[], chosen: Billing | undefined): ReadTier[] {
  if (chosen !== 'annual') return [...tiers];
  return tiers.map((tier) => {
    if (!tier.prices.every(isOpen)) return tier;
    return {
      ...tier,
      prices: tier.prices.map((price) => (isAsked(price) ? { ...price, kind: 'list', billing: chosen } : price)),
    };
  });
}

/** Also for a while, but for one that says until when. */
function isAsked({ kind, until }: ReadPrice): boolean {
  return kind === 'list' || (kind === 'promo' && until === undefined);
}

function isOpen(price: ReadPrice): boolean {
  return !isAsked(price) || (price.per === 'month' && price.assumed?.includes('billing') === true);
}
