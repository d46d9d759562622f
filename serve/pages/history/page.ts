/** A product's price history: charts, their data as a table and files, and the log of changes. */

import * as z from 'zod';
import type { LoggedChange } from '../../../data/change.ts';
import { counted } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { categoryName } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter } from '../../interface/parameters.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { changesOf, history, MOST_SHOWN } from '../../operations/history.ts';
import { endOf } from '../../operations/record-answer.ts';
import { absentPriceSentence } from '../../record/price-words.ts';
import { changeView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import { keyLine, keyMark } from '../charts/drawing.ts';
import { presentOf } from '../charts/intervals.ts';
import { onePlan, overviewsOf } from '../charts/overview.ts';
import { type Panel, panelsOf, spanOf } from '../charts/panels.ts';
import { chartKey, type Frame, gapsKey, priceChart } from '../charts/price-chart.ts';
import { PRODUCTS, pricingLink, storeLayout } from '../parts/layout.ts';
import { pager, pathWith } from '../parts/markup.ts';
import { fieldParameter } from '../parts/product-choice.ts';
import { proofsOf } from '../parts/proof.ts';
import { steadinessText } from '../parts/steadiness.ts';
import { day, dayText } from '../parts/wording.ts';
import { historyDataset } from './json-ld.ts';
import { changeLog, credits, type History, priceTable, recordedStates } from './record.ts';

const MOST_OVERVIEWS = 3;
const MOST_PANELS = 12;

export const historyPage = page({
  id: 'history-page',
  path: '/tools/{slug}/history',
  listed: ({ hasHistory }) => hasHistory,
  params: z.object({
    ...history.params.pick({ slug: true, tier: true }).shape,
    recordedBefore: fieldParameter(history.params.shape.recordedBefore),
    page: integerParameter(1, 1_000).optional(),
  }),
  render(store, { slug, tier, recordedBefore, page: number }, { now }) {
    const past = history.run(store, { slug, tier, recordedBefore, limit: MOST_SHOWN }, now);
    const { name, snapshots, changes, retired } = past;
    const present = presentOf(snapshots, now);
    const panels = panelsOf(snapshots, { changes, present });
    const frame = { span: spanOf(panels, present), present, table: '#prices' };
    const category = store.generation.product(slug)?.category ?? '';
    const path = `/tools/${slug}/history`;
    const proofs = proofsOf({ evidence: store.generation.snapshots(slug).flatMap(({ evidence }) => evidence) });
    return storeLayout(store, {
      title: `${name} price history`,
      description: `Past prices of ${name} and when they changed: every recorded price with its dates and source.`,
      path,
      crumbs: [
        PRODUCTS,
        { path: `/category/${category}`, text: categoryName(store, category) },
        ...(retired === undefined ? [pricingLink({ slug, name })] : []),
      ],
      about: panels.length === 0 ? [] : [datasetOf(store, past, { panels, frame })],
      noIndex: tier !== undefined || recordedBefore !== undefined || panels.length === 0,
      scripts: ['chart'],
      main: html`
<h1>${name} price history</h1>
${retired && html`<p class="lead">No longer sold${retired.retiredOn !== undefined && html` since ${day(retired.retiredOn)}`}: ${retired.reason}. The price history stays available.</p>`}
${panels.length > 0 && html`<p class="lead">${extent(panels, frame)} ${steadinessText(past)}</p>`}
${tier !== undefined && html`<p>Only ${panels[0]?.name ?? tier}. <a href="${path}">Show all plans</a></p>`}
${recordedBefore !== undefined && html`<p role="status">As recorded by the end of ${day(recordedBefore)}, without later corrections. <a href="${path}">Show the current record</a></p>`}
${panels.length === 0 ? html`<p class="lead">${absentPriceSentence(name, undefined)}</p>` : charts(name, panels, frame)}
${panels.length > 0 && separately(panels, { name, frame, number, path, asked: { tier, recordedBefore } })}
${panels.length > 0 && html`<h2 id="prices">All prices</h2>\n${downloads(slug)}\n${priceTable(panels, proofs)}`}
${changeLog(slug, tier === undefined ? changesBy(store, slug, recordedBefore) : changes)}
${recordedStates(past)}
${credits(past)}
${lookUp(slug, recordedBefore)}
`,
    });
  },
});

/** In every market. */
function changesBy({ generation }: Store, slug: string, recordedBefore: string | undefined): LoggedChange[] {
  const log = changesOf(generation, slug);
  const known =
    recordedBefore === undefined ? log : log.filter(({ recordedAt }) => recordedAt <= endOf(recordedBefore));
  return known.map(changeView);
}

function datasetOf(
  { site, generation }: Store,
  { slug, name, datasets = [] }: History,
  { panels, frame }: { panels: readonly Panel[]; frame: Frame },
) {
  const plans = [...new Set(panels.map((panel) => panel.name))];
  const span = { from: frame.span.from, to: frame.present };
  return historyDataset(site, { slug, name, generation: generation.id, span, plans, datasets });
}

/** "Prices of 6 plans since 31 Oct 2019." */
function extent(panels: readonly Panel[], { span }: Frame): string {
  const count = (wanted: Panel['kind']) => new Set(panels.flatMap(({ kind, id }) => (kind === wanted ? id : []))).size;
  const [plans, models] = [count('tier'), count('model')];
  const both = [plans > 0 && counted(plans, 'plan'), models > 0 && counted(models, 'model')].filter((each) => each);
  return `Prices of ${both.join(' and ')} since ${dayText(span.from)}.`;
}

function charts(name: string, panels: readonly Panel[], frame: Frame): Html {
  const overviews = overviewsOf(panels);
  return html`${overviews.slice(0, MOST_OVERVIEWS).map(
    (overview, index) => html`<section class="panel" aria-labelledby="chart-${index}">
<h2 id="chart-${index}">${overview.title}</h2>
${priceChart(overview, `${name}, ${overview.title}: prices`, frame)}
${chartKey(overview)}
</section>
`,
  )}${overviews.length > MOST_OVERVIEWS && html`<p class="quiet">Prices on other terms are drawn with each plan below.</p>\n`}${marks(panels, frame.present)}`;
}

/** Explains only the marks that occur. */
function marks(panels: readonly Panel[], present: string): Html {
  const lines = panels.flatMap(({ lines: ofPanel }) => ofPanel);
  return html`<ul class="key chart-key">
<li>${keyLine('')} confirmed</li>
${gapsKey(lines)}
${lines.some(({ dataset }) => dataset !== undefined) && html`<li>${keyMark('dot', 'line told c1')} hollow: from a dataset</li>`}
${panels.some(({ corrections }) => corrections.length > 0) && html`<li>${keyMark('times', 'correction')} our correction, not the vendor’s change</li>`}
${panels.some(({ unattributed }) => unattributed.length > 0) && html`<li>${keyMark('times', 'redesign')} changed with a redesign of the page, cause unknown</li>`}
${panels.some(({ announced }) => announced.some(({ from }) => from > present)) && html`<li>${keyMark('diamond', 'announced')} announced, not yet in force</li>`}
</ul>`;
}

interface Separately {
  /** Of the product. */
  name: string;
  frame: Frame;
  number: number | undefined;
  path: string;
  asked: Record<string, string | undefined>;
}

function separately(panels: readonly Panel[], { name, frame, number, path, asked }: Separately): Html {
  const at = number ?? 1;
  const shown = panels.slice((at - 1) * MOST_PANELS, at * MOST_PANELS);
  const pagePath = (to: number) => `${pathWith(path, { ...asked, page: to })}#plans`;
  const pages = { label: 'Plans', number: at, last: Math.ceil(panels.length / MOST_PANELS), path: pagePath };
  return html`<details id="plans" class="plans"${number !== undefined && html` open`}><summary>Show each plan separately</summary>
<p class="quiet">Each plan has its own scale.</p>
<div class="grid">${shown.map((panel) => {
    const overview = onePlan(panel);
    return html`<section class="panel">
<h3>${panel.name}${panel.kind === 'model' && html` <span class="quiet">per million tokens</span>`}</h3>
${chartKey(overview)}
${priceChart(overview, `${name}, ${panel.name}: prices`, frame)}
</section>
`;
  })}</div>
${pager(pages)}</details>`;
}

function downloads(slug: string): Html {
  return html`<p>Download: <a href="${FEEDS.productHistory.path.replace('{slug}', slug)}" download>CSV</a> · <a href="/api/v2/history/${slug}">JSON</a>. All products: <a href="/exports/manifest.json">CSV, Parquet, JSON Lines and SQLite</a></p>`;
}

function lookUp(slug: string, recordedBefore = ''): Html {
  return html`<h2>Look up a date</h2>
<p>The price on a date uses everything known today. The page as recorded on a date omits later corrections.</p>
<div class="asked"><form action="/api/v2/pricing/${slug}" method="get"><label>Price on<input type="date" name="asOf" required></label><button>Get JSON</button></form>
<form action="/tools/${slug}/history" method="get"><label>Page as recorded on<input type="date" name="recordedBefore" value="${recordedBefore}" required></label><button>Show</button></form></div>`;
}
