/** What people did: who, when, what and why, as the ledger has it. */
import { auditLog } from '../../data/store/ledger-queries/audit-log.ts';
import { html } from '../../web/html.ts';
import { ago, exact, vendorText } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

const SHOWN = 100;

const WORDS = {
  check_requested: 'had it checked',
  product_added: 'added it',
  recipe_saved: 'saved a recipe',
  edit_undone: 'undid an edit of its file',
  accept: 'accepted a reading',
  reject: 'rejected a reading',
  correct: 'corrected it',
  withdraw: 'withdrew it',
  revert: 'reverted it',
  undo: 'undid a decision',
} as const;

export const activityLog: ConsolePage = {
  path: '/activity',
  show(installation, { query, now }) {
    const before = Number(query.get('before'));
    const found =
      installation.ledger((ledger) => auditLog(ledger, { limit: SHOWN, ...(before > 0 && { before }) })) ?? [];
    const last = found.length === SHOWN ? found.at(-1) : undefined;
    return {
      title: 'Activity log',
      place: '/activity',
      main: html`<h1>Activity log</h1>
<p class="lead">What people decided and had done. These are rows of the ledger: nobody can change or remove them.</p>
${
  found.length === 0
    ? html`<p class="calm-note">None yet.</p>`
    : html`<div class="scroll"><table><thead><tr><th>When</th><th>Who</th><th>What</th><th>Product</th><th>Why</th><th><span class="unseen">Undo</span></th></tr></thead><tbody>${found.map(
        ({ id, slug, source, action, by, reason, recordedAt, isEdit }) =>
          html`<tr><td class="when" title="${exact(recordedAt)}">${ago(recordedAt, now)}</td><td>${vendorText(by, 40)}</td><td>${source === undefined ? WORDS[action] : html`<a href="/checks/${id}">${WORDS[action]}</a>`}</td><td><a href="/products/${slug}">${slug}</a> <span class="quiet">${source}</span></td><td>${vendorText(reason)}</td><td>${isEdit && html`<a class="button small" href="/activity/undo?id=${encodeURIComponent(id)}">Undo</a>`}</td></tr>`,
      )}</tbody></table></div>`
}
${last !== undefined && html`<p><a href="/activity?before=${last.seq}">Older</a></p>`}`,
    };
  },
};
