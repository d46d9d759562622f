/** A price index by month: the line, its interval as a band, and the line with unseen prices carried forward. */
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { IndexMonth } from '../../../data/price-index/price-index.ts';
import { type Html, html } from '../../../web/html.ts';
import { monthAxis, place, type Tick } from './axis.ts';
import { amountGrid, baseline, picture } from './drawing.ts';

const PLOT = 220;
const HEAD = 12;
const BASE = HEAD + PLOT;
const FOOT = 24;
const TICKS = 5;

/** @param months at least two */
export function priceIndexChart(months: readonly IndexMonth[], title: string): Html {
  const x = monthAxis(months);
  const all = months.flatMap(({ index, low = index, high = index, carryForward }) => [low, high, carryForward]);
  const y = scaleLinear([Math.min(...all), Math.max(...all)], [BASE, HEAD]).nice(TICKS);
  const up = (value: number) => place(y(value));
  const band = area<IndexMonth>(
    x.at,
    ({ low, index }) => up(low ?? index),
    ({ high, index }) => up(high ?? index),
  );
  const path = (value: (month: IndexMonth) => number) =>
    line<IndexMonth>(x.at, (month) => up(value(month)))(months) ?? '';
  const ticks: Tick[] = y.ticks(TICKS).map((value) => ({ at: up(value), text: String(value) }));
  return picture({
    kind: 'steps index c1',
    height: BASE + FOOT,
    title,
    description: described(months),
    drawn: html`${amountGrid(ticks)}${baseline(x.ticks, { y: BASE, isInside: false })}
<svg width="100%" height="${BASE}" viewBox="0 0 100 ${BASE}" preserveAspectRatio="none"><path class="band" d="${band(months) ?? ''}"/>${months.some(({ index, carryForward }) => index !== carryForward) && html`<path class="carried" d="${path(({ carryForward }) => carryForward)}"/>`}<path class="level" d="${path(({ index }) => index)}"/></svg>`,
  });
}

function described(months: readonly IndexMonth[]): string {
  return months
    .map(({ month, index, low, high }) => {
      const interval = low === undefined || high === undefined ? '' : ` (${low.toFixed(1)} to ${high.toFixed(1)})`;
      return `${month}: ${index.toFixed(1)}${interval}`;
    })
    .join('; ');
}
