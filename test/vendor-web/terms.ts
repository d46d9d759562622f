/**
 * What an invented vendor says beside its prices, in the manners of real pages: footnotes, a list, questions and answers.
 *
 * Put on a page that is laid out already, so that every layout can carry them; with them stand sentences that only look
 * as if they stated such things.
 */
import { type Amount, toAmount } from '../../data/money.ts';
import type { PageFact } from '../../data/reading.ts';
import { dataOf } from './data.ts';
import { escapeHtml } from './html.ts';
import type { LaidOut } from './layouts.ts';
import type { Language, Offer } from './offer.ts';
import { type Random, seeded } from './random.ts';
import { moneyText } from './wording.ts';

export interface Terms {
  trialDays?: number;
  needsNoCard?: boolean;
  refundDays?: number;
  tax?: 'include' | 'exclude';
  annualPercent?: number;
  nonprofitPercent?: number;
  perGigabyte?: Amount;
  setupFee?: Amount;
  renewal?: Amount;
}

type Words = Record<'trial' | 'noCard' | 'refund' | 'include' | 'exclude' | 'annual' | 'decoys', string[]> &
  Partial<Record<'nonprofit' | 'overage' | 'setup' | 'renewal', string[]>>;

const WORDS = dataOf<Record<Language, Words>>('terms');

export function randomTerms(seed: string | number): Terms {
  const random = seeded(`terms ${seed}`);
  const some = <Key extends keyof Terms>(key: Key, value: Terms[Key]) => (random.chance(0.6) ? { [key]: value } : {});
  return {
    ...some('trialDays', random.pick([7, 14, 21, 30])),
    ...some('needsNoCard', true),
    ...some('refundDays', random.pick([14, 30, 45, 60])),
    ...some('tax', random.pick(['include', 'exclude'])),
    ...some('annualPercent', random.pick([10, 15, 17, 20, 25])),
    ...some('nonprofitPercent', random.pick([20, 30, 50])),
    ...some('perGigabyte', toAmount(random.pick(['0.10', '0.25', '2.00']))),
    ...some('setupFee', toAmount(random.pick(['199', '499', '1500']))),
    ...some('renewal', toAmount(random.pick(['179', '268']))),
  };
}

export interface PageWithTerms {
  body: string;
  /** The facts that the page states, as strings to be compared with `told`. */
  stated: Set<string>;
}

/** The page with the terms below its tiers. */
export function withTerms(
  page: LaidOut,
  offer: Offer,
  { seed, terms }: { seed: string | number; terms: Terms },
): PageWithTerms {
  const random = seeded(`terms of ${page.layout} ${seed}`);
  const { sentences, stated } = said(offer, terms, random);
  const mixed = random.shuffle([...sentences, ...random.shuffle(WORDS[offer.language].decoys).slice(0, 3)]);
  const body =
    page.format === 'markdown'
      ? `${page.body}\n## Notes\n\n${mixed.map((each) => `- ${each}`).join('\n')}\n`
      : page.body.replace('</main>', () => `${block(mixed, random)}</main>`);
  return { body, stated };
}

/** A fact as a string that leaves out where it stands. */
export function told({ evidence, ...fact }: PageFact): string {
  const { agrees: _, per: __, ...rest } = fact as typeof fact & { agrees?: boolean; per?: string };
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function said(offer: Offer, terms: Terms, random: Random): { sentences: string[]; stated: Set<string> } {
  const words = WORDS[offer.language];
  const { currency } = offer;
  const sentences: string[] = [];
  const stated = new Set<string>();
  const filled = (way: string, value: number | Amount) =>
    way.replace('{}', () => (typeof value === 'number' ? String(value) : moneyText(value, offer)));
  const state = <Value extends number | Amount>(
    ways: string[] | undefined,
    value: Value | undefined,
    fact: (value: Value) => object,
  ) => {
    if (ways === undefined || value === undefined) return;
    sentences.push(filled(random.pick(ways), value));
    stated.add(told(fact(value) as PageFact));
  };
  const { trialDays, needsNoCard, tax } = terms;
  if (trialDays !== undefined) {
    const card = needsNoCard === true ? ` ${random.pick(words.noCard)}` : '';
    sentences.push(`${filled(random.pick(words.trial), trialDays)}${card === '' ? '' : `.${card}`}`.replace('..', '.'));
    const asked = card === '' ? {} : { card: 'not_required' };
    stated.add(told({ kind: 'trial', days: trialDays, ...asked } as PageFact));
  }
  state(words.refund, terms.refundDays, (days) => ({ kind: 'money_back', days }));
  if (tax !== undefined) {
    const name = offer.language === 'zh' || offer.language === 'ja' ? 'tax' : 'vat';
    const sentence = random.pick(words[tax]);
    sentences.push(sentence);
    stated.add(told({ kind: 'tax', prices: tax, tax: sentence === 'Prix hors taxes' ? 'tax' : name } as PageFact));
  }
  state(words.annual, terms.annualPercent, (percent) => ({ kind: 'annual_discount', percent }));
  state(words.nonprofit, terms.nonprofitPercent, (percent) => ({ kind: 'programme', programme: 'nonprofit', percent }));
  const unit = offer.language === 'fr' ? 'go' : 'gb';
  state(words.overage, terms.perGigabyte, (amount) => ({ kind: 'overage', amount, currency, unit }));
  state(words.setup, terms.setupFee, (amount) => ({ kind: 'setup_fee', amount, currency }));
  state(words.renewal, terms.renewal, (amount) => ({ kind: 'renewal', amount, currency }));
  return { sentences, stated };
}

function block(sentences: readonly string[], random: Random): string {
  const lines = sentences.map(escapeHtml);
  const praise = '<blockquote>I loved the 77-day free trial and the $777 setup fee I never paid.</blockquote>';
  return random.pick([
    () => `<section>${lines.map((line) => `<p>${line}</p>`).join('\n')}${praise}</section>`,
    () => `<h2>Good to know</h2><ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}</ul>${praise}`,
    () => `<footer>${lines.map((line) => `<small>${line}</small><br>`).join('\n')}</footer>${praise}`,
    () =>
      `<h2>Questions</h2>${lines.map((line, at) => `<details><summary>Note ${at + 1}</summary><p>${line}</p></details>`).join('\n')}`,
  ])();
}
