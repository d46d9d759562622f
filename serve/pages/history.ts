/** A product's price history: charts with their figures, the log of changes, and the recorded states. */

import * as z from 'zod';
import { isCatalogueEvent } from '../../data/change.ts';
import { type Html, html } from '../../web/html.ts';
import { categoryName } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { integerParameter } from '../interface/parameters.ts';
import { history, MOST_SHOWN } from '../operations/history.ts';
import { absentPriceSentence } from '../record/price-words.ts';
import { keyLine, keyMark } from './charts/drawing.ts';
import { presentOf } from './charts/intervals.ts';
import { type Line, type Panel, panelsOf, type StatedStep, spanOf } from './charts/panels.ts';
import { type Frame, legendOf, stepChart } from './charts/step-chart.ts';
import { changeTable } from './parts/change-table.ts';
import { PRODUCTS, pricingLink, storeLayout } from './parts/layout.ts';
import { figures, pager, table, wideTable } from './parts/markup.ts';
import { fieldParameter } from './parts/product-choice.ts';
import { datasetLine, evidencePath } from './parts/proof.ts';
import { day, dayText } from './parts/wording.ts';

type History = z.output<typeof history.response>;

const MOST_PANELS = 12;
/** Of the log and of the snapshots; the files have all. */
const MOST_ROWS = 200;

export const historyPage = page({
  id: 'history-page',
  path: '/tools/{slug}/history',
  listed: ({ isKnown }) => isKnown,
  params: z.object({
    ...history.params.pick({ slug: true, tier: true }).shape,
    recordedBefore: fieldParameter(history.params.shape.recordedBefore),
    page: integerParameter(1, 1_000).default(1),
  }),
  render(store, { slug, tier, recordedBefore, page: number }, { now }) {
    const past = history.run(store, { slug, tier, recordedBefore, limit: MOST_SHOWN }, now);
    const { name, snapshots, changes, retired } = past;
    const present = presentOf(snapshots, now);
    const panels = panelsOf(snapshots, { changes, present });
    const shown = panels.slice((number - 1) * MOST_PANELS, number * MOST_PANELS);
    const frame = { span: spanOf(panels, present), present, product: name };
    const category = store.generation.product(slug)?.category ?? '';
    const path = `/tools/${slug}/history`;
    const pagePath = (to: number) => {
      const query = { ...(tier !== undefined && { tier }), ...(recordedBefore !== undefined && { recordedBefore }) };
      return `${path}?${new URLSearchParams({ ...query, page: String(to) })}`;
    };
    const pages = { label: 'Tiers and models', number, last: Math.ceil(panels.length / MOST_PANELS), path: pagePath };
    return storeLayout(store, {
      title: `${name} price history`,
      description: `What ${name} cost and when it changed: every price that we saw, with the words that it was read from.`,
      path,
      crumbs: [
        PRODUCTS,
        { path: `/category/${category}`, text: categoryName(store, category) },
        ...(retired === undefined ? [pricingLink({ slug, name })] : []),
      ],
      noIndex: tier !== undefined || recordedBefore !== undefined || panels.length === 0,
      main: html`
<h1>${name} price history</h1>
${retired && html`<p class="lead">No longer sold${retired.retiredOn !== undefined && html` since ${day(retired.retiredOn)}`}: ${retired.reason}. Its past stays.</p>`}
${stability(past)}
${tier !== undefined && html`<p>Only ${shown[0]?.name ?? tier}. <a href="${path}">Show all</a></p>`}
${recordedBefore !== undefined && html`<p role="status">As we knew it by the end of ${day(recordedBefore)}: what we set right later is not in it. <a href="${path}">Show what we know today</a></p>`}
${panels.length === 0 ? html`<p>${absentPriceSentence(name, undefined)}</p>` : html`${legend(panels, present)}\n${shown.map((panel) => section(panel, frame))}\n${pager(pages)}`}
${changeLog(past)}
${snapshotTable(past)}
${credits(past)}
${downloads(past)}
${lookUp(slug, recordedBefore)}
`,
    });
  },
});

function stability({ snapshots, priceStability, priceTrend }: History): Html {
  const { changesLast12Months, unattributedLast12Months, observedDays, medianDaysBetweenChanges, sufficient } =
    priceStability;
  if (observedDays === 0)
    return html`<p class="lead">${snapshots.length === 0 ? 'No reading of ours has seen its prices yet.' : 'No two readings of ours have seen its prices yet, so nothing can be said of how steady they are.'}</p>`;
  const days = ['no day', 'one day'][changesLast12Months] ?? `${changesLast12Months} days`;
  const unknown =
    unattributedLast12Months === undefined
      ? `We watched its prices on ${observedDays} days, too few to say how steady they are.`
      : 'In the last 12 months prices changed together with the design of its page. The cause is not known, so neither is how steady its prices are.';
  const often = sufficient
    ? `In the last 12 months its prices or tiers changed on ${days}${medianDaysBetweenChanges === undefined ? '' : `; between two such days lie ${medianDaysBetweenChanges} in the median`}.`
    : unknown;
  const { direction, percent = 0, since = '', tierName = '' } = priceTrend;
  const trend = {
    up: `The price of ${tierName} is ${percent} % higher than on ${dayText(since)}.`,
    down: `The price of ${tierName} is ${Math.abs(percent)} % lower than on ${dayText(since)}.`,
    flat: `The price of ${tierName} is that of ${dayText(since)}.`,
    unknown: '',
  }[direction];
  return html`<p class="lead">${often} ${trend}</p>`;
}

/** Explains only the marks that occur. */
function legend(panels: readonly Panel[], present: string): Html {
  const lines = panels.flatMap(({ lines: ofPanel }) => ofPanel);
  const steps = lines.flatMap((line) => line.steps);
  const hasGaps = steps.some(({ seen, to }) => seen.length > 1 || (seen.at(-1)?.to ?? to) < to);
  return html`<ul class="key chart-key">
<li>${keyLine('')} seen on the vendor’s page at both ends</li>
${hasGaps && html`<li>${keyLine('dashed')} not checked; the price may have differed</li>`}
${panels.some(({ corrections }) => corrections.length > 0) && html`<li>${keyMark('times', 'correction')} a correction of ours, not the vendor’s change</li>`}
${panels.some(({ unattributed }) => unattributed.length > 0) && html`<li>${keyMark('times', 'redesign')} changed with a redesign of the page: the cause is not known</li>`}
${lines.some(({ dataset }) => dataset !== undefined) && html`<li>${keyMark('dot', 'line told c1')} hollow and thin: imported from a dataset, not read by us</li>`}
${panels.some(({ announced }) => announced.some(({ from }) => from > present)) && html`<li>${keyMark('diamond', 'announced')} announced, and not yet in force</li>`}
</ul>
<p class="quiet">Each tier has a scale of its own, which begins at zero. Amounts for a month or a twelfth of a year’s, in the currency that the vendor states.</p>`;
}

function section(panel: Panel, frame: Frame): Html {
  const { name, lines, onRequest, kind, announced } = panel;
  const rows = [
    ...lines.flatMap((line) => line.steps.map((step) => stepRow(step, line, frame.present))),
    ...onRequest.map((step) => stepRow(step, undefined, frame.present)),
    ...announced.map(
      ({ words, from }) =>
        html`<tr><th scope="row">${words}, announced</th><td>${day(from)}</td><td></td><td></td><td><a href="#changes">the log of changes</a></td></tr>`,
    ),
  ];
  return html`<section class="panel">
<h2>${name}${kind === 'model' && html` <span class="quiet">per million tokens</span>`}</h2>
${legendOf(panel)}
${stepChart(panel, frame)}
<details><summary>Figures of ${name}</summary>${wideTable(`Figures of ${name}`, table('dated', ['Price', 'From', 'Until', 'Last seen', 'Stated by'], rows))}</details>
</section>
`;
}

function stepRow(step: StatedStep, line: Line | undefined, present: string): Html {
  const { words, from, to, seen } = step;
  const gaps = seen.length - 1;
  return html`<tr><th scope="row">${words}</th><td>${day(from)}</td><td>${to >= present ? 'still' : day(to)}</td><td>${day(seen.at(-1)?.to ?? from)}${gaps > 0 && html` <span class="note">with ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}</span>`}</td><td>${proof(step, line)}</td></tr>
`;
}

function proof({ evidence, imported, research }: StatedStep, line: Line | undefined): Html | string {
  if (imported !== undefined) return datasetLine(imported);
  if (evidence !== undefined) return html`<a href="${evidencePath(evidence)}">the vendor’s words</a>`;
  if (research !== undefined) return html`${research.by}, ${day(research.asOf)}`;
  return line?.dataset ?? 'the vendor’s page';
}

function changeLog({ slug, changes: log }: History): Html {
  const changes = log.filter((change) => !isCatalogueEvent(change));
  if (changes.length === 0) return html`<h2 id="changes">Changes</h2>\n<p>None was recorded.</p>`;
  return html`<h2 id="changes">Changes</h2>
<p class="quiet">The newest first. Dated by the page that showed it: a change happened at or before that. A correction of ours is not a vendor’s change. Where prices changed with a redesign of the page, the cause is not known.</p>
${wideTable('Changes', changeTable(changes.slice(-MOST_ROWS).toReversed()))}
${changes.length > MOST_ROWS && html`<p><a href="/changes?slug=${slug}">All ${changes.length} events</a></p>`}`;
}

const ORIGINS: Record<History['snapshots'][number]['origin'], string> = {
  observed: 'seen on the vendor’s page',
  imported: 'imported',
  correction: 'a correction of ours',
};

function snapshotTable({ snapshots }: History): Html | false {
  if (snapshots.length === 0) return false;
  const rows = snapshots
    .slice(-MOST_ROWS)
    .toReversed()
    .map(
      ({ validFrom, validTo, lastSeenAt, recordedAt, origin, imported, gaps = [], tiers, rateCard }) => html`<tr>
<td>${day(validFrom)}</td><td>${validTo === undefined ? 'still' : day(validTo)}</td><td>${day(lastSeenAt)}</td><td>${day(recordedAt)}</td>
<td>${imported === undefined ? ORIGINS[origin] : datasetLine(imported)}</td>
<td>${gaps.map(({ from, to }) => html`<div>${day(from)} to ${day(to)}</div>`)}</td>
<td class="number">${rateCard?.models.length ?? tiers.length}</td></tr>
`,
    );
  const columns = ['From', 'Until', 'Last seen', 'Recorded', 'Stated by', 'Not checked', figures('Tiers or models')];
  return html`<details class="snapshots"><summary>${snapshots.length === 1 ? 'The one state that was seen' : `The ${snapshots.length} states that were seen`}</summary>
<p class="quiet">Each held from its first sighting until the next state was seen. We say when we wrote it down (“recorded”), because what is recorded later can set right what was said before.${snapshots.length > MOST_ROWS && ` The last ${MOST_ROWS} are listed; the CSV has all.`}</p>
${wideTable('States', table('dated', columns, rows))}</details>`;
}

function credits({ datasets = [] }: History): Html[] {
  return datasets.map(
    ({ dataset, license, attribution = dataset, caveat }) =>
      html`<p class="quiet">Imported here: ${attribution} (${license}).${caveat !== undefined && ` ${caveat}`}</p>
`,
  );
}

function downloads({ slug, name }: History): Html {
  return html`<h2>Take it with you</h2>
<ul>
<li><a href="/tools/${slug}/history.csv">All prices of ${name} as CSV</a>, and those of all products as CSV, Parquet, JSON Lines and SQLite: <code>/exports/manifest.json</code> lists the files</li>
<li><a href="/api/v2/history/${slug}">This page as JSON</a>; <code>from</code>, <code>to</code>, <code>since</code>, <code>limit</code> and <code>tier</code> narrow it</li>
<li><a href="/changes?slug=${slug}">Its changes, to be shared or filtered</a></li>
</ul>`;
}

function lookUp(slug: string, recordedBefore = ''): Html {
  return html`<h2>Look up a date</h2>
<p>What a price <em>was</em> on a day, and what we <em>said</em> it was, are two questions. <code>asOf</code> answers the first by all that we know today; <code>recordedBefore</code> the second, before any later correction.</p>
<div class="asked"><form action="/api/v2/pricing/${slug}" method="get"><label>The record as it stood on<input type="date" name="asOf" required></label><button>Get JSON</button></form>
<form action="/tools/${slug}/history" method="get"><label>This page as we knew it on<input type="date" name="recordedBefore" value="${recordedBefore}" required></label><button>Show</button></form></div>`;
}
