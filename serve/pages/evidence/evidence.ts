/** One quote: the facts it supports, its place in the copy of the page, how it was read, and other captures of the page. */
import * as z from 'zod';
import { type Html, html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { evidencePath } from '../../record/envelope.ts';
import { label } from '../../record/vendor-text.ts';
import { changeView, ratingOf } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import { changeTable } from '../parts/change-table.ts';
import { PRODUCTS, pricingLink, storeLayout } from '../parts/layout.ts';
import { addressLink, figures, productLink, separated, table, wideTable } from '../parts/markup.ts';
import { fieldParameter } from '../parts/product-choice.ts';
import { day, percent } from '../parts/wording.ts';
import { type Cited, citedBy } from './cited.ts';
import { onPage } from './on-page.ts';
import { citation, proofList } from './proof-list.ts';
import { type Supported, supportedBy } from './supported.ts';

const MOST_CHANGES = 1_000;

export const evidencePage = page({
  id: 'evidence-page',
  path: '/evidence/{id}',
  params: z.object({
    id: z.string().min(1).max(200),
    slug: fieldParameter(slugParameter),
    copy: fieldParameter(z.enum(['full'])),
    with: fieldParameter(z.string().regex(/^[0-9a-f]{64}$/)),
  }),
  render(store, { id, slug, copy, with: other }, { now }) {
    const cited = citedBy(store, id, slug);
    const { evidence, product, record } = cited;
    const { generation } = store;
    const quote = label(evidence.quote, 140);
    const stating = [record, ...(record?.markets ?? [])].find((each) => each?.evidence.some((own) => own.id === id));
    const supported = supportedBy(id, {
      record: stating,
      rating: stating === undefined ? () => undefined : ratingOf(stating.verification, now),
      snapshots: generation.recordedSnapshots(product.slug),
    });
    const changes = generation
      .changes({ after: 0, limit: MOST_CHANGES, slug: product.slug })
      .filter((change) => change.evidence.includes(evidence.id));
    return storeLayout(store, {
      title: `“${label(evidence.quote, 50)}”, evidence for ${product.name}`,
      description: `Quote from the page of ${product.name} that states its price, with position, date and hash.`,
      path: `/evidence/${id}`,
      crumbs: [PRODUCTS, ...(record === undefined ? [] : [pricingLink(product)])],
      // It has a vendor's text.
      noIndex: true,
      scripts: ['copy'],
      main: html`
<h1 class="quote">“${quote}”</h1>
<p class="lead">From ${record === undefined ? product.name : productLink(product)}’s page ${addressLink(cited.finalUrl)}, captured ${day(evidence.capturedAt)}.${supported.some(({ isCurrent }) => isCurrent) ? '' : ' No current fact cites it.'}</p>
${otherProducts(store, cited)}
${supportedTable(supported)}
${onPage(store, cited, { isFull: copy === 'full', other })}
${changes.length > 0 && html`<h2>Price changes that cite it</h2>\n${wideTable('Changes', changeTable(changes.map(changeView).toReversed()))}`}
${proofList(cited, now)}
${store.site.takesReports === true && html`<p>Is something misread? <a href="/report?slug=${product.slug}&amp;evidence=${evidence.id}" rel="nofollow">Report a mistake</a></p>`}
${citation(store.site, cited)}
`,
    });
  },
});

function otherProducts({ generation }: Store, { citing, product, evidence }: Cited): Html | false {
  const links = citing
    .filter((slug) => slug !== product.slug)
    .map(
      (slug) => html`<a href="${evidencePath(evidence.id)}?slug=${slug}">${generation.product(slug)?.name ?? slug}</a>`,
    );
  return links.length > 0 && html`<p class="quiet">The same quote is evidence for ${separated(links)}.</p>`;
}

function supportedTable(supported: readonly Supported[]): Html | false {
  if (supported.length === 0) return false;
  const rows = supported.map((fact) => {
    const { subject, value, confidence } = fact;
    return html`<tr><th scope="row">${subject}</th><td>${value}</td><td>${period(fact)}</td>
<td class="number">${confidence === undefined ? '–' : percent(confidence)}</td></tr>
`;
  });
  const columns = ['Fact', 'Value', 'Period', figures('Confidence today')];
  return html`<h2>Facts from this quote</h2>
${wideTable('Facts', table('dated', columns, rows))}`;
}

function period({ from, to, isCurrent, isReplaced }: Supported): Html {
  if (isReplaced) return html`replaced by a later record`;
  if (isCurrent) return html`today${from !== undefined && html`, since ${day(from)}`}`;
  return html`${from !== undefined && day(from)} to ${to === undefined ? 'today' : day(to)}`;
}
