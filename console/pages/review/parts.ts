/** What the list of cases and a single case share. */
import * as z from 'zod';
import type { Decision } from '../../../data/pipeline/review-decision.ts';
import type { Waiting } from '../../../data/store/ledger/review.ts';
import { type Html, html } from '../../../web/html.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import { statedIn } from '../../view/correction-form.ts';
import { day } from '../../view/wording.ts';
import { decisionIn } from '../decision.ts';
import type { PageRequest } from '../page.ts';

export const CHANGED = 'The prices changed after you opened this case. Review them again';

const Choice = z.enum(['accept', 'reject', 'correct']);

/** @throws {ConsoleProblem} the action, the values or the reason is none */
export function decisionFor(waiting: Waiting, form: FormData, request: PageRequest): Decision {
  const { success, data: action } = Choice.safeParse(field(form, 'action'));
  if (!success) throw new ConsoleProblem(422, 'Choose Accept, Reject or Correct');
  return decisionIn(form, request, { on: waiting, action, ...(action === 'correct' && { values: statedIn(form) }) });
}

export function seen({ seen: visits, firstSeenAt, lastSeenAt }: Waiting): Html {
  const isOneDay = lastSeenAt.slice(0, 10) === firstSeenAt.slice(0, 10);
  return html`seen ${visits === 1 ? 'once' : `${visits} consecutive times`}, ${day(firstSeenAt)}${!isOneDay && html` to ${day(lastSeenAt)}`}`;
}

const KEYS = [
  ['j, k or arrows', 'next or previous case'],
  ['Enter', 'open the case'],
  ['x', 'select the case'],
  ['a', 'accept, then type a reason and press Enter'],
  ['r', 'reject, then type a reason and press Enter'],
  ['1 to 6', 'in an empty reason field: use a recent reason'],
  ['c', 'correct'],
  ['s', 'skip to the next case'],
  ['u', 'undo the last decision'],
  ['Esc', 'leave a field'],
  ['?', 'show these keys'],
] as const;

export function keysHelp(): Html {
  return html`<details id="keys" data-keys><summary>Keyboard shortcuts</summary><p class="choice"><label><input type="checkbox" data-keys-on disabled> Enable shortcuts</label></p><dl class="keys">${KEYS.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${words}</dd></div>`)}</dl></details>`;
}
