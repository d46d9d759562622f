/** What a product costs beyond its price, each entry with what it follows from. What `links.guide` leads to. */
import * as z from 'zod';
import type { Grounds } from '../../data/research.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { slugParameter } from '../interface/parameters.ts';
import { costGuide } from '../operations/cost-guide.ts';
import { bar } from './calculators/cost-lines.ts';
import { layout } from './parts/layout.ts';
import { grounds, type Proofs, source } from './parts/proof.ts';
import { day, percent, statusBadge } from './parts/wording.ts';

type Guide = z.output<typeof costGuide.response>;

const STATUS_WORDS = { published: 'published', not_found: 'not found', not_applicable: 'does not apply' } as const;

export const costGuidePage = page({
  id: 'cost-guide',
  path: '/tools/{slug}/cost-guide',
  listed: ({ hasCostGuide }) => hasCostGuide,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, now) {
    const guide = costGuide.run(store, { slug }, now);
    const { name, quickAnswer, keyCosts, discountPrograms, transparency } = guide;
    const proofs = new Map(guide.evidence.map((each) => [each.id as string, each]));
    const { tactics, timing, negotiable, fixed } = guide.negotiation;
    return layout(store.site, {
      title: `What ${name} really costs`,
      description: `Costs of ${name} beyond its price, discounts, and what can be negotiated.`,
      path: `/tools/${slug}/cost-guide`,
      crumbs: [
        { path: '/', text: 'Products' },
        { path: `/tools/${slug}/pricing`, text: `${name} pricing` },
      ],
      generation: store.generation.id,
      scripts: ['copy'],
      main: html`
<h1>What ${name} really costs</h1>
${quickAnswer !== undefined && html`<p class="lead">${quickAnswer}</p>`}
${standing(guide)}
${section(
  'On top of the price',
  keyCosts.map(({ label, cost, ...ground }) => html`${label}: <strong>${cost}</strong>${grounds(ground, proofs)}`),
)}
${section(
  'For less',
  discountPrograms.map(
    ({ name: called, text, ...ground }) => html`<strong>${called}.</strong> ${text}${grounds(ground, proofs)}`,
  ),
)}
${section(
  'How to ask',
  tactics.map((each) => said(each, proofs)),
)}
${section(
  'When',
  timing.map((each) => said(each, proofs)),
)}
${section(
  'What can be negotiated',
  negotiable.map((each) => said(each, proofs)),
)}
${section(
  'What is fixed',
  fixed.map((each) => said(each, proofs)),
)}
<p><a href="/tools/${slug}/negotiation-email">Write the e-mail to the vendor</a> · <a href="/calculators/tco?product=${slug}">Count it for your team</a> · <a href="/tools/${slug}/alternatives">Alternatives</a></p>
${transparency && openness(transparency, proofs)}
<h2>Cite this</h2>
<pre class="cite" data-copy>${guide.attribution}</pre>
<p><a href="/api/v2/cost-guide/${slug}">This guide as JSON</a></p>
`,
    });
  },
});

/** Of what the guide speaks, and how far that can be trusted. */
function standing({ snapshot, verification }: Guide): Html {
  const { status = 'unverified', confidence, confirmedAt } = verification;
  return html`<p class="quiet">${snapshot.priceRange !== undefined && html`Of paid tiers at ${snapshot.priceRange.display}. `}${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure`}${confirmedAt !== undefined && html`, confirmed ${day(confirmedAt)}`}</p>`;
}

function section(title: string, entries: readonly Html[]): Html | false {
  return (
    entries.length > 0 &&
    html`<section class="guide"><h2>${title}</h2><ul class="basis">${entries.map((entry) => html`<li>${entry}</li>`)}</ul></section>`
  );
}

function said({ text, ...ground }: Grounds & { text: string }, proofs: Proofs): Html {
  return html`${text}${grounds(ground, proofs)}`;
}

const MARKS = { published: '✓', not_found: '–', not_applicable: '·' } as const;

/** How open the vendor is about prices: the share, and each question with its answer. */
function openness(
  { score, published, applicable, method, points }: NonNullable<Guide['transparency']>,
  proofs: Proofs,
): Html {
  return html`<h2>How much the vendor publishes: ${score} of 100</h2>
<div class="openness">${bar(score / 100)}</div>
<p class="quiet">${published} of ${applicable} questions. ${method}</p>
<ul class="points">${points.map(({ label, status, evidence = [] }) => html`<li class="${status}"><span aria-hidden="true">${MARKS[status]}</span> ${label}: ${STATUS_WORDS[status]}${source({ evidence }, proofs)}</li>`)}</ul>`;
}
