/** How a quote was read and how sure that is, and how to cite it. */
import type { Site } from '../../../config/site.ts';
import { TRUST } from '../../../config/trust.ts';
import { statusNow } from '../../../data/confidence/decay.ts';
import type { ReaderName } from '../../../data/reading.ts';
import type { Witness } from '../../../data/witness.ts';
import { type Html, html } from '../../../web/html.ts';
import { evidenceUrl, homeUrl } from '../../record/envelope.ts';
import { label, markdown, markdownUrl } from '../../record/vendor-text.ts';
import { addressLink } from '../parts/markup.ts';
import { day, statusBadge, statusMeaning } from '../parts/wording.ts';
import type { Cited } from './cited.ts';

const READERS: Readonly<Record<ReaderName, string>> = {
  cards: 'the plan card reader',
  table: 'the plan table reader',
  'rate-card': 'the rate card reader',
  'json-ld': 'the JSON-LD reader',
  state: 'the reader of script data',
  prose: 'the text reader',
  offers: 'the repeated-structure reader',
  recipe: 'a recipe that a person confirmed',
  model: 'a language model, which selects words and writes none',
};

const WITNESSES: Readonly<Record<Witness, string>> = {
  structure: 'the page’s layout',
  declared: 'the page’s structured data',
  prose: 'sentences',
  recipe: 'a confirmed recipe',
  model: 'a language model',
  design: 'another design of the page',
  page: 'a later page with other words',
  person: 'a person',
  dataset: 'a public dataset',
};

export function proofList({ evidence, record, finalUrl, slug }: Cited, now: Date): Html {
  const { capturedAt, pageSha256, method, scope, textStart, textEnd, path, id } = evidence;
  const { verification } = record ?? {};
  const status = verification && statusNow(verification, now, TRUST);
  const witnesses = (verification?.witnesses ?? []).map((witness) => WITNESSES[witness]);
  const place = scope === 'text' ? 'the page’s text' : 'the page’s source';
  return html`<section aria-labelledby="proof">
<h2 id="proof">Reading and confidence</h2>
<dl class="facts how">
<div><dt>Page</dt><dd>${addressLink(finalUrl)}</dd></div>
<div><dt>Captured</dt><dd>${day(capturedAt)}, ${capturedAt.slice(11, 16)} UTC</dd></div>
<div><dt>SHA-256 of the page</dt><dd><code>${pageSha256}</code></dd></div>
<div><dt>Place</dt><dd>Characters ${textStart} to ${textEnd} of ${place}${path !== '' && html`, in <code>${label(path, 200)}</code>`}</dd></div>
<div><dt>Read by</dt><dd>${READERS[method]}</dd></div>
${status !== undefined && html`<div><dt>Record today</dt><dd>${statusBadge(status)} ${statusMeaning(status)} (<a href="/tools/${slug}/pricing#sure">why</a>)</dd></div>`}
${witnesses.length > 0 && html`<div><dt>Independent witnesses</dt><dd>${witnesses.join(', ')}</dd></div>`}
<div><dt>As JSON</dt><dd><a href="/api/v2/evidence/${id}">/api/v2/evidence/${id}</a></dd></div>
</dl>
</section>`;
}

export function citation(site: Site, { evidence, product, finalUrl }: Cited): Html {
  const { id, quote, capturedAt, pageSha256 } = evidence;
  const day = capturedAt.slice(0, 10);
  const url = evidenceUrl(site, id);
  const words = label(quote, 200);
  const home = homeUrl(site);
  return html`<section aria-labelledby="cite">
<h2 id="cite">Cite this</h2>
<h3>Plain text</h3>
<pre class="cite plain" data-copy>${product.name}: “${words}”, ${finalUrl}, captured ${day} by ${site.brand} (${home}), SHA-256 ${pageSha256}. ${url}</pre>
<h3>Markdown</h3>
<pre class="cite" data-copy>“${markdown(words, 400)}”, [${markdown(product.name)} pricing evidence](${markdownUrl(url)}), captured ${day} by [${markdown(site.brand)}](${markdownUrl(home)})</pre>
</section>`;
}
