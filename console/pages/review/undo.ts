/** Undoing entries of the activity log: what would change, and a form that asks for the reason. */
import type { Decision } from '../../../data/pipeline/review-decision.ts';
import { decisionBasis } from '../../../data/store/ledger/review.ts';
import { type AuditEntry, actionAt, auditEntry } from '../../../data/store/ledger-queries/audit-log.ts';
import { undoOn } from '../../../verifier/review/review.ts';
import { type Html, html } from '../../../web/html.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import { undoOf } from '../../installation/file-edits.ts';
import type { Installation } from '../../installation/installation.ts';
import { differenceTable } from '../../view/difference-table.ts';
import { fileDiff } from '../../view/file-diff.ts';
import { hiddenFields, reasonField } from '../../view/form-parts.ts';
import { ago, counted, sourceLink, vendorText } from '../../view/wording.ts';
import { type DecidedBy, decidedBy } from '../decision.ts';
import type { ConsoleAction, ConsolePage, PageRequest } from '../page.ts';
import { filterIn, queryOf } from './filter.ts';

const PATH = '/activity/undo';
const SHOWN_OF_MANY = 20;

interface Undoable {
  said: Pick<AuditEntry, 'slug' | 'by' | 'reason'> & { at: string };
  /** What it would do. */
  preview: Html;
  button: string;
  /** Resolves to the place to show next. @param filter of the review, as its query @throws {ConsoleProblem} it can't be undone any more */
  run(who: DecidedBy, filter: string): Promise<string>;
}

/** @throws {ConsoleProblem} there is no such entry, or it can't be undone */
function undoableAt(installation: Installation, id: string): Undoable {
  const action = installation.ledger((ledger) => actionAt(ledger, id));
  const undo = action && undoOf(action);
  if (action !== undefined && undo !== undefined) {
    const { slug, by, reason, at, edit } = action;
    return {
      said: { slug, by, reason, at },
      preview: html`${edit !== undefined && fileDiff(edit.after, edit.before)}`,
      button: undo.words,
      async run(who) {
        const as = await undo.run(installation, { by: who.by, reason: who.reason });
        // An added product has no page any more.
        return installation.product(slug) === undefined ? '/activity' : `/products/${slug}?done=undone&as=${as}`;
      },
    };
  }
  const entry = installation.ledger((ledger) => auditEntry(ledger, id));
  if (entry?.source === undefined)
    throw new ConsoleProblem(404, `The activity log has no entry "${vendorText(id, 160)}" that can be undone`);
  return undoableDecision(installation, entry);
}

function undoableDecision(installation: Installation, { id, slug, by, reason, recordedAt }: AuditEntry): Undoable {
  const { decision, former, standing } = basisOf(installation, id);
  const isOnReading = ['accept', 'reject'].includes(decision.action);
  return {
    said: { slug, by, reason, at: recordedAt },
    preview: html`${former !== undefined && differenceTable(standing, former, ['Now', 'After the undo'])}${isOnReading && html`<p>The reading will need a decision again.</p>`}`,
    button: 'Undo the decision',
    async run(who, filter) {
      const undo = undoOn(decision, who);
      const as = await installation.verifier.handOver(undo);
      const waits = installation.ledger((ledger) => decisionBasis(ledger).waiting(slug)) ?? [];
      if (as === 'written' && waits.some(({ on }) => on === decision.on)) return `/review/${decision.on}${filter}`;
      return `/activity?done=${encodeURIComponent(undo.id)}`;
    },
  };
}

/** @throws {ConsoleProblem} it can't be undone */
function basisOf(installation: Installation, id: string) {
  const found = installation.ledger((ledger) => {
    const known = decisionBasis(ledger);
    const basis = known.undoBasis(id);
    return basis && { ...basis, standing: known.standing(basis.decision.slug, basis.decision.source)?.statement };
  });
  if (found === undefined) throw new ConsoleProblem(404, `No decision "${vendorText(id, 160)}" in the ledger`);
  const { against } = found;
  if (against !== undefined) throw new ConsoleProblem(409, `Cannot undo this: ${against}`);
  return found;
}

/** @throws {ConsoleProblem} it is not known any more */
function decidedTogether(installation: Installation, id: string): readonly Decision[] {
  const batch = installation.verifier.batch(id);
  if (batch === undefined) throw new ConsoleProblem(404, 'Undo these decisions one by one in the activity log');
  return batch.written;
}

export const undoPage: ConsolePage = {
  path: PATH,
  show(installation, request) {
    const { query, now, who } = request;
    const batch = query.get('batch');
    if (batch !== null) return undoManyPage(installation, batch, request);
    const id = query.get('id') ?? '';
    const { said, preview, button } = undoableAt(installation, id);
    const { slug, by, reason, at } = said;
    return {
      title: `Undo: ${slug}`,
      place: '/activity',
      script: 'review',
      main: html`<p class="crumbs"><a href="/activity">Activity log</a></p><h1>Undo: <a href="/products/${slug}">${slug}</a></h1>
<p class="lead">${vendorText(by, 40)}, ${ago(at, now)}: ${vendorText(reason)}</p>
<h2>What would change</h2>${preview}
${undoForm({ id, filter: queryOf(filterIn(query)) }, reasonField(installation, who, true), button)}`,
    };
  },
};

function undoManyPage(installation: Installation, batch: string, { query, who }: PageRequest) {
  const decisions = decidedTogether(installation, batch);
  const shown = decisions.slice(0, SHOWN_OF_MANY);
  return {
    title: 'Undo',
    place: '/activity',
    script: 'review',
    main: html`<p class="crumbs"><a href="/activity">Activity log</a></p><h1>Undo ${counted(decisions.length, 'decision')}</h1>
<ul class="plain">${shown.map(({ slug, source }) => html`<li>${sourceLink({ slug, source })}</li>`)}</ul>
${decisions.length > shown.length && html`<p class="quiet">and ${decisions.length - shown.length} more</p>`}
${undoForm({ batch, filter: queryOf(filterIn(query)) }, reasonField(installation, who, true), 'Undo the decisions')}`,
  };
}

function undoForm(fields: Readonly<Record<string, string>>, reasons: Html, button: string): Html {
  return html`<form method="post" action="${PATH}" class="card decide">${hiddenFields(fields)}
${reasons}
<button>${button}</button></form>`;
}

export const undoAction: ConsoleAction = {
  path: PATH,
  async act(installation, form, request) {
    const who = decidedBy(form, request);
    const batch = field(form, 'batch');
    const filter = filterIn(new URLSearchParams(field(form, 'filter')));
    if (batch === '') return { seeOther: await undoableAt(installation, field(form, 'id')).run(who, queryOf(filter)) };
    const undos = decidedTogether(installation, batch).map((decision) => undoOn(decision, who));
    const undone = await installation.verifier.handOverAll(undos, []);
    return { seeOther: `/review${queryOf(filter, { batch: undone })}` };
  },
};
