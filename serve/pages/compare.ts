/** Two to four products side by side, or a form to choose them. */
import * as z from 'zod';
import { counted } from '../../data/text/figures.ts';
import { html } from '../../web/html.ts';
import { categoryName, findAlias } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { integerParameter, slugsParameter, textParameter } from '../interface/parameters.ts';
import { compare } from '../operations/compare.ts';
import type { Store } from '../store/store.ts';
import { costCards, matrix } from './calculators/comparison.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { separated } from './parts/markup.ts';
import {
  comparePath,
  distinct,
  fieldParameter,
  likelyOf,
  type Named,
  productField,
  productNamed,
  unknownProduct,
} from './parts/product-choice.ts';
import { proofsOf } from './parts/proof.ts';

const SEATS = 10;
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
    seats: fieldParameter(integerParameter(1, 1_000_000)),
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
      ? choosing(store, { chosen, notAdded, seats, category })
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

function choosing(store: Store, choice: Choice) {
  return storeLayout(store, {
    title: 'Compare prices of software',
    description:
      'Two to four products side by side: what each costs for a team, what is left out, and how sure that is.',
    path: '/compare',
    crumbs: [PRODUCTS],
    noIndex: choice.chosen.length > 0,
    scripts: ['suggest'],
    main: html`
<h1>Compare prices</h1>
<p class="lead">Put two to four products side by side: their tiers, what each costs for your team, and how sure that is.</p>
${chooser(store, choice)}
`,
  });
}

function comparison(store: Store, choice: Choice, now: Date) {
  const { chosen, seats } = choice;
  const slugs = chosen.map(({ slug }) => slug);
  const { products, costs = [] } = compare.run(store, { slugs, seats }, now);
  const compared = products.map((record, at) => {
    const cost = costs[at];
    if (cost === undefined) throw new Error(`no cost of ${record.slug}`);
    const found = findAlias(store, record.slug).record;
    return { view: record, ...cost, tiers: found.tiers, proofs: proofsOf(found) };
  });
  const names = products.map(({ name }) => name);
  const asked = slugs.join(',');
  const slider = Math.max(SLIDER_SEATS, seats);
  return storeLayout(store, {
    title: `${names.join(' vs ')}: prices side by side`,
    description: `What ${names.join(', ')} cost for a team, side by side, each price with its proof.`,
    path: comparePath(slugs.toSorted()),
    crumbs: [PRODUCTS, { path: '/compare', text: 'Compare' }],
    scripts: ['live', 'suggest', 'copy'],
    main: html`
<h1>${separated(names, html` <span class="versus">vs</span> `)}</h1>
<form class="search seats" action="/compare" method="get" data-live="costs"><input type="hidden" name="slugs" value="${asked}"><label class="slider" hidden>Size of the team<input type="range" min="1" max="${slider}" value="${seats}" data-moves="seats"></label><label class="figure">Seats<input type="number" name="seats" id="seats" min="1" max="1000000" value="${seats}" required></label><button>Calculate</button></form>
<div id="costs">
<section aria-labelledby="a-year" aria-live="polite">
<h2 id="a-year">${counted(seats, 'seat')}, for a year</h2>
${costCards(compared)}
<p class="quiet">The cheapest paid tier that so many seats can buy, billed by the month where it is sold so. Nothing is converted: amounts of two currencies are not to be compared.</p>
</section>
<p class="quiet"><a href="${comparePath(slugs, seats)}">Link to this comparison</a></p>
</div>
<h2>In detail</h2>
${matrix(compared)}
${chooser(store, choice)}
<h2>Cite this</h2>
<pre class="cite" data-copy>${products.map(({ attribution }) => attribution).join('\n')}</pre>
<p><a href="/api/v2/compare?slugs=${asked}&amp;seats=${seats}">This comparison as JSON</a></p>
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
  return html`<section class="chooser" aria-labelledby="choose">
<h2 id="choose">${chosen.length < 2 ? 'Choose products' : 'Compare others'}</h2>
${chosen.length > 0 && html`<ul class="chosen">${chosen.map((each) => html`<li>${each.name} ${remove(each)}</li>`)}</ul>`}
${chosen.length === 1 && html`<p>One more is needed.</p>`}
${notAdded?.isFull === true && html`<p role="status">Four products are the most. Nothing was added.</p>`}${notAdded?.isFull === false && html`<div role="status">${unknownProduct(store, notAdded.text, link)}</div>`}
${
  chosen.length >= MOST
    ? html`<p class="quiet">Four is the most: remove one to add another.</p>`
    : html`<form class="search" action="/compare" method="get"><input type="hidden" name="slugs" value="${slugs.join(',')}"><input type="hidden" name="seats" value="${seats}">${productField({ label: 'Add a product', name: 'add', value: '' }, likely)}<button>Add</button></form>
${near === undefined ? categories(store, slugs, seats) : html`<p class="quiet">${categoryName(store, near)}:</p><ul class="names">${likely.slice(0, 40).map((each) => html`<li>${link(each)}</li>`)}</ul>`}`
}
</section>`;
}

function categories({ generation }: Store, slugs: readonly string[], seats: number) {
  const kept = slugs.length === 0 ? '' : `&slugs=${slugs.join(',')}`;
  return html`<p class="quiet">Or begin with a category:</p><ul class="names">${generation.categories().map(({ id, name }) => html`<li><a rel="nofollow" href="/compare?category=${id}&amp;seats=${seats}${kept}">${name}</a></li>`)}</ul>`;
}
