/** A waiting reading next to the record and its page; and the decision on it, which leads to the next case. */
import { CAUSES } from '../../../data/pipeline/case-kinds.ts';
import { type Waiting, waitingReadings } from '../../../data/store/ledger/review.ts';
import { auditEntry } from '../../../data/store/ledger-queries/audit-log.ts';
import { captureAt, supportingCapture } from '../../../data/store/ledger-queries/captures.ts';
import { classified } from '../../../verifier/review/causes.ts';
import { type Html, html } from '../../../web/html.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import type { Installation } from '../../installation/installation.ts';
import { correctionFields } from '../../view/correction-form.ts';
import { differenceTable } from '../../view/difference-table.ts';
import { hiddenFields, reasonField } from '../../view/form-parts.ts';
import { readingView } from '../../view/reading-view.ts';
import { ago, teachPath, vendorText } from '../../view/wording.ts';
import { frame, sideBySide } from '../captures.ts';
import type { ConsoleAction, ConsolePage } from '../page.ts';
import { caseAfter } from './cases.ts';
import { filterIn, queryOf } from './filter.ts';
import { goneWords, lastDecision } from './outcome.ts';
import { CHANGED, decisionFor, keysHelp, seen } from './parts.ts';

/** @throws {ConsoleProblem} it does not wait any more */
function caseOf(installation: Installation, on = ''): Waiting {
  const [slug] = on.split('.');
  const found = installation.ledger((ledger) => waitingReadings(ledger, slug).find((each) => each.on === on));
  if (found === undefined) throw new ConsoleProblem(404, `${vendorText(on, 240)}: ${goneWords(installation, on)}`);
  return found;
}

export const reviewCase: ConsolePage = {
  path: '/review/:on',
  async show(installation, { path: { on = '' }, query, now, who }) {
    const waits = caseOf(installation, on);
    const { slug, source, url, verdict } = waits;
    const filter = queryOf(filterIn(query));
    const next = caseAfter(installation, on, query);
    const [after, before, done] =
      installation.ledger((ledger) => [
        captureAt(ledger, on),
        supportingCapture(ledger, slug, source),
        auditEntry(ledger, query.get('done') ?? ''),
      ]) ?? [];
    return {
      title: `Review ${slug}`,
      place: '/review',
      script: 'review',
      main: html`<p class="crumbs"><a href="/review${filter}">Review</a></p>
${lastDecision(done, query)}
<h1><a href="/products/${slug}">${vendorText(installation.product(slug)?.name ?? slug, 80)}</a> <span class="quiet">${source}</span></h1>
<p class="lead">${CAUSES[classified(waits).cause]}: ${seen(waits)}, last ${ago(waits.lastSeenAt, now)}.</p>
<p class="url"><a href="${url}" rel="noreferrer">${vendorText(url, 300)}</a></p>
<p class="actions">${next !== undefined && html`<a class="button" data-next href="/review/${next}${filter}">Skip</a> `}<a class="button" href="${teachPath(waits, waits.on)}">Teach this page</a></p>
<h2>Reasons</h2>
<ul class="reasons">${verdict.reasons.map((reason) => html`<li>${vendorText(reason)}</li>`)}<li>score ${verdict.score.toFixed(2)}</li></ul>
<h2>Changes</h2>
${differenceTable(waits.statement, waits.candidate, ['Record', 'Page'])}
${decisionForm(waits, filter, reasonField(installation, who))}
${
  after === undefined
    ? html`<p>The ledger has no page for this case.</p>`
    : html`<h2>Reading</h2>${readingView(after.reading)}
<h2>Comparison with the page behind the record</h2>
${before === undefined ? html`<p>No record yet.</p>` : await sideBySide(installation, before, after)}
${frame(after)}`
}
${keysHelp()}`,
    };
  },
};

function decisionForm({ on, key, candidate, statement }: Waiting, filter: string, reasons: Html): Html {
  return html`<form method="post" action="/review/${on}${filter}" class="card decide">
<h2>Decide</h2>
${hiddenFields({ key })}
<fieldset class="choice"><legend class="unseen">Decision</legend>
<label><input type="radio" name="action" value="accept" required> Accept: publish the reading</label>
<label><input type="radio" name="action" value="reject"> Reject: ${statement === undefined ? 'do not publish it' : 'keep the record'}</label>
<label><input type="radio" name="action" value="correct"> Correct: enter the prices by hand</label>
</fieldset>
<div class="correction">
<p class="quiet">Enter all prices of each wrong tier; they replace its prices. Other tiers stay as read.</p>
${correctionFields(candidate)}
</div>
${reasons}
<button>Decide</button>
</form>`;
}

export const decide: ConsoleAction = {
  path: '/review/:on',
  async act(installation, form, request) {
    const waits = caseOf(installation, request.path.on);
    if (field(form, 'key') !== waits.key) throw new ConsoleProblem(409, CHANGED);
    const decision = decisionFor(waits, form, request);
    const next = caseAfter(installation, waits.on, request.query);
    const as = await installation.verifier.handOver(decision).catch((error) => {
      // Where another person was faster, their name says more than the refusal.
      caseOf(installation, waits.on);
      throw error;
    });
    const done = { done: decision.id, ...(as === 'queued' && { as }) };
    return { seeOther: `/review${next === undefined ? '' : `/${next}`}${queryOf(filterIn(request.query), done)}` };
  },
};
