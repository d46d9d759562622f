/** Every price of a history as a row with its source. */
import { counted, number } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import type { StatedStep } from '../charts/facts.ts';
import type { Panel } from '../charts/panels.ts';
import { figures, table, wideTable } from '../parts/markup.ts';
import { type Proofs, source } from '../parts/proof.ts';
import { day } from '../parts/wording.ts';

/** The CSV has all. */
const MOST_ROWS = 200;

const BILLINGS = { monthly: 'Monthly', annual: 'Annual', unknown: 'Not stated' } as const;

interface Row {
  plan: string;
  step: StatedStep;
  dataset?: string | undefined;
}

export function priceTable(panels: readonly Panel[], { present, proofs }: { present: string; proofs: Proofs }): Html {
  const rows = panels
    .flatMap(({ name, lines, onRequest }): Row[] => [
      ...lines.flatMap(({ steps, dataset }) => steps.map((step) => ({ plan: name, step, dataset }))),
      ...onRequest.map((step) => ({ plan: name, step })),
    ])
    .sort((a, b) => Number(b.step.from > a.step.from) - Number(b.step.from < a.step.from));
  const columns = ['From', 'Until', 'Plan', figures('Price'), 'Unit', 'Billing', 'Source'];
  const shown = rows.slice(0, MOST_ROWS).map((row) => rowOf(row, present, proofs));
  const count =
    rows.length > MOST_ROWS
      ? `The latest ${MOST_ROWS} of ${number(rows.length)} prices`
      : counted(rows.length, 'price');
  return html`<p class="quiet">${count}, newest first.</p>
${wideTable('All prices', table('dated prices', columns, shown))}`;
}

function rowOf({ plan, step, dataset }: Row, present: string, proofs: Proofs): Html {
  const { from, to, seen, money, per, billing } = step;
  const lastSeen = seen.at(-1)?.to ?? from;
  const until = to >= present ? html`now` : day(to);
  return html`<tr><td>${day(from)}</td><td class="until">${until}${lastSeen < to && html`<small class="ground">last seen ${day(lastSeen)}</small>`}</td><th scope="row">${plan}</th><td class="number">${money}</td><td class="per">${per}</td><td class="billed">${billing === undefined ? '–' : BILLINGS[billing]}</td><td class="source">${source(step, proofs) || (dataset ?? 'the vendor’s page')}</td></tr>
`;
}
