/** The starting price over time as a sparkline. */

import { plainNumber } from '../../../data/money.ts';
import type { Snapshot } from '../../../data/record.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { dayText, perUnit } from '../parts/wording.ts';
import { type AmountAxis, amountAxis, timeAxis } from './axis.ts';
import { mark, picture } from './drawing.ts';
import { mainLine, presentOf, type Step, stepLines } from './intervals.ts';
import { comparableRuns, type Start, startsOf } from './start-history.ts';

const HEIGHT = 40;
const MARGIN = 6;
/** Of the steps, the last ones. */
const MOST_IN_WORDS = 8;

interface StartingLine {
  since: string;
  steps: readonly Start[];
  isOurs: boolean;
  scale: AmountAxis['scale'];
  drawn: Html;
}

/** Our own observations, or else those of the latest dataset. Undefined where no paid monthly price is known. */
export function startingLine(
  snapshots: readonly Snapshot[],
  { now, height }: { now: Date; height: number },
): StartingLine | undefined {
  const line = mainLine(snapshots);
  const steps = startsOf(line, presentOf(line, now));
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { currency } = last.start;
  const x = timeAxis(first.from, last.to);
  const amounts = steps.map(({ amount }) => plainNumber(amount));
  const y = amountAxis(amounts, { start: height - MARGIN, end: MARGIN, currency });
  const at = (step: Step) => y.at(plainNumber(step.amount));
  return {
    since: first.from,
    steps,
    isOurs: line.some(({ origin }) => origin !== 'imported'),
    scale: y.scale,
    drawn: html`<g class="line">${comparableRuns(steps).map((run) => stepLines(run, { x, y: at }))}</g>${mark('dot', { x: x.at(last.seen.at(-1)?.to ?? last.from), y: at(last), kind: 'mark' })}`,
  };
}

export function historySparkline(
  { name, snapshots }: { name: string; snapshots: readonly Snapshot[] },
  now: Date,
): Html | undefined {
  const line = startingLine(snapshots, { now, height: HEIGHT });
  if (line === undefined) return undefined;
  const { since, steps, isOurs, scale, drawn } = line;
  return picture({
    kind: 'spark',
    height: HEIGHT,
    title: `Starting price of ${name} since ${dayText(since)}${isOurs ? '' : ', according to a dataset'}`,
    description: described(steps, scale),
    drawn,
  });
}

function described(steps: readonly Start[], scale: 'linear' | 'log'): string {
  const shown = steps.slice(-MOST_IN_WORDS);
  const left = steps.length - shown.length;
  const words = shown.map(({ from, amount, start: { currency, billing, price } }) => {
    const terms = `${perUnit(price.unit)}a month${billing === 'annual' ? ', billed annually,' : ''}`;
    return `${roundedText(amount, currency)} ${terms} from ${dayText(from)}`;
  });
  return `${left > 0 ? `After ${left} earlier prices: ` : ''}${words.join('; ')}. Dashed: not checked.${scale === 'log' ? ' Logarithmic scale.' : ''}`;
}
