/** What a page says beside its prices, for a person: one line a fact, with its words. Pure. */
import type { PageFact } from '../../../data/reading.ts';
import { countText } from '../../../data/text/sentence-parts.ts';
import { type Terminal, table } from '../../../data/text/terminal.ts';
import { label } from '../page/label.ts';

const BILLED = { monthly: ' billed monthly', annual: ' billed annually' } as const;
const SIGN = { included: '', not_included: 'not ', add_on: 'for more ' } as const;

export function factLines(facts: readonly PageFact[], terminal: Terminal): string[] {
  if (facts.length === 0) return [];
  const rows = facts.map((fact) => [
    fact.kind === 'capability' ? '' : (fact.tier ?? ''),
    factWords(fact),
    `"${label(fact.evidence.quote, 160)}"`,
  ]);
  return table(['also said of', 'what', 'quote'], rows, terminal);
}

/** "14-day trial, no card", "0.20 USD per additional gb". */
export function factWords(fact: PageFact): string {
  switch (fact.kind) {
    case 'overage':
      return `${money(fact)} per additional ${fact.unit}${per(fact)}`;
    case 'add_on':
      return `add-on ${fact.name}: ${price(fact)}`;
    case 'setup_fee':
      return `set-up fee: ${price(fact)}`;
    case 'support_fee':
      return `${fact.name}: ${price(fact)}`;
    case 'renewal':
      return `renews at ${price(fact)}`;
    case 'announced_price':
      return `${price(fact)}${fact.billing === undefined ? '' : BILLED[fact.billing]} from ${fact.from} on`;
    case 'minimum_units':
      return `at least ${countText(fact.count, fact.unit)}`;
    case 'included_units':
      return `${countText(fact.count, fact.unit)} included`;
    case 'capability': {
      const tiers = fact.tiers.map(({ tier, state }) => `${SIGN[state]}${tier}`).join(', ');
      return `${spaced(fact.capability)}${fact.first === undefined ? '' : ` first in ${fact.first}`}: ${tiers}`;
    }
    case 'annual_discount': {
      const saving =
        fact.percent === undefined ? `${countText(fact.monthsFree ?? 0, 'month')} free` : `${fact.percent} % off`;
      const agreement = fact.agrees ? ', as the prices say' : ', unlike the prices';
      return `${fact.isUpTo === true ? 'up to ' : ''}${saving} by the year${fact.agrees === undefined ? '' : agreement}`;
    }
    case 'programme': {
      const reduction = fact.percent === undefined ? 'a discount' : `${fact.percent} % off`;
      return `${spaced(fact.programme)}: ${fact.isUpTo === true ? 'up to ' : ''}${fact.isFree === true ? 'free' : reduction}`;
    }
    case 'trial': {
      const card = fact.card === 'required' ? ', card required' : ', no card';
      return `trial of ${length(fact)}${fact.card === undefined ? '' : card}`;
    }
    case 'money_back':
      return `money back for ${length(fact)}`;
    case 'tax':
      return `prices ${fact.prices} ${spaced(fact.tax)}`;
    default:
      return fact satisfies never;
  }
}

function spaced(code: string): string {
  return code.replaceAll('_', ' ');
}

type Priced = Extract<PageFact, { amount: string }>;

function money({ amount, currency, ...fact }: Priced): string {
  const isFloor = 'isFloor' in fact ? fact.isFloor : undefined;
  return `${isFloor === true ? 'from ' : ''}${amount} ${currency}`;
}

/** "5.00 USD per user / month" */
function price(fact: Priced): string {
  return `${money(fact)}${fact.unit === undefined ? '' : ` per ${fact.unit}`}${per(fact)}`;
}

function per({ per: period }: Priced): string {
  return period === 'month' || period === 'year' ? ` / ${period}` : '';
}

function length({ days, months }: { days?: number | undefined; months?: number | undefined }): string {
  return days === undefined ? countText(months ?? 0, 'month') : countText(days, 'day');
}
