/**
 * A reliability diagram (Murphy and Winkler, 1977): the share that came true of each bin's mean stated confidence, with
 * its 95 % interval.
 */
import type { Bin } from '../../../data/reliability.ts';
import { counted, number } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { percent } from '../parts/wording.ts';
import { place, type Tick } from './axis.ts';
import { amountGrid, baseline, mark, picture, text } from './drawing.ts';

const PLOT = 260;
const HEAD = 28;
const FOOT = HEAD + PLOT;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];
const APART = 9;

interface PlottedBin extends Bin {
  sufficient: boolean;
}

/** @param of the forecast event, as in "the record was right" */
export function calibrationPlot(bins: readonly PlottedBin[], of: string): Html {
  const across: Tick[] = QUARTERS.map((share) => ({ at: share * 100, text: percent(share) }));
  const upwards: Tick[] = QUARTERS.map((share) => ({ at: down(share), text: percent(share) }));
  return picture({
    kind: 'calibration',
    height: FOOT + 40,
    title: `Stated confidence and how often ${of}`,
    description: described(bins, of),
    drawn: html`${amountGrid(upwards)}${baseline(across, { y: FOOT, isInside: false })}
<line class="ideal" x1="0%" x2="100%" y1="${FOOT}" y2="${HEAD}"/>
${text('accurate', { x: 99, y: HEAD - 18, anchor: 'end', kind: 'aside' })}
${bins.map(drawnBin)}${numbers(bins)}
${text('stated confidence', { x: 50, y: FOOT + 34, kind: 'aside' })}`,
  });
}

function down(share: number): number {
  return place(FOOT - share * PLOT);
}

function drawnBin({ given, came, low, high, sufficient }: PlottedBin): Html {
  const x = place(given * 100);
  return html`<g class="bin${!sufficient && ' few'}"><line x1="${x}%" x2="${x}%" y1="${down(low)}" y2="${down(high)}"/>${mark('dot', { x, y: down(came), kind: 'mark' })}</g>`;
}

/** The number of forecasts per bin, where labels do not overlap. */
function numbers(bins: readonly PlottedBin[]): Html[] {
  let last = Number.NEGATIVE_INFINITY;
  return bins.flatMap(({ given, high, n }) => {
    const x = place(given * 100);
    if (x - last < APART) return [];
    last = x;
    return [text(number(n), { x, y: Math.max(10, down(high) - 5), kind: 'aside' })];
  });
}

function described(bins: readonly PlottedBin[], of: string): string {
  if (bins.length === 0) return 'No forecasts tested yet.';
  const words = bins.map(
    ({ given, came, low, high, n, sufficient }) =>
      `stated ${percent(given)}, ${of} ${percent(came)} of ${counted(n, 'time')} (${percent(low)} to ${percent(high)})${sufficient ? '' : ', too few'}`,
  );
  const within = bins.filter(({ given, low, high }) => given >= low && given <= high).length;
  return `In ${within} of ${counted(bins.length, 'bin')} the stated confidence lies within the observed interval: ${words.join('; ')}.`;
}
