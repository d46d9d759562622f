/** Names, prices and counts as parts of sentences. Pure. */
import type { MonthlyPrice } from '../prices/starting-price.ts';
import type { Capability } from '../reading.ts';
import type { Fact, Price, Tier } from '../record.ts';
import { moneyText, perMonthText } from './price-text.ts';

const MOST = 40;
/** Longer names are sentences of the vendor's and are put in quotation marks. */
const WORDS_OF_A_NAME = 4;

/** A vendor's name within our sentence, shortened. */
export function named(words: string): string {
  const plain = plainWords(words);
  const short = plain.length <= MOST ? plain : `${plain.slice(0, MOST - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  return short.split(' ').length > WORDS_OF_A_NAME ? `“${short}”` : short;
}

/** A vendor's words on one line, restricted to characters of names and prices: no markup, link or address remains. */
export function plainWords(words: string): string {
  return words
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Sc}&+'’.,/()% -]|\p{Default_Ignorable_Code_Point}/gu, ' ')
    .replaceAll(/\/{2,}|www\./giu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function tierName({ name }: Pick<Tier, 'name'>): string {
  return named(name);
}

/** "a, b and c". */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "$12 per user/mo, billed annually"; a yearly price adds its total. */
export function monthlyText(monthly: MonthlyPrice): string {
  const { currency, price } = monthly;
  const perMonth = perMonthText(monthly);
  if (price.per === 'year') return `${perMonth}, billed annually at ${moneyText(price.amount, currency)}`;
  return `${perMonth}${billingText(price)}`;
}

/** Empty where the page does not state the billing. */
function billingText({ billing, assumed = [] }: Price): string {
  if (billing === undefined || assumed.includes('billing')) return '';
  return billing === 'annual' ? ', billed annually' : ', billed monthly';
}

export function countText(count: number, unit: string | undefined): string {
  return `${count} ${unit === undefined || unit === 'flat' ? 'unit' : named(unit)}${count === 1 ? '' : 's'}`;
}

type Lasting = Extract<Fact, { kind: 'trial' | 'money_back' }>;

/** "14-day", "1-month"; undefined where the page states no length. */
export function lengthText({ days, months }: Pick<Lasting, 'days' | 'months'>): string | undefined {
  if (days !== undefined) return `${days}-day`;
  return months === undefined ? undefined : `${months}-month`;
}

export const CAPABILITY_WORDS: Readonly<Record<Capability, string>> = {
  sso: 'single sign-on',
  scim: 'SCIM provisioning',
  audit_log: 'an audit log',
  sla: 'a service level agreement',
  roles: 'roles and permissions',
  api: 'API access',
  data_residency: 'a choice of data region',
  hipaa: 'HIPAA compliance',
  custom_domain: 'a custom domain',
  white_label: 'white-labelling',
  priority_support: 'priority support',
};

export const PROGRAMME_WORDS: Readonly<Record<Extract<Fact, { kind: 'programme' }>['programme'], string>> = {
  startup: 'start-ups',
  education: 'schools, teachers and students',
  nonprofit: 'non-profit organisations',
  open_source: 'open-source projects',
};

export const TAX_WORDS: Readonly<Record<Extract<Fact, { kind: 'tax' }>['tax'], string>> = {
  vat: 'VAT',
  gst: 'GST',
  sales_tax: 'sales tax',
  tax: 'taxes',
};
