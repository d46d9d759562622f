/** The overview: alarms, counts of checks, the last visits, the published generation and the queues. */
import type { Heartbeats } from '../../config/heartbeat.ts';
import type { Depth } from '../../config/queues.ts';
import { jobsDue } from '../../crawler/schedule/due.ts';
import type { SourceFacts } from '../../data/source-facts.ts';
import { waitingReadings } from '../../data/store/ledger/review.ts';
import { lastVisits, type Visit } from '../../data/store/ledger-queries/captures.ts';
import { openReports } from '../../data/store/ledger-queries/mistake-reports.ts';
import type { VisitShares } from '../../data/store/ledger-queries/visit-figures.ts';
import { cooperativeYield, inSlices } from '../../data/store/steps.ts';
import { type Alarm, alarmsOf } from '../../verifier/status/alarms.ts';
import { type Html, html } from '../../web/html.ts';
import type { Installation } from '../installation/installation.ts';
import { ago, badge, counted, number, percent, sourceLink, vendorText } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';
import { channelsInTrouble } from './watchlists.ts';

const LAST_VISITS = 12;

export const overview: ConsolePage = {
  path: '/',
  async show(installation, { now }) {
    const facts = await installation.facts();
    const { products } = installation.catalogue;
    const observed = await installation.observed();
    const { depths, entries, heartbeats, shares } = observed;
    const [crawl] = depths ?? [];
    const { waiting = 0, prioritized = 0, delayed = 0 } = crawl?.counts ?? {};
    const plan = { ...(await installation.plan()), now };
    const due = (await inSlices(jobsDue(products, facts, plan), cooperativeYield())).length;
    const toReview = installation.ledger((ledger) => waitingReadings(ledger).length + openReports(ledger).length) ?? 0;
    const failing = [...facts.values()].filter(isFailing).length;
    const sources = products
      .filter(({ retired }) => retired === undefined)
      .flatMap((product) => product.sources).length;
    const { inTrouble, all } = channelsInTrouble(installation);
    const visits = installation.ledger((ledger) => lastVisits(ledger, { limit: LAST_VISITS })) ?? [];
    return {
      title: 'Overview',
      place: '/',
      isLive: true,
      main: html`<h1>Overview</h1>
<div id="alarms" data-live>${alarmList(alarmsOf(observed, now))}</div>
<div id="figures" data-live class="figures">
${figure({ name: 'Due', value: due, path: '/checks', more: `of ${counted(sources, 'source')}` })}
${figure({ name: 'Running', value: crawl?.counts.active, path: '/checks', more: counted(crawl?.workers ?? 0, 'crawler') })}
${figure({ name: 'Queued', value: crawl && waiting + prioritized + delayed, path: '/queues', more: `${number(delayed)} delayed` })}
${figure({ name: 'To review', value: toReview, path: '/review', more: 'waiting for a decision' })}
${figure({ name: 'Failing', value: shareOf(failing, facts.size), path: '/failures', more: failingWords(failing, facts.size, shares) })}
${all > 0 && figure({ name: 'Not delivering', value: inTrouble, path: '/watchlists', more: `of ${counted(all, 'channel')}` })}
</div>
<section class="columns">
<div><h2>Last visits</h2><div id="visits" data-live>${visitTable(visits, now)}</div></div>
<div><h2>Published</h2><div id="published" data-live>${publication(installation, entries, now)}</div>
<h2>Queues</h2><div id="depths" data-live>${depthTable(depths)}</div>
<h2>Processes</h2><div id="processes" data-live>${processTable(heartbeats, now)}</div></div>
</section>`,
    };
  },
};

function shareOf(part: number, of: number): string | undefined {
  return of === 0 ? undefined : percent(part / of);
}

/** With the failed visits of the last day and of the day before, where there are some of both. */
function failingWords(failing: number, visited: number, shares: VisitShares | undefined): string {
  const [now, before] = [shares?.lately, shares?.earlier].map((each) => shareOf(each?.failed ?? 0, each?.visits ?? 0));
  const trend =
    now === undefined || before === undefined
      ? ''
      : `; failed visits: ${now} in the last day, ${before} the day before`;
  return `${number(failing)} of ${counted(visited, 'source')}${trend}`;
}

/** The last visit found no prices. */
export function isFailing({ outcome }: SourceFacts): boolean {
  return outcome === 'unreadable' || outcome === 'unsupported';
}

function alarmList(alarms: readonly Alarm[]): Html {
  if (alarms.length === 0) return html`<p class="calm-note">No alarms.</p>`;
  return html`<ul class="alarms">${alarms.map(
    ({ name, says, mend, path }) =>
      html`<li data-alarm="${name}"><strong>${says}</strong> ${mend} <a href="${path}">Details</a></li>`,
  )}</ul>`;
}

type Figure = Record<'name' | 'path' | 'more', string> & { value: number | string | undefined };

function figure({ name, value, path, more }: Figure): Html {
  return html`<a class="figure" href="${path}"><span class="name">${name}</span><span class="value">${typeof value === 'number' ? number(value) : (value ?? '–')}</span><span class="quiet">${more}</span></a>`;
}

export function visitTable(visits: readonly Visit[], now: Date): Html {
  if (visits.length === 0) return html`<p class="quiet">No visits yet.</p>`;
  return html`<div class="scroll"><table class="dense"><thead><tr><th>When</th><th>Source</th><th>Outcome</th><th class="number">Score</th><th>Reason</th></tr></thead>
<tbody>${visits.map(
    ({ id, kind, slug, source, observedAt, outcome, score, reason }) =>
      html`<tr><td class="when">${ago(observedAt, now)}</td><td>${sourceLink({ slug, source })}</td><td><a class="bare" href="/checks/${id}">${badge(outcome)}</a> ${kind === 'unchanged' && html`<span class="quiet">same page</span>`}</td><td class="number">${kind === 'failure' || score === 0 ? '' : score.toFixed(2)}</td><td class="why">${vendorText(reason ?? '', 120)}</td></tr>`,
  )}</tbody></table></div>`;
}

function publication(installation: Installation, entries: number, now: Date): Html {
  const published = installation.published();
  if (published === undefined) return html`<p>Not published yet.</p>`;
  const { generation, publishedAt, products, ledger } = published;
  const open = entries - ledger.entries;
  return html`<dl class="facts">
<div><dt>Generation</dt><dd>${generation}, ${ago(publishedAt, now)}</dd></div>
<div><dt>Products</dt><dd>${number(products)}</dd></div>
<div><dt>Ledger</dt><dd>${counted(entries, 'entry', 'entries')}, ${open <= 0 ? 'all published' : `${number(open)} not published yet`}</dd></div>
</dl>`;
}

const PROCESSES = ['scheduler', 'crawler', 'verifier', 'exporter'] as const;

function processTable(heartbeats: Heartbeats, now: Date): Html {
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Process</th><th>Last heartbeat</th><th>Last activity</th></tr></thead><tbody>${PROCESSES.map(
    (process) => {
      const { at, host, workedAt = process === 'scheduler' ? at : undefined } = heartbeats[process] ?? {};
      return html`<tr><th scope="row">${process}</th><td class="when">${at === undefined ? 'never' : ago(at, now)}${host !== undefined && html` <span class="quiet">${vendorText(host, 60)}</span>`}</td><td class="when">${workedAt !== undefined && ago(workedAt, now)}</td></tr>`;
    },
  )}</tbody></table></div>`;
}

function depthTable(depths: readonly Depth[] | undefined): Html {
  if (depths === undefined) return html`<p>Redis does not respond.</p>`;
  const states = ['active', 'waiting', 'delayed', 'failed'];
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Queue</th>${states.map((state) => html`<th class="number">${state}</th>`)}<th class="number">workers</th></tr></thead><tbody>${depths.map(
    ({ name, counts, workers }) =>
      html`<tr><th scope="row"><a href="/queues/queue/${name}">${name}</a></th>${states.map((state) => html`<td class="number">${number(counts[state] ?? 0)}</td>`)}<td class="number">${number(workers)}</td></tr>`,
  )}</tbody></table></div>`;
}
