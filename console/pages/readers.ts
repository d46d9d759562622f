/** How well each reader finds prices, on which sources it does not any more, and how recipes fare. */
import { READER_VERSION } from '../../crawler/read/reader-version.ts';
import type { EmptiedSource } from '../../data/pipeline/reader-health.ts';
import { type RecipeRow, recipeRows } from '../../data/store/ledger-queries/recipe-reliability.ts';
import { type Html, html } from '../../web/html.ts';
import { badge, counted, day, number, percent, sourceLink, vendorText } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

export const readers: ConsolePage = {
  path: '/readers',
  show(installation) {
    const health = installation.health();
    const { products } = installation.catalogue;
    const recipes = installation.ledger((ledger) => recipeRows(products, ledger)) ?? recipeRows(products);
    const readings =
      health === undefined || health.sources === 0
        ? html`<h1>Readers</h1><p>No pages read yet.</p>`
        : html`<h1>Readers</h1>
<p class="lead">Reader version ${READER_VERSION}. Of ${counted(health.sources, 'source')} with a page, ${number(health.agreement.several)} have prices from several readers and ${number(health.agreement.one)} from one; ${number(health.agreement.none)} lost all prices.</p>
${health.alarms.length > 0 && html`<ul class="alarms">${health.alarms.map(({ name, reader, since, sources, of }) => html`<li data-alarm="${name}"><strong>${name.replaceAll('_', ' ')}</strong> ${reader} ${since?.version !== undefined ? `since version ${since.version}` : (since?.day ?? '')}: ${number(sources)} of ${number(of)} sources</li>`)}</ul>`}
<div class="scroll" tabindex="0"><table><thead><tr><th>Reader</th><th class="number">Sources now</th><th class="number">Sources ever</th><th class="number">Coverage</th><th class="number">Lost</th><th>Recently lost</th></tr></thead>
<tbody>${health.readers.map(
            ({ reader, known, finding, coverage, emptiness, emptied }) =>
              html`<tr><th scope="row">${reader}</th><td class="number">${number(finding)}</td><td class="number">${number(known)}</td><td class="number"><meter min="0" max="1" value="${coverage}">${percent(coverage)}</meter> ${percent(coverage)}</td><td class="number">${percent(emptiness)}</td><td>${lost(emptied)}</td></tr>`,
          )}</tbody></table></div>
<h2>Sources that lost all prices <span class="count">${number(health.agreement.none)}</span></h2>
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

const SHOWN = 50;

export function recipeSection(recipes: readonly RecipeRow[]): Html {
  return html`<h2>Recipes <span class="count">${number(recipes.length)}</span></h2>
${recipes.length === 0 ? html`<p class="quiet">No source has a recipe.</p>` : recipeTable(recipes)}`;
}

function recipeTable(recipes: readonly RecipeRow[]): Html {
  return html`<p class="quiet">Pages read since each recipe was taught. Relocated: the plans were elsewhere on the page. Abstained: the other readers read the page. Overruled: a person rejected, corrected or withdrew the reading.${recipes.length > SHOWN && ` The first ${SHOWN} of ${recipes.length}.`}</p>
<div class="scroll" tabindex="0"><table class="dense"><thead><tr><th>Source</th><th>Taught</th><th class="number">Plans</th><th class="number">Met</th><th class="number">Relocated</th><th class="number">Abstained</th><th class="number">Overruled</th><th>Last page</th></tr></thead><tbody>${recipes
    .slice(0, SHOWN)
    .map(
      ({ slug, source, taughtOn, plans, met, relocated, abstained, overruled, last }) =>
        html`<tr><th scope="row">${sourceLink({ slug, source })}</th><td class="when">${day(taughtOn)}</td>${[plans, met, relocated, abstained, overruled].map((count) => html`<td class="number">${number(count)}</td>`)}<td>${last !== undefined && lastPage(last)}</td></tr>`,
    )}</tbody></table></div>`;
}

function lastPage({ id, observedAt, outcome, faults }: NonNullable<RecipeRow['last']>): Html {
  return html`${badge(outcome)} <a href="/captures/${id}">${day(observedAt)}</a> <span class="quiet">${vendorText(faults.slice(0, 2).join('; '))}</span>`;
}
