/** How well each reader finds prices, on which sources it does not any more, and how recipes fare. */
import { READER_VERSION } from '../../crawler/read/reader-version.ts';
import type { EmptiedSource } from '../../data/pipeline/reader-health.ts';
import { recipeRows } from '../../data/store/ledger-queries/recipe-reliability.ts';
import { type Html, html } from '../../web/html.ts';
import { recipeSection } from '../view/recipe-table.ts';
import { counted, day, number, percent, sourceLink } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

export const readers: ConsolePage = {
  path: '/readers',
  show(installation) {
    const health = installation.health();
    const { products } = installation.catalogue;
    const recipes = installation.ledger((ledger) => recipeRows(products, ledger)) ?? recipeRows(products);
    const readings =
      health === undefined || health.sources === 0
        ? html`<h1>Readers</h1><p>No page was read yet.</p>`
        : html`<h1>Readers</h1>
<p class="lead">Version ${READER_VERSION} of the readers. Of ${counted(health.sources, 'source')} with a page: several readers find prices on ${number(health.agreement.several)}, one on ${number(health.agreement.one)}, none any more on ${number(health.agreement.none)}.</p>
${health.alarms.length > 0 && html`<ul class="alarms">${health.alarms.map(({ name, reader, since, sources, of }) => html`<li data-alarm="${name}"><strong>${name.replaceAll('_', ' ')}</strong> ${reader} ${since?.version !== undefined ? `since version ${since.version}` : (since?.day ?? '')}: ${number(sources)} of ${number(of)} sources</li>`)}</ul>`}
<div class="scroll" tabindex="0"><table><thead><tr><th>Reader</th><th class="number">Finds</th><th class="number">Ever found</th><th class="number">Of all sources</th><th class="number">Lost</th><th>Lost lately</th></tr></thead>
<tbody>${health.readers.map(
            ({ reader, known, finding, coverage, emptiness, emptied }) =>
              html`<tr><th scope="row">${reader}</th><td class="number">${number(finding)}</td><td class="number">${number(known)}</td><td class="number"><meter min="0" max="1" value="${coverage}">${percent(coverage)}</meter> ${percent(coverage)}</td><td class="number">${percent(emptiness)}</td><td>${lost(emptied)}</td></tr>`,
          )}</tbody></table></div>
<h2>Sources without any reader left <span class="count">${number(health.agreement.none)}</span></h2>
${lost(health.emptied) ?? html`<p class="quiet">None.</p>`}`;
    return { title: 'Readers', place: '/readers', main: html`${readings}${recipeSection(recipes)}` };
  },
};

function lost(emptied: readonly EmptiedSource[]): Html | undefined {
  if (emptied.length === 0) return undefined;
  return html`<details><summary>${counted(emptied.length, 'source')}${emptied.length >= 20 && ' (the latest)'}</summary><ul>${emptied.map(
    ({ slug, source, since }) => html`<li>${sourceLink({ slug, source })} since ${day(since)}</li>`,
  )}</ul></details>`;
}
