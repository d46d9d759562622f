/** What one chart of prices shows: all plans on the same terms, to compare them, or one plan in all its terms. */
import { plainNumber } from '../../../data/money.ts';
import type { Unit } from '../../../data/reading.ts';
import { inOrder } from '../../../data/text/order.ts';
import { comparableUnit } from '../../record/market.ts';
import { label } from '../../record/vendor-text.ts';
import { FREE, type StatedStep } from './facts.ts';
import type { Announced, Line, Panel } from './panels.ts';

/** Lines with the same mark and colour: of a plan or a model, or of one way of paying for it. */
export interface Series {
  /** In the key and at the end of the line. */
  name: string;
  plan: string;
  lines: readonly Line[];
  announced: readonly Announced[];
  /** Changes that are not the vendor's, or of unknown cause. */
  corrections: readonly string[];
  unattributed: readonly string[];
  isCurrent: boolean;
}

export interface Overview {
  /** "Billed annually, per user, in USD"; what is drawn, where it is of one plan. */
  title: string;
  currency: string;
  series: readonly Series[];
  /** Series that are not drawn. */
  left: number;
  bands: readonly Band[];
  /** Points on the time axis, each a link. */
  events: readonly ChartEvent[];
  isOnePlan: boolean;
}

export interface ChartEvent {
  at: string;
  words: string;
  path: string;
}

/** An interval in which a plan was free or on request. */
interface Band {
  /** "Enterprise: contact sales", or "Contact sales". */
  words: string;
  step: StatedStep;
}

/** More would not be told apart. */
const MOST_SERIES = 8;
/** Letters of a plan's name. */
export const MOST_LETTERS = 22;

/** At least one, the first with the bands of all plans. */
export function overviewsOf(panels: readonly Panel[]): [Overview, ...Overview[]] {
  const bands = bandsOf(panels).map(({ name, step }) => ({ step, words: bandText(name, step.words) }));
  const none = { title: 'Plans without a public price', currency: 'USD', series: [], left: 0 };
  const [first = none, ...others] = pricedOverviews(panels);
  const kinds = { bands: [], events: [], isOnePlan: false };
  return [{ ...first, ...kinds, bands }, ...others.map((each) => ({ ...each, ...kinds }))];
}

/** One per currency, billing and unit; those with the most current plans first. */
function pricedOverviews(panels: readonly Panel[]): Omit<Overview, 'bands' | 'events' | 'isOnePlan'>[] {
  const priced = panels.flatMap((panel) =>
    panel.lines.flatMap((line) => (line.manner === FREE || panel.currency === undefined ? [] : [{ panel, line }])),
  );
  return [...Map.groupBy(priced, ({ panel, line }) => keyOf(panel, line)).values()]
    .map((group) => {
      const byPanel = Map.groupBy(group, ({ panel }) => panel);
      const series = Array.from(byPanel, ([panel, own]) => seriesOf(panel, own));
      return { title: termsText(group), currency: group[0]?.panel.currency ?? '', series };
    })
    .toSorted((a, b) => currentIn(b) - currentIn(a) || b.series.length - a.series.length)
    .map(({ series, ...rest }) => {
      const drawn = new Set(series.toSorted(byInterest).slice(0, MOST_SERIES));
      return { ...rest, series: series.filter((each) => drawn.has(each)), left: series.length - drawn.size };
    });
}

interface Priced {
  panel: Panel;
  line: Line;
}

function keyOf({ currency }: Panel, { manner, unit }: Line): string {
  return [currency, manner, unit === undefined ? '' : comparableUnit(unit as Unit)].join('\n');
}

function termsText(group: readonly Priced[]): string {
  const [first] = group;
  const manner = first?.line.manner ?? '';
  const units = new Set(group.flatMap(({ line: { unit } }) => (unit === undefined || unit === 'flat' ? [] : unit)));
  const per = first?.panel.kind === 'model' ? 'million' : [...units].join(' or ');
  return `${manner.charAt(0).toUpperCase()}${manner.slice(1)}${per === '' ? '' : `, per ${per}`}, in ${first?.panel.currency}`;
}

function seriesOf(panel: Panel, own: readonly Priced[]): Series {
  const { name, corrections, unattributed } = panel;
  const lines = own.map(({ line }) => line);
  const manner = lines[0]?.manner;
  // Announced without a billing: drawn once, with the panel's first line.
  const isElsewhere = (wanted: string) => panel.lines.some((line) => line.manner === wanted);
  const announced = panel.announced.filter((each) =>
    isElsewhere(each.manner) ? each.manner === manner : manner === panel.lines[0]?.manner,
  );
  return { name, plan: name, lines, announced, corrections, unattributed, isCurrent: isCurrent(lines) };
}

function isCurrent(lines: readonly Line[]): boolean {
  return lines.some(({ steps }) => steps.at(-1)?.isCurrent);
}

/** A series for each way of paying, and for each that datasets state. */
export function onePlan(panel: Panel): Overview {
  const { name: plan, corrections, unattributed, announced, currency = 'USD' } = panel;
  const paid = panel.lines.filter(({ manner }) => manner !== FREE);
  const groups = Map.groupBy(paid, ({ manner, dataset }) => `${manner} ${dataset !== undefined}`);
  const common = { plan, corrections, unattributed };
  const series = [...groups.values()].map((lines, index) => ({
    ...common,
    name: mannerText(lines),
    lines,
    announced: index === 0 ? announced : [],
    isCurrent: isCurrent(lines),
  }));
  const onlyAnnounced = [{ ...common, name: 'announced', lines: [], announced, isCurrent: true }];
  return {
    title: plan,
    currency,
    series: series.length === 0 && announced.length > 0 ? onlyAnnounced : series,
    left: 0,
    bands: bandsOf([panel]).map(({ step }) => ({ step, words: step.words })),
    events: [],
    isOnePlan: true,
  };
}

/** "billed monthly, per user (owner/dataset)". */
function mannerText(lines: readonly Line[]): string {
  const units = new Set(lines.flatMap(({ unit }) => (unit === undefined || unit === 'flat' ? [] : `per ${unit}`)));
  const datasets = new Set(lines.flatMap(({ dataset }) => dataset ?? []));
  const words = [lines[0]?.manner ?? '', ...units].join(', ');
  return datasets.size > 0 ? `${words} (${[...datasets].join(', ')})` : words;
}

function currentIn({ series }: { series: readonly Series[] }): number {
  return series.filter(({ isCurrent }) => isCurrent).length;
}

function stepsIn({ lines }: Series): number {
  return Math.max(...lines.map(({ steps }) => steps.length));
}

/** What is sold today, then what changed most often. */
function byInterest(a: Series, b: Series): number {
  return Number(b.isCurrent) - Number(a.isCurrent) || stepsIn(b) - stepsIn(a);
}

/** "Enterprise: contact sales"; "Free" of a plan of that name. */
function bandText(name: string, words: string): string {
  const isSame = name.toLowerCase() === words.toLowerCase();
  return isSame ? name : `${label(name, MOST_LETTERS)}: ${words.toLowerCase()}`;
}

function bandsOf(panels: readonly Panel[]): { name: string; step: StatedStep }[] {
  return panels.flatMap(({ name, lines, onRequest }) =>
    [...lines.filter(({ manner }) => manner === FREE).flatMap(({ steps }) => steps), ...onRequest].map((step) => ({
      name,
      step,
    })),
  );
}

/** The latest paid price of a series: our own line's, or else a dataset's. */
export function lastStep({ lines }: Pick<Series, 'lines'>): StatedStep | undefined {
  const lasts = lines.flatMap(({ steps }) => steps.at(-1) ?? []);
  return lasts.toSorted((a, b) => inOrder(b.to, a.to))[0];
}

export function amountsIn({ series }: Overview): number[] {
  return series.flatMap(({ lines, announced }) =>
    [...lines.flatMap(({ steps }) => steps), ...announced].map(({ amount }) => plainNumber(amount)),
  );
}
