/** The starting price over time as a sparkline. */
import { isZero, plainNumber, sameAmount } from '../../../data/money.ts';
import { recordCurrency } from '../../../data/prices/record-currency.ts';
import { type MonthlyPrice, startingPrice } from '../../../data/prices/starting-price.ts';
import type { Snapshot } from '../../../data/record.ts';
import { type Html, html } from '../../../web/html.ts';
import { dayText, perUnit, roundedText } from '../parts/wording.ts';
import { type AmountAxis, amountAxis, timeAxis } from './axis.ts';
import { mark, picture } from './drawing.ts';
import { joined, mainLine, presentOf, type Step, stepLines, stepTimes } from './intervals.ts';

const HEIGHT = 40;
const MARGIN = 6;
/** Of the steps, the last ones. */
const MOST_IN_WORDS = 8;

interface Start extends Step {
  start: MonthlyPrice;
  /** The tier that it is the price of. */
  tier: string | undefined;
}

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

/** In the currency of the last one. */
function startsOf(line: readonly Snapshot[], present: string): Start[] {
  const starts = line.flatMap((snapshot): Start[] => {
    const start = startingPrice(snapshot.tiers, recordCurrency(snapshot.tiers, snapshot.rates));
    if (start === undefined || isZero(start.amount)) return [];
    const tier = snapshot.tiers.find(({ prices }) => prices.includes(start.price));
    return [{ ...stepTimes(snapshot, present), amount: start.amount, start, tier: tier?.id }];
  });
  const currency = starts.at(-1)?.start.currency;
  return joined(
    starts.filter(({ start }) => start.currency === currency),
    (a, b) => isAlike(a, b) && sameAmount(a.amount, b.amount),
  );
}

function isAlike({ start: a, ...one }: Start, { start: b, ...other }: Start): boolean {
  return one.tier === other.tier && a.billing === b.billing && a.price.unit === b.price.unit;
}

function comparableRuns(starts: readonly Start[]): Start[][] {
  const runs: Start[][] = [];
  for (const start of starts) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isAlike(last, start)) runs.at(-1)?.push(start);
    else runs.push([start]);
  }
  return runs;
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
