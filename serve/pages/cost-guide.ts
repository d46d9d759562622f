/** What a product costs beyond its price, each entry with what it follows from. What `links.guide` leads to. */
import * as z from 'zod';
import type { Grounds } from '../../data/research.ts';
import { costGuide } from '../operations/cost-guide.ts';
import { page } from '../page.ts';
import { slugParameter } from '../parameters.ts';
import { type Html, href, html } from './html.ts';
import { layout } from './layout.ts';
import { day } from './words.ts';

const STATUS_WORDS = { published: 'published', not_found: 'not found', not_applicable: 'does not apply' } as const;

export const costGuidePage = page({
  id: 'cost-guide',
  path: '/tools/{slug}/cost-guide',
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, now) {
    const guide = costGuide.run(store, { slug }, now);
    const { name, quickAnswer, keyCosts, discountPrograms, transparency } = guide;
    const { tactics, timing, negotiable, fixed } = guide.negotiation;
    return layout(store.site, {
      title: `What ${name} really costs`,
      description: `Costs of ${name} beyond its price, discounts, and what can be negotiated.`,
      generation: store.generation.id,
      main: html`
<p class="crumbs"><a href="/">All products</a> › <a href="/tools/${slug}/pricing">${name} pricing</a></p>
<h1>What ${name} really costs</h1>
${quickAnswer !== undefined && html`<p class="lead">${quickAnswer}</p>`}
${section(
  'On top of the price',
  keyCosts.map(({ label, cost, ...grounds }) => html`${label}: <strong>${cost}</strong>${origin(grounds)}`),
)}
${section(
  'For less',
  discountPrograms.map(
    ({ name: called, text, ...grounds }) => html`<strong>${called}.</strong> ${text}${origin(grounds)}`,
  ),
)}
${section('How to ask', tactics.map(said))}
${section('When', timing.map(said))}
${section('What can be negotiated', negotiable.map(said))}
${section('What is fixed', fixed.map(said))}
<p><a href="/tools/${slug}/negotiation-email">Write the e-mail to the vendor</a></p>
${transparency && html`<h2>How much the vendor publishes: ${transparency.score} of 100</h2><p class="quiet">${transparency.method}</p><ul>${transparency.points.map(({ label, status }) => html`<li>${label}: ${STATUS_WORDS[status]}</li>`)}</ul>`}
<h2>Cite this</h2>
<pre class="cite">${guide.attribution}</pre>
<p><a href="/api/v2/cost-guide/${slug}">This guide as JSON</a></p>
`,
    });
  },
});

function section(title: string, entries: readonly Html[]): Html | false {
  return entries.length > 0 && html`<h2>${title}</h2><ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul>`;
}

function said({ text, ...grounds }: Grounds & { text: string }): Html {
  return html`${text}${origin(grounds)}`;
}

/** What a reader can follow: the words on the vendor's page, the dataset, the author's source. */
function origin({ evidence = [], imported, source, asOf }: Grounds): Html {
  return html`${evidence.map((id) => html` <a class="quiet" href="/api/v2/evidence/${id}">evidence</a>`)}${imported && html` <span class="quiet">(${imported.dataset.split(':')[0]}, ${day(imported.asOf)})</span>`}${asOf !== undefined && source !== undefined && html` <span class="quiet">(<a href="${href(source)}" rel="nofollow noopener external">source</a>, ${day(asOf)})</span>`}`;
}
