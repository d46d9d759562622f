/** Checks: running, waiting and due; a check on demand; and the result of one. */
import type { Job } from 'bullmq';
import { depthOf } from '../../config/queues.ts';
import { checkJobs, putFirst } from '../../crawler/schedule/crawl-queue.ts';
import { jobsDue } from '../../crawler/schedule/due.ts';
import { type CrawlJob, observationId } from '../../data/observation.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { lastVisits } from '../../data/store/ledger-queries/captures.ts';
import { readJudged } from '../../data/store/ledger-queries/source-facts.ts';
import { cooperativeYield, inSlices } from '../../data/store/steps.ts';
import { type Html, html } from '../../web/html.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { quote, readingView } from '../view/reading-view.ts';
import { ago, badge, exact, number, sourceLink, span, teachLink, vendorText } from '../view/wording.ts';
import { visitTable } from './overview.ts';
import type { ConsoleAction, ConsolePage } from './page.ts';

const SHOWN = 40;
const SHOWN_VISITS = 30;
const MOST_ASKED = 20;

export const checks: ConsolePage = {
  path: '/checks',
  async show(installation, { query, now }) {
    const asked = (query.get('of') ?? '').split(',').filter(Boolean).slice(0, MOST_ASKED);
    const facts = await installation.facts();
    const plan = { ...(await installation.plan()), now };
    const due = await inSlices(jobsDue(installation.catalogue.products, facts, plan), cooperativeYield());
    const { crawl } = installation.queues;
    const [active, waiting, delayed, { counts }] = await Promise.all([
      crawl.getActive(0, SHOWN - 1),
      crawl.getWaiting(0, SHOWN - 1),
      crawl.getDelayed(0, SHOWN - 1),
      depthOf(crawl),
    ]);
    const queued = counts.waiting + counts.prioritized + counts.delayed;
    const followed = await Promise.all(asked.map((id) => progressOf(installation, id)));
    const visits = installation.ledger((ledger) => lastVisits(ledger, { limit: SHOWN_VISITS })) ?? [];
    return {
      title: 'Checks',
      place: '/checks',
      isLive: true,
      main: html`<h1>Checks</h1>
${query.has('taught') && html`<p class="done" role="status">The recipe is saved in <code>products/${query.get('taught') ?? ''}.yaml</code>. A check of the source with it has started. Undo it in the <a href="/activity">activity log</a>.</p>`}
${checkForm(query.get('slug') ?? '', query.get('why') ?? '')}
<div id="asked" data-live>${followed.length > 0 && followedList(followed)}</div>
<div id="running" data-live><h2>Running <span class="count">${number(counts.active)}</span></h2>${jobTable(active, counts.active, now)}</div>
<div id="waiting" data-live><h2>Waiting <span class="count">${number(queued)}</span></h2>${jobTable([...waiting, ...delayed], queued, now)}</div>
<div id="due" data-live><h2>Due <span class="count">${number(due.length)}</span></h2>${dueTable(due, facts, now)}</div>
<h2>Last visits</h2><div id="visits" data-live>${visitTable(visits, now)}</div>`,
    };
  },
};

export function checkForm(slug: string, why: string): Html {
  return html`<form method="post" action="/checks" class="row">
<label>Product <input name="slug" required pattern="[a-z0-9\\-]{1,80}" value="${slug}" placeholder="slug"></label>
<label class="wide">Reason <input name="reason" required maxlength="300" value="${why}" placeholder="One line, stored in the activity log"></label>
<button>Check now</button>
</form>`;
}

export const checkNow: ConsoleAction = {
  path: '/checks',
  async act(installation, form, { who, now }) {
    const slug = field(form, 'slug');
    const product = installation.product(slug);
    if (product === undefined) throw new ConsoleProblem(404, `No product "${vendorText(slug, 80)}" in the catalogue`);
    if (product.retired !== undefined)
      throw new ConsoleProblem(409, `${product.name} is retired and no longer checked`);
    await installation.note({ action: 'check_requested', slug, by: who, reason: field(form, 'reason') });
    const jobs = checkJobs([product], await installation.facts([slug]), now);
    await putFirst(installation.queues.crawl, jobs);
    return { seeOther: `/checks?of=${jobs.map(observationId).join(',')}` };
  },
};

interface Progress {
  id: string;
  state: string;
  more: string;
  isJudged: boolean;
}

async function progressOf(installation: Installation, id: string): Promise<Progress> {
  const judged = installation.ledger(() => readJudged(installation.ledgerFile, id));
  if (judged !== undefined)
    return { id, state: judged.verdict.outcome, more: judged.verdict.reasons[0] ?? '', isJudged: true };
  const job = await installation.queues.crawl.getJob(id);
  if (job === undefined) return { id, state: 'unknown', more: 'in neither the ledger nor the queue', isJudged: false };
  const state = await job.getState();
  const more: Record<string, string> = { completed: 'visited, waiting for the verifier', failed: job.failedReason };
  return { id, state, more: more[state] ?? '', isJudged: false };
}

function followedList(followed: readonly Progress[]): Html {
  const open = followed.filter(({ isJudged }) => !isJudged).length;
  return html`<section class="card" aria-live="polite"><h2>Requested checks</h2><progress max="${followed.length}" value="${followed.length - open}">${followed.length - open} of ${followed.length}</progress>
<ul class="plain">${followed.map(
    ({ id, state, more, isJudged }) =>
      html`<li>${badge(state)} ${isJudged ? html`<a href="/checks/${id}">${id}</a>` : id} <span class="quiet">${vendorText(more, 200)}</span></li>`,
  )}</ul></section>`;
}

/** @param all of them, beyond those shown */
function jobTable(jobs: readonly Job<CrawlJob>[], all: number, now: Date): Html {
  if (jobs.length === 0) return html`<p class="quiet">None.</p>`;
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Source</th><th>Page</th><th>Fetched with</th><th>Since</th><th class="number">Attempt</th></tr></thead><tbody>${jobs.map(
    ({ data, attemptsMade, processedOn, timestamp, delay }) =>
      html`<tr><td>${sourceLink(data)}</td><td class="url">${vendorText(data.url, 120)}</td><td>${data.render}</td><td class="when">${ago(new Date(processedOn ?? timestamp).toISOString(), now)}${delay > 0 && processedOn === undefined && html` <span class="quiet">waits ${span(delay)}</span>`}</td><td class="number">${attemptsMade + 1}</td></tr>`,
  )}</tbody></table></div>${all > jobs.length && html`<p class="quiet">${number(all - jobs.length)} more.</p>`}`;
}

function dueTable(due: readonly CrawlJob[], facts: ReadonlyMap<string, SourceFacts>, now: Date): Html {
  if (due.length === 0) return html`<p class="quiet">Nothing is due.</p>`;
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Source</th><th>Page</th><th>Last visit</th></tr></thead><tbody>${due
    .slice(0, SHOWN)
    .map(({ slug, source, url }) => {
      const last = facts.get(sourceKey(slug, source))?.checkedAt;
      return html`<tr><td>${sourceLink({ slug, source })}</td><td class="url">${vendorText(url, 120)}</td><td class="when">${last === undefined ? 'never' : ago(last, now)}</td></tr>`;
    })}</tbody></table></div>${due.length > SHOWN && html`<p class="quiet">${due.length - SHOWN} more, highest priority first.</p>`}`;
}

export const check: ConsolePage = {
  path: '/checks/:id',
  async show(installation, { path: { id = '' }, now }) {
    const judged = installation.ledger(() => readJudged(installation.ledgerFile, id));
    if (judged === undefined) {
      const { state, more } = await progressOf(installation, id);
      if (state === 'unknown') throw new ConsoleProblem(404, `No check "${vendorText(id, 240)}" in the ledger`);
      return {
        title: id,
        place: '/checks',
        isLive: true,
        main: html`<h1>${vendorText(id, 240)}</h1><div id="state" data-live><p>${badge(state)} ${vendorText(more)}</p></div>`,
      };
    }
    const { observation, verdict } = judged;
    const { slug, source, observedAt } = observation;
    return {
      title: `${slug}: ${verdict.outcome}`,
      place: '/checks',
      main: html`<p class="crumbs"><a href="/checks">Checks</a></p>
<h1>${sourceLink({ slug, source })}</h1>
<p>${badge(verdict.outcome)} ${ago(observedAt, now)} <span class="quiet">${exact(observedAt)}</span>${observation.kind !== 'failure' && html`, score ${verdict.score.toFixed(2)}`}</p>
<ul class="reasons">${verdict.reasons.map((reason) => html`<li>${vendorText(reason)}</li>`)}${verdict.refused.map(({ quote: words, reason }) => html`<li>refused, ${vendorText(reason)}: ${quote(words)}</li>`)}</ul>
${'url' in observation && html`<p class="url"><a href="${observation.url}" rel="noreferrer">${vendorText(observation.url, 300)}</a></p>`}
${observation.kind === 'failure' && html`<p>${badge(observation.failure)} ${vendorText(observation.detail)}</p>`}
${observation.kind === 'unchanged' && html`<p>The page has not changed. <a href="/captures/${id}">Earlier reading</a></p>`}
${(observation.kind === 'page' || observation.kind === 'rereading') && html`<h2>Reading</h2>${readingView(observation.reading)}<p><a class="button" href="/captures/${id}">The page with its prices marked</a>${observation.reading.api === undefined && html` ${teachLink(observation, id)}`}</p>`}
${observation.kind === 'decision' && html`<p>${badge(observation.action)} by ${observation.by}: ${vendorText(observation.reason)}</p>`}`,
    };
  },
};
