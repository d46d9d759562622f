/** What stands behind a history: the log of changes, the recorded states, and the datasets. */
import type * as z from 'zod';
import { isCatalogueEvent, type LoggedChange } from '../../../data/change.ts';
import { counted, number } from '../../../data/text/figures.ts';
import { inOrder } from '../../../data/text/order.ts';
import { type Html, html } from '../../../web/html.ts';
import type { history } from '../../operations/history.ts';
import type { StatedStep } from '../charts/facts.ts';
import type { Panel } from '../charts/panels.ts';
import { changeTable } from '../parts/change-table.ts';
import { figures, table, wideTable } from '../parts/markup.ts';
import { datasetLine, type Proofs, source } from '../parts/proof.ts';
import { day } from '../parts/wording.ts';

export type History = z.output<typeof history.response>;

/** The files have all. */
const MOST_ROWS = 200;

export function changeLog(slug: string, log: readonly LoggedChange[]): Html {
  const changes = log.filter((change) => !isCatalogueEvent(change));
  if (changes.length === 0) return html`<h2 id="changes">Changes</h2>\n<p>No changes recorded.</p>`;
  return html`<h2 id="changes">Changes</h2>
<p class="quiet">Newest first. Dates show when we first saw the change.</p>
${wideTable('Changes', changeTable(changes.slice(-MOST_ROWS).toReversed()))}
${changes.length > MOST_ROWS && html`<p><a href="/changes?slug=${slug}">All ${changes.length} changes</a></p>`}`;
}

const ORIGINS: Record<History['snapshots'][number]['origin'], string> = {
  observed: 'the vendor’s page',
  imported: 'a dataset',
  correction: 'our correction',
};

/** With the time of recording, since a later record may correct an earlier one. */
export function recordedStates({ snapshots }: History): Html | false {
  if (snapshots.length === 0) return false;
  const rows = snapshots
    .slice(-MOST_ROWS)
    .toReversed()
    .map(
      ({ validFrom, validTo, lastSeenAt, recordedAt, origin, imported, gaps = [], tiers, rateCard }) => html`<tr>
<td>${day(validFrom)}</td><td>${validTo === undefined ? 'now' : day(validTo)}</td><td>${day(lastSeenAt)}</td><td>${day(recordedAt)}</td>
<td>${imported === undefined ? ORIGINS[origin] : datasetLine(imported)}</td>
<td>${gaps.map(({ from, to }) => html`<div>${day(from)} to ${day(to)}</div>`)}</td>
<td class="number">${rateCard?.models.length ?? tiers.length}</td></tr>
`,
    );
  const columns = ['From', 'Until', 'Last seen', 'Recorded', 'Source', 'Not checked', figures('Plans or models')];
  return html`<details class="snapshots"><summary>Recorded states: ${snapshots.length}</summary>
<p class="quiet">Each state holds from its first sighting until the next. “Recorded” is the date on which we stored it; a later record may correct an earlier one.${snapshots.length > MOST_ROWS && ` The latest ${MOST_ROWS} are listed; the CSV has all.`}</p>
${wideTable('Recorded states', table('dated', columns, rows))}</details>`;
}

export function credits({ datasets = [] }: History): Html[] {
  return datasets.map(
    ({ dataset, license, attribution = dataset, caveat }) =>
      html`<p class="quiet">Includes data from ${attribution} (${license}).${caveat !== undefined && ` ${caveat}`}</p>
`,
  );
}

const BILLINGS = { monthly: 'Monthly', annual: 'Annual', unknown: 'Not stated' } as const;

interface Row {
  plan: string;
  step: StatedStep;
  dataset?: string | undefined;
}

export function priceTable(panels: readonly Panel[], proofs: Proofs): Html {
  const rows = panels
    .flatMap(({ name, lines, onRequest }): Row[] => [
      ...lines.flatMap(({ steps, dataset }) => steps.map((step) => ({ plan: name, step, dataset }))),
      ...onRequest.map((step) => ({ plan: name, step })),
    ])
    .sort((a, b) => inOrder(b.step.from, a.step.from));
  const columns = ['From', 'Until', 'Plan', figures('Price'), 'Unit', 'Billing', 'Source'];
  const shown = rows.slice(0, MOST_ROWS).map((row) => rowOf(row, proofs));
  const count =
    rows.length > MOST_ROWS
      ? `The latest ${MOST_ROWS} of ${number(rows.length)} prices`
      : counted(rows.length, 'price');
  return html`<p class="quiet">${count}, newest first.</p>
${wideTable('All prices', table('dated prices', columns, shown))}`;
}

function rowOf({ plan, step, dataset }: Row, proofs: Proofs): Html {
  const { from, to, isCurrent, seen, money, per, billing } = step;
  const lastSeen = seen.at(-1)?.to ?? from;
  const until = isCurrent ? html`now` : day(to);
  return html`<tr><td>${day(from)}</td><td class="until">${until}${lastSeen < to && html`<small class="ground">last seen ${day(lastSeen)}</small>`}</td><th scope="row">${plan}</th><td class="number">${money}</td><td class="per">${per}</td><td class="billed">${billing === undefined ? '–' : BILLINGS[billing]}</td><td class="source">${source(step, proofs) || (dataset ?? 'the vendor’s page')}</td></tr>
`;
}
