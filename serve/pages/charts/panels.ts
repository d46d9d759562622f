/** A product's history as panels, one per tier or model, each with a line per way of paying and source. */
import { type ChangeType, type LoggedChange, PRICE_MOVES, standing } from '../../../data/change.ts';
import { type Amount, overAmount, sameAmount, toAmount } from '../../../data/money.ts';
import { inOrder } from '../../../data/text/order.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import {
  announcedManner,
  type Fact,
  factsOf,
  type HistorySnapshot,
  modelName,
  ON_REQUEST,
  type StatedStep,
} from './facts.ts';
import { type Interval, joined, latest } from './intervals.ts';

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
  /** When we corrected what the vendor had not changed. */
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

interface Past {
  changes: readonly LoggedChange[];
  present: string;
}

/** Current tiers and models first, in the vendor's order; then the others, the latest first. */
export function panelsOf(snapshots: readonly HistorySnapshot[], past: Past): Panel[] {
  const facts = factsOf(snapshots, past.present);
  const names = new Map(snapshots.flatMap(({ tiers }) => tiers.map(({ id, name }) => [`tier ${id}`, name])));
  const known = [...Map.groupBy(facts, ({ panel }) => panel)].flatMap(([key, ofPanel]) =>
    panelsOfOne(key, { facts: ofPanel, name: names.get(key) }, past),
  );
  const places = placesIn(snapshots);
  const placeOf = ({ kind, id }: Panel) => places.get(`${kind} ${id}`) ?? places.size;
  return [...known, ...announcedOnly(known, past)].sort((a, b) => {
    if (a.isCurrent !== b.isCurrent) return a.isCurrent ? -1 : 1;
    return a.isCurrent ? placeOf(a) - placeOf(b) : inOrder(endOf(b), endOf(a));
  });
}

/** In the order of the latest snapshot that has each. */
function placesIn(snapshots: readonly HistorySnapshot[]): ReadonlyMap<string, number> {
  const keys = snapshots
    .toReversed()
    .flatMap(({ tiers, rateCard }) => [
      ...tiers.map(({ id }) => `tier ${id}`),
      ...(rateCard?.models ?? []).map((rate) => `model ${modelName(rate)}`),
    ]);
  return new Map([...new Set(keys)].map((key, index) => [key, index]));
}

function stepsIn({ lines, onRequest }: Panel): StatedStep[] {
  return [...lines.flatMap(({ steps }) => steps), ...onRequest];
}

function endOf(panel: Panel): string {
  return latest(stepsIn(panel).map(({ to }) => to)) ?? '';
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
  const moves = ofTier.toReversed().filter(standing());
  const isVendors = (at: string) =>
    moves.some(({ type, observedAt }) => observedAt === at && PRICE_MOVES.some((move) => move === type));
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
      corrections: seenAs('correction').filter((at) => !isVendors(at)),
      unattributed: seenAs('changed_with_redesign'),
      isCurrent: own.some(({ isCurrent }) => isCurrent),
    };
  });
}

const NOTHING_SEEN = { lines: [], onRequest: [], corrections: [], unattributed: [] };

/** Panels of tiers and models that were announced and never existed. */
function announcedOnly(known: readonly Panel[], { changes, present }: Past): Panel[] {
  const ids = new Set(known.map(({ id }) => id));
  const others = changes.filter(({ subject, after }) => !ids.has(subject ?? '') && after?.effectiveFrom !== undefined);
  return [...Map.groupBy(others, ({ subject = '' }) => subject)].flatMap(([id, ofSubject]): Panel[] => {
    const { currency, name = id, rate } = ofSubject[0]?.after ?? {};
    const announced = announcedFor(ofSubject, present, currency);
    if (announced.length === 0) return [];
    const kind = rate === undefined ? 'tier' : 'model';
    return [{ ...NOTHING_SEEN, id, kind, name, currency, announced, isCurrent: true }];
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

export function spanOf(panels: readonly Panel[], present: string): Interval {
  const begins = panels.flatMap(stepsIn).map(({ from }) => from);
  const announced = panels.flatMap((panel) => panel.announced.map(({ from }) => from));
  return { from: begins.sort()[0] ?? present, to: latest([present, ...announced]) ?? present };
}
