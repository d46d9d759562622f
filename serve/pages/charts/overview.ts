/** Prices of all plans on the same terms, so that one chart may compare them. */
import { plainNumber } from '../../../data/money.ts';
import type { Unit } from '../../../data/reading.ts';
import { comparableUnit } from '../../record/market.ts';
import { FREE, type StatedStep } from './facts.ts';
import type { Announced, Line, Panel } from './panels.ts';

/** A plan or a model. */
export interface Series {
  name: string;
  lines: readonly Line[];
  announced: readonly Announced[];
  /** Changes that are not the vendor's, or of unknown cause. */
  corrections: readonly string[];
  unattributed: readonly string[];
  isCurrent: boolean;
}

export interface Overview {
  /** "Billed annually, per user, in USD". */
  terms: string;
  currency: string;
  series: readonly Series[];
  /** Series that are not drawn. */
  left: number;
}

/** An interval in which a plan was free or on request. */
export interface Band {
  name: string;
  step: StatedStep;
}

/** More would not be told apart. */
const MOST_SERIES = 8;

/** One per currency, billing and unit; those with the most current plans first. */
export function overviewsOf(panels: readonly Panel[], present: string): Overview[] {
  const priced = panels.flatMap((panel) =>
    panel.lines.flatMap((line) => (line.manner === FREE || panel.currency === undefined ? [] : [{ panel, line }])),
  );
  return [...Map.groupBy(priced, ({ panel, line }) => keyOf(panel, line)).values()]
    .map((group) => {
      const byPanel = Map.groupBy(group, ({ panel }) => panel);
      const series = Array.from(byPanel, ([panel, own]) => seriesOf(panel, own, present));
      return { terms: termsText(group), currency: group[0]?.panel.currency ?? '', series };
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

function seriesOf(panel: Panel, own: readonly Priced[], present: string): Series {
  const { name, corrections, unattributed } = panel;
  const lines = own.map(({ line }) => line);
  const manner = lines[0]?.manner;
  // Announced without a billing: drawn once, with the panel's first line.
  const isElsewhere = (wanted: string) => panel.lines.some((line) => line.manner === wanted);
  const announced = panel.announced.filter((each) =>
    isElsewhere(each.manner) ? each.manner === manner : manner === panel.lines[0]?.manner,
  );
  const isCurrent = lines.some(({ steps }) => steps.at(-1)?.to === present);
  return { name, lines, announced, corrections, unattributed, isCurrent };
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

export function bandsOf(panels: readonly Panel[]): Band[] {
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
  return lasts.toSorted((a, b) => Number(b.to > a.to) - Number(b.to < a.to))[0];
}

export function amountsIn({ series }: Overview): number[] {
  return series.flatMap(({ lines, announced }) =>
    [...lines.flatMap(({ steps }) => steps), ...announced].map(({ amount }) => plainNumber(amount)),
  );
}
