/** The cheapest token rates at a context length, as a section of the page of the price index. */
import type { CheapestMonth, CheapestRates } from '../../data/price-index/cheapest-rates.ts';
import { number } from '../../data/text/figures.ts';
import { moneyText } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { cheapestRatesChart } from './charts/cheapest-rates.ts';
import { figures, table, wideTable } from './parts/markup.ts';
import { monthText } from './parts/wording.ts';

export function cheapestSection({ context, datasets, months }: CheapestRates): Html {
  const title = `Cheapest token rates, ${number(context)} tokens of context or more`;
  return html`<h2>${title}</h2>
<p>The lowest rates, per million tokens in US dollars, of models with a known context window of at least ${number(context)} tokens. It moves when a model enters or leaves: it is not an index of matched models. ${sufficiency(months)}</p>
${
  months.length > 1 &&
  html`<figure>${cheapestRatesChart(months, title)}
<figcaption>Line: input. Dashed line: output.</figcaption></figure>`
}
${wideTable(title, table('dated', ['Month', figures('Input'), 'Model', figures('Output'), 'Model', ...['Models', 'Vendors', 'Sufficient'].map(figures)], months.toReversed().map(row)))}
<p class="quiet">Windows as stated at one date by ${datasets.join(', ')}.</p>`;
}

function sufficiency(months: readonly CheapestMonth[]): string {
  return months.every(({ sufficient }) => sufficient)
    ? ''
    : 'Months with fewer than 30 models or 20 vendors are not sufficient.';
}

function row({ month, input, output, models, vendors, sufficient }: CheapestMonth): Html {
  const rate = ({ amount, slug, model }: CheapestMonth['input']) =>
    html`<td class="number">${moneyText(amount, 'USD')}</td><td><a href="/tools/${slug}/pricing">${model}</a></td>`;
  const counts = [number(models), number(vendors), sufficient ? 'yes' : 'no'];
  return html`<tr><th scope="row">${monthText(month)}</th>${rate(input)}${rate(output)}${counts.map((count) => html`<td class="number">${count}</td>`)}</tr>
`;
}
