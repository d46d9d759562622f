/**
 * What an invented vendor says beside its prices, in the manners of real pages: footnotes, a list, questions and answers.
 *
 * Put on a page that is laid out already, so that every layout can carry them; with them stand sentences that only look
 * as if they stated such things.
 */
import { type Amount, toAmount } from '../../data/money.ts';
import type { PageFact } from '../../data/reading.ts';
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

type Money = (amount: Amount) => string;

interface Words {
  trial: ((days: number) => string)[];
  noCard: string[];
  refund: ((days: number) => string)[];
  include: string[];
  exclude: string[];
  annual: ((percent: number) => string)[];
  nonprofit?: ((percent: number) => string)[];
  overage?: ((amount: string) => string)[];
  setup?: ((amount: string) => string)[];
  renewal?: ((amount: string) => string)[];
  decoys: string[];
}

const WORDS: Record<Language, Words> = {
  en: {
    trial: [
      (days) => `Start your ${days}-day free trial`,
      (days) => `Every plan starts with a free ${days}-day trial.`,
      (days) => `Try it free for ${days} days.`,
      (days) => `${days} day free trial on all plans`,
    ],
    noCard: ['No credit card required.', 'No card needed.'],
    refund: [
      (days) => `${days}-day money-back guarantee`,
      (days) => `Not happy? Get a full refund within ${days} days of purchase.`,
      (days) => `Money back guarantee for ${days} days.`,
    ],
    include: ['All prices include VAT.', 'Prices shown are inclusive of VAT.', 'Prices incl. VAT'],
    exclude: ['Prices exclude VAT.', 'All prices are excl. VAT.', 'Prices do not include VAT.', 'Prices are plus VAT.'],
    annual: [
      (percent) => `Save ${percent}% with annual billing.`,
      (percent) => `Pay yearly and save ${percent}%.`,
      (percent) => `Get ${percent}% off when billed annually`,
    ],
    nonprofit: [
      (percent) => `Non-profits get ${percent}% off every plan.`,
      (percent) => `${percent}% discount for registered charities`,
    ],
    overage: [
      (amount) => `${amount} per additional GB`,
      (amount) => `Each additional GB costs ${amount}.`,
      (amount) => `Overage: ${amount} per GB`,
    ],
    setup: [
      (amount) => `One-time onboarding fee of ${amount}.`,
      (amount) => `There is a ${amount} setup fee.`,
      (amount) => `Setup fee: ${amount}`,
    ],
    renewal: [(amount) => `Renews at ${amount} per year.`],
    decoys: [
      'Is there a 77-day free trial?',
      'Other vendors ask for a 77-day trial and give you no refund.',
      'Customers save 77% of their annual budget.',
      'Refunds are processed within 77 days.',
      'Files VAT returns for you, including VAT reports.',
      'Helps non-profits raise 77% more.',
      'We keep backups for 77 days.',
    ],
  },
  de: {
    trial: [(days) => `${days} Tage kostenlos testen`, (days) => `${days}-tägige kostenlose Testphase`],
    noCard: ['Keine Kreditkarte erforderlich.'],
    refund: [(days) => `${days} Tage Geld-zurück-Garantie`],
    include: ['Alle Preise inkl. MwSt.', 'Preise inklusive Mehrwertsteuer'],
    exclude: ['Alle Preise zzgl. MwSt.', 'Preise zuzüglich gesetzlicher Umsatzsteuer'],
    annual: [
      (percent) => `Sparen Sie ${percent} % bei jährlicher Zahlung`,
      (percent) => `${percent} % Rabatt bei jährlicher Abrechnung`,
    ],
    nonprofit: [(percent) => `${percent} % Rabatt für gemeinnützige Organisationen`],
    overage: [(amount) => `${amount} je weiteres GB`],
    setup: [(amount) => `Einmalige Einrichtungsgebühr: ${amount}`],
    decoys: ['Gibt es eine 77-tägige Testphase?', 'Sicherungen der letzten 77 Tage', 'Kunden sparen 77 % ihrer Zeit.'],
  },
  fr: {
    trial: [(days) => `Essai gratuit de ${days} jours`, (days) => `${days} jours d’essai gratuit`],
    noCard: ['Sans carte bancaire.'],
    refund: [(days) => `Satisfait ou remboursé ${days} jours`],
    include: ['Tous les prix sont affichés TVA incluse'],
    exclude: ['Prix hors taxes', 'Nos tarifs s’entendent hors TVA'],
    annual: [(percent) => `Économisez ${percent} % avec la facturation annuelle`],
    nonprofit: [(percent) => `${percent} % de réduction pour les organisations à but non lucratif`],
    overage: [(amount) => `${amount} par Go supplémentaire`],
    decoys: ['Un essai de 77 jours est-il possible ?', 'Sauvegardes des 77 derniers jours'],
  },
  zh: {
    trial: [(days) => `${days} 天免费试用`],
    noCard: ['无需信用卡'],
    refund: [(days) => `${days} 天无理由退款`],
    include: ['价格含税'],
    exclude: ['价格不含税'],
    annual: [(percent) => `年付省 ${percent}%`],
    decoys: ['保留 77 天的备份'],
  },
  ja: {
    trial: [(days) => `${days}日間無料トライアル`],
    noCard: ['クレジットカード不要'],
    refund: [(days) => `${days}日間返金保証`],
    include: ['表示価格は税込です'],
    exclude: ['表示価格は税抜です'],
    annual: [(percent) => `年払いで${percent}%割引`],
    decoys: ['77日間のバックアップ'],
  },
};

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
  const money: Money = (amount) => moneyText(amount, offer);
  const { currency } = offer;
  const sentences: string[] = [];
  const stated = new Set<string>();
  const state = <Value>(
    ways: ((value: Value) => string)[] | undefined,
    value: Value | undefined,
    fact: (value: Value) => object,
  ) => {
    if (ways === undefined || value === undefined) return;
    sentences.push(random.pick(ways)(value));
    stated.add(told(fact(value) as PageFact));
  };
  const { trialDays, needsNoCard, tax } = terms;
  if (trialDays !== undefined) {
    const card = needsNoCard === true ? ` ${random.pick(words.noCard)}` : '';
    sentences.push(`${random.pick(words.trial)(trialDays)}${card === '' ? '' : `.${card}`}`.replace('..', '.'));
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
  const amounts = (ways: ((amount: string) => string)[] | undefined) =>
    ways?.map((way) => (amount: Amount) => way(money(amount)));
  state(amounts(words.overage), terms.perGigabyte, (amount) => ({ kind: 'overage', amount, currency, unit }));
  state(amounts(words.setup), terms.setupFee, (amount) => ({ kind: 'setup_fee', amount, currency }));
  state(amounts(words.renewal), terms.renewal, (amount) => ({ kind: 'renewal', amount, currency }));
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
