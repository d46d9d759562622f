/** The quality figures of the API in charts and tables. */
import * as z from 'zod';
import { number } from '../../data/text/figures.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { quality } from '../operations/quality.ts';
import { calibrationPlot } from './charts/calibration.ts';
import { storeLayout } from './parts/layout.ts';
import { type Cell, figureTable, separated } from './parts/markup.ts';
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
      title: 'Data quality',
      description: 'Coverage, freshness, accuracy of confidence, and reader results, as figures.',
      path: '/quality',
      main: html`
<h1>Data quality</h1>
<p class="lead">From our observations, labelled pages and public datasets. Published ${day(publishedAt)}.</p>
<h2>Coverage</h2>
${coverage(answer)}
<h2>Records by status</h2>
<p class="quiet">A record is verified if its starting price and free tier had a confidence of at least ${percent(records.verifiedFrom)} when last confirmed, or if two independent witnesses support it; otherwise it is unverified. Confidence falls each day without a check: below ${percent(records.agingBelow)} a record is aging, below ${percent(records.staleBelow)} stale.</p>
${figureTable(['Status', 'Records', 'Share'], statusRows(records))}
<h2>Freshness</h2>
${figureTable(['Figure', 'Value'], freshnessRows(answer))}
<h2>Accuracy of confidence</h2>
<p>Facts with a confidence of 80 % should be right 8 times in 10; such points lie on the diagonal. Points above it mean that confidence was too low, points below it too high. Vertical lines are 95 % intervals; numbers count forecasts; hollow points have too few forecasts.</p>
${calibration.field ? reliability(calibration.field, 'the record was right') : html`<p>No forecasts tested yet.</p>`}
${calibration.labelled && html`<h3>Facts of labelled pages</h3>${reliability(calibration.labelled, 'the fact was right')}<p>Share of correct facts at each confidence and above:</p>${coverageOf(calibration.labelled)}`}
<h2>Readers</h2>
${extractors === undefined || extractors.readers.length === 0 ? html`<p>No pages read yet.</p>` : readers(extractors)}
${imported && datasets(imported)}
<p><a href="/api/v2/quality">These figures as JSON</a></p>
`,
    });
  },
});

function coverage({ records, confirmedAge, imported }: Quality): Html {
  const confirmed = confirmedAge?.sampleSize ?? 0;
  return html`<p>${number(confirmed)} of ${number(records.count)} products are confirmed on the vendor’s page${records.count > 0 && ` (${percent(confirmed / records.count)})`}. The other ${number(records.count - confirmed)} have prices from other sources or no known price.${imported && ` ${number(imported.datasets.reduce((sum, { facts }) => sum + facts, 0))} facts come from ${imported.datasets.length === 1 ? 'one dataset' : `${imported.datasets.length} datasets`}.`}</p>`;
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
      ['Days since the last confirmation: minimum', confirmedAge.minDays],
      ['median', confirmedAge.medianDays],
      ['90th percentile', confirmedAge.p90Days],
    );
  if (confirmationsPerDay !== undefined && window !== undefined)
    rows.push([
      html`Records confirmed per day, ${day(window.from)} to ${day(window.until)}${!sufficient && html` <span class="note">too few days</span>`}`,
      confirmationsPerDay,
    ]);
  rows.push(['Records becoming stale per day, in the next 30 days without checks', goingStalePerDay]);
  for (const { days, records } of flow.goingStale)
    rows.push([`Stale in ${days === 1 ? 'a day' : `${days} days`} without checks`, records]);
  return rows;
}

function reliability(
  { n, brier, logLoss, bins, sufficient }: NonNullable<Quality['calibration']['field']>,
  held: string,
) {
  return html`<p>${n} forecasts: Brier score ${brier}, log loss ${logLoss}.${!sufficient && ' Too few for a conclusion.'}</p>
${calibrationPlot(bins, held)}
${figureTable(
  ['Confidence', 'Forecasts', 'Mean confidence', `Share for which ${held}`, '95 % interval'],
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
    ['Confidence from', 'Facts', 'Share of all', 'Correct'],
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
  const lost = emptied.map(({ slug, since }) => [html`<a href="/tools/${slug}/history">${slug}</a>`, day(since)]);
  return html`<p>Of ${sources} pages, ${agreement.several} have prices from several readers and ${agreement.one} from one; ${agreement.none} lost all prices. ${alarms.length === 0 ? 'No alarms.' : html`<strong>Alarms: ${separated(alarms.map(({ name, reader }) => html`${name}${reader && ` (${reader})`}`))}</strong>`}</p>
${figureTable(['Reader', 'Pages with prices', 'Share of all pages', 'Lost'], rows)}
${emptied.length > 0 && html`<details><summary>Pages that lost all prices: ${emptied.length}</summary>${figureTable(['Product', 'Since'], lost)}</details>`}`;
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
    html`<a href="/tools/${slug}/pricing">${slug}</a>`,
    subject,
    field.replaceAll('_', ' '),
    separated(stated.map(statedWords), '; '),
  ]);
  return html`<h2>Imported from datasets</h2>
<p>Prices that are not confirmed on a vendor’s page come from public datasets. We compare facts that two datasets state. Datasets that copy one another also agree, so agreement is weak evidence.</p>
${figureTable(['Dataset', 'Facts', 'Products', 'Dates', 'Compared', 'Equal', 'Reliability'], rows)}
${
  disagreements.count > 0 &&
  html`<details><summary>Different values in datasets: ${number(disagreements.count)}</summary>
${figureTable(['Product', 'Plan or model', 'Field', 'Values'], differing)}</details>`
}`;
}
