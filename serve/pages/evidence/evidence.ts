/** One quote: the facts it supports, its place in the copy of the page, how it was read, and other captures of the page. */
import * as z from 'zod';
import { type Html, html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { Problem } from '../../interface/problem.ts';
import { evidencePath } from '../../record/envelope.ts';
import { label } from '../../record/vendor-text.ts';
import { changeView, ratingOf } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import { changeTable } from '../parts/change-table.ts';
import { PRODUCTS, pricingLink, storeLayout } from '../parts/layout.ts';
import { figures, productLink, separated, table, wideTable } from '../parts/markup.ts';
import { fieldParameter } from '../parts/product-choice.ts';
import { day, dayText, percent } from '../parts/wording.ts';
import { type Capture, capturesOf, counterpart, differences } from './captures.ts';
import { address, type Cited, citedBy } from './cited.ts';
import { copyView, placeIn, wordsView } from './copy-view.ts';
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
    const supported = supportedBy(id, {
      record,
      rating: record === undefined ? () => undefined : ratingOf(record.verification, now),
      snapshots: generation.recordedSnapshots(product.slug),
    });
    const changes = generation
      .changes({ after: 0, limit: MOST_CHANGES, slug: product.slug })
      .filter((change) => change.evidence.includes(evidence.id));
    return storeLayout(store, {
      title: `“${label(evidence.quote, 50)}”, evidence for ${product.name}`,
      description: `Words of ${product.name}’s page that its price was read from, with their place, date and hash.`,
      path: `/evidence/${id}`,
      crumbs: [PRODUCTS, ...(record === undefined ? [] : [pricingLink(product)])],
      // It has a vendor's text.
      noIndex: true,
      scripts: ['copy'],
      main: html`
<h1 class="quote">“${quote}”</h1>
<p class="lead">From ${record === undefined ? product.name : productLink(product)}’s page, captured ${day(evidence.capturedAt)}.${supported.some(({ isCurrent }) => isCurrent) ? '' : ' No current price cites it.'}</p>
${otherProducts(store, cited)}
${supportedTable(supported)}
${capturesSection(store, cited, { isFull: copy === 'full', other })}
${changes.length > 0 && html`<h2>Price changes that cite it</h2>\n${wideTable('Changes', changeTable(changes.map(changeView).toReversed()))}`}
${proofList(cited, now)}
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
  return links.length > 0 && html`<p class="quiet">The same words are evidence for ${separated(links)}.</p>`;
}

function supportedTable(supported: readonly Supported[]): Html {
  if (supported.length === 0) return html`<p>No price cites these words today.</p>`;
  const rows = supported.map(
    ({
      subject,
      value,
      confidence,
      ...held
    }) => html`<tr><th scope="row">${subject}</th><td>${value}</td><td>${period(held)}</td>
<td class="number">${confidence === undefined ? '–' : percent(confidence)}</td></tr>
`,
  );
  const columns = ['Fact', 'Value', 'Period', figures('Confidence today')];
  return html`<h2>Facts read from these words</h2>
${wideTable('Facts', table('dated', columns, rows))}`;
}

function period({
  from,
  to,
  isCurrent,
  isReplaced,
}: Pick<Supported, 'from' | 'to' | 'isCurrent' | 'isReplaced'>): Html {
  if (isReplaced) return html`replaced by a later recording of ours`;
  if (isCurrent) return html`today${from !== undefined && html`, since ${day(from)}`}`;
  return html`${from !== undefined && day(from)} to ${to === undefined ? 'today, with other words' : day(to)}`;
}

interface View {
  isFull: boolean;
  /** SHA-256 of the capture to compare with. */
  other: string | undefined;
}

function capturesSection(store: Store, cited: Cited, { isFull, other }: View): Html {
  const { evidence } = cited;
  const captures = capturesOf(store.generation.evidenceOf(cited.slug), evidence.url);
  const at = captures.findIndex(({ sha256 }) => sha256 === evidence.pageSha256);
  const compared = captures.find(({ sha256 }) => sha256 === other);
  const own = captures[at];
  if (other !== undefined && (compared === undefined || compared === own))
    throw new Problem('not_found', 'No other capture of this page with this hash is cited');
  const neighbours = html`${neighbour('Previous', captures[at - 1], cited)}${neighbour('Next', captures[at + 1], cited)}`;
  const view =
    own === undefined || compared === undefined
      ? html`<h2 id="copy">On the page</h2>\n${place(store, cited, isFull)}`
      : html`<h2 id="copy">Differences</h2>\n${difference(store, own, compared)}\n<p><a href="${address(cited)}#quote">Show the quote on its page</a></p>`;
  return html`<section aria-labelledby="copy">${view}
${captures.length > 1 && html`<ul class="captures">${neighbours}</ul>`}
</section>`;
}

function difference({ copy }: Store, own: Capture, compared: Capture): Html {
  const [before, after] = own.capturedAt < compared.capturedAt ? [own, compared] : [compared, own];
  return differences(before, after, copy) ?? html`<p>No copy of both captures is stored here.</p>`;
}

function place(store: Store, cited: Cited, isFull: boolean): Html {
  const { evidence } = cited;
  const words = wordsView({ ...cited, quote: evidence.quote }, evidence.scope === 'source');
  if (evidence.scope === 'source')
    return html`<p class="quiet">The words are in the page’s source, not in its visible text.</p>\n${words}`;
  const copy = mayShowCopy(cited) ? store.copy(evidence.pageSha256) : undefined;
  const placed = copy && placeIn(copy, evidence);
  if (placed === undefined) return html`<p class="quiet">${whyNoCopy(cited, copy?.isNoArchive)}</p>\n${words}`;
  return html`<p class="quiet">Text-only copy of the page of ${day(evidence.capturedAt)}; scripts, images and links removed.</p>
${copyView(placed, isFull ? undefined : `${address(cited, { copy: 'full' })}#quote`)}`;
}

function mayShowCopy({ product, evidence }: Cited): boolean {
  return !product.sources.some(({ url, noArchive }) => noArchive === true && url === evidence.url);
}

function whyNoCopy(cited: Cited, isNoArchive = false): string {
  const words = 'These are the words around the quote.';
  if (!mayShowCopy(cited)) return `The vendor asked us not to show copies of this page. ${words}`;
  if (isNoArchive) return `The page asks archives not to show copies of it (noarchive). ${words}`;
  return `No copy of this page is stored here. ${words}`;
}

function neighbour(which: 'Previous' | 'Next', capture: Capture | undefined, cited: Cited): Html | false {
  const near = capture && counterpart(capture, cited.evidence);
  if (capture === undefined || near === undefined) return false;
  return html`<li>${which} capture: <a href="${address({ ...cited, evidence: near })}#quote">${dayText(capture.capturedAt)}</a>, <a href="${address(cited, { with: capture.sha256 })}#copy">differences</a></li>`;
}
