/**
 * A product's past as what can be drawn: a panel for each tier or model, in it a line for each thing that one can buy
 * and each source that states it. Pure; from what the API answers.
 */
import type { LoggedChange } from '../../../data/change.ts';
import { type Amount, isZero, overAmount, sameAmount, toAmount } from '../../../data/money.ts';
import type { ImportedFrom } from '../../../data/record.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import type { PriceView, RateView, TierView } from '../../record/shape.ts';
import { priceText } from '../parts/wording.ts';
import { type Held, type Interval, intervalOf, joined, lineOf, type Step, seenOf } from './past.ts';

/** A snapshot as `history` answers it, which holds all that a drawing needs. */
export interface PastSnapshot extends Held {
  currency?: string | undefined;
  tiers: readonly TierView[];
  rateCard?: { models: readonly RateView[] } | undefined;
}

/** What proves a step: words of a page, a dataset, or a person's statement. */
export interface Proof {
  evidence?: string | undefined;
  imported?: ImportedFrom | undefined;
  research?: TierView['research'];
}

export interface Stated extends Step, Proof {
  /** As it is stated, with all that belongs to it: "$120 per user a year, billed annually". */
  words: string;
}

export interface Line {
  /** How one pays, as in "billed annually", or which rate it is; free tiers are "free". */
  manner: string;
  /** What one amount buys, where that is said. */
  unit?: string | undefined;
  /** Who states them, where it is not us. */
  dataset?: string | undefined;
  steps: readonly Stated[];
}

export interface Panel {
  /** Of a tier, or the model's name. */
  id: string;
  name: string;
  kind: 'tier' | 'model';
  /** Absent where nothing in it has a price. */
  currency?: string | undefined;
  lines: readonly Line[];
  /** When a price existed that is not published: no number. */
  onRequest: readonly Stated[];
  announced: readonly Announced[];
  /** Instants at which we set something of it right. */
  corrections: readonly string[];
  isCurrent: boolean;
}

export interface Announced {
  from: string;
  amount: Amount;
  words: string;
}

interface Fact extends Stated, Pick<Line, 'manner' | 'unit' | 'dataset'> {
  panel: string;
  /** What can stand on one axis: currency, and what is paid for. */
  axis: string;
  currency?: string;
}

/**
 * Those of tiers and models that are there now come first, in the vendor's order; then those that are gone, the last one
 * first.
 *
 * @param present where what still holds ends
 */
export function panelsOf(
  snapshots: readonly PastSnapshot[],
  { changes, present }: { changes: readonly LoggedChange[]; present: string },
): Panel[] {
  const facts = snapshots.flatMap((snapshot) => [
    ...snapshot.tiers.flatMap((tier) => tierFacts(tier, snapshot, present)),
    ...(snapshot.rateCard?.models ?? []).flatMap((rate) => rateFacts(rate, snapshot, present)),
  ]);
  const names = new Map(snapshots.flatMap(({ tiers }) => tiers.map(({ id, name }) => [`tier ${id}`, name])));
  const known = [...Map.groupBy(facts, ({ panel }) => panel)].flatMap(([key, ofPanel]) =>
    panelsOfOne(key, { facts: ofPanel, name: names.get(key), changes, present }),
  );
  const panels = [...known, ...toCome(known, { changes, present })];
  const places = placesIn(snapshots);
  const placeOf = ({ kind, id }: Panel) => places.get(`${kind} ${id}`) ?? places.size;
  return panels.sort((a, b) => {
    if (a.isCurrent !== b.isCurrent) return a.isCurrent ? -1 : 1;
    return a.isCurrent ? placeOf(a) - placeOf(b) : later(endOf(a), endOf(b));
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

/** With the band of context that it holds for. */
function modelName({ model, band }: RateView): string {
  return band === undefined ? model : `${model}, ${band}`;
}

function later(a: string, b: string): number {
  return a === b ? 0 : a > b ? -1 : 1;
}

function endOf({ lines, onRequest }: Panel): string {
  return (
    [...lines.flatMap(({ steps }) => steps), ...onRequest]
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? ''
  );
}

function tierFacts(tier: TierView, snapshot: PastSnapshot, present: string): Fact[] {
  const { id, isFree, isCustom, prices, evidence, research } = tier;
  const held = { ...intervalOf(snapshot, present), seen: seenOf(snapshot) };
  const imported = tier.imported ?? snapshot.imported;
  const common = { ...held, panel: `tier ${id}`, dataset: lineOf(snapshot), imported, research };
  const facts = prices.flatMap((price): Fact[] => {
    if (isFree && isZero(price.amount)) return [];
    const { currency, per, unit } = price;
    const amount = per === 'year' ? overAmount(price.amount, 12) : price.amount;
    const axis = `${currency} ${PERIODIC.has(per) ? 'time' : per}`;
    const words = priceText(price);
    return [{ ...common, amount, axis, manner: mannerOf(price), unit, currency, words, evidence: price.evidence }];
  });
  if (isFree) facts.push({ ...common, amount: '0.00', axis: ANY, manner: FREE, words: 'Free', evidence });
  if (isCustom)
    facts.push({ ...common, amount: '0.00', axis: ANY, manner: ON_REQUEST, words: 'Contact sales', evidence });
  return facts;
}

/** Has no amount, or none of a currency: drawn beside whatever else there is. */
const ANY = '';
const FREE = 'free';
const ON_REQUEST = 'on request';
/** What is paid for time can stand on one axis, by the month. */
const PERIODIC: ReadonlySet<string> = new Set(['month', 'year']);

function mannerOf({ per, billing, kind, isFloor }: PriceView): string {
  const paid =
    per === 'month' && billing !== undefined ? `billed ${billing === 'annual' ? 'annually' : 'monthly'}` : PER[per];
  return `${paid}${isFloor === true ? ', “from”' : ''}${kind === 'list' ? '' : ` (${kind})`}`;
}

const PER: Record<PriceView['per'], string> = {
  month: 'by the month',
  year: 'by the year, drawn as a twelfth',
  week: 'by the week',
  day: 'by the day',
  once: 'paid once',
  usage: 'by use',
};

const RATES = [
  ['inputPerMTok', 'input'],
  ['outputPerMTok', 'output'],
  ['cachedInputPerMTok', 'cached input'],
  ['batchInputPerMTok', 'batch input'],
  ['batchOutputPerMTok', 'batch output'],
] as const satisfies [keyof RateView, string][];

function rateFacts(rate: RateView, snapshot: PastSnapshot, present: string): Fact[] {
  const { currency, evidence, research } = rate;
  const held = { ...intervalOf(snapshot, present), seen: seenOf(snapshot) };
  const imported = rate.imported ?? snapshot.imported;
  const panel = `model ${modelName(rate)}`;
  return RATES.flatMap(([field, manner]): Fact[] => {
    const rated = rate[field];
    if (rated === undefined) return [];
    const amount = toAmount(String(rated));
    const words = `${moneyText(amount, currency)} per million tokens, ${manner}`;
    const axis = `${currency} tokens`;
    return [
      {
        ...held,
        panel,
        dataset: lineOf(snapshot),
        imported,
        research,
        amount,
        axis,
        manner,
        currency,
        words,
        evidence: evidence[0],
      },
    ];
  });
}

interface One {
  facts: readonly Fact[];
  name: string | undefined;
  changes: readonly LoggedChange[];
  present: string;
}

/** What is paid by the month, once or by use, and in several currencies, has an axis of its own each. */
function panelsOfOne(key: string, { facts, name, changes, present }: One): Panel[] {
  const [kind, id] = [key.startsWith('tier ') ? 'tier' : 'model', key.slice(key.indexOf(' ') + 1)] as const;
  const ofTier = changes.filter(({ subject }) => subject === id);
  const byAxis = Map.groupBy(
    facts.filter(({ axis }) => axis !== ANY),
    ({ axis }) => axis,
  );
  const axes = [...byAxis.keys()].sort((a, b) => Number(b.endsWith(' time')) - Number(a.endsWith(' time')));
  const corrections = ofTier.filter(({ type }) => type === 'correction').map(({ observedAt }) => observedAt);
  const without = facts.filter(({ axis }) => axis === ANY);
  return (axes.length === 0 ? [undefined] : axes).map((axis, index) => {
    const own = [...(axis === undefined ? [] : (byAxis.get(axis) ?? [])), ...(index === 0 ? without : [])];
    const currency = axis?.split(' ', 1)[0];
    return {
      id,
      kind,
      name: name ?? id,
      currency,
      lines: linesOf(own.filter(({ manner }) => manner !== ON_REQUEST)),
      onRequest: stepsOf(own.filter(({ manner }) => manner === ON_REQUEST)),
      announced: index === 0 ? announcedFor(ofTier, { present, currency }) : [],
      corrections: [...new Set(corrections)],
      isCurrent: own.some(({ to }) => to === present),
    };
  });
}

/** Of what is announced and never was before, or under another name. */
function toCome(
  known: readonly Panel[],
  { changes, present }: { changes: readonly LoggedChange[]; present: string },
): Panel[] {
  const ids = new Set(known.map(({ id }) => id));
  const others = changes.filter(({ subject, after }) => !ids.has(subject ?? '') && after?.effectiveFrom !== undefined);
  return [...Map.groupBy(others, ({ subject = '' }) => subject)].flatMap(([id, ofSubject]): Panel[] => {
    const { currency, name = id, rate } = ofSubject[0]?.after ?? {};
    const announced = announcedFor(ofSubject, { present, currency });
    if (announced.length === 0) return [];
    const kind = rate === undefined ? 'tier' : 'model';
    return [{ id, kind, name, currency, lines: [], onRequest: [], announced, corrections: [], isCurrent: true }];
  });
}

/** Ours first, each dataset's after them. */
function linesOf(facts: readonly Fact[]): Line[] {
  return [...Map.groupBy(facts, ({ manner, unit, dataset }) => [dataset, manner, unit].join('\n')).values()]
    .flatMap(lanesOf)
    .flatMap((lane): Line[] => {
      const [first] = lane;
      if (first === undefined) return [];
      const { manner, unit, dataset } = first;
      return [{ manner, unit, dataset, steps: stepsOf(lane) }];
    })
    .sort((a, b) => Number(a.dataset !== undefined) - Number(b.dataset !== undefined));
}

/** Two prices on the same terms at the same time are two lines, as a price for creators and one for users can be. */
function lanesOf(facts: readonly Fact[]): Fact[][] {
  const lanes: Fact[][] = [];
  for (const fact of facts) {
    const lane = lanes.find((each) => (each.at(-1)?.to ?? '') <= fact.from);
    if (lane === undefined) lanes.push([fact]);
    else lane.push(fact);
  }
  return lanes;
}

function stepsOf(facts: readonly Fact[]): Stated[] {
  const steps = facts.map(({ from, to, seen, amount, words, evidence, imported, research }): Stated => {
    return { from, to, seen, amount, words, evidence, imported, research };
  });
  return joined(steps, (a, b) => sameAmount(a.amount, b.amount) && a.words === b.words);
}

/** What is still to come, of what the vendor or a dataset has announced and not taken back. */
function announcedFor(
  changes: readonly LoggedChange[],
  { present, currency }: { present: string; currency: string | undefined },
): Announced[] {
  const open = new Map<string, Announced>();
  for (const { type, after } of changes) {
    if (after?.effectiveFrom === undefined || after.amount === undefined || after.currency !== currency) continue;
    const { amount, effectiveFrom, billing, unit, per, rate } = after;
    const key = [amount, effectiveFrom, billing, unit, per, rate].join(' ');
    if (type === 'announcement_retracted') open.delete(key);
    if (type !== 'announced' || effectiveFrom <= present.slice(0, 10)) continue;
    const monthly = per === 'year' ? overAmount(amount, 12) : toAmount(amount);
    open.set(key, {
      from: `${effectiveFrom}T00:00:00.000Z`,
      amount: monthly,
      words: moneyText(amount, after.currency ?? ''),
    });
  }
  return [...open.values()];
}

/** From the first thing known to now, or to what is announced. */
export function spanOf(panels: readonly Panel[], present: string): Interval {
  const steps = panels.flatMap(({ lines, onRequest }) => [...lines.flatMap((line) => line.steps), ...onRequest]);
  const begins = steps.map(({ from }) => from).sort();
  const ends = [present, ...panels.flatMap(({ announced }) => announced.map(({ from }) => from))].sort();
  return { from: begins[0] ?? present, to: ends.at(-1) ?? present };
}
