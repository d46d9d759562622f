/** Sources without prices at their last visit, by kind of failure and by vendor, with the time of the next visit. */
import { dueAgainAt } from '../../crawler/schedule/due.ts';
import type { CatalogueProduct, Source } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { type LastAnswer, lastAnswer } from '../../data/store/ledger-queries/captures.ts';
import { type Html, html } from '../../web/html.ts';
import { ago, badge, counted, number, teachPath, vendorText } from '../view/wording.ts';
import { isFailing } from './overview.ts';
import type { ConsolePage } from './page.ts';

/** Bounded, since each row takes a query of the ledger. */
const SHOWN = 100;
const SHOWN_VENDORS = 12;

interface Failing {
  product: CatalogueProduct;
  source: Source;
  facts: SourceFacts;
  kind: string;
}

export const failures: ConsolePage = {
  path: '/failures',
  async show(installation, { query, now }) {
    const facts = await installation.facts();
    const all = installation.catalogue.products.flatMap((product) =>
      product.sources.flatMap((source): Failing[] => {
        const known = facts.get(sourceKey(product.slug, source.id));
        return known !== undefined && isFailing(known) && product.retired === undefined
          ? [{ product, source, facts: known, kind: kindOf(known) }]
          : [];
      }),
    );
    const [kind, vendor] = [query.get('kind'), query.get('vendor')];
    const byKind = Map.groupBy(all, (each) => each.kind);
    const byVendor = Map.groupBy(all, (each) => each.product.vendor);
    const chosen = all.filter(
      (each) => (kind === null || each.kind === kind) && (vendor === null || each.product.vendor === vendor),
    );
    const shown = chosen.toSorted((a, b) => b.facts.failuresInARow - a.facts.failuresInARow).slice(0, SHOWN);
    const plan = await installation.plan();
    const answers =
      installation.ledger((ledger) =>
        shown.map(({ product, source }) => lastAnswer(ledger, product.slug, source.id)),
      ) ?? [];
    const rows = shown.map((each, at) => ({
      ...each,
      answer: answers[at],
      next: dueAgainAt(each.facts, plan.waitMs(each.product.slug, each.source)),
    }));
    return {
      title: 'Failures',
      place: '/failures',
      isLive: true,
      main: html`<h1>Failures</h1>
<p class="lead">${counted(all.length, 'source')} without prices at the last visit, of ${number(facts.size)} visited so far.</p>
<div id="failures" data-live>
${tallies('kind', byKind, kind)}
${tallies('vendor', byVendor, vendor)}
${(kind !== null || vendor !== null) && html`<p><a href="/failures">All failures</a></p>`}
${chosen.length === 0 ? html`<p>None.</p>` : failureTable(rows, now)}
${chosen.length > SHOWN && html`<p class="quiet">${chosen.length - SHOWN} more</p>`}
</div>`,
    };
  },
};

function kindOf({ failure, outcome, failuresInARow }: SourceFacts): string {
  return failuresInARow > 0 && failure !== undefined ? failure : outcome;
}

/** Links that narrow the list by the parameter `name`, each with its count. */
function tallies(
  name: string,
  found: ReadonlyMap<string, readonly Failing[]>,
  chosen: string | null,
): Html | undefined {
  const groups = [...found]
    .map(([value, failing]) => ({ value, count: failing.length }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
  if (groups.length === 0) return undefined;
  return html`<nav class="tallies" aria-label="By ${name}"><span class="quiet">By ${name}</span> ${groups
    .slice(0, SHOWN_VENDORS)
    .map(
      ({ value, count }) =>
        html`<a href="/failures?${name}=${encodeURIComponent(value)}"${value === chosen && html` aria-current="true"`}>${vendorText(value.replaceAll('_', ' '), 60)} <b>${number(count)}</b></a> `,
    )}${groups.length > SHOWN_VENDORS && html`<span class="quiet">and ${groups.length - SHOWN_VENDORS} more</span>`}</nav>`;
}

type Row = Failing & { answer: LastAnswer | undefined; next: Date };

function failureTable(failing: readonly Row[], now: Date): Html {
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Source</th><th>Kind</th><th>Last answer</th><th class="number">Failed visits</th><th>Since</th><th>Next visit</th><th><span class="unseen">Check</span></th></tr></thead>
<tbody>${failing.map(
    ({ product: { slug, vendor }, source, facts, kind, answer, next }) =>
      html`<tr><td><a href="/products/${slug}">${slug}</a> <span class="quiet">${source.id}, ${vendorText(vendor, 60)}</span></td><td>${badge(kind)}</td><td class="why">${answer !== undefined && html`<a href="/checks/${answer.id}">${vendorText(answer.detail, 160) || 'Details'}</a>${answer.status !== undefined && html` <span class="quiet">${answer.status}</span>`}`}</td><td class="number">${facts.failuresInARow > 0 && number(facts.failuresInARow)}</td><td class="when">${answer !== undefined && ago(answer.since, now)}</td><td class="when">${next.getTime() <= now.getTime() ? 'due' : ago(next.toISOString(), now)}</td><td><a class="button small" href="/checks?slug=${slug}&why=${encodeURIComponent(`check whether it is still ${kind.replaceAll('_', ' ')}`)}">Check</a>${facts.page !== undefined && source.kind !== 'openapi' && html` <a class="button small" href="${teachPath({ slug, source: source.id })}">Teach</a>`}</td></tr>`,
  )}</tbody></table></div>`;
}
