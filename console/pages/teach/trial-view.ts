/** What a recipe reads from each archived page of its source, and how that differs from the known facts. Pure. */
import type { TrialDifference } from '../../../crawler/read/recipe/trial.ts';
import { type Html, html } from '../../../web/html.ts';
import type { Trial, TriedPage } from '../../installation/teaching.ts';
import { fileDiff } from '../../view/file-diff.ts';
import { badge, counted, day, vendorText } from '../../view/wording.ts';

const SHOWN_FACTS = 6;
const SHOWN_DIFFERENCES = 6;

export interface TrialView extends Trial {
  /** What is saved, for the button. */
  saves: string;
  reason: string;
  /** Of the product's file. */
  edit: { before: string; after: string };
}

export function trialView({ pages, hasMore, saves, reason, edit }: TrialView): Html {
  const differing = pages.filter(({ differences = [] }) => differences.length > 0).length;
  return html`<section id="trial" class="card" aria-label="Trial"><h2>Trial of the recipe</h2>
<p>${summary(pages, differing)}${hasMore && html` Older pages were not tried.`}</p>
<div class="row"><label class="wide">Reason <input name="reason" required maxlength="300" value="${reason}"></label>
<button name="do" value="save" data-primary autofocus>${saves}${differing > 0 && ` although ${differing === 1 ? 'one page differs' : `${differing} pages differ`}`}</button></div>
<div class="scroll" tabindex="0" role="region" aria-label="Pages tried"><table class="dense"><thead><tr><th>Page</th><th>Visit</th><th>Recipe</th><th>It reads</th><th>Known then</th></tr></thead><tbody>${pages.map(pageRow)}</tbody></table></div>
<details><summary>Changes in the product’s file</summary>${fileDiff(edit.before, edit.after)}</details></section>`;
}

function summary(pages: readonly TriedPage[], differing: number): string {
  const read = pages.filter(({ recipe }) => recipe === 'met' || recipe === 'relocated').length;
  const known = pages.filter(({ differences }) => differences !== undefined).length;
  const compared = known === 0 ? '' : ` ${known - differing} of ${known} match the prices known then.`;
  const rest = read === pages.length ? '' : ' On the others it abstains and the general readers are used.';
  return `The recipe reads ${read} of ${counted(pages.length, 'archived page')}.${compared}${rest}`;
}

function pageRow({ id, observedAt, outcome, recipe, faults, read, differences }: TriedPage): Html {
  const page = observedAt === undefined ? 'this page' : day(observedAt);
  return html`<tr><th scope="row">${id === undefined ? page : html`<a href="/captures/${id}">${page}</a>`}</th><td>${outcome !== undefined && badge(outcome)}</td><td>${badge(recipe)}</td><td>${read.length === 0 ? html`<span class="quiet">nothing${faults.length > 0 && `: ${vendorText(faults.slice(0, 3).join('; '), 300)}`}</span>` : readWords(read)}</td><td>${knownWords(differences)}</td></tr>`;
}

function readWords(read: readonly string[]): Html {
  const words = vendorText(read.slice(0, SHOWN_FACTS).join('; '), 500);
  return html`${words}${read.length > SHOWN_FACTS && ` and ${read.length - SHOWN_FACTS} more`}`;
}

function knownWords(differences: readonly TrialDifference[] | undefined): Html {
  if (differences === undefined) return html`<span class="quiet">not compared</span>`;
  if (differences.length === 0) return badge('same');
  return html`${badge('differs')} ${differences
    .slice(0, SHOWN_DIFFERENCES)
    .map(
      ({ plan, terms, known, read }) =>
        html`${vendorText(plan, 60)}${terms !== '' && html` <span class="quiet">${vendorText(terms, 60)}</span>`}: <del>${vendorText(known ?? 'not known', 40)}</del> <ins>${vendorText(read ?? 'not read', 40)}</ins>; `,
    )}${differences.length > SHOWN_DIFFERENCES && `${differences.length - SHOWN_DIFFERENCES} more`}`;
}
