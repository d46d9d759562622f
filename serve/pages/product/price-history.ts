/** The starting price over time: figures, one chart, and the latest events. */

import { isCatalogueEvent, type LoggedChange } from '../../../data/change.ts';
import { changeWords } from '../../../data/text/change-words.ts';
import { inOrder } from '../../../data/text/order.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { history } from '../../operations/history.ts';
import type { ChartEvent } from '../charts/overview.ts';
import { chartKey, gapsKey, priceChart } from '../charts/price-chart.ts';
import {
  figuresOf,
  type Range,
  rangesOf,
  type Start,
  type StartHistory,
  sourcePath,
  sourceText,
  startHistory,
  startOverview,
  within,
} from '../charts/start-history.ts';
import { changeTable } from '../parts/change-table.ts';
import { wideTable } from '../parts/markup.ts';
import { evidencePath } from '../parts/proof.ts';
import { steadinessText } from '../parts/steadiness.ts';
import { day } from '../parts/wording.ts';
import { pathOf, type Shown } from './shown.ts';

const MOST_EVENTS = 5;

/** Nothing where neither a paid monthly price nor an event is known. */
export function priceHistory(shown: Shown): Html | false {
  const { store, record, now } = shown;
  const { slug, name } = record;
  const past = history.run(store, { slug }, now);
  const changes = past.changes.filter((change) => !isCatalogueEvent(change));
  const known = startHistory(store.generation.snapshots(slug), now);
  if (known === undefined && changes.length === 0) return false;
  return html`<section class="past" aria-labelledby="past">
<h2 id="past">Price over time</h2>
${known !== undefined && chart(shown, known, changes)}
<p>${steadinessText(past)} <a href="/tools/${slug}/history">All prices and events of ${name}</a></p>
${changes.length > 0 && wideTable('Latest events', changeTable(changes.slice(-MOST_EVENTS).toReversed()))}
</section>`;
}

function chart(shown: Shown, known: StartHistory, changes: readonly LoggedChange[]): Html {
  const { slug, name } = shown.record;
  const ranges = rangesOf(known);
  const range = ranges.find((each) => each === shown.asked.range) ?? 'all';
  const visible = within(known, range);
  const history = `/tools/${slug}/history`;
  const overview = startOverview(visible, { plan: name, events: eventsOf(changes, visible, history) });
  const frame = { span: visible, present: visible.to, table: `${history}#prices` };
  return html`${ranges.length > 0 && choice(shown, ranges, range)}
${figures(visible)}
${priceChart(overview, overview.title, frame)}
${chartKey(overview)}
<ul class="key">${gapsKey(overview.series.flatMap(({ lines }) => lines))}</ul>`;
}

const RANGE_WORDS: Readonly<Record<Range, string>> = { '1y': '1 year', '3y': '3 years', all: 'All' };

function choice(shown: Shown, ranges: readonly Range[], chosen: Range): Html {
  const link = (range: Range) =>
    html`<li><a href="${pathOf(shown, { range })}#past" rel="nofollow"${range === chosen && html` aria-current="true"`}>${RANGE_WORDS[range]}</a></li>`;
  return html`<nav class="ranges" aria-label="Range of the chart"><ul>${ranges.map(link)}</ul></nav>`;
}

function figures(visible: StartHistory): Html | false {
  const found = figuresOf(visible);
  if (found === undefined) return false;
  const dataset = visible.lines[0]?.dataset;
  const figure = (name: string, step: Start) => {
    const path = sourcePath(step);
    const source = sourceText(step, dataset);
    return html`<div><dt>${name}</dt><dd><strong>${roundedText(step.amount, step.start.currency)}</strong> <small>from ${day(step.from)}, ${path === undefined ? source : html`<a href="${path}">${source}</a>`}</small></dd></div>`;
  };
  return html`<dl class="range-figures">${figure('Low', found.low)}${figure('High', found.high)}${figure(found.last.isCurrent ? 'Now' : 'Last', found.last)}</dl>`;
}

/** One a day. */
function eventsOf(changes: readonly LoggedChange[], { from }: StartHistory, history: string): ChartEvent[] {
  const shown = changes.filter(({ observedAt }) => observedAt >= from);
  return [...Map.groupBy(shown, ({ observedAt }) => observedAt.slice(0, 10))]
    .map(([date, ofDay]) => {
      const [first] = ofDay;
      // The quotes of what was before come first.
      const evidence = first?.evidence.at(-1);
      const more = ofDay.length > 1 ? ` and ${ofDay.length - 1} more` : '';
      return {
        at: first?.observedAt ?? date,
        words: `${first === undefined ? '' : changeWords(first)}${more}`,
        path: evidence === undefined ? `${history}#changes` : evidencePath(evidence),
      };
    })
    .sort((a, b) => inOrder(a.at, b.at));
}
