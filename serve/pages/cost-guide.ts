import * as z from 'zod';
import type { Grounds } from '../../data/research.ts';
import { type Html, html } from '../../web/html.ts';
import { page } from '../interface/page.ts';
import { slugParameter } from '../interface/parameters.ts';
import { costGuide } from '../operations/cost-guide.ts';
import { bar } from './calculators/cost-lines.ts';
import { PRODUCTS, pricingLink, storeLayout } from './parts/layout.ts';
import { grounds, type Proofs, proofsOf, source } from './parts/proof.ts';
import { day, percent, statusBadge } from './parts/wording.ts';

type Guide = z.output<typeof costGuide.response>;

export const costGuidePage = page({
  id: 'cost-guide',
  path: '/tools/{slug}/cost-guide',
  listed: ({ hasCostGuide }) => hasCostGuide,
  params: z.object({ slug: slugParameter }),
  render(store, { slug }, { now }) {
    const guide = costGuide.run(store, { slug }, now);
    const { name, quickAnswer, keyCosts, discountPrograms, transparency } = guide;
    const proofs = proofsOf(guide);
    const { tactics, timing, negotiable, fixed } = guide.negotiation;
    const costs = keyCosts.map(({ label, cost, ...ground }) => ({
      ...ground,
      text: html`${label}: <strong>${cost}</strong>`,
    }));
    const programs = discountPrograms.map(({ name: called, text, ...ground }) => ({
      ...ground,
      text: html`<strong>${called}.</strong> ${text}`,
    }));
    return storeLayout(store, {
      title: `${name} cost guide`,
      description: `Costs of ${name} beyond its list price, published discounts, and what is negotiable, each with its source.`,
      path: `/tools/${slug}/cost-guide`,
      crumbs: [PRODUCTS, pricingLink({ slug, name })],
      scripts: ['copy'],
      main: html`
<h1>${name} cost guide</h1>
${quickAnswer !== undefined && html`<p class="lead">${quickAnswer}</p>`}
${trust(guide)}
${section('Extra costs', costs, proofs)}
${section('Ways to save', programs, proofs)}
${section('Negotiation tactics', tactics, proofs)}
${section('Timing', timing, proofs)}
${section('Negotiable', negotiable, proofs)}
${section('Not negotiable', fixed, proofs)}
<p><a href="/tools/${slug}/negotiation-email">Write a negotiation email</a> · <a href="/calculators/tco?product=${slug}">Cost for your team</a> · <a href="/tools/${slug}/alternatives">Alternatives</a></p>
${transparency && openness(transparency, proofs)}
<h2>Cite this</h2>
<pre class="cite" data-copy>${guide.attribution}</pre>
<p><a href="/api/v2/cost-guide/${slug}">This guide as JSON</a></p>
`,
    });
  },
});

function trust({ snapshot, verification }: Guide): Html {
  const { status = 'unverified', confidence, confirmedAt } = verification;
  return html`<p class="quiet">${snapshot.priceRange !== undefined && html`Paid plans cost ${snapshot.priceRange.display}. `}${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure`}${confirmedAt !== undefined && html`, confirmed ${day(confirmedAt)}`}</p>`;
}

function section(title: string, entries: readonly (Grounds & { text: string | Html })[], proofs: Proofs): Html | false {
  return (
    entries.length > 0 &&
    html`<section class="guide"><h2>${title}</h2><ul class="basis">${entries.map(({ text, ...ground }) => html`<li>${text}${grounds(ground, proofs)}</li>`)}</ul></section>`
  );
}

const STATUSES = {
  published: { mark: '✓', words: 'published' },
  not_found: { mark: '–', words: 'not found' },
  not_applicable: { mark: '·', words: 'does not apply' },
} as const;

function openness(
  { score, published, applicable, method, points }: NonNullable<Guide['transparency']>,
  proofs: Proofs,
): Html {
  return html`<h2>Price transparency: ${score} of 100</h2>
<div class="openness">${bar(score / 100)}</div>
<p class="quiet">The vendor answers ${published} of ${applicable} questions publicly. ${method}</p>
<ul class="points">${points.map(({ label, status, evidence = [] }) => html`<li class="${status}"><span aria-hidden="true">${STATUSES[status].mark}</span> ${label}: ${STATUSES[status].words}${source({ evidence }, proofs)}</li>`)}</ul>`;
}
