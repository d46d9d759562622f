/** The facts that cite a quote: of the record today, and of the past. Pure. */
import { RATE_FIELDS } from '../../../data/reading.ts';
import type { Fact, HiddenCost, Price, Rate, Snapshot, Tier } from '../../../data/record.ts';
import { rateWords } from '../../../data/text/change-words.ts';
import { inOrder } from '../../../data/text/order.ts';
import { amountText, moneyText } from '../../../data/text/price-text.ts';
import { label } from '../../record/vendor-text.ts';
import { type Rating, rateView } from '../../record/view.ts';
import { rateEvidence } from '../parts/proof.ts';
import { priceText } from '../parts/wording.ts';

interface Statement {
  subject: string;
  value: string;
  /** Today; absent of the past. */
  confidence?: number | undefined;
}

export interface Supported extends Statement {
  /** Absent where no snapshot states it. */
  from?: string | undefined;
  /** Absent while it holds. */
  to?: string | undefined;
  isCurrent: boolean;
  /** A later recording took the place of every snapshot that states it. */
  isReplaced: boolean;
}

interface Stated {
  tiers: readonly Tier[];
  rates: readonly Rate[];
  facts?: readonly Fact[] | undefined;
  hiddenCosts?: readonly HiddenCost[];
}

/** What is stated today first, then the past, the latest first. */
export function supportedBy(
  id: string,
  { record, rating, snapshots }: { record: Stated | undefined; rating: Rating; snapshots: readonly Snapshot[] },
): Supported[] {
  const current = record === undefined ? [] : statementsIn(record, id, rating);
  const past = snapshots.flatMap((snapshot) =>
    statementsIn(snapshot, id, () => undefined).map((statement) => ({ statement, snapshot })),
  );
  const bySubject = Map.groupBy(
    [...current.map((statement) => ({ statement, snapshot: undefined })), ...past],
    (each) => keyOf(each.statement),
  );
  return [...bySubject.values()]
    .flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const isCurrent = first.snapshot === undefined;
      const held = same.flatMap(({ snapshot }) => snapshot ?? []);
      const standing = held.filter(({ superseded }) => superseded !== true);
      return [{ ...first.statement, ...spanOf(standing), isCurrent, isReplaced: !isCurrent && standing.length === 0 }];
    })
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || inOrder(b.from ?? '', a.from ?? ''));
}

function keyOf({ subject, value }: Statement): string {
  return `${subject}\n${value}`;
}

function spanOf(snapshots: readonly Snapshot[]): Pick<Supported, 'from' | 'to'> {
  const starts = snapshots.map(({ validFrom }) => validFrom).sort();
  const ends = snapshots.flatMap(({ validTo }) => validTo ?? []).sort();
  return { from: starts[0], to: ends.length < snapshots.length ? undefined : ends.at(-1) };
}

function statementsIn({ tiers, rates, facts = [], hiddenCosts = [] }: Stated, id: string, rating: Rating): Statement[] {
  const named = new Map(tiers.map((tier) => [tier.id, label(tier.name, 80)]));
  return [
    ...tiers.flatMap((tier) => tierStatements(tier, id, rating)),
    ...rates.flatMap((rate) => rateStatement(rate, id, rating)),
    ...facts.filter(({ evidence }) => evidence === id).map((fact) => factStatement(fact, named)),
    ...hiddenCosts
      .filter(({ evidence }) => evidence === id)
      .map(({ label: subject, cost }) => ({ subject: label(subject), value: label(cost) })),
  ];
}

function tierStatements(tier: Tier, id: string, rating: Rating): Statement[] {
  const subject = label(tier.name, 80);
  const prices = tier.prices
    .filter(({ evidence }) => evidence === id)
    .map((price) => ({ subject, value: priceWords(price), confidence: rating(price) }));
  if (tier.evidence !== id) return prices;
  return [{ subject, value: tier.isFree ? 'Free' : 'Contact sales', confidence: rating(tier) }, ...prices];
}

function priceWords({ kind, ...price }: Price): string {
  return kind === 'struck'
    ? `${priceText({ ...price, kind: 'list' })} (struck through)`
    : priceText({ ...price, kind });
}

function rateStatement(rate: Rate, id: string, rating: Rating): Statement[] {
  if (!rate.evidence.includes(id)) return [];
  const view = rateView(rate);
  const stated = RATE_FIELDS.filter(([field]) => view[field] !== undefined);
  const own = stated.filter(([field]) => rateEvidence(view, field) === id);
  const value = (own.length > 0 ? own : stated)
    .map(([field, name]) => `${rateWords(name)} ${moneyText(rate[field] ?? '', rate.currency)}`)
    .join(', ');
  const subject = [view.model, view.band].filter((words) => words !== undefined).join(', ');
  return [{ subject, value: `${value} per million tokens`, confidence: rating(rate) }];
}

const FACT_WORDS: Readonly<Record<Fact['kind'], string>> = {
  overage: 'Overage',
  add_on: 'Add-on',
  setup_fee: 'Setup fee',
  support_fee: 'Support fee',
  renewal: 'Renewal price',
  announced_price: 'Announced price',
  minimum_units: 'Minimum',
  included_units: 'Included',
  capability: 'Capability',
  annual_discount: 'Discount for annual billing',
  programme: 'Discount programme',
  trial: 'Trial',
  money_back: 'Money-back guarantee',
  tax: 'Tax',
};

function factStatement(fact: Fact, tiers: ReadonlyMap<string, string>): Statement {
  const tier = 'tier' in fact && fact.tier !== undefined ? tiers.get(fact.tier) : undefined;
  const kind = FACT_WORDS[fact.kind];
  return { subject: tier === undefined ? kind : `${kind}, ${tier}`, value: factValue(fact, tiers) };
}

function factValue(fact: Fact, tiers: ReadonlyMap<string, string>): string {
  if ('amount' in fact) return `${'name' in fact ? `${label(fact.name, 80)}: ` : ''}${amountText(fact.amount, fact)}`;
  if ('count' in fact) return `${fact.count} ${fact.unit ?? 'units'}`;
  if ('percent' in fact && fact.percent !== undefined) return `${fact.isUpTo ? 'up to ' : ''}${fact.percent} %`;
  if ('days' in fact && fact.days !== undefined) return `${fact.days} days`;
  if ('months' in fact && fact.months !== undefined) return `${fact.months} months`;
  if (fact.kind === 'capability') return capabilityValue(fact, tiers);
  if (fact.kind === 'tax') return `prices ${fact.prices} tax`;
  return 'stated';
}

const AVAILABILITY = { included: 'included in', add_on: 'sold with', not_included: 'not in' } as const;

/** "audit log: included in Scale, Enterprise; not in Free". */
function capabilityValue(
  { capability, tiers: states }: Extract<Fact, { kind: 'capability' }>,
  tiers: ReadonlyMap<string, string>,
): string {
  const parts = [...Map.groupBy(states, ({ state }) => state)].map(
    ([state, of]) => `${AVAILABILITY[state]} ${of.map(({ tier }) => tiers.get(tier) ?? tier).join(', ')}`,
  );
  return `${capability.replaceAll('_', ' ')}: ${parts.join('; ')}`;
}
