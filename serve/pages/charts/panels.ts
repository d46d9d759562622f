/** A product's history as panels, one per tier or model, each with a line per way of paying and source. */
import type { ChangeType, LoggedChange } from '../../../data/change.ts';
import { type Amount, isZero, overAmount, sameAmount, toAmount } from '../../../data/money.ts';
import { RATE_FIELDS } from '../../../data/reading.ts';
import type { ImportedFrom } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { rateWords } from '../../record/change-words.ts';
import type { PriceView, RateView, TierView } from '../../record/shape.ts';
import { rateEvidence } from '../parts/proof.ts';
import { PERIODS, perUnit, priceText } from '../parts/wording.ts';
import { datasetOf, type Interval, joined, latest, type SnapshotTimes, type Step, stepTimes } from './intervals.ts';

export interface PastSnapshot extends SnapshotTimes {
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
  billing?: PriceView['billing'];
}

export interface Line {
  /** "billed annually", "input tokens", "free". */
  manner: string;
  unit?: string | undefined;
  /** Absent for our own observations. */
  dataset?: string | undefined;
  steps: readonly StatedStep[];
}

export interface Panel {
  /** Of a tier, or the model's name. */
  id: string;
  name: string;
  kind: 'tier' | 'model';
  currency?: string | undefined;
  lines: readonly Line[];
  /** When a price existed that is not published. */
  onRequest: readonly StatedStep[];
  announced: readonly Announced[];
  corrections: readonly string[];
  /** When it changed and the cause is not known. */
  unattributed: readonly string[];
  isCurrent: boolean;
}

export interface Announced {
  from: string;
  amount: Amount;
  words: string;
  /** As of a line. */
  manner: string;
}

interface Fact extends StatedStep, Pick<Line, 'manner' | 'unit' | 'dataset'> {
  panel: string;
  /** Currency and what is paid for; undefined without an amount. */
  axis?: string;
  currency?: string;
}

interface Past {
  changes: readonly LoggedChange[];
  present: string;
}

/** Current tiers and models first, in the vendor's order; then the others, the latest first. */
export function panelsOf(snapshots: readonly PastSnapshot[], past: Past): Panel[] {
  const facts = snapshots.flatMap((snapshot) => [
    ...snapshot.tiers.flatMap((tier) => tierFacts(tier, snapshot, past.present)),
    ...(snapshot.rateCard?.models ?? []).flatMap((rate) => rateFacts(rate, snapshot, past.present)),
  ]);
  const names = new Map(snapshots.flatMap(({ tiers }) => tiers.map(({ id, name }) => [`tier ${id}`, name])));
  const known = [...Map.groupBy(facts, ({ panel }) => panel)].flatMap(([key, ofPanel]) =>
    panelsOfOne(key, { facts: ofPanel, name: names.get(key) }, past),
  );
  const places = placesIn(snapshots);
  const placeOf = ({ kind, id }: Panel) => places.get(`${kind} ${id}`) ?? places.size;
  return [...known, ...announcedOnly(known, past)].sort((a, b) => {
    if (a.isCurrent !== b.isCurrent) return a.isCurrent ? -1 : 1;
    return a.isCurrent ? placeOf(a) - placeOf(b) : -compared(endOf(a), endOf(b));
  });
}

/** In the order of the latest snapshot that has each. */
function placesIn(snapshots: readonly PastSnapshot[]): ReadonlyMap<string, number> {
  const keys = snapshots
    .toReversed()
    .flatMap(({ tiers, rateCard }) => [
      ...tiers.map(({ id }) => `tier ${id}`),
      ...(rateCard?.models ?? []).map((rate) => `model ${modelName(rate)}`),
    ]);
  return new Map([...new Set(keys)].map((key, index) => [key, index]));
}

function modelName({ model, band }: RateView): string {
  return band === undefined ? model : `${model}, ${band}`;
}

function compared(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

function stepsIn({ lines, onRequest }: Panel): StatedStep[] {
  return [...lines.flatMap(({ steps }) => steps), ...onRequest];
}

function endOf(panel: Panel): string {
  return latest(stepsIn(panel).map(({ to }) => to)) ?? '';
}

export const FREE = 'free';
const ON_REQUEST = 'on request';

function tierFacts(tier: TierView, snapshot: PastSnapshot, present: string): Fact[] {
  const { id, isFree, isCustom, prices, evidence, research } = tier;
  const imported = tier.imported ?? snapshot.imported;
  const common = {
    ...stepTimes(snapshot, present),
    panel: `tier ${id}`,
    dataset: datasetOf(snapshot),
    imported,
    research,
  };
  const facts = prices.flatMap((price): Fact[] => {
    if (isFree && isZero(price.amount)) return [];
    const { currency, per, unit } = price;
    const amount = per === 'year' ? overAmount(price.amount, 12) : price.amount;
    // Months and years share an axis, by the month.
    const axis = `${currency} ${per === 'month' || per === 'year' ? 'time' : per}`;
    const texts = { words: priceText(price), money: moneyText(price.amount, currency), per: perText(price) };
    const { billing, evidence: proof } = price;
    return [{ ...common, ...texts, amount, axis, manner: mannerOf(price), unit, currency, billing, evidence: proof }];
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
  month: 'per month, billing not stated',
  year: 'annual total, drawn per month',
  week: 'per week',
  day: 'per day',
  once: 'one-time',
  usage: 'usage-based',
};

function rateFacts(rate: RateView, snapshot: PastSnapshot, present: string): Fact[] {
  const { currency, research } = rate;
  const common = {
    ...stepTimes(snapshot, present),
    panel: `model ${modelName(rate)}`,
    dataset: datasetOf(snapshot),
    imported: rate.imported ?? snapshot.imported,
    research,
    currency,
    axis: `${currency} tokens`,
  };
  return RATE_FIELDS.flatMap(([field, name]): Fact[] => {
    const manner = `${rateWords(name)} tokens`;
    const rated = rate[field];
    if (rated === undefined) return [];
    const amount = toAmount(String(rated));
    const [money, per] = [moneyText(amount, currency), `per million ${manner}`];
    return [{ ...common, amount, manner, money, per, words: `${money} ${per}`, evidence: rateEvidence(rate, field) }];
  });
}

/** One panel per currency and kind of price. */
function panelsOfOne(
  key: string,
  { facts, name }: { facts: readonly Fact[]; name: string | undefined },
  { changes, present }: Past,
): Panel[] {
  const [kind, id] = [key.startsWith('tier ') ? 'tier' : 'model', key.slice(key.indexOf(' ') + 1)] as const;
  const ofTier = changes.filter(({ subject }) => subject === id);
  const byAxis = Map.groupBy(facts, ({ axis }) => axis);
  const axes = [...byAxis.keys()].filter((axis) => axis !== undefined);
  axes.sort((a, b) => Number(b.endsWith(' time')) - Number(a.endsWith(' time')));
  const seenAs = (wanted: ChangeType) => [
    ...new Set(ofTier.filter(({ type }) => type === wanted).map(({ observedAt }) => observedAt)),
  ];
  return (axes.length === 0 ? [undefined] : axes).map((axis, index) => {
    const withoutAxis = index === 0 ? (byAxis.get(undefined) ?? []) : [];
    const own = [...(axis === undefined ? [] : (byAxis.get(axis) ?? [])), ...withoutAxis];
    const currency = axis?.split(' ', 1)[0];
    return {
      id,
      kind,
      name: name ?? id,
      currency,
      lines: linesOf(own.filter(({ manner }) => manner !== ON_REQUEST)),
      onRequest: stepsOf(own.filter(({ manner }) => manner === ON_REQUEST)),
      announced: index === 0 ? announcedFor(ofTier, present, currency) : [],
      corrections: seenAs('correction'),
      unattributed: seenAs('changed_with_redesign'),
      isCurrent: own.some(({ to }) => to === present),
    };
  });
}

/** Panels of tiers and models that were announced and never existed. */
function announcedOnly(known: readonly Panel[], { changes, present }: Past): Panel[] {
  const ids = new Set(known.map(({ id }) => id));
  const others = changes.filter(({ subject, after }) => !ids.has(subject ?? '') && after?.effectiveFrom !== undefined);
  return [...Map.groupBy(others, ({ subject = '' }) => subject)].flatMap(([id, ofSubject]): Panel[] => {
    const { currency, name = id, rate } = ofSubject[0]?.after ?? {};
    const announced = announcedFor(ofSubject, present, currency);
    if (announced.length === 0) return [];
    const kind = rate === undefined ? 'tier' : 'model';
    return [
      {
        id,
        kind,
        name,
        currency,
        lines: [],
        onRequest: [],
        announced,
        corrections: [],
        unattributed: [],
        isCurrent: true,
      },
    ];
  });
}

/** Ours first. */
function linesOf(facts: readonly Fact[]): Line[] {
  return [...Map.groupBy(facts, ({ manner, unit, dataset }) => [dataset, manner, unit].join('\n')).values()]
    .flatMap(withoutOverlap)
    .map(([first, ...others]): Line => {
      const { manner, unit, dataset } = first;
      return { manner, unit, dataset, steps: stepsOf([first, ...others]) };
    })
    .sort((a, b) => Number(a.dataset !== undefined) - Number(b.dataset !== undefined));
}

/** Simultaneous prices on the same terms are separate lines. */
function withoutOverlap(facts: readonly Fact[]): [Fact, ...Fact[]][] {
  const lines: [Fact, ...Fact[]][] = [];
  for (const fact of facts) {
    const line = lines.find((each) => (each.at(-1)?.to ?? '') <= fact.from);
    if (line === undefined) lines.push([fact]);
    else line.push(fact);
  }
  return lines;
}

function stepsOf(facts: readonly Fact[]): StatedStep[] {
  return joined<StatedStep>(facts, (a, b) => sameAmount(a.amount, b.amount) && a.words === b.words);
}

/** Announced for after `present` and not retracted. */
function announcedFor(changes: readonly LoggedChange[], present: string, currency: string | undefined): Announced[] {
  const open = new Map<string, Announced>();
  for (const { type, after } of changes) {
    if (after?.effectiveFrom === undefined || after.amount === undefined || after.currency !== currency) continue;
    const { amount, effectiveFrom, billing, unit, per, rate } = after;
    const key = [amount, effectiveFrom, billing, unit, per, rate].join(' ');
    if (type === 'announcement_retracted') open.delete(key);
    if (type !== 'announced' || effectiveFrom <= present.slice(0, 10)) continue;
    open.set(key, {
      from: `${effectiveFrom}T00:00:00.000Z`,
      amount: per === 'year' ? overAmount(amount, 12) : toAmount(amount),
      words: moneyText(amount, after.currency ?? ''),
      manner: announcedManner(after),
    });
  }
  return [...open.values()];
}

function announcedManner({ rate, per = 'month', billing }: NonNullable<LoggedChange['after']>): string {
  if (rate === undefined) return mannerOf({ per, billing, kind: 'list' } as PriceView);
  const [, name = 'input'] = RATE_FIELDS.find(([field]) => field === rate) ?? [];
  return `${rateWords(name)} tokens`;
}

export function spanOf(panels: readonly Panel[], present: string): Interval {
  const begins = panels.flatMap(stepsIn).map(({ from }) => from);
  const announced = panels.flatMap((panel) => panel.announced.map(({ from }) => from));
  return { from: begins.sort()[0] ?? present, to: latest([present, ...announced]) ?? present };
}
