/** Undoing an action of the activity log: what it did, and a form that takes it back. */
import type { Action } from '../../data/pipeline/operator-action.ts';
import { actionAt } from '../../data/store/ledger-queries/audit-log.ts';
import { html } from '../../web/html.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import { type Undo, undoOf } from '../installation/file-edits.ts';
import type { Installation } from '../installation/installation.ts';
import { fileDiff } from '../view/file-diff.ts';
import { ago, vendorText } from '../view/wording.ts';
import type { ConsoleAction, ConsolePage } from './page.ts';

const PATH = '/activity/undo';

/** @throws {ConsoleProblem} there is no such action, or it changed nothing that can be restored */
function undoableAt(installation: Installation, id: string): { action: Action; undo: Undo } {
  const action = installation.ledger((ledger) => actionAt(ledger, id));
  const undo = action && undoOf(action);
  if (action === undefined || undo === undefined)
    throw new ConsoleProblem(404, `The activity log has no action "${vendorText(id, 160)}" that can be undone`);
  return { action, undo };
}

export const undoPage: ConsolePage = {
  path: PATH,
  show(installation, { query, now }) {
    const { action, undo } = undoableAt(installation, query.get('id') ?? '');
    const { id, slug, by, reason, at, edit } = action;
    return {
      title: `Undo: ${slug}`,
      place: '/activity',
      main: html`<p class="crumbs"><a href="/activity">Activity log</a></p><h1>Undo an edit of <a href="/products/${slug}">${slug}</a></h1>
<p class="lead">${vendorText(by, 40)}, ${ago(at, now)}: ${vendorText(reason)}</p>
${edit !== undefined && html`<h2>What would change</h2>${fileDiff(edit.after, edit.before)}`}
<form method="post" action="${PATH}" class="card decide"><input type="hidden" name="id" value="${id}">
<label class="wide">Why <input name="reason" required maxlength="300" placeholder="one line; it goes into the activity log, with your name"></label>
<button>${undo.words}</button></form>`,
    };
  },
};

export const undoAction: ConsoleAction = {
  path: PATH,
  async act(installation, form, { who }) {
    const { action, undo } = undoableAt(installation, field(form, 'id'));
    const reason = field(form, 'reason');
    if (reason === '') throw new ConsoleProblem(422, 'Give a reason: it goes into the activity log');
    const as = await undo.run(installation, { by: who, reason });
    return { seeOther: `/products/${action.slug}?done=undone&as=${as}` };
  },
};
