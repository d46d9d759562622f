/** The prices of a history, each as a step of one line of one panel. */
import type { LoggedChange } from '../../../data/change.ts';
import { type Amount, isZero, overAmount, toAmount } from '../../../data/money.ts';
import { type Billing, RATE_FIELDS } from '../../../data/reading.ts';
import type { ImportedFrom } from '../../../data/record.ts';
import { rateWords } from '../../../data/text/change-words.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import type { PriceView, RateView, TierView } from '../../record/shape.ts';
import { rateEvidence } from '../parts/proof.ts';
import { PERIODS, perUnit, priceText } from '../parts/wording.ts';
import { datasetOf, type SnapshotTimes, type Step, stepTimes } from './intervals.ts';

export interface HistorySnapshot extends SnapshotTimes {
  currency?: string | undefined;
  tiers: readonly TierView[];
  rateCard?: { models: readonly RateView[] } | undefined;
}

export interface StatedStep extends Step {
  evidence?: string | undefined;
  imported?: ImportedFrom | undefined;
  research?: TierView['research'];
  /** The full price: "$120 per user a year, billed annually". */
  words: string;
  /** Its parts: "$120", "per user a year". */
  money: string;
  per: string;
  /** Absent where it makes no sense. */
  billing?: Billing | 'unknown';
}

export interface Fact extends StatedStep {
  panel: string;
  /** "billed annually", "input tokens", "free". */
  manner: string;
  unit?: string | undefined;
  /** Absent for our own observations. */
  dataset?: string | undefined;
  /** Currency and what is paid for; undefined without an amount. */
  axis?: string;
  currency?: string;
}

/** What the facts of one snapshot have in common. */
type Held = Pick<Fact, 'from' | 'to' | 'isCurrent' | 'seen' | 'dataset' | 'imported'>;

export function factsOf(snapshots: readonly HistorySnapshot[], present: string): Fact[] {
  const moneyOf = rememberedMoney();
  return snapshots.flatMap((snapshot) => {
    const { tiers, rateCard, imported } = snapshot;
    const held: Held = { ...stepTimes(snapshot, present), dataset: datasetOf(snapshot), imported };
    return [
      ...tiers.flatMap((tier) => tierFacts(tier, held)),
      ...(rateCard?.models ?? []).flatMap((rate) => rateFacts(rate, held, moneyOf)),
    ];
  });
}

export function modelName({ model, band }: RateView): string {
  return band === undefined ? model : `${model}, ${band}`;
}

export const FREE = 'free';
export const ON_REQUEST = 'on request';

function tierFacts(tier: TierView, held: Held): Fact[] {
  const { id, isFree, isCustom, prices, evidence, research } = tier;
  const common = { ...held, panel: `tier ${id}`, imported: tier.imported ?? held.imported, research };
  const facts = prices.flatMap((price): Fact[] => {
    if (isFree && isZero(price.amount)) return [];
    const { currency, per, unit } = price;
    const amount = per === 'year' ? overAmount(price.amount, 12) : price.amount;
    // Months and years share an axis, by the month.
    const isRecurring = per === 'month' || per === 'year';
    const axis = `${currency} ${isRecurring ? 'time' : per}`;
    const texts = { words: priceText(price), money: moneyText(price.amount, currency), per: perText(price) };
    const billing = isRecurring ? (price.billing ?? 'unknown') : undefined;
    const manner = mannerOf(price);
    const terms = { axis, manner, unit, currency };
    return [{ ...common, ...texts, ...terms, amount, evidence: price.evidence, ...(billing && { billing }) }];
  });
  const unpriced = (manner: string, words: string) =>
    facts.push({ ...common, amount: '0.00', manner, words, money: words, per: '', evidence });
  if (isFree) unpriced(FREE, 'Free');
  if (isCustom) unpriced(ON_REQUEST, 'Contact sales');
  return facts;
}

function mannerOf({ per, billing, kind, isFloor }: Pick<PriceView, 'per' | 'billing' | 'kind' | 'isFloor'>): string {
  const billed = `billed ${billing === 'annual' ? 'annually' : 'monthly'}`;
  const paid = per === 'month' && billing !== undefined ? billed : MANNERS[per];
  return `${paid}${isFloor === true ? ', “from”' : ''}${kind === 'list' ? '' : ` (${kind})`}`;
}

function perText({ per, unit, kind, isFloor }: PriceView): string {
  const words = `${perUnit(unit)}${PERIODS[per]}`.trimEnd();
  return `${words}${isFloor === true ? ' and up' : ''}${kind === 'list' ? '' : ` (${kind})`}`;
}

const MANNERS: Record<PriceView['per'], string> = {
  month: 'monthly price, billing not stated',
  year: 'annual total, drawn per month',
  week: 'per week',
  day: 'per day',
  once: 'one-time',
  usage: 'usage-based',
};

const RATES = RATE_FIELDS.map(([field, name]) => [field, `${rateWords(name)} tokens`] as const);

function rateFacts(rate: RateView, held: Held, moneyOf: MoneyOf): Fact[] {
  const { currency, research } = rate;
  const imported = rate.imported ?? held.imported;
  const panel = `model ${modelName(rate)}`;
  const axis = `${currency} tokens`;
  return RATES.flatMap(([field, manner]): Fact[] => {
    const rated = rate[field];
    if (rated === undefined) return [];
    const { amount, money } = moneyOf(rated, currency);
    const [per, evidence] = [`per million ${manner}`, rateEvidence(rate, field)];
    const words = `${money} ${per}`;
    return [{ ...held, panel, imported, research, currency, axis, amount, manner, money, per, words, evidence }];
  });
}

type MoneyOf = (rated: number, currency: string) => { amount: Amount; money: string };

/** Of thousands of rates, most are alike. */
function rememberedMoney(): MoneyOf {
  const known = new Map<string, ReturnType<MoneyOf>>();
  return (rated, currency) => {
    const key = `${rated} ${currency}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const amount = toAmount(String(rated));
    const made = { amount, money: moneyText(amount, currency) };
    known.set(key, made);
    return made;
  };
}

export function announcedManner({ rate, per = 'month', billing }: NonNullable<LoggedChange['after']>): string {
  if (rate === undefined) return mannerOf({ per, billing, kind: 'list' } as PriceView);
  const [, name = 'input'] = RATE_FIELDS.find(([field]) => field === rate) ?? [];
  return `${rateWords(name)} tokens`;
}
