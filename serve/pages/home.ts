/** The home page. */

import * as z from 'zod';
import { type LoggedChange, PRICE_MOVES, standing } from '../../data/change.ts';
import { Slug } from '../../data/product.ts';
import { changeSubject, sideText } from '../../data/text/change-words.ts';
import { counted, number as grouped } from '../../data/text/figures.ts';
import { monthlyText, roundedText } from '../../data/text/price-text.ts';
import { percentOf } from '../../data/watch/percent.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { integerParameter, textParameter } from '../interface/parameters.ts';
import { categories } from '../operations/categories.ts';
import { ageDays, type PriceFigures, priceFigures } from '../record/price-words.ts';
import { changeView, trustNow } from '../record/view.ts';
import { isSold, type SoldProduct } from '../search/discovery.ts';
import { type Store, summaryOf } from '../store/store.ts';
import { termsText } from './charts/price-strip.ts';
import { historySparkline } from './charts/sparkline.ts';
import { CHANGE_WORDS } from './parts/change-table.ts';
import { storeLayout } from './parts/layout.ts';
import { productLink, quiet } from './parts/markup.ts';
import { ageCell, priceDate } from './parts/price-date.ts';
import { fieldParameter } from './parts/product-choice.ts';
import { evidencePath } from './parts/proof.ts';
import { day, percent, perUnit, statusBadge } from './parts/wording.ts';
import { productList } from './product-list.ts';

export const homePage = page({
  id: 'home',
  path: '/',
  listed: true,
  params: z.object({
    q: fieldParameter(textParameter(100)),
    category: z.union([z.literal(''), Slug]).default(''),
    page: integerParameter(1, 1_000).optional(),
  }),
  render(store, { q = '', category, page: number }, { now }) {
    const words = q.trim();
    return words === '' && category === '' && number === undefined
      ? front(store, now)
      : productList(store, { q: words, category, number: number ?? 1 }, now);
  },
});

function front(store: Store, now: Date): Html {
  const { brand, baseUrl } = store.site;
  const prices = priceFigures(summaryOf(store), now);
  const shown = summaryOf(store).wellKnown.filter(isSold);
  const target = { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/?q={words}` };
  const potentialAction = { '@type': 'SearchAction', target, 'query-input': 'required name=words' };
  return storeLayout(store, {
    title: brand,
    description: `Software prices, each with its source, date and confidence. ${grouped(prices.priced)} of ${counted(prices.products, 'product')} have a known price.`,
    path: '/',
    isSearch: true,
    about: [{ '@type': 'WebSite', name: brand, url: `${baseUrl}/`, potentialAction }],
    main: html`
<section class="hero">
<h1>Software prices, each with proof</h1>
<p class="lead">Look up what a product costs. Every price shows its source, its date, and how sure we are.</p>
<form class="search" role="search" aria-label="Products" action="/" method="get">
<div class="find"><input type="search" name="q" data-search aria-label="Product or category" placeholder="Slack, Notion, CRM, …" maxlength="100" autocomplete="off"></div>
<button>Search</button>
</form>
</section>
${shown.length > 0 && productCards(store, shown, now)}
${entryPoints(store, shown[0] ?? store.listed.find(isSold), prices)}
<div class="halves">
${recentChanges(store)}
${coverage(store, prices)}
</div>
${categoryList(store, now)}
`,
  });
}

function productCards(store: Store, products: readonly SoldProduct[], now: Date): Html {
  return html`<section aria-labelledby="products">
<h2 id="products">Starting prices</h2>
<ul class="cards products">${products.map((product) => html`<li>${productCard(store, product, now)}</li>`)}</ul>
<p><a href="/?page=1">All ${grouped(store.discovery.count)} products</a></p>
</section>`;
}

function productCard({ generation }: Store, product: SoldProduct, now: Date): Html {
  const { slug, name, startingAmount, startingUnit, startingBilling, currency, freeTier, verification } = product;
  const date = priceDate(product, now);
  const { status } = trustNow(verification, now);
  return html`<h3>${productLink(product)}</h3>
${startingAmount !== undefined && currency !== undefined && html`<p class="price"><span class="amount">${monthlyText(startingAmount, currency, startingBilling)}</span> <span class="terms">${perUnit(startingUnit)}a month${startingBilling === 'annual' && ', billed annually'}${freeTier === true && '; free plan'}</span></p>`}
${historySparkline({ name, snapshots: generation.snapshots(slug) }, now)}
<p class="state quiet">${statusBadge(status)} ${date && html`<span>${date.dataset !== undefined && 'dataset, '}${ageCell(date, now)}${ageDays(date.at, now) > 0 && ' old'}</span>`}</p>`;
}

function entryPoints({ site: { baseUrl } }: Store, example: SoldProduct | undefined, { priced }: PriceFigures): Html {
  const { slug = 'notion', name = 'Notion' } = example ?? {};
  return html`<section aria-labelledby="uses">
<h2 id="uses">What you can do here</h2>
<div class="cards uses">
<article><h3><a href="/tools/${slug}/pricing">Look up a price</a></h3>
<p>Plans, billing and the source of each price, for ${counted(priced, 'product')}. See <a href="/tools/${slug}/history">how the price of ${name} moved</a>.</p></article>
<article><h3><a href="/compare">Compare products</a></h3>
<p>Up to four side by side, with the total for your team. Or calculate <a href="/calculators/tco">the cost of a team</a>, <a href="/stack">of all your products</a> or <a href="/models">of tokens</a>.</p></article>
<article><h3><a href="/docs">Use the API or the MCP server</a></h3>
<pre class="cite" tabindex="0">curl ${baseUrl}/api/v2/pricing/${slug}</pre>
<p>For agents (MCP): <code>${baseUrl}/api/mcp</code>. No key is needed.</p></article>
</div>
</section>`;
}

function coverage({ generation: { publishedAt } }: Store, prices: PriceFigures): Html {
  const { products, priced, observed, imported, medianAgeDays } = prices;
  const parts = [
    { kind: 'verified', count: observed, words: 'read on the vendor’s page' },
    { kind: 'dataset', count: imported, words: 'from public datasets' },
    { kind: 'unverified', count: products - priced, words: 'without a known price' },
  ].filter(({ count }) => count > 0);
  return html`<section aria-labelledby="coverage">
<h2 id="coverage">Coverage</h2>
<p><strong class="large">${products === 0 ? '0 %' : percent(priced / products)}</strong> of ${counted(products, 'product')} have a known price.</p>
${shareBar(parts, products)}
<ul class="legend">${parts.map(({ kind, count, words }) => html`<li><span class="swatch ${kind}"></span> ${grouped(count)} ${words}</li>`)}</ul>
<p class="quiet">${medianAgeDays !== undefined && `Median age of a price: ${counted(medianAgeDays, 'day')}. `}Published ${day(publishedAt)}. <a href="/quality">How we measure quality</a></p>
</section>`;
}

interface Share {
  kind: string;
  count: number;
  words: string;
}

function shareBar(parts: readonly Share[], all: number): Html | false {
  let from = 0;
  const drawn = parts.map(({ kind, count }) => {
    const x = from;
    from += (count / all) * 100;
    return html`<rect class="${kind}" x="${x.toFixed(2)}%" width="${((count / all) * 100).toFixed(2)}%" height="10"/>`;
  });
  const words = parts.map(({ count, words: of }) => `${grouped(count)} ${of}`).join(', ');
  return (
    parts.length > 0 &&
    html`<svg class="shares" role="img" aria-label="Prices: ${words}" width="100%" height="10">${drawn}</svg>`
  );
}

const SHOWN_CHANGES = 6;
/** Events per read, and reads. */
const WINDOW = 200;
const MOST_READS = 10;

function recentChanges(store: Store): Html {
  const items = latestChanges(store).map(([first, ...others]) => {
    const { name = first.slug } = store.generation.product(first.slug) ?? {};
    return changeItem(first, { others: others.length, name });
  });
  return html`<section aria-labelledby="lately">
<h2 id="lately">Recent price changes</h2>
${items.length === 0 ? html`<p>No changes recorded.</p>` : html`<ol class="lately">${items}</ol>`}
<p class="quiet">Dates show when we first saw the change. <a href="/changes">All changes</a> · <a href="/feed.xml">Feed</a></p>
</section>`;
}

function changeItem(change: LoggedChange, { others, name }: { others: number; name: string }): Html {
  const view = changeView(change);
  const { slug, type, before, after, observedAt, evidence } = view;
  const [was, is] = [sideText(before), sideText(after)];
  const moved = percentOf(change);
  const proof = evidence.at(-1);
  const words =
    was !== undefined && is !== undefined
      ? html`<del>${was}</del> → <ins>${is}</ins>${moved !== undefined && html` <span class="badge">${moved > 0 ? '+' : '−'}${Math.round(Math.abs(moved))} %</span>`}`
      : html`${CHANGE_WORDS[type].words.toLowerCase()}${was !== undefined && html`, was ${was}`}${is !== undefined && html`, ${is}`}`;
  return html`<li>${productLink({ slug, name })} <bdi>${changeSubject(view)}</bdi>: ${words}
<span class="quiet">${day(observedAt)}${proof !== undefined && html` · <a href="${evidencePath(proof)}">quote</a>`}${others > 0 && html` · <a href="/changes?slug=${slug}">${others} more</a>`}</span></li>
`;
}

/** Of the changes by vendors recorded last, those seen last; those of a product on one day are one entry. */
function latestChanges({ generation }: Store): [LoggedChange, ...LoggedChange[]][] {
  const found = new Map<string, [LoggedChange, ...LoggedChange[]]>();
  const isStanding = standing();
  let before = Number.MAX_SAFE_INTEGER;
  for (let reads = 0; reads < MOST_READS && found.size < 4 * SHOWN_CHANGES; reads += 1) {
    const read = generation.changes({ before, limit: WINDOW, isNewestFirst: true, isOfPrices: true });
    for (const change of read.filter(isStanding)) {
      if (!PRICE_MOVES.some((type) => type === change.type) || change.imported !== undefined) continue;
      const key = `${change.slug} ${change.observedAt.slice(0, 10)}`;
      const together = found.get(key);
      if (together === undefined) found.set(key, [change]);
      else together.push(change);
    }
    if (read.length < WINDOW) break;
    before = read.at(-1)?.seq ?? 0;
  }
  return [...found.values()].sort(([a], [b]) => (a.observedAt < b.observedAt ? 1 : -1)).slice(0, SHOWN_CHANGES);
}

function categoryList(store: Store, now: Date): Html {
  const list = categories.run(store, {}, now).categories.filter(({ count }) => count > 0);
  return html`<section aria-labelledby="categories">
<h2 id="categories">Categories</h2>
<ul class="categories">${list.map(
    ({ id, name, count, median, currency, billing, unit, sufficient }) =>
      html`<li><a href="/category/${id}">${name}</a> ${quiet(count)}${
        sufficient &&
        median !== undefined &&
        currency !== undefined &&
        billing !== undefined &&
        html`<span class="quiet median" title="Median of the starting prices ${termsText({ currency, billing, unit })}">median ${roundedText(String(median), currency)}${unit !== undefined && unit !== 'flat' && ` per ${unit}`}</span>`
      }</li>`,
  )}</ul>
</section>`;
}
