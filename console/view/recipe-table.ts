/** The recipes of the catalogue and how each fared, those to look at first at the top. */
import type { RecipeRow } from '../../data/store/ledger-queries/recipe-reliability.ts';
import { type Html, html } from '../../web/html.ts';
import { badge, day, number, sourceLink, vendorText } from './wording.ts';

const SHOWN = 50;

export function recipeSection(recipes: readonly RecipeRow[]): Html {
  return html`<h2>Recipes <span class="count">${number(recipes.length)}</span></h2>
${recipes.length === 0 ? html`<p class="quiet">No source has a recipe.</p>` : recipeTable(recipes)}`;
}

function recipeTable(recipes: readonly RecipeRow[]): Html {
  return html`<p class="quiet">Pages since each was taught. A relocated recipe found its plans elsewhere on the page. Where it abstained, the other readers read the page. Overruled: a person rejected, corrected or withdrew what it had read.${recipes.length > SHOWN && ` The first ${SHOWN} of ${recipes.length}.`}</p>
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
