/** What a source is published to state; and the decision to correct, withdraw or revert it without a reading that waits. */
import * as z from 'zod';
import type { Decision } from '../../data/pipeline/review-decision.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { isAnyPlanKnown } from '../../data/prices/price-state.ts';
import {
  type EarlierStatement,
  earlierStatements,
  type Standing,
  standingStatement,
} from '../../data/store/ledger/review.ts';
import { differences } from '../../verifier/review/differences.ts';
import { type Html, html, options } from '../../web/html.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { correctionFields, statedIn } from '../view/correction-form.ts';
import { hiddenFields } from '../view/form-parts.ts';
import { quote } from '../view/reading-view.ts';
import { day, vendorText } from '../view/wording.ts';
import { decisionIn } from './decision.ts';
import type { ConsoleAction, ConsolePage, PageRequest } from './page.ts';

const PATH = '/products/:slug/sources/:source';
const MOST_EARLIER = 20;

const Choice = z.object({
  action: z.enum(['correct', 'withdraw', 'revert']),
  from: z.enum(['beginning', 'now']),
});

/** @throws {ConsoleProblem} there is no such source, or it was never visited */
function publishedBy(installation: Installation, { slug = '', source = '' }: PageRequest['path']) {
  const isThere = installation.product(slug)?.sources.some(({ id, kind }) => id === source && kind !== 'openapi');
  const found = isThere
    ? installation.ledger((ledger) => {
        const standing = standingStatement(ledger, slug, source);
        return standing && { standing, earlier: earlierStatements(ledger, standing).slice(0, MOST_EARLIER) };
      })
    : undefined;
  if (found === undefined)
    throw new ConsoleProblem(404, `Source "${vendorText(source, 80)}" of "${vendorText(slug, 80)}" has no visits yet`);
  return found;
}

export const sourceRecord: ConsolePage = {
  path: PATH,
  show(installation, { path }) {
    const { standing, earlier } = publishedBy(installation, path);
    const { slug, source, since, statement } = standing;
    return {
      title: `${slug}: ${source}`,
      place: '/products',
      main: html`<p class="crumbs"><a href="/products">Products</a> <a href="/products/${slug}">${slug}</a></p>
<h1>${slug} <span class="quiet">${source}</span></h1>
${isAnyPlanKnown(statement) ? html`<p class="lead">Published since ${day(since)}.</p>${factTable(statement)}` : html`<p class="lead">No prices are published from this source.</p>`}
${decisionForm(standing, earlier)}`,
    };
  },
};

function factTable(statement: Statement): Html {
  const facts = differences(undefined, statement);
  return html`<div class="scroll" tabindex="0"><table><thead><tr><th>Fact</th><th class="number">Record</th><th>Quote</th></tr></thead><tbody>${facts.map(
    ({ subject, terms, after, quoteAfter }) =>
      html`<tr><th scope="row">${vendorText(subject, 120)}${terms !== '' && html` <span class="quiet">${vendorText(terms, 80)}</span>`}</th><td class="number">${after !== undefined && vendorText(after, 60)}</td><td>${quoteAfter === undefined ? html`<span class="quiet">entered by hand</span>` : quote(quoteAfter)}</td></tr>`,
  )}</tbody></table></div>`;
}

function decisionForm(
  { slug, source, on, key, since, statement }: Standing,
  earlier: readonly EarlierStatement[],
): Html {
  const isStated = isAnyPlanKnown(statement);
  return html`<form method="post" action="/products/${slug}/sources/${source}" class="card decide">
<h2>Change published prices</h2>
${hiddenFields({ on, key })}
<fieldset class="choice"><legend class="unseen">Decision</legend>
<label><input type="radio" name="action" value="correct" required> Correct: enter the prices by hand</label>
${isStated && html`<label><input type="radio" name="action" value="withdraw"> Withdraw: publish nothing until the next reading</label>`}
${earlier.length > 0 && html`<label><input type="radio" name="action" value="revert"> Revert: restore earlier prices</label>`}
</fieldset>
<div class="correction">
<p class="quiet">Enter all prices of each wrong tier; they replace its prices. Other tiers stay.</p>
${correctionFields(statement)}
<label class="wide">Source URL <input type="url" name="sourceUrl" maxlength="2000" placeholder="default: the page of this source"></label>
</div>
${earlier.length > 0 && html`<div class="reversion"><label class="wide">Restore <select name="to">${options(earlier.map((each) => [each.on, `${each.observedAt.slice(0, 10)}: ${vendorText(summary(each.statement), 120)}`]))}</select></label></div>`}
<label>Effective <select name="from">${(isStated || earlier.length > 0) && html`<option value="beginning">since ${since.slice(0, 10)}, when ${isStated ? 'these prices' : 'the withdrawal'} began</option>`}<option value="now">from now on</option></select></label>
<label class="wide">Reason <input name="reason" required maxlength="300" placeholder="One line, published with your name"></label>
<button>Publish the decision</button>
</form>`;
}

function summary(statement: Statement): string {
  const facts = differences(undefined, statement).map(({ subject, after = '' }) => `${subject} ${after}`);
  return facts.length > 3 ? `${facts.slice(0, 3).join(', ')} and ${facts.length - 3} more` : facts.join(', ');
}

export const takeBack: ConsoleAction = {
  path: PATH,
  async act(installation, form, request) {
    const { standing } = publishedBy(installation, request.path);
    if (field(form, 'on') !== standing.on || field(form, 'key') !== standing.key)
      throw new ConsoleProblem(409, 'The record changed after you opened this page. Reload and decide again');
    const decision = decisionFor(standing, form, request);
    const as = await installation.verifier.handOver(decision);
    const { slug, action } = decision;
    return { seeOther: `/products/${slug}?done=${action}&as=${as}` };
  },
};

function decisionFor(standing: Standing, form: FormData, request: PageRequest): Decision {
  const { success, data } = Choice.safeParse({ action: field(form, 'action'), from: field(form, 'from') });
  if (!success) throw new ConsoleProblem(422, 'Choose Correct, Withdraw or Revert');
  const { action, from } = data;
  const values = action === 'correct' ? statedIn(form) : undefined;
  const sourceUrl = action === 'correct' ? field(form, 'sourceUrl') || undefined : undefined;
  const to = action === 'revert' ? field(form, 'to') : undefined;
  return decisionIn(form, request, { on: standing, action, values, sourceUrl, to, from });
}
