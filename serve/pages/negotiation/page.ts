/** A draft e-mail to the vendor. What a visitor types about themselves is not stored. */
import * as z from 'zod';
import { Day } from '../../../data/product.ts';
import { html, options } from '../../../web/html.ts';
import { find } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, seatsParameter, slugParameter, textParameter } from '../../interface/parameters.ts';
import { label } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import { PRODUCTS, pricingLink, storeLayout } from '../parts/layout.ts';
import { alternativesIn, fieldParameter, type Named, SEATS } from '../parts/product-choice.ts';
import { grounds, proofsOf } from '../parts/proof.ts';
import { emailOf } from './email.ts';
import { factsOf } from './facts.ts';

const MOST_YEARS = 5;
const MOST_RIVALS = 30;

export const negotiationEmailPage = page({
  id: 'negotiation-email',
  path: '/tools/{slug}/negotiation-email',
  params: z.object({
    slug: slugParameter,
    seats: fieldParameter(seatsParameter),
    termYears: fieldParameter(integerParameter(1, MOST_YEARS)),
    tier: fieldParameter(textParameter(80)),
    rival: fieldParameter(textParameter(200)),
    targetPercent: fieldParameter(integerParameter(1, 90)),
    renewalDate: fieldParameter(Day),
    yourName: fieldParameter(textParameter(100)),
    company: fieldParameter(textParameter(120)),
  }),
  typed: ['targetPercent', 'renewalDate', 'yourName', 'company'],
  render(store, { slug, seats = SEATS, termYears = 1, tier, rival, ...own }, { now }) {
    const found = find(store, slug);
    const { product, record } = found;
    const rivals = rivalsOf(store, slug, product.category);
    const chosen = rivals.find((each) => each.slug === rival)?.slug;
    const facts = factsOf(store, found, { seats, termYears, tier, rival: chosen, now });
    const { subject, body, claims } = emailOf(facts, { seats, termYears, ...own });
    const proofs = proofsOf(record);
    const tiers = record.tiers.filter(({ isFree, isCustom }) => !isFree && !isCustom);
    const tierOptions = tiers.map(({ id, name }) => [id, label(name, 80)] as const);
    const rivalOptions = rivals.map((each) => [each.slug, each.name] as const);
    return storeLayout(store, {
      title: `${product.name} negotiation email`,
      description: `A draft email that asks the vendor of ${product.name} for a quote, with published facts as arguments.`,
      path: `/tools/${slug}/negotiation-email`,
      crumbs: [PRODUCTS, pricingLink({ slug, name: product.name })],
      noIndex: true,
      scripts: ['copy'],
      main: html`
<h1>${product.name} negotiation email</h1>
<p class="lead">A draft that asks the vendor for a quote. It uses only published facts; their sources are listed below.</p>
<form class="search letter" action="/tools/${slug}/negotiation-email" method="post">
<label class="figure">Seats<input type="number" name="seats" min="1" max="1000000" value="${seats}"></label>
<label class="figure">Years<input type="number" name="termYears" min="1" max="${MOST_YEARS}" value="${termYears}"></label>
${tiers.length > 1 && html`<label>Plan<select name="tier">${options([['', 'Cheapest that fits'], ...tierOptions], tier ?? '')}</select></label>`}
${rivals.length > 0 && html`<label>Alternative<select name="rival">${options([['', 'None'], ...rivalOptions], chosen ?? '')}</select></label>`}
<label class="figure">Discount to ask for, %<input type="number" name="targetPercent" min="1" max="90" value="${own.targetPercent ?? ''}"></label>
<label class="figure">Renewal date<input type="date" name="renewalDate" value="${own.renewalDate ?? ''}"></label>
<label>Your name<input type="text" name="yourName" maxlength="100" autocomplete="name" value="${own.yourName ?? ''}"></label>
<label>Company<input type="text" name="company" maxlength="120" autocomplete="organization" value="${own.company ?? ''}"></label>
<button>Write the email</button>
</form>
<p class="quiet">What you type is not stored, logged or sent to anyone.</p>
<h2 id="draft">Draft</h2>
<pre class="cite letter-text" aria-labelledby="draft" data-copy>Subject: ${subject}

${body}</pre>
${facts.price === undefined && html`<p>The draft states no price of ${product.name}: no recent price was read on the vendor’s own page.</p>`}
${claims.length > 0 && html`<h2>Sources</h2><ul class="basis">${claims.map((claim) => html`<li>${claim.text}${grounds(claim.grounds, proofs)}</li>`)}</ul>`}
${facts.guide !== undefined && html`<p><a href="/tools/${slug}/cost-guide">${product.name} cost guide</a></p>`}
`,
    });
  },
});

function rivalsOf(store: Store, slug: string, category: string): Named[] {
  const { lower = [], same = [], higher = [] } = alternativesIn(store, slug, category) ?? {};
  return [...lower, ...same, ...higher].slice(0, MOST_RIVALS).map(({ product }) => product);
}
