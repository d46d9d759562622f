/** The catalogue: products by name, and one product with its sources, visits and pages. */
import type { CadencePlan } from '../../crawler/schedule/cadence-plan.ts';
import { dueAgainAt } from '../../crawler/schedule/due.ts';
import { isAnyPlanKnown } from '../../data/prices/price-state.ts';
import type { CatalogueProduct, Source } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { standingStatement, waitingReadings } from '../../data/store/ledger/review.ts';
import { lastAnswer, lastVisits, supportingCapture, type Visit } from '../../data/store/ledger-queries/captures.ts';
import { type KnownSource, whyServed, whySource } from '../../verifier/status/why.ts';
import { type Html, html } from '../../web/html.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { servedPrices } from '../view/served-prices.ts';
import { ago, badge, counted, day, span, teachLink, vendorText } from '../view/wording.ts';
import { checkForm } from './checks.ts';
import { visitTable } from './overview.ts';
import type { ConsolePage } from './page.ts';

const SHOWN = 60;
const SHOWN_VISITS = 60;

export const products: ConsolePage = {
  path: '/products',
  async show(installation, { query }) {
    const wanted = (query.get('q') ?? '').trim().toLowerCase();
    const found = installation.catalogue.products.filter(({ slug, name, vendor, category }) =>
      [slug, name, vendor, category].some((words) => words.toLowerCase().includes(wanted)),
    );
    const shown = found.slice(0, SHOWN);
    const facts = await installation.facts(shown.map(({ slug }) => slug));
    return {
      title: 'Products',
      place: '/products',
      main: html`<h1>Products</h1>
<form method="get" action="/products" class="row" role="search"><label class="wide">Name, vendor or category <input type="search" name="q" value="${query.get('q') ?? ''}"></label><button class="plain">Find</button> <a class="button" href="/products/new">Add a product</a></form>
<p class="quiet">${counted(found.length, 'product')}${found.length > SHOWN && `, the first ${SHOWN}`}</p>
<div class="scroll"><table class="dense"><thead><tr><th>Product</th><th>Vendor</th><th>Category</th><th>Sources, by their last visit</th></tr></thead><tbody>${shown.map(
        ({ slug, name, vendor, category, sources, retired }) =>
          html`<tr><th scope="row"><a href="/products/${slug}">${vendorText(name, 80)}</a></th><td>${vendorText(vendor, 80)}</td><td>${category}</td><td>${retired === undefined ? sources.map(({ id }) => html`${badge(facts.get(sourceKey(slug, id))?.outcome ?? 'never visited')} `) : badge('retired')}</td></tr>`,
      )}</tbody></table></div>`,
    };
  },
};

export const product: ConsolePage = {
  path: '/products/:slug',
  async show(installation, { path: { slug = '' }, query, now }) {
    const found = installation.product(slug);
    if (found === undefined) throw new ConsoleProblem(404, `No product "${vendorText(slug, 80)}" in the catalogue`);
    const visits = installation.ledger((ledger) => lastVisits(ledger, { slug, limit: SHOWN_VISITS })) ?? [];
    const { name, vendor, category, retired, note } = found;
    return {
      title: name,
      place: '/products',
      isLive: true,
      main: html`<p class="crumbs"><a href="/products">Products</a></p>
<h1>${vendorText(name, 80)}</h1>
${query.has('added') && html`<div class="done" role="status"><p>Saved as <code>products/${slug}.yaml</code>. The first check starts within seconds. Commit the file to share it.</p></div>`}
${query.has('done') && html`<p class="done" role="status">${query.get('as') === 'queued' ? 'Queued until the verifier runs.' : 'Recorded. It is published within minutes.'} <a href="/activity">Activity log</a></p>`}
<p>${vendorText(vendor, 80)}, ${category}${retired !== undefined && html`, ${badge('retired')} ${vendorText(retired.reason)}`}</p>
${note !== undefined && html`<p class="quiet">${vendorText(note, 500)}</p>`}
<div id="served" data-live>${await served(installation, found, now)}</div>
${retired === undefined && checkForm(slug, query.get('why') ?? '')}
<h2>Pages</h2><div id="pages" data-live>${pageList(visits)}</div>
<h2>Visits</h2><div id="visits" data-live>${visitTable(visits, now)}</div>`,
    };
  },
};

/** The served facts with their status, then the sources of the product. */
async function served(installation: Installation, product: CatalogueProduct, now: Date): Promise<Html> {
  const record = installation.generation()?.record(product.slug);
  const plan = await installation.plan();
  const known = await knownSources(installation, product, plan);
  const { state, says, path } = whyServed({ product, record, sources: known }, now);
  const pages = new Map(
    product.sources.flatMap(({ id }): [string, string][] => {
      const capture = installation.ledger((ledger) => supportingCapture(ledger, product.slug, id));
      return capture === undefined ? [] : [[capture.page.sha256, capture.id]];
    }),
  );
  return html`<h2>Published now</h2>
<p data-state="${state}">${vendorText(says, 600)} ${path !== undefined && moreLink(path)}</p>
${record !== undefined && servedPrices(record, { now, captureOf: (sha256) => pages.get(sha256) })}
${product.retired === undefined && html`<h2>Sources</h2>${sourceList({ product, known, plan }, now)}`}`;
}

type ListedSource = KnownSource & { source: Source; facts: SourceFacts | undefined };

async function knownSources(
  installation: Installation,
  { slug, sources }: CatalogueProduct,
  plan: CadencePlan,
): Promise<ListedSource[]> {
  const facts = await installation.facts([slug]);
  const waiting = installation.ledger((ledger) => waitingReadings(ledger, slug)) ?? [];
  return sources.map((source): ListedSource => {
    const known = facts.get(sourceKey(slug, source.id));
    return {
      source,
      facts: known,
      answer: installation.ledger((ledger) => lastAnswer(ledger, slug, source.id)),
      waiting: waiting.find((each) => each.source === source.id),
      standing: installation.ledger((ledger) => standingStatement(ledger, slug, source.id)),
      nextAt: known === undefined ? new Date(0) : dueAgainAt(known, plan.waitMs(slug, source)),
    };
  });
}

interface Listed {
  product: CatalogueProduct;
  known: readonly ListedSource[];
  plan: CadencePlan;
}

function sourceList({ product: { slug }, known, plan }: Listed, now: Date): Html {
  if (known.length === 0) return html`<p class="quiet">The product file has no sources.</p>`;
  return html`<ul class="cases">${known.map((each) => {
    const { source, facts, standing, nextAt } = each;
    const isOfPrices = standing !== undefined && source.kind !== 'openapi';
    const isStating = standing !== undefined && isAnyPlanKnown(standing.statement);
    const { says, path } = whySource(each, now);
    return html`<li><h3>${source.id} <span class="quiet">${source.kind}</span></h3>
<p><a class="url" href="${source.url}" rel="noreferrer">${vendorText(source.url, 200)}</a></p>
<p>${facts === undefined ? 'Never visited' : html`Last visit ${ago(facts.checkedAt, now)} ${badge(facts.outcome)}`}${facts?.disputed && html` ${badge('disputed')}`}, next ${nextAt.getTime() <= now.getTime() ? 'due' : ago(nextAt.toISOString(), now)}, every ${span(plan.waitMs(slug, source))}; prices: ${isStating ? statedWords(standing.statement) : 'none'}.</p>
${known.length > 1 && html`<p>${vendorText(says, 300)} ${path !== undefined && moreLink(path)}</p>`}
${isOfPrices && html`<p><a class="button" href="/products/${slug}/sources/${source.id}">Correct or withdraw</a> ${teachLink({ slug, source: source.id })}</p>`}</li>`;
  })}</ul>`;
}

function moreLink(path: string): Html {
  return html`<a href="${path}">${path.startsWith('/review/') ? 'Open the case' : 'Open the visit'}</a>`;
}

function statedWords({ tiers, rates }: { tiers: readonly unknown[]; rates: readonly unknown[] }): string {
  return [
    ...(tiers.length > 0 ? [counted(tiers.length, 'tier')] : []),
    ...(rates.length > 0 ? [counted(rates.length, 'rate')] : []),
  ].join(', ');
}

function pageList(visits: readonly Visit[]): Html {
  const pages = visits.filter(({ kind }) => kind === 'page');
  if (pages.length === 0) return html`<p class="quiet">No archived pages yet.</p>`;
  return html`<ul class="plain">${pages.map((each, at) => {
    const before = pages.slice(at + 1).find(({ source }) => source === each.source);
    return html`<li>${badge(each.outcome)} <a href="/captures/${each.id}">${day(each.observedAt)}</a> <span class="quiet">${each.source}</span>${before !== undefined && html` · <a href="/compare?before=${before.id}&after=${each.id}">compare with ${before.observedAt.slice(0, 10)}</a>`}</li>`;
  })}</ul>`;
}
