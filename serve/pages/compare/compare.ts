/** Two to four products side by side. What `links.page` of a comparison leads to; with fewer, a page that helps to choose. */
import * as z from 'zod';
import { html } from '../../../web/html.ts';
import { findAlias } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, slugsParameter, textParameter } from '../../interface/parameters.ts';
import { compare } from '../../operations/compare.ts';
import { numberOf } from '../../record/counts.ts';
import type { Store } from '../../store/store.ts';
import { fieldParameter } from '../parts/form-parameters.ts';
import { layout } from '../parts/layout.ts';
import type { Named } from '../parts/product-choice.ts';
import { type Added, adding, chooser } from './compare-choice.ts';
import { type Compared, comparePath, costCards, matrix, recordsOf } from './compare-parts.ts';

/** A team that most can picture; the form asks for theirs. */
const SEATS = 10;
/** Where the slider ends; the field beside it takes any number. */
const SLIDER_SEATS = 250;

export const comparePage = page({
  id: 'compare-page',
  path: '/compare',
  listed: true,
  params: z.object({
    slugs: slugsParameter({ least: 0, most: 4 }).optional(),
    seats: fieldParameter(integerParameter(1, 1_000_000)),
    add: fieldParameter(textParameter(100)),
    category: fieldParameter(z.string().max(200)),
  }),
  render(store, { slugs = [], seats = SEATS, add, category }, now) {
    const asked = distinct(slugs.map((slug) => findAlias(store, slug).product));
    const added = adding(store, asked, add);
    const chosen = added.kind === 'added' ? [...asked, added.product] : asked;
    return chosen.length < 2
      ? choosing(store, { chosen, added, seats, category })
      : comparison(store, { chosen, added, seats }, now);
  },
});

interface Choice {
  chosen: readonly Named[];
  added: Added;
  seats: number;
}

function choosing(store: Store, { category, ...choice }: Choice & { category: string | undefined }) {
  return layout(store.site, {
    title: 'Compare prices of software',
    description:
      'Two to four products side by side: what each costs for a team, what is left out, and how sure that is.',
    path: '/compare',
    crumbs: [{ path: '/', text: 'Products' }],
    noIndex: choice.chosen.length > 0,
    generation: store.generation.id,
    scripts: ['suggest'],
    main: html`
<h1>Compare prices</h1>
<p class="lead">Put two to four products side by side: their tiers, what each costs for your team, and how sure that is.</p>
${chooser(store, { ...choice, category })}
`,
  });
}

function comparison(store: Store, { chosen, added, seats }: Choice, now: Date) {
  const slugs = chosen.map(({ slug }) => slug);
  const { products, costs = [] } = compare.run(store, { slugs, seats }, now);
  const compared: Compared[] = products.map((record, at) => {
    const cost = costs[at];
    if (cost === undefined) throw new Error(`no cost of ${record.slug}`);
    return { record, ...cost, ...recordsOf(store, record.slug) };
  });
  const names = products.map(({ name }) => name);
  const asked = slugs.join(',');
  const path = comparePath(slugs, seats);
  const slider = Math.max(SLIDER_SEATS, seats);
  return layout(store.site, {
    title: `${names.join(' vs ')}: prices side by side`,
    description: `What ${names.join(', ')} cost for a team, side by side, each price with its proof.`,
    path: comparePath(slugs.toSorted()),
    crumbs: [
      { path: '/', text: 'Products' },
      { path: '/compare', text: 'Compare' },
    ],
    generation: store.generation.id,
    scripts: ['live', 'suggest', 'copy'],
    main: html`
<h1>${names.map((name, at) => html`${at > 0 && html` <span class="versus">vs</span> `}${name}`)}</h1>
<form class="search seats" action="/compare" method="get" data-live="costs"><input type="hidden" name="slugs" value="${asked}"><label class="slider" hidden>Size of the team<input type="range" min="1" max="${slider}" value="${seats}" data-moves="seats"></label><label class="figure">Seats<input type="number" name="seats" id="seats" min="1" max="1000000" value="${seats}" required></label><button>Count</button></form>
<div id="costs">
<section aria-labelledby="a-year" aria-live="polite">
<h2 id="a-year">${numberOf(seats, 'seat')}, for a year</h2>
${costCards(compared)}
<p class="quiet">The cheapest paid tier that so many seats can buy, billed by the month where it is sold so. Nothing is converted: amounts of two currencies are not to be compared.</p>
</section>
<p class="quiet"><a href="${path}">Link to this comparison</a></p>
</div>
<h2>In detail</h2>
${matrix(compared)}
${chooser(store, { chosen, added, seats, category: undefined })}
<h2>Cite this</h2>
<pre class="cite" data-copy>${products.map(({ attribution }) => attribution).join('\n')}</pre>
<p><a href="/api/v2/compare?slugs=${asked}&amp;seats=${seats}">This comparison as JSON</a></p>
`,
  });
}

/** Two names of one product are one product. */
function distinct(products: readonly Named[]): Named[] {
  return [...new Map(products.map((each) => [each.slug, each])).values()];
}
