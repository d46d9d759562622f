/** What the list of cases and a single case share. */
import type { Waiting } from '../../../data/store/ledger/review.ts';
import { type Html, html } from '../../../web/html.ts';
import { day } from '../../view/wording.ts';

export function seen({ seen: visits, firstSeenAt, lastSeenAt }: Waiting): Html {
  const isOneDay = lastSeenAt.slice(0, 10) === firstSeenAt.slice(0, 10);
  return html`seen ${visits === 1 ? 'once' : `${visits} times in a row`}, ${day(firstSeenAt)}${!isOneDay && html` to ${day(lastSeenAt)}`}`;
}

const KEYS = [
  ['j, k or arrows', 'next or previous case'],
  ['Enter', 'open the case'],
  ['x', 'select the case'],
  ['a', 'accept: then the reason, then Enter'],
  ['r', 'reject: then the reason, then Enter'],
  ['1 to 6', 'in the empty reason field: a recent reason'],
  ['c', 'correct'],
  ['s', 'skip: next case without a decision'],
  ['u', 'undo the last decision'],
  ['Esc', 'leave the field'],
  ['?', 'show these keys'],
] as const;

export function keysHelp(): Html {
  return html`<details id="keys" data-keys><summary>Keyboard shortcuts</summary><p class="choice"><label><input type="checkbox" data-keys-on disabled> Use these keys</label></p><dl class="keys">${KEYS.map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${words}</dd></div>`)}</dl></details>`;
}
