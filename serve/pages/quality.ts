/** The quality figures of the API in charts and tables. */
import * as z from 'zod';
import { number } from '../../data/text/figures.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { quality } from '../operations/quality.ts';
import { calibrationPlot } from './charts/calibration.ts';
import { storeLayout } from './parts/layout.ts';
import { figures, separated, table, wideTable } from './parts/markup.ts';
import { day, percent, statusBadge, statusMeaning } from './parts/wording.ts';

type Quality = z.infer<typeof quality.response>;

export const qualityPage = page({
  id: 'quality',
  path: '/quality',
  listed: true,
  params: z.object({}),
  render(store, _, { now }) {
    const answer = quality.run(store, {}, now);
    const { records, extractors, calibration, imported, publishedAt } = answer;
    return storeLayout(store, {
      title: 'How good this data is',
      description: 'How fresh the prices are, how well pages are read, and whether confidence means what it says.',
      path: '/quality',
      main: html`
<h1>How good this data is</h1>
<p class="lead">Every figure is computed from the ledger of what was observed. Published ${day(publishedAt)}.</p>
<h2>Coverage</h2>
${coverage(answer)}
<h2>Records by status</h2>
<p class="quiet">Verified is a record whose starting price and free tier we were at least ${percent(records.verifiedFrom)} sure of when we last confirmed them, or which two independent witnesses state; else it is unverified. Confidence fades with each day on which nobody looks: below ${percent(records.agingBelow)} a record is aging, below ${percent(records.staleBelow)} stale.</p>
${figureTable(['Status', 'Records', 'Share'], statusRows(records))}
<h2>Freshness</h2>
${figureTable(['Figure', 'Value'], freshnessRows(answer))}
<h2>Is confidence what it says?</h2>
<p>Of all the times that we said 80 %, we should have been right 8 times in 10: then a sign lies on the diagonal. Above it we were too modest, below it too sure. The upright is the 95 % interval, the number how many forecasts stand behind it; hollow signs have too few to tell.</p>
${calibration.field ? reliability(calibration.field, 'the record was right') : html`<p>Nothing was put to the test yet.</p>`}
${calibration.labelled && html`<h3>Facts of labelled pages</h3>${reliability(calibration.labelled, 'the fact was right')}<p>Of the facts at each confidence and above, so many are right:</p>${coverageOf(calibration.labelled)}`}
<h2>Readers</h2>
${extractors === undefined || extractors.readers.length === 0 ? html`<p>No page was read yet.</p>` : readers(extractors)}
${imported && datasets(imported)}
<p><a href="/api/v2/quality">These figures as JSON</a></p>
`,
    });
  },
});

function coverage({ records, confirmedAge, imported }: Quality): Html {
  const confirmed = confirmedAge?.sampleSize ?? 0;
  return html`<p>Of ${number(records.count)} products that are sold, ${number(confirmed)} were confirmed on the vendor’s page by a reading of ours${records.count > 0 && ` (${percent(confirmed / records.count)})`}; of ${number(records.count - confirmed)} what is known comes from elsewhere, or nothing is known.${imported && ` ${number(imported.datasets.reduce((sum, { facts }) => sum + facts, 0))} facts are imported from ${imported.datasets.length === 1 ? 'one dataset' : `${imported.datasets.length} datasets`}.`}</p>`;
}

type Cell = string | number | Html;

function figureTable(columns: readonly string[], rows: readonly Cell[][]): Html {
  const [first = '', ...others] = columns;
  const body = rows.map(([name, ...cells]) => {
    const texts = cells.map((cell) => (Number.isInteger(cell) ? number(Number(cell)) : cell));
    return html`<tr><th scope="row">${name}</th>${texts.map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`;
  });
  return wideTable(columns.join(', '), table('dated', [first, ...others.map(figures)], body));
}

function statusRows({ byStatus }: Quality['records']): Cell[][] {
  return Object.entries(byStatus).map(([status, { count, share }]) => [
    html`${statusBadge(status)} ${statusMeaning(status)}`,
    count,
    share === undefined ? '–' : percent(share),
  ]);
}

function freshnessRows({ confirmedAge, flow }: Quality): Cell[][] {
  const { confirmationsPerDay, window, goingStalePerDay, sufficient } = flow;
  const rows: Cell[][] = [];
  if (confirmedAge !== undefined)
    rows.push(
      ['Days since the last confirmation, least', confirmedAge.minDays],
      ['median', confirmedAge.medianDays],
      ['90 % are at most', confirmedAge.p90Days],
    );
  if (confirmationsPerDay !== undefined && window !== undefined)
    rows.push([
      html`Records confirmed a day, ${day(window.from)} to ${day(window.until)}${!sufficient && html` <span class="note">too few days to tell</span>`}`,
      confirmationsPerDay,
    ]);
  rows.push(['Records going stale a day, in the next 30 days if nobody looks', goingStalePerDay]);
  for (const { days, records } of flow.goingStale)
    rows.push([`Stale in ${days === 1 ? 'a day' : `${days} days`} if nobody looks`, records]);
  return rows;
}

function reliability(
  { n, brier, logLoss, bins, sufficient }: NonNullable<Quality['calibration']['field']>,
  held: string,
) {
  return html`<p>${n} times put to the test: Brier score ${brier}, log loss ${logLoss}.${!sufficient && ' So few say little.'}</p>
${calibrationPlot(bins, held)}
${figureTable(
  ['Confidence stated', 'Times', 'Mean stated', `Share of times that ${held}`, '95 % interval'],
  bins.map(({ from, to, n: times, given, came, low, high, sufficient: isEnough }) => [
    `${percent(from)} to ${percent(to)}`,
    html`${times}${!isEnough && html` <span class="note">too few</span>`}`,
    percent(given),
    percent(came),
    `${percent(low)} to ${percent(high)}`,
  ]),
)}`;
}

/** How many of the facts are right, by how sure one wants them to be: each line includes those below it. */
function coverageOf({ n, bins }: NonNullable<Quality['calibration']['labelled']>): Html {
  const above = bins.map(({ from }) => {
    const sure = bins.filter((bin) => bin.from >= from);
    const times = sure.reduce((sum, bin) => sum + bin.n, 0);
    return { from, times, right: sure.reduce((sum, bin) => sum + bin.n * bin.came, 0) };
  });
  return figureTable(
    ['Confidence from', 'Facts', 'Share of all', 'Right'],
    above.map(({ from, times, right }) => [
      percent(from),
      times,
      percent(times / n),
      `${(100 * (right / times)).toFixed(1)} %`,
    ]),
  );
}

function readers({ sources, readers, alarms, agreement, emptied }: NonNullable<Quality['extractors']>): Html {
  const rows = readers.map(({ reader, finding, coverage: share, emptiness }) => [
    reader,
    finding,
    percent(share),
    percent(emptiness),
  ]);
  const lost = emptied.map(({ slug, since }) => [html`<a href="${`/tools/${slug}/history`}">${slug}</a>`, day(since)]);
  return html`<p>${sources} pages are read: on ${agreement.several} several readers find prices, on ${agreement.one} one, on ${agreement.none} none any more. ${alarms.length === 0 ? 'No alarm is raised.' : html`<strong>Alarms: ${separated(alarms.map(({ name, reader }) => html`${name}${reader && ` (${reader})`}`))}</strong>`}</p>
${figureTable(['Reader', 'Finds prices on', 'of all pages', 'Lost of those it knew'], rows)}
${emptied.length > 0 && html`<details><summary>Pages on which no price is found any more: ${emptied.length}</summary>${figureTable(['Product', 'Since'], lost)}</details>`}`;
}

function datasets({ datasets, disagreements }: NonNullable<Quality['imported']>): Html {
  const rows = datasets.map((each) => [
    html`${each.attribution ?? each.dataset}${each.caveat && html` <span class="note">${each.caveat}</span>`}`,
    each.facts,
    each.products,
    each.oldest === each.newest ? day(each.oldest) : html`${day(each.oldest)} to ${day(each.newest)}`,
    each.compared,
    each.agreement === undefined ? '–' : percent(each.agreement),
    percent(each.reliability),
  ]);
  const statedWords = ({ dataset, value, currency, asOf }: (typeof disagreements.list)[number]['stated'][number]) =>
    html`${value} ${currency} (${dataset}, ${day(asOf)})`;
  const differing = disagreements.list.map(({ slug, subject, field, stated }) => [
    html`<a href="${`/tools/${slug}/pricing`}">${slug}</a>`,
    subject,
    field.replaceAll('_', ' '),
    separated(stated.map(statedWords), '; '),
  ]);
  return html`<h2>Imported from datasets</h2>
<p>What no page of the vendor’s has confirmed yet comes from public datasets. Two that state the same are compared: that is all there is to judge them by, and two that copy one another agree as well.</p>
${figureTable(['Dataset', 'Facts', 'Products', 'Dated', 'Compared', 'Alike', 'Trusted'], rows)}
${
  disagreements.count > 0 &&
  html`<details><summary>Where datasets state different values: ${number(disagreements.count)}</summary>
${figureTable(['Product', 'Of', 'What', 'Stated'], differing)}</details>`
}`;
}
