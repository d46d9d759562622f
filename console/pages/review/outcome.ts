/** What became of the last decision, or of many that were taken together. */
import { type AuditEntry, decisionOnReading } from '../../../data/store/ledger-queries/audit-log.ts';
import { type Html, html } from '../../../web/html.ts';
import type { Installation } from '../../installation/installation.ts';
import { type Batch, settledCount } from '../../installation/verifier-link.ts';
import { counted, vendorText } from '../../view/wording.ts';
import { type Filter, filterIn, queryOf } from './filter.ts';

const SHOWN_REFUSED = 50;

const DONE: Partial<Record<AuditEntry['action'], string>> = {
  accept: 'Accepted',
  reject: 'Rejected',
  correct: 'Corrected',
};

/** @param done the decision that the address names, if the ledger has it */
export function lastDecision(done: AuditEntry | undefined, query: URLSearchParams): Html | undefined {
  if (done === undefined) {
    const isQueued = query.get('as') === 'queued';
    return isQueued
      ? html`<p class="done" role="status">Queued: the verifier does not respond. It applies the decision when it runs.</p>`
      : undefined;
  }
  const { id, slug, source, action, reason } = done;
  return html`<p class="done" role="status">${DONE[action] ?? 'Decided'} ${slug} <span class="quiet">${source}</span>: ${vendorText(reason, 120)} <a class="button small" data-undo href="/activity/undo${queryOf(filterIn(query), { id })}">Undo</a></p>`;
}

/** Why a case can't be decided any more. @param on id of its reading */
export function goneWords(installation: Pick<Installation, 'ledger'>, on: string): string {
  const [slug = ''] = on.split('.');
  const done = installation.ledger((ledger) => decisionOnReading(ledger, slug, on));
  const words = DONE[done?.action ?? 'undo']?.toLowerCase();
  if (done === undefined || words === undefined)
    return 'This case is no longer open: a later visit or decision replaced it';
  return `This case is no longer open: ${vendorText(done.by, 40)} ${words} it (${vendorText(done.reason, 120)})`;
}

/** @param name of the batch @param filter of the list that it was decided in */
export function batchStatus(batch: Batch, name: string, filter: Filter): Html {
  const { decisions, written, queued, refused } = batch;
  const settled = settledCount(batch);
  const [first] = written;
  const isUndo = decisions[0]?.action === 'undo';
  const thing = isUndo ? 'decision' : 'case';
  const undo = html` <a class="button small" data-undo href="/activity/undo${queryOf(filter, { batch: name })}">Undo</a>`;
  const done = html`${counted(written.length, thing)} ${isUndo ? 'undone' : 'decided'}${first !== undefined && html`: ${vendorText(first.reason, 120)}${!isUndo && undo}`}`;
  return html`<div class="done">${
    settled < decisions.length
      ? html`<p><progress max="${decisions.length}" value="${settled}"></progress> ${settled} of ${counted(decisions.length, 'decision')}<noscript> Reload the page for the result.</noscript></p>`
      : (first !== undefined || queued.length === 0) && html`<p>${done}</p>`
  }
${queued.length > 0 && html`<p>${counted(queued.length, 'decision')} queued: the verifier does not respond. It applies ${queued.length === 1 ? 'it' : 'them'} when it runs.</p>`}
${
  refused.length > 0 &&
  html`<p>${counted(refused.length, thing)} not ${isUndo ? 'undone' : 'decided'}:</p><ul>${refused.slice(0, SHOWN_REFUSED).map(({ on, why }) => html`<li><a href="/${isUndo ? 'checks' : 'review'}/${on}">${vendorText(on, 120)}</a>: ${vendorText(why)}</li>`)}</ul>${refused.length > SHOWN_REFUSED && html`<p>and ${refused.length - SHOWN_REFUSED} more</p>`}`
}</div>`;
}
