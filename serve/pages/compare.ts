/** Two to four products side by side, or a form to choose them. */
import * as z from 'zod';
import { counted } from '../../data/text/figures.ts';
import { html } from '../../web/html.ts';
import { categoryName, findAlias } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { seatsParameter, slugsParameter, textParameter } from '../interface/parameters.ts';
import { compare } from '../operations/compare.ts';
import type { Store } from '../store/store.ts';
import { type Compared, costCards } from './calculators/comparison.ts';
import { differences } from './calculators/differences.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { separated } from './parts/markup.ts';
import {
  comparePath,
  distinct,
  exampleProducts,
  fieldParameter,
  likelyOf,
  type Named,
  productField,
  productNamed,
  SEATS,
  unknownProduct,
} from './parts/product-choice.ts';
import { proofsOf } from './parts/proof.ts';

/** Of the slider; the field takes any number. */
const SLIDER_SEATS = 250;
const MOST = 4;
const MOST_LIKELY = 60;

export const comparePage = page({
  id: 'compare-page',
  path: '/compare',
  listed: true,
  params: z.object({
    slugs: slugsParameter({ least: 0, most: MOST }).optional(),
    seats: fieldParameter(seatsParameter),
    add: fieldParameter(textParameter(100)),
    category: fieldParameter(z.string().max(200)),
  }),
  render(store, { slugs = [], seats = SEATS, add = '', category }, { now }) {
    const asked = distinct(slugs.map((slug) => findAlias(store, slug).product));
    const added = productNamed(store, add);
    const isNew = add.trim() !== '' && !asked.some(({ slug }) => slug === added?.slug);
    const isFull = asked.length >= MOST;
    const chosen = isNew && added !== undefined && !isFull ? [...asked, added] : asked;
    const notAdded = isNew && chosen === asked ? { text: add, isFull } : undefined;
    return chosen.length < 2
      ? choosing(store, { chosen, notAdded, seats, category }, now)
      : comparison(store, { chosen, notAdded, seats }, now);
  },
});

interface Choice {
  chosen: readonly Named[];
  /** What could not be added. */
  notAdded: { text: string; isFull: boolean } | undefined;
  seats: number;
  category?: string | undefined;
}

function choosing(store: Store, choice: Choice, now: Date) {
  const { chosen, seats } = choice;
  const example = chosen.length === 0 ? exampleProducts(store, 2) : [];
  const slugs = example.map(({ slug }) => slug);
  return storeLayout(store, {
    title: 'Compare prices of software',
    description:
      'Two to four products side by side: the cost for your team, what is not included, and the confidence of each price.',
    path: '/compare',
    crumbs: [PRODUCTS],
    noIndex: chosen.length > 0,
    scripts: ['suggest'],
    main: html`
<h1>Compare prices</h1>
<p class="lead">Put two to four products side by side: their plans, the cost for your team, and the source of each price.</p>
${chooser(store, choice)}
${
  example.length === 2 &&
  html`<section class="example" aria-labelledby="example">
<h2 id="example"><span class="badge">Example</span> ${separated(names(example), ' vs ')} for ${counted(seats, 'seat')}</h2>
${costCards(comparedOf(store, { slugs, seats }, now))}
<p><a href="${comparePath(slugs, seats)}">See the whole comparison</a></p>
</section>`
}
`,
  });
}

function names(products: readonly Named[]): string[] {
  return products.map(({ name }) => name);
}

function comparedOf(store: Store, asked: { slugs: string[]; seats: number }, now: Date): Compared[] {
  const { products, costs = [] } = compare.run(store, { ...asked, depth: 'full' }, now);
  return products.map((view, at) => {
    const cost = costs[at];
    if (cost === undefined) throw new Error(`no cost for ${view.slug}`);
    const { record } = findAlias(store, view.slug);
    return { view, ...cost, tiers: record.tiers, proofs: proofsOf(record) };
  });
}

function comparison(store: Store, choice: Choice, now: Date) {
  const { chosen, seats } = choice;
  const slugs = chosen.map(({ slug }) => slug);
  const compared = comparedOf(store, { slugs, seats }, now);
  const asked = slugs.join(',');
  const slider = Math.max(SLIDER_SEATS, seats);
  const called = names(chosen);
  return storeLayout(store, {
    title: `${called.join(' vs ')}: prices side by side`,
    description: `Costs of ${called.join(', ')} for a team, side by side, each price with its source.`,
    path: comparePath(slugs.toSorted()),
    crumbs: [PRODUCTS, { path: '/compare', text: 'Compare' }],
    scripts: ['live', 'suggest', 'copy'],
    main: html`
<h1>${separated(called, html` <span class="versus">vs</span> `)}</h1>
<form class="search seats" action="/compare" method="get" data-live="costs others json"><input type="hidden" name="slugs" value="${asked}"><label class="slider" hidden>Team size<input type="range" min="1" max="${slider}" value="${seats}" data-moves="seats"></label><label class="figure">Seats<input type="number" name="seats" id="seats" min="1" max="1000000" value="${seats}" required></label><button>Calculate</button></form>
<div id="costs">
<section aria-labelledby="a-year" aria-live="polite">
<h2 id="a-year">Cost of ${counted(seats, 'seat')} for a year</h2>
${costCards(compared)}
<p class="quiet">The cheapest paid plan that fits, billed monthly where it is sold so. Currencies are not converted.</p>
</section>
<p class="share"><span class="quiet">Link to this comparison</span> <code data-copy>${store.site.baseUrl}${comparePath(slugs, seats)}</code></p>
</div>
<h2>Plans and prices</h2>
${differences(compared)}
${chooser(store, choice)}
<h2>Cite this</h2>
<pre class="cite" data-copy>${compared.map(({ view }) => view.attribution).join('\n')}</pre>
<p id="json"><a href="/api/v2/compare?slugs=${asked}&amp;seats=${seats}">This comparison as JSON</a></p>
`,
  });
}

/** Every step is a link that crawlers do not follow. */
function chooser(store: Store, { chosen, notAdded, seats, category }: Choice) {
  const slugs = chosen.map(({ slug }) => slug);
  const [first] = chosen;
  const near = category ?? (first && store.generation.product(first.slug)?.category);
  const likely = likelyOf(store, near)
    .filter(({ slug }) => !slugs.includes(slug))
    .slice(0, MOST_LIKELY);
  const link = ({ slug, name }: Named) =>
    html`<a rel="nofollow" href="${comparePath([...slugs, slug], seats)}">${name}</a>`;
  const remove = ({ slug, name }: Named) => {
    const others = slugs.filter((other) => other !== slug);
    return html`<a rel="nofollow" href="${comparePath(others, seats)}" aria-label="Remove ${name}">Remove</a>`;
  };
  return html`<section id="others" aria-labelledby="choose">
<h2 id="choose">${chosen.length < 2 ? 'Choose products' : 'Change the products'}</h2>
${chosen.length > 0 && html`<ul class="chosen">${chosen.map((each) => html`<li>${each.name} ${remove(each)}</li>`)}</ul>`}
${chosen.length === 1 && html`<p>Add one more product.</p>`}
${notAdded?.isFull === true && html`<p role="status">A comparison has at most four products. Nothing was added.</p>`}${notAdded?.isFull === false && html`<div role="status">${unknownProduct(store, notAdded.text, link)}</div>`}
${
  chosen.length >= MOST
    ? html`<p class="quiet">A comparison has at most four products. Remove one to add another.</p>`
    : html`<form class="search" action="/compare" method="get"><input type="hidden" name="slugs" value="${slugs.join(',')}"><input type="hidden" name="seats" value="${seats}">${productField({ label: 'Add a product', name: 'add', value: '' }, likely)}<button>Add</button></form>
${near === undefined ? categories(store, slugs, seats) : likely.length > 0 && html`<p class="quiet">${categoryName(store, near)}:</p><ul class="names">${likely.slice(0, 40).map((each) => html`<li>${link(each)}</li>`)}</ul>`}`
}
</section>`;
}

function categories({ generation }: Store, slugs: readonly string[], seats: number) {
  const kept = slugs.length === 0 ? '' : `&slugs=${slugs.join(',')}`;
  return html`<details><summary>Or start with a category</summary><ul class="names">${generation.categories().map(({ id, name }) => html`<li><a rel="nofollow" href="/compare?category=${id}&amp;seats=${seats}${kept}">${name}</a></li>`)}</ul></details>`;
}
