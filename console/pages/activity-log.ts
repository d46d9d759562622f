/** The activity log: what people did, who, when, what and why, as the ledger has it; and what can be undone. */
import type { Change } from '../../data/change.ts';
import { undoObjections } from '../../data/store/ledger/undo.ts';
import {
  type AuditEntry,
  type AuditFilter,
  auditEntry,
  auditLog,
  auditNames,
  changesBy,
} from '../../data/store/ledger-queries/audit-log.ts';
import { type Html, html, options } from '../../web/html.ts';
import { ago, exact, sourceLink, vendorText } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

const SHOWN = 100;
const SHOWN_CHANGES = 2;

const WORDS: Readonly<Record<AuditEntry['action'], string>> = {
  check_requested: 'requested a check',
  product_added: 'added a product',
  recipe_saved: 'saved a recipe',
  edit_undone: 'undid a file edit',
  mistake_reported: 'reported a mistake',
  report_closed: 'closed a report',
  accept: 'accepted a reading',
  reject: 'rejected a reading',
  correct: 'corrected prices',
  withdraw: 'withdrew prices',
  revert: 'reverted prices',
  undo: 'undid a decision',
};

/** Of actions that are no decisions and change no file. */
const FINAL: Partial<Record<AuditEntry['action'], string>> = {
  check_requested: 'A check changes nothing',
  product_added: 'Edit the product’s file to retire it',
  mistake_reported: 'A report changes nothing',
  report_closed: 'A report is closed once',
};

export const activityLog: ConsolePage = {
  path: '/activity',
  show(installation, { query, now }) {
    const filter = filterIn(query);
    const found =
      installation.ledger((ledger) =>
        auditLog(ledger, { ...filter, limit: SHOWN }).map((entry) => ({ ...entry, changes: changesBy(ledger, entry) })),
      ) ?? [];
    const names = installation.ledger(auditNames) ?? { people: [], actions: [] };
    const ids = found.map(({ id }) => id);
    const against = installation.ledger((ledger) => undoObjections(ledger, ids)) ?? new Map<string, string>();
    const done = installation.ledger((ledger) => auditEntry(ledger, query.get('done') ?? ''));
    const last = found.length === SHOWN ? found.at(-1) : undefined;
    return {
      title: 'Activity log',
      place: '/activity',
      main: html`<h1>Activity log</h1>
${done !== undefined && html`<p class="done" role="status">Undone: ${sourceLink(done)}</p>`}
<p class="lead">All actions by people. Entries are never changed or deleted. An undo adds an entry.</p>
${filterForm(filter, names)}
${found.length === 0 ? html`<p class="calm-note">No entries.</p>` : logTable(found, against, now)}
${last !== undefined && html`<p><a rel="next" href="/activity?${pageAfter(query, last)}">Older</a></p>`}`,
    };
  },
};

function filterIn(query: URLSearchParams): Omit<AuditFilter, 'limit'> {
  const given = (name: string) => query.get(name)?.trim() || undefined;
  const before = Number(query.get('before'));
  return {
    by: given('by'),
    slug: given('product'),
    action: given('kind'),
    ...(Number.isSafeInteger(before) && before > 0 && { before }),
  };
}

function pageAfter(query: URLSearchParams, { seq }: AuditEntry): string {
  const next = new URLSearchParams(query);
  next.delete('done');
  next.set('before', String(seq));
  return next.toString();
}

function filterForm({ by, slug, action }: Omit<AuditFilter, 'limit'>, names: ReturnType<typeof auditNames>): Html {
  const any = ['', 'Any'] as const;
  return html`<form method="get" action="/activity" class="row" role="search">
<label>Person <select name="by">${options([any, ...names.people.map((name) => [name, vendorText(name, 40)] as const)], by)}</select></label>
<label>Product <input name="product" value="${slug}" placeholder="slug" maxlength="80"></label>
<label>Kind <select name="kind">${options([any, ...names.actions.map((each) => [each, WORDS[each]] as const)], action)}</select></label>
<button class="plain">Show</button>
</form>`;
}

type Shown = AuditEntry & { changes: readonly Change[] };

function logTable(found: readonly Shown[], against: ReadonlyMap<string, string>, now: Date): Html {
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th>When</th><th>Who</th><th>What</th><th>Product</th><th>Reason</th><th>Undo</th></tr></thead><tbody>${found.map(
    (entry) => {
      const { id, slug, source, action, by, reason, recordedAt, changes } = entry;
      const what = source === undefined ? WORDS[action] : html`<a href="/checks/${id}">${WORDS[action]}</a>`;
      return html`<tr><td class="when" title="${exact(recordedAt)}">${ago(recordedAt, now)}</td><td>${vendorText(by, 40)}</td><td>${what}${changesWords(changes)}</td><td>${sourceLink({ slug, source })}</td><td>${vendorText(reason)}</td><td>${undoOf(entry, against)}</td></tr>`;
    },
  )}</tbody></table></div>`;
}

function changesWords(changes: readonly Change[]): Html | undefined {
  if (changes.length === 0) return undefined;
  const sideOf = (side: Change['before']) => {
    if (side?.amount !== undefined) return `${side.amount} ${side.currency ?? ''}`;
    return side === undefined ? 'none' : (side.name ?? 'no price');
  };
  const shown = changes.slice(0, SHOWN_CHANGES).map(({ subject = '', before, after }) => {
    const name = vendorText(after?.name ?? before?.name ?? subject, 60);
    return `${name}: ${vendorText(sideOf(before), 40)} → ${vendorText(sideOf(after), 40)}`;
  });
  const more = changes.length - shown.length;
  return html`<br><span class="quiet">${shown.join(', ')}${more > 0 && ` and ${more} more`}</span>`;
}

function undoOf({ id, slug, action, isEdit }: AuditEntry, against: ReadonlyMap<string, string>): Html {
  const why = isEdit ? undefined : (against.get(id) ?? FINAL[action]);
  if (why !== undefined) return html`<span class="quiet">Not possible: ${vendorText(why)}</span>`;
  return html`<a class="button small" href="/activity/undo?id=${encodeURIComponent(id)}" aria-label="Undo: ${slug}, ${WORDS[action]}">Undo</a>`;
}
