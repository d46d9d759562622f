/** The review: readings that wait for a person, each next to the record and its page; and the decision. */
import * as z from 'zod';
import type { Decision } from '../../data/pipeline/review-decision.ts';
import { type Waiting, waitingReadings } from '../../data/store/ledger/review.ts';
import { captureAt, supportingCapture } from '../../data/store/ledger-queries/captures.ts';
import { differences } from '../../verifier/review/differences.ts';
import { byWorth } from '../../verifier/review/order.ts';
import { decisionOn } from '../../verifier/review/review.ts';
import { type Html, html } from '../../web/html.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { correctionFields, statedIn } from '../view/correction-form.ts';
import { quote, readingView } from '../view/reading-view.ts';
import { ago, counted, day, vendorText } from '../view/wording.ts';
import { frame, sideBySide } from './captures.ts';
import type { ConsoleAction, ConsolePage, PageRequest } from './page.ts';

const Choice = z.enum(['accept', 'reject', 'correct']);

export const review: ConsolePage = {
  path: '/review',
  show(installation, { query, now }) {
    const all = installation.ledger((ledger) => waitingReadings(ledger)) ?? [];
    const waiting = byWorth(all, installation.catalogue.products);
    const done = query.get('done');
    return {
      title: 'Review',
      place: '/review',
      isLive: true,
      main: html`<h1>Review</h1>
${done !== null && html`<p class="done" role="status">${query.get('as') === 'queued' ? 'Handed over; the verifier has not answered and takes it when it runs: ' : 'In the ledger: '}${vendorText(done, 240)}</p>`}
<p class="lead">Readings that the verifier did not publish by itself. What is worth most comes first. A record that is contradicted stands, and is shown as disputed, until somebody decides or the page says something else.</p>
<div id="waiting" data-live>${waiting.length === 0 ? html`<p class="calm-note">Nothing waits.</p>` : waitingTable(waiting, now)}</div>`,
    };
  },
};

function waitingTable(waiting: readonly Waiting[], now: Date): Html {
  return html`<ul class="cases">${waiting.map((each) => {
    const { on, slug, source, verdict, statement, candidate } = each;
    const differing = differences(statement, candidate).filter(({ isSame }) => !isSame);
    return html`<li><h2><a href="/review/${on}">${slug}</a> <span class="quiet">${source}</span></h2>
<p>${whatWaits(each)}, ${visits(each)}, last ${ago(each.lastSeenAt, now)}; score ${verdict.score.toFixed(2)}</p>
<p>${verdict.reasons.slice(0, 2).map((reason) => html`${vendorText(reason)}. `)}</p>
<p class="quiet">${differing.slice(0, 3).map(({ subject, before = '–', after = '–' }) => html`${vendorText(subject, 60)}: ${vendorText(before, 40)} → ${vendorText(after, 40)}; `)}${differing.length > 3 && html`and ${differing.length - 3} more`}</p></li>`;
  })}</ul>`;
}

function whatWaits({ kind, isRest, statement }: Waiting): string {
  if (isRest) return 'The rest of a reading that was published in part';
  if (kind === 'rereading') return 'Read again from the archive';
  return statement === undefined ? 'First reading' : 'Contradicts the record';
}

function visits({ seen, firstSeenAt, lastSeenAt }: Waiting): Html {
  const isOneDay = lastSeenAt.slice(0, 10) === firstSeenAt.slice(0, 10);
  return html`seen ${seen === 1 ? 'once' : `${seen} times in a row`}, ${day(firstSeenAt)}${!isOneDay && html` to ${day(lastSeenAt)}`}`;
}

/** @throws {ConsoleProblem} it does not wait any more */
function caseOf(installation: Installation, on = ''): Waiting {
  const found = installation.ledger((ledger) => waitingReadings(ledger).find((each) => each.on === on));
  if (found === undefined)
    throw new ConsoleProblem(
      404,
      `Nothing of the name "${vendorText(on, 240)}" waits any more: it was decided, or the page says something else`,
    );
  return found;
}

export const reviewCase: ConsolePage = {
  path: '/review/:on',
  async show(installation, { path: { on = '' }, now }) {
    const waits = caseOf(installation, on);
    const { slug, source, url, verdict } = waits;
    const [after, before] = installation.ledger((ledger) => [
      captureAt(ledger, on),
      supportingCapture(ledger, slug, source),
    ]) ?? [undefined, undefined];
    return {
      title: `Review ${slug}`,
      place: '/review',
      main: html`<p class="crumbs"><a href="/review">Review</a></p>
<h1><a href="/products/${slug}">${slug}</a> <span class="quiet">${source}</span></h1>
<p class="lead">${whatWaits(waits)}: ${visits(waits)}, last ${ago(waits.lastSeenAt, now)}.</p>
<p class="url"><a href="${url}" rel="noreferrer">${vendorText(url, 300)}</a></p>
<h2>Why it waits</h2>
<ul class="reasons">${verdict.reasons.map((reason) => html`<li>${vendorText(reason)}</li>`)}<li>score ${verdict.score.toFixed(2)}</li></ul>
<h2>What would change</h2>
${besideTable(waits)}
${decisionForm(waits)}
${
  after === undefined
    ? html`<p>The ledger has no page of it.</p>`
    : html`<h2>What was read</h2>${readingView(after.reading)}
<h2>Beside the page that supports the record</h2>
${before === undefined ? html`<p>No page supports a record yet.</p>` : await sideBySide(installation, before, after)}
${frame(after)}`
}`,
    };
  },
};

function besideTable({ statement, candidate }: Waiting): Html {
  const all = differences(statement, candidate);
  const differing = all.filter(({ isSame }) => !isSame);
  const same = all.length - differing.length;
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th>Fact</th><th class="number">Record</th><th class="number">Page</th><th class="number">Sure</th><th>Words of both</th></tr></thead><tbody>${differing.map(
    ({ subject, terms, before, after, confidence, quoteBefore, quoteAfter }) =>
      html`<tr><th scope="row">${vendorText(subject, 120)}${terms !== '' && html` <span class="quiet">${vendorText(terms, 80)}</span>`}</th><td class="number">${before === undefined ? '–' : html`<del>${vendorText(before, 60)}</del>`}</td><td class="number">${after === undefined ? '–' : html`<ins>${vendorText(after, 60)}</ins>`}</td><td class="number">${confidence?.toFixed(2)}</td><td>${quoteBefore !== undefined && quote(quoteBefore)}${quoteAfter !== undefined && quoteAfter !== quoteBefore && html`<br>${quote(quoteAfter)}`}</td></tr>`,
  )}</tbody></table></div>${same > 0 && html`<p class="quiet">${counted(same, 'fact')} ${same === 1 ? 'is' : 'are'} the same on both sides.</p>`}`;
}

function decisionForm({ on, key, candidate }: Waiting): Html {
  return html`<form method="post" action="/review/${on}" class="card decide">
<h2>Decide</h2>
<input type="hidden" name="key" value="${key}">
<fieldset class="choice"><legend class="unseen">Decision</legend>
<label><input type="radio" name="action" value="accept" required> Accept: the page says so</label>
<label><input type="radio" name="action" value="reject"> Reject: the record stands</label>
<label><input type="radio" name="action" value="correct"> Correct: the page says something else</label>
</fieldset>
<div class="correction">
<p class="quiet">State the tiers that were misread, whole: what is stated takes the place of all their prices. The others stay as they were read.</p>
${correctionFields(candidate)}
</div>
<label class="wide">Why <input name="reason" required maxlength="300" placeholder="one line; it stands beside the record, with your name"></label>
<button>Decide</button>
</form>`;
}

export const decide: ConsoleAction = {
  path: '/review/:on',
  async act(installation, form, request) {
    const waits = caseOf(installation, request.path.on);
    if (field(form, 'key') !== waits.key)
      throw new ConsoleProblem(409, 'Other prices wait there by now than those that you were shown: look again');
    const decision = decisionFor(waits, form, request);
    const as = await installation.handOver(decision);
    return { seeOther: `/review?done=${encodeURIComponent(decision.id)}&as=${as}` };
  },
};

function decisionFor(waits: Waiting, form: FormData, { who, now }: PageRequest): Decision {
  const { success, data: action } = Choice.safeParse(field(form, 'action'));
  if (!success) throw new ConsoleProblem(422, 'Accept, reject or correct');
  const values = action === 'correct' ? statedIn(form) : undefined;
  const reason = field(form, 'reason');
  if (reason === '') throw new ConsoleProblem(422, 'A decision says why: give a reason');
  try {
    return decisionOn(waits, { action, values, by: who, reason, decidedAt: now.toISOString() });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new ConsoleProblem(422, `The decision can’t be taken: ${z.prettifyError(error)}`);
  }
}
