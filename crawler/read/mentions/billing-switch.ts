/** Which of its two states a page's billing switch shows: by the control that is marked as chosen. */
import type { Billing, ReadPrice, ReadTier } from '../../../data/reading.ts';
import type { Document, PageElement } from '../page/document.ts';
import type { Matcher } from '../vocabulary/phrases.ts';

const MAX_CONTROLS = 500;
/** Letters of a label. */
const MAX_WORDS = 60;
const CHOSEN = /(?:^|[-_])(?:active|selected|current|chosen|checked)$/i;

export interface SwitchedPage {
  document: Document;
  mentions: { match: Matcher };
}

/** Undefined where there is no such switch, and where its controls contradict each other. */
export function chosenBilling(page: SwitchedPage): Billing | undefined {
  const { chosen, others } = labelledControls(page);
  return chosen.size === 1 && others.size === 1 && chosen.isDisjointFrom(others) ? [...chosen][0] : undefined;
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

/** The billings that a few words name, each once, in their order. */
function billingsIn({ document, mentions }: SwitchedPage, { start, end }: PageElement): Billing[] {
  if (start < 0 || end - start > MAX_WORDS) return [];
  const named = mentions.match(document.visible.slice(start, end)).flatMap(({ meanings }): Billing[] => {
    if (meanings.has('yearly') || meanings.has('billedYearly')) return ['annual'];
    return meanings.has('monthly') || meanings.has('billedMonthly') ? ['monthly'] : [];
  });
  return [...new Set(named)];
}

/** The tiers as the switch shows them: prices by the month that state no billing are billed by what is chosen. */
export function asSwitched(tiers: readonly ReadTier[], chosen: Billing | undefined): ReadTier[] {
  if (chosen !== 'annual') return [...tiers];
  return tiers.map((tier) => {
    if (!tier.prices.every(isOpen)) return tier;
    return {
      ...tier,
      prices: tier.prices.map((price) => (price.kind === 'list' ? { ...price, billing: chosen } : price)),
    };
  });
}

function isOpen({ per, kind, assumed }: ReadPrice): boolean {
  return kind !== 'list' || (per === 'month' && assumed?.includes('billing') === true);
}
