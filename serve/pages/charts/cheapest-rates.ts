/** The cheapest rates at a context length by month: input as a line, output as a dashed line. */
import { curveStepAfter, line } from 'd3-shape';
import { plainNumber } from '../../../data/money.ts';
import type { CheapestMonth } from '../../../data/price-index/cheapest-rates.ts';
import { type Html, html } from '../../../web/html.ts';
import { amountAxis, monthAxis } from './axis.ts';
import { amountGrid, baseline, logarithmic, picture } from './drawing.ts';

const HEAD = 12;
const BASE = HEAD + 180;
const FOOT = 24;

/** @param months at least two */
export function cheapestRatesChart(months: readonly CheapestMonth[], title: string): Html {
  const x = monthAxis(months);
  const amounts = months.flatMap(({ input, output }) => [plainNumber(input.amount), plainNumber(output.amount)]);
  const y = amountAxis(amounts, { start: BASE, end: HEAD, currency: 'USD' });
  const path = (kind: 'input' | 'output') =>
    line<CheapestMonth>(x.at, (month) => y.at(plainNumber(month[kind].amount))).curve(curveStepAfter)(months) ?? '';
  return picture({
    kind: 'steps index c1',
    height: BASE + FOOT + (y.scale === 'log' ? 14 : 0),
    title,
    description: months
      .map(({ month, input, output }) => `${month}: ${input.amount} input, ${output.amount} output`)
      .join('; '),
    drawn: html`${amountGrid(y.ticks)}${baseline(x.ticks, { y: BASE, isInside: false })}
<svg width="100%" height="${BASE}" viewBox="0 0 100 ${BASE}" preserveAspectRatio="none"><path class="carried" d="${path('output')}"/><path class="level" d="${path('input')}"/></svg>${y.scale === 'log' && logarithmic(BASE + FOOT + 7)}`,
  });
}
