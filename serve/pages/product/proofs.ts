/** What stands behind a price: the words, the page, the day, the way of reading, and how sure that is today. */
import type { ImportedFrom, Research } from '../../../data/record.ts';
import { datasetName } from '../../../data/record.ts';
import { type Html, href, html } from '../../../web/html.ts';
import type { EvidenceView, PriceView, VerificationView } from '../../record/shape.ts';
import { day, percent } from '../parts/wording.ts';

export type Confidence = VerificationView['confidence'];

interface Sureness {
  confidence: Confidence;
  /** What the page does not spell out. */
  assumed?: PriceView['assumed'];
}

export function proofOf(
  { id, quote, url, capturedAt, pageSha256, method }: EvidenceView,
  { confidence, assumed = [] }: Sureness,
): Html {
  return html`<blockquote>${quote}</blockquote>
<dl class="proof">
<div><dt>Read from</dt><dd>${outward(url)}</dd></div>
<div><dt>Captured</dt><dd>${day(capturedAt)}, page <code>${pageSha256.slice(0, 12)}</code></dd></div>
<div><dt>Read by</dt><dd>${method}${assumed.length > 0 && `; taken by rule, not spelt out: ${assumed.join(', ')}`}</dd></div>
${confidence !== undefined && html`<div><dt>Still so today</dt><dd>${percent(confidence)}, <a href="#sure">why</a></dd></div>`}
</dl>
<p class="quiet"><a href="/api/v2/evidence/${id}">The words in their place</a></p>`;
}

export function fromDataset({ dataset, license, asOf, sourceUrl }: ImportedFrom): Html {
  return html`<p class="quiet imported">Imported from ${datasetName(dataset)} (${license}), as of ${day(asOf)}${sourceUrl !== undefined && html`, which names ${outward(sourceUrl)}`}. Not read by us.</p>`;
}

export function byHand({ by, reason, asOf, sourceUrl }: Research): Html {
  return html`<p class="quiet">Stated by ${by} on ${day(asOf)}: ${reason}${sourceUrl !== undefined && html` (${outward(sourceUrl)})`}</p>`;
}

/** The vendor's own URL, shown for what it is and never as one of ours. */
export function outward(url: string): Html {
  return html`<a href="${href(url)}" rel="nofollow noopener external">${url.replace(/^https?:\/\/(?:www\.)?/, '').slice(0, 80)}</a>`;
}
