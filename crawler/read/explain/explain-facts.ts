/** What a page says beside its prices, for a person: one line a fact, with its words. Pure. */
import type { PageFact } from '../../../data/reading.ts';
import { type Terminal, table } from '../../../data/text/terminal.ts';
import { label } from '../page/label.ts';

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
      return `add-on ${fact.name}: ${money(fact)}${per(fact)}`;
    case 'setup_fee':
      return `set-up fee: ${money(fact)}`;
    case 'support_fee':
      return `${fact.name}: ${money(fact)}${per(fact)}`;
    case 'renewal':
      return `renews at ${money(fact)}${per(fact)}`;
    case 'announced_price':
      return `${money(fact)}${per(fact)} from ${fact.from} on`;
    case 'minimum_units':
      return `at least ${fact.count} units`;
    case 'included_units':
      return `${fact.count} units included`;
    case 'capability': {
      const tiers = fact.tiers.map(({ tier, state }) => `${SIGN[state]}${tier}`).join(', ');
      return `${fact.capability}${fact.first === undefined ? '' : ` first in ${fact.first}`}: ${tiers}`;
    }
    case 'annual_discount': {
      const saving = fact.percent === undefined ? `${fact.monthsFree ?? ''} months free` : `${fact.percent} % off`;
      const agreement = fact.agrees ? ', as the prices say' : ', unlike the prices';
      return `${fact.isUpTo === true ? 'up to ' : ''}${saving} by the year${fact.agrees === undefined ? '' : agreement}`;
    }
    case 'programme': {
      const reduction = fact.percent === undefined ? 'a discount' : `${fact.percent} % off`;
      return `${fact.programme}: ${fact.isUpTo === true ? 'up to ' : ''}${fact.isFree === true ? 'free' : reduction}`;
    }
    case 'trial': {
      const card = fact.card === 'required' ? ', card required' : ', no card';
      return `trial of ${length(fact)}${fact.card === undefined ? '' : card}`;
    }
    case 'money_back':
      return `money back for ${length(fact)}`;
    case 'tax':
      return `prices ${fact.prices} ${fact.tax.replace('_', ' ')}`;
    default:
      return fact satisfies never;
  }
}

type Priced = Extract<PageFact, { amount: string }>;

function money({ amount, currency, ...fact }: Priced): string {
  const isFloor = 'isFloor' in fact ? fact.isFloor : undefined;
  return `${isFloor === true ? 'from ' : ''}${amount} ${currency}`;
}

function per({ per: period }: Priced): string {
  return period === 'month' || period === 'year' ? ` / ${period}` : '';
}

function length({ days, months }: { days?: number | undefined; months?: number | undefined }): string {
  return days === undefined ? `${months ?? ''} months` : `${days} days`;
}
