/** The budget of checks: how often each source deserves a check and gets one. */
import { CADENCE } from '../../config/cadence.ts';
import { sourceKey } from '../../data/source-facts.ts';
import { visitCounts } from '../../data/store/ledger-queries/captures.ts';
import { readWatching } from '../../data/store/ledger-queries/source-facts.ts';
import { cooperativeYield, inSlices, sorted } from '../../data/store/steps.ts';
import { html } from '../../web/html.ts';
import { ago, counted, number, percent, span } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

const SHOWN = 100;
const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;

export const budget: ConsolePage = {
  path: '/budget',
  async show(installation, { query, now }) {
    const plan = await installation.plan();
    const { checksPerDay } = installation.environment;
    const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS).toISOString();
    const made = installation.ledger((ledger) => visitCounts(ledger, since)) ?? new Map();
    const wanted = (query.get('q') ?? '').trim().toLowerCase();
    const all = installation.catalogue.products
      .filter(({ slug, retired }) => retired === undefined && slug.includes(wanted))
      .flatMap(({ slug, sources }) => sources.map((source) => ({ slug, source, wait: plan.waitMs(slug, source) })));
    const rows = await inSlices(
      sorted(all, (a, b) => a.wait - b.wait),
      cooperativeYield(),
    );
    const shown = rows.slice(0, SHOWN);
    const slugs = [...new Set(shown.map(({ slug }) => slug))];
    const facts = await installation.facts(slugs);
    const watching = readWatching(installation.ledgerFile, slugs);
    return {
      title: 'Budget',
      place: '/budget',
      main: html`<h1>Budget</h1>
<div class="figures">
<div class="figure"><span class="name">Planned</span><span class="value">${number(plan.checksPerDay)}</span><span class="quiet">checks a day, limit ${number(checksPerDay)} (CHECKS_PER_DAY)</span></div>
<div class="figure"><span class="name">Expected freshness</span><span class="value">${percent(plan.freshness)}</span><span class="quiet">of all sources by weight, at any time</span></div>
<div class="figure"><span class="name">Hosts at their limit</span><span class="value">${number(plan.hostsAtLimit)}</span><span class="quiet">limited by robots.txt and our request rate</span></div>
</div>
${!plan.isWithinBudget && html`<ul class="alarms"><li data-alarm="budget_short"><strong>CHECKS_PER_DAY is too low.</strong> Every source waits longer than its cadence allows. Raise CHECKS_PER_DAY.</li></ul>`}
<form method="get" action="/budget" class="row" role="search"><label class="wide">Product <input type="search" name="q" value="${query.get('q') ?? ''}"></label><button class="plain">Find</button></form>
<p class="quiet">${counted(rows.length, 'source')}, most frequent first${rows.length > SHOWN && `; the first ${SHOWN}`}. Visits: last ${WINDOW_DAYS} days.</p>
<div class="scroll"><table class="dense"><thead><tr><th>Source</th><th>Cadence</th><th class="number">Planned interval</th><th class="number">Allowed interval</th><th class="number">Visits</th><th class="number">Actual interval</th><th class="number">Changes seen</th><th>Last visit</th></tr></thead><tbody>${shown.map(
        ({ slug, source, wait }) => {
          const { shortestMs, longestMs } = CADENCE[source.cadence];
          const visits = made.get(sourceKey(slug, source.id));
          const last = facts.get(sourceKey(slug, source.id))?.checkedAt;
          const watched = watching.get(slug);
          const isSeveral = visits !== undefined && visits.visits > 1 && last !== undefined;
          const gets = isSeveral ? (Date.parse(last) - Date.parse(visits.first)) / (visits.visits - 1) : undefined;
          return html`<tr><td><a href="/products/${slug}">${slug}</a> <span class="quiet">${source.id}</span></td><td>${source.cadence}</td><td class="number">${span(wait)}</td><td class="number quiet">${span(shortestMs)} to ${span(longestMs)}</td><td class="number">${number(visits?.visits ?? 0)}</td><td class="number">${gets === undefined ? '–' : span(gets)}</td><td class="number">${watched === undefined ? '–' : number(watched.changes)}</td><td class="when">${last === undefined ? 'never' : ago(last, now)}</td></tr>`;
        },
      )}</tbody></table></div>`,
    };
  },
};
