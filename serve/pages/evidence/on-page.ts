/** The quote in the copy of its page, or what differs from another capture of the page. */
import type { PageCopy } from '../../../data/text/page-copy.ts';
import { type Html, html } from '../../../web/html.ts';
import { Problem } from '../../interface/problem.ts';
import { evidencePath } from '../../record/envelope.ts';
import type { Store } from '../../store/store.ts';
import { day, dayText } from '../parts/wording.ts';
import { type Capture, capturesOf, counterpart, differences } from './captures.ts';
import { address, type Cited } from './cited.ts';
import { copyView, placeIn, wordsView } from './copy-view.ts';

interface Asked {
  isFull: boolean;
  /** SHA-256 of the capture to compare with. */
  other: string | undefined;
}

/** @throws {Problem} the product cites no such other capture */
export function onPage(store: Store, cited: Cited, { isFull, other }: Asked): Html {
  const { evidence, slug } = cited;
  const captures = capturesOf(store.generation.evidenceOf(slug), evidence.url);
  const at = captures.findIndex(({ sha256 }) => sha256 === evidence.pageSha256);
  const neighbours = [
    neighbour(store, cited, { which: 'Previous', capture: captures[at - 1] }),
    neighbour(store, cited, { which: 'Next', capture: captures[at + 1] }),
  ];
  const view =
    other === undefined
      ? html`<h2 id="copy">On the page</h2>\n${quoteInPlace(store, cited, isFull)}\n${picture(store, cited)}`
      : html`<h2 id="copy">Differences</h2>\n${difference(store, cited, { captures, other })}`;
  return html`<section aria-labelledby="copy">${view}
${captures.length > 1 && html`<ul class="captures">${neighbours}</ul>`}
</section>`;
}

interface Neighbour {
  which: 'Previous' | 'Next';
  capture: Capture | undefined;
}

function neighbour(store: Store, cited: Cited, { which, capture }: Neighbour): Html | false {
  const near = capture && counterpart(capture, cited.evidence);
  if (capture === undefined || near === undefined) return false;
  const itsQuote = address(store, { evidence: near, slug: cited.slug });
  return html`<li>${which} cited capture: <a href="${itsQuote}#quote">${dayText(capture.capturedAt)}</a>, <a href="${address(store, cited, { with: capture.sha256 })}#copy">differences</a></li>`;
}

interface Compared {
  captures: readonly Capture[];
  other: string;
}

function difference(store: Store, cited: Cited, { captures, other }: Compared): Html {
  const own = cited.evidence.pageSha256;
  const [before, after] = captures.filter(({ sha256 }) => sha256 === own || sha256 === other);
  if (before === undefined || after === undefined)
    throw new Problem('not_found', 'No other capture of this page with this hash is cited');
  const shown = differences(before, after, (sha256) => copyOf(store, cited, sha256));
  return html`${shown ?? html`<p>No copy of both captures is shown here.</p>`}
<p><a href="${address(store, cited)}#quote">Show the quote on its page</a></p>`;
}

function quoteInPlace(store: Store, cited: Cited, isFull: boolean): Html {
  const { evidence } = cited;
  const words = wordsView({ ...cited, quote: evidence.quote }, evidence.scope === 'source');
  if (evidence.scope === 'source')
    return html`<p class="quiet">The quote is in the page’s source, not in its visible text.</p>\n${words}`;
  const copy = copyOf(store, cited, evidence.pageSha256);
  const placed = copy && placeIn(copy, evidence, othersOn(store, cited));
  if (placed === undefined) return html`<p class="quiet">${whyNoCopy(store, cited)}</p>\n${words}`;
  return html`<p class="quiet">Text-only copy of the page of ${day(evidence.capturedAt)}; scripts, images and links removed.${placed.links.length > 0 && ' Links lead to other quotes.'}</p>
${copyView(placed, isFull ? undefined : `${address(store, cited, { copy: 'full' })}#quote`)}`;
}

/** Closed: its file is fetched when it is opened. */
function picture(store: Store, cited: Cited): Html | false {
  const { id, picture: sha256, pageSha256 } = cited.evidence;
  const isShown = sha256 !== undefined && copyOf(store, cited, pageSha256) !== undefined;
  return (
    isShown &&
    html`<details class="picture"><summary>Picture of the page</summary><figure><img src="${evidencePath(id)}/picture" width="1280" height="800" loading="lazy" alt="The page around its first price">
<figcaption class="quiet">The page around its first price, drawn by Chromium without images and web fonts.</figcaption></figure></details>`
  );
}

function othersOn(store: Store, { evidence: own, slug }: Cited) {
  return store.generation
    .evidenceOf(slug)
    .filter(
      ({ evidence }) => evidence.pageSha256 === own.pageSha256 && evidence.scope === 'text' && evidence.id !== own.id,
    )
    .map(({ evidence }) => ({ ...evidence, path: `${address(store, { evidence, slug })}#quote` }));
}

/** Undefined where it is missing, or may not be shown. */
function copyOf(store: Store, cited: Cited, sha256: string): PageCopy | undefined {
  const copy = cited.product.noArchive === true ? undefined : store.copy(sha256);
  return copy?.isNoArchive === true ? undefined : copy;
}

function whyNoCopy({ copy }: Store, cited: Cited): string {
  const words = 'Text around the quote:';
  if (cited.product.noArchive === true) return `The vendor asked us not to show copies of its pages. ${words}`;
  if (copy(cited.evidence.pageSha256)?.isNoArchive === true)
    return `The page asks archives not to show copies of it (noarchive). ${words}`;
  return `No copy of this page is stored here. ${words}`;
}
