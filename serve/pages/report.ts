/** The form by which a visitor reports a wrong price, and what became of it. Another process takes what it sends. */
import * as z from 'zod';
import { MOST_REPORTED, REPORTS_PATH } from '../../data/pipeline/mistake-report.ts';
import { type Html, html } from '../../web/html.ts';
import { findAlias } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { slugParameter, textParameter } from '../interface/parameters.ts';
import { isProblemCode, PROBLEMS } from '../interface/problem.ts';
import { label } from '../record/vendor-text.ts';
import { PRODUCTS, pricingLink, storeLayout } from './parts/layout.ts';
import { fieldParameter } from './parts/product-choice.ts';
import { evidencePath } from './parts/proof.ts';

export const reportPage = page({
  id: 'report-page',
  path: '/report',
  params: z.object({
    slug: slugParameter,
    evidence: fieldParameter(textParameter(40)),
    /** `received`, or the code of the problem. */
    outcome: fieldParameter(textParameter(40)),
  }),
  render(store, { slug, evidence, outcome }) {
    const { product, record } = findAlias(store, slug);
    const { name } = product;
    const quote = record.evidence.find(({ id }) => id === evidence);
    return storeLayout(store, {
      title: `Report a mistake in ${name} pricing`,
      description: `Tell us what is wrong with the prices of ${name}.`,
      path: `/report?slug=${product.slug}`,
      crumbs: [PRODUCTS, pricingLink(product)],
      noIndex: true,
      main: html`
<h1>Report a mistake</h1>
${
  outcome === 'received'
    ? thanks(product)
    : html`${outcome !== undefined && html`<p role="alert"><strong>The report was not sent.</strong> ${whyNot(outcome)}</p>`}
<p class="lead">What is wrong with the prices of ${name}? We check the vendor’s page at once, and a person reads your report.</p>
<form class="letter" method="post" action="${REPORTS_PATH}"><input type="hidden" name="slug" value="${product.slug}">${quote !== undefined && html`<input type="hidden" name="evidence" value="${quote.id}"><p>About the quote <a href="${evidencePath(quote.id)}">“${label(quote.quote, 80)}”</a></p>`}
<label>What is wrong, and what does the vendor’s page say?<textarea name="words" rows="5" maxlength="${MOST_REPORTED}" required></textarea></label>
<button>Send the report</button></form>
<p class="quiet">Do not enter personal data. We store your words, not your address.</p>`
}
`,
    });
  },
});

function thanks({ slug, name }: { slug: string; name: string }): Html {
  return html`<p role="status"><strong>Thank you. We received your report.</strong></p>
<p class="lead">Next, the crawler visits the vendor’s page again, and a person compares it with your report. A correction appears in the <a href="/changes?slug=${slug}&amp;type=correction">changes of ${name}</a>.</p>
<p><a href="/tools/${slug}/pricing">Back to ${name} pricing</a></p>`;
}

function whyNot(code: string): string {
  return isProblemCode(code) ? `${PROBLEMS[code].title}. ${PROBLEMS[code].remedy.replaceAll('`', '')}` : 'Try again.';
}
