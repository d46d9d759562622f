/** The catalogue: products by name, and one product with its sources, visits and pages. */
import { dueAgainAt } from '../../crawler/schedule/due.ts';
import { isAnyPlanKnown } from '../../data/prices/price-state.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { sourceKey } from '../../data/source-facts.ts';
import { standingStatement } from '../../data/store/ledger/review.ts';
import { lastVisits, type Visit } from '../../data/store/ledger-queries/captures.ts';
import { type Html, html } from '../../web/html.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { ago, badge, counted, day, span, vendorText } from '../view/wording.ts';
import { checkForm } from './checks.ts';
import { visitTable } from './overview.ts';
import type { ConsolePage } from './page.ts';

const SHOWN = 60;
const SHOWN_VISITS = 60;

export const products: ConsolePage = {
  path: '/products',
  show(installation, { query }) {
    const wanted = (query.get('q') ?? '').trim().toLowerCase();
    const found = installation.catalogue.products.filter(({ slug, name, vendor, category }) =>
      [slug, name, vendor, category].some((words) => words.toLowerCase().includes(wanted)),
    );
    const facts = installation.facts();
    return {
      title: 'Products',
      place: '/products',
      main: html`<h1>Products</h1>
<form method="get" action="/products" class="row" role="search"><label class="wide">Name, vendor or category <input type="search" name="q" value="${query.get('q') ?? ''}"></label><button class="plain">Find</button> <a class="button" href="/products/new">Add a product</a></form>
<p class="quiet">${counted(found.length, 'product')}${found.length > SHOWN && `, the first ${SHOWN}`}</p>
<div class="scroll"><table class="dense"><thead><tr><th>Product</th><th>Vendor</th><th>Category</th><th>Sources, by their last visit</th></tr></thead><tbody>${found
        .slice(0, SHOWN)
        .map(
          ({ slug, name, vendor, category, sources, retired }) =>
            html`<tr><th scope="row"><a href="/products/${slug}">${vendorText(name, 80)}</a></th><td>${vendorText(vendor, 80)}</td><td>${category}</td><td>${retired === undefined ? sources.map(({ id }) => html`${badge(facts.get(sourceKey(slug, id))?.outcome ?? 'never visited')} `) : badge('retired')}</td></tr>`,
        )}</tbody></table></div>`,
    };
  },
};

export const product: ConsolePage = {
  path: '/products/:slug',
  show(installation, { path: { slug = '' }, query, now }) {
    const found = installation.product(slug);
    if (found === undefined)
      throw new ConsoleProblem(404, `There is no product "${vendorText(slug, 80)}" in the catalogue`);
    const visits = installation.ledger((ledger) => lastVisits(ledger, { slug, limit: SHOWN_VISITS })) ?? [];
    const { name, vendor, category, retired, note } = found;
    return {
      title: name,
      place: '/products',
      isLive: true,
      main: html`<p class="crumbs"><a href="/products">Products</a></p>
<h1>${vendorText(name, 80)}</h1>
${query.has('added') && html`<div class="done" role="status"><p>Its file is saved: <code>products/${slug}.yaml</code>. The running processes take it up by themselves; its first check starts within seconds. Commit the file, so that the others have it too.</p></div>`}
${query.has('done') && html`<p class="done" role="status">${query.get('as') === 'queued' ? 'Handed over; the verifier takes it when it runs.' : 'In the ledger, and published within minutes.'} <a href="/deeds">Activity log</a></p>`}
<p>${vendorText(vendor, 80)}, ${category}${retired !== undefined && html`, ${badge('retired')} ${vendorText(retired.reason)}`}</p>
${note !== undefined && html`<p class="quiet">${vendorText(note, 500)}</p>`}
<div id="sources" data-live>${sourceTable(installation, found, now)}</div>
${retired === undefined && checkForm(slug, query.get('why') ?? '')}
<h2>Pages</h2>${pageList(visits)}
<h2>Visits</h2><div id="visits" data-live>${visitTable(visits, now)}</div>`,
    };
  },
};

function sourceTable(installation: Installation, { slug, sources }: CatalogueProduct, now: Date): Html {
  const facts = installation.facts();
  const plan = installation.plan();
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Source</th><th>Page</th><th>Last visit</th><th>Next</th><th>Every</th><th>States</th><th><span class="unseen">Decide</span></th></tr></thead><tbody>${sources.map(
    (source) => {
      const known = facts.get(sourceKey(slug, source.id));
      const wait = plan.waitMs(slug, source);
      const standing = installation.ledger((ledger) => standingStatement(ledger, slug, source.id));
      const isOfPrices = standing !== undefined && source.kind !== 'openapi';
      return html`<tr><th scope="row">${source.id} <span class="quiet">${source.kind}</span></th><td class="url"><a href="${source.url}" rel="noreferrer">${vendorText(source.url, 120)}</a></td><td class="when">${known === undefined ? 'never' : html`${badge(known.outcome)} ${ago(known.checkedAt, now)}`}${known?.disputed && html` ${badge('disputed')}`}</td><td class="when">${known === undefined ? 'due' : ago(dueAgainAt(known, wait).toISOString(), now)}</td><td>${span(wait)}</td><td>${standing === undefined || !isAnyPlanKnown(standing.statement) ? html`<span class="quiet">no price</span>` : statedWords(standing.statement)}</td><td>${isOfPrices && html`<a class="button" href="/products/${slug}/sources/${source.id}">Correct or withdraw</a>`}</td></tr>`;
    },
  )}</tbody></table></div>`;
}

function statedWords({ tiers, rates }: { tiers: readonly unknown[]; rates: readonly unknown[] }): string {
  return [
    ...(tiers.length > 0 ? [counted(tiers.length, 'tier')] : []),
    ...(rates.length > 0 ? [counted(rates.length, 'rate')] : []),
  ].join(', ');
}

function pageList(visits: readonly Visit[]): Html {
  const pages = visits.filter(({ kind }) => kind === 'page');
  if (pages.length === 0) return html`<p class="quiet">None was archived yet.</p>`;
  return html`<ul class="plain">${pages.map((each, at) => {
    const before = pages.slice(at + 1).find(({ source }) => source === each.source);
    return html`<li>${badge(each.outcome)} <a href="/captures/${each.id}">${day(each.observedAt)}</a> <span class="quiet">${each.source}</span>${before !== undefined && html` · <a href="/compare?before=${before.id}&after=${each.id}">beside ${before.observedAt.slice(0, 10)}</a>`}</li>`;
  })}</ul>`;
}
