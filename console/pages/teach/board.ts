/** The form of a page that is taught: panel, trial and the page's safe copy. It works without script (browser/teach.ts). */
import { type Html, html, serialisedHtml } from '../../../web/html.ts';
import type { BytesOfPage, Teacher } from '../../installation/teaching.ts';
import { faultNote, hiddenFields } from '../../view/form-parts.ts';
import { number, vendorText } from '../../view/wording.ts';
import type { Draft, Slot } from './draft.ts';
import { chosenIn, teachPanel } from './panel.ts';
import { type TrialView, trialView } from './trial-view.ts';

export interface Board {
  draft: Draft;
  slot: Slot;
  /** What the last step did, for a screen reader too. */
  said: string;
  alert?: string;
  trial?: TrialView;
  /** Key of the facts that were tried. */
  tried?: string;
}

interface BoardView {
  board: Board;
  action: string;
  hidden: Readonly<Record<string, string>>;
  page: BytesOfPage;
  /** Undefined where only the panel is asked for. */
  teacher: Teacher | undefined;
}

export async function teachBoard({ board, action, hidden, page, teacher }: BoardView): Promise<Html> {
  const { draft, slot, said, alert, trial, tried = '' } = board;
  const fields = { ...hidden, tried, draft: JSON.stringify(draft) };
  return html`<p id="said" role="status">${vendorText(said, 300)}</p>
<details><summary>Keyboard shortcuts</summary><p class="choice"><label><input type="checkbox" data-keys-on disabled> Use these keys</label></p>
<p class="quiet"><kbd>c</kbd> or <kbd>Enter</kbd>: confirm, then save. <kbd>←</kbd> <kbd>→</kbd>: previous or next matching mark; <kbd>Enter</kbd>: select it. A letter shown in the panel sets the type of the next mark.</p></details>
<form method="post" action="${action}" id="teach" class="teach">
<div id="desk">${hiddenFields(fields)}
${alert !== undefined && faultNote(alert, 600)}
${trial !== undefined && trialView(trial)}
${teachPanel({ draft, slot, isTried: trial !== undefined })}
</div>
${teacher !== undefined && (await copyOf(teacher, page, draft))}
</form>`;
}

async function copyOf(teacher: Teacher, page: BytesOfPage, draft: Draft): Promise<Html> {
  const copy = await teacher.marked(page, chosenIn(draft));
  if ('faults' in copy)
    return html`<section class="vendor-page" aria-label="The archived page"><p class="faults">The page cannot be marked: ${vendorText(copy.faults.join('; '), 400)}</p></section>`;
  const { html: made, marked, isMore, leftOut } = copy;
  return html`<section class="vendor-page" aria-label="The archived page, with ${number(marked)} marks to select">
${isMore && html`<p class="quiet">Only the first ${number(marked)} amounts, names and terms are marked.</p>`}${leftOut > 0 && html`<p class="quiet">${number(leftOut)} characters without marks are left out.</p>`}
${serialisedHtml(made)}</section>`;
}
