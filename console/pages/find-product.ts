/** Adding a product by one address: what the catalogue has of it, the search for its pricing page, and what was read there. */
import { type Candidate, isRead, plansOf, type SiteFound } from '../../crawler/find/find-pricing.ts';
import { addressOf, type Proposal, proposalOf } from '../../crawler/find/proposal.ts';
import { type KnownProduct, knownProducts } from '../../data/catalogue/known-products.ts';
import { type Html, html } from '../../web/html.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { Installation } from '../installation/installation.ts';
import { type PricingSearch, readPageOf, type TrialReader } from '../installation/trial-reading.ts';
import { faultNote, hiddenFields } from '../view/form-parts.ts';
import type { Content } from '../view/layout.ts';
import { badge, vendorText } from '../view/wording.ts';
import { categoryField, describeForm, faultList, keptReading, NOTHING, saveButtons, slugField } from './add-product.ts';
import { frameOf } from './captures.ts';
import type { ConsoleAction, ConsolePage } from './page.ts';

const PATH = '/products/new';
const MOST_KNOWN = 20;

export const newProduct: ConsolePage = {
  path: PATH,
  show: (installation) => asking(installation, { url: '' }),
};

function asking(installation: Installation, { url, fault }: { url: string; fault?: string }): Content {
  return {
    title: 'Add a product',
    place: '/products',
    main: html`<p class="crumbs"><a href="/products">Products</a></p><h1>Add a product</h1>
<p class="lead">Paste the homepage or pricing page. Nothing is saved until you confirm.</p>
${fault !== undefined && faultNote(fault, 200)}
<form method="post" action="${PATH}/find" class="row"><label class="wide">Homepage or pricing page <input name="url" required maxlength="500" inputmode="url" autocomplete="off" spellcheck="false" value="${url}" placeholder="acme.example"></label><button>Find prices</button></form>
<p class="quiet">The search fetches at most 12 pages and sitemaps and respects robots.txt. It takes up to a minute.</p>
<details><summary>Enter the details by hand</summary>${describeForm(installation, NOTHING)}</details>`,
  };
}

export function findProduct(trials: TrialReader, onMoved: () => void): ConsoleAction {
  return {
    path: `${PATH}/find`,
    async act(installation, form) {
      const given = field(form, 'url');
      const url = addressOf(given);
      if (url === undefined)
        return { status: 422, show: asking(installation, { url: given, fault: `“${given}” is not a page URL` }) };
      const known = knownProducts(installation.catalogue.products, { url });
      if (known.length > 0 && field(form, 'another') === '') return { status: 200, show: alreadyThere(url, known) };
      return { seeOther: `${PATH}/found/${trials.startSearch(url, onMoved)}` };
    },
  };
}

function alreadyThere(url: string, known: readonly KnownProduct[]): Content {
  const isThere = known.some(({ by }) => by === 'page');
  return {
    title: 'Add a product',
    place: '/products',
    main: html`<p class="crumbs"><a href="${PATH}">Add a product</a></p><h1>Already in the catalogue</h1>
<p class="url">${vendorText(url, 300)}</p>
${knownList(known)}
${
  isThere
    ? html`<p class="quiet">This page is already a source.</p>`
    : html`<form method="post" action="${PATH}/find" class="row">${hiddenFields({ url, another: '1' })}<button>Add another product of this vendor</button></form>`
}`,
  };
}

const LIKENESS = { page: 'has this page as a source', name: 'has this name', vendor: 'is on the same domain' } as const;

function knownList(known: readonly KnownProduct[]): Html {
  return html`<ul>${known
    .slice(0, MOST_KNOWN)
    .map(
      ({ product: { slug, name, vendor }, by }) =>
        html`<li><a href="/products/${slug}">${vendorText(name, 80)}</a> <span class="quiet">${vendorText(vendor, 80)}, ${LIKENESS[by]}</span></li>`,
    )}</ul>`;
}

export function foundProduct(trials: TrialReader): ConsolePage {
  return {
    path: `${PATH}/found/:id`,
    show(installation, { path: { id = '' }, query, now }) {
      const search = trials.search(id);
      if (search === undefined) throw new ConsoleProblem(404, 'This search has expired. Start a new one');
      const { given, found, failed } = search;
      const today = now.toISOString().slice(0, 10);
      const chosen = found && chosenOf(found, query.get('use'));
      const proposal = chosen && proposalOf(chosen, installation.catalogue, { today });
      return {
        title: proposal === undefined ? 'Looking for prices' : `Add ${proposal.described.name}`,
        place: '/products',
        isLive: found === undefined && failed === undefined,
        main: html`<p class="crumbs"><a href="/products">Products</a> <a href="${PATH}">Add a product</a></p>
${chosen === undefined || proposal === undefined ? running(search) : html`<div id="search"><h1>Add ${vendorText(proposal.described.name, 80)}</h1><p class="url">${vendorText(given, 300)}</p>${result(installation, { id, found: chosen, proposal }, trials)}</div>`}`,
      };
    },
  };
}

/** Live until the result is in its place, in which a person types. */
function running({ given, steps, failed }: PricingSearch): Html {
  return html`<div id="search" data-live><h1>Looking for prices</h1><p class="url">${vendorText(given, 300)}</p>
${failed === undefined ? html`<p role="status" aria-live="polite">${vendorText(steps.at(-1) ?? 'Reading robots.txt', 300)} …</p><progress aria-label="Searching"></progress>` : faultNote(failed, 300)}
<ol class="quiet">${steps.map((step) => html`<li>${vendorText(step, 300)}</li>`)}</ol>
<noscript><p><a href="">Reload to see the progress</a></p></noscript></div>`;
}

/** With the candidate that the person chose in place of the proposed one. */
function chosenOf(found: SiteFound, use: string | null): SiteFound {
  const chosen = use === null ? undefined : found.candidates[Number(use)];
  return chosen !== undefined && isRead(chosen) ? { ...found, best: chosen } : found;
}

interface Result {
  id: string;
  found: SiteFound;
  proposal: Proposal;
}

function result(installation: Installation, { id, found, proposal }: Result, trials: TrialReader): Html {
  const { best, fault } = found;
  const { known } = proposal;
  const read = best && readPageOf(best.tried);
  const name = read && trials.keep(frameOf(read.source, read.reading, read.page), read);
  return html`${known.length > 0 && html`<div class="faults" role="alert"><p>Possible duplicates in the catalogue:</p>${knownList(known)}</div>`}
${best === undefined || name === undefined ? faultNote(fault ?? '', 300) : html`<h2>Reading of <span class="url">${vendorText(best.url, 300)}</span></h2>${keptReading(best.tried.reading, name)}`}
<h2>Pages tried</h2>${candidateTable(found, id)}
${
  best === undefined
    ? html`<h2>Enter the details by hand</h2>${describeForm(installation, { ...proposal.described, url: '' })}`
    : confirmForm(installation, proposal, name)
}`;
}

const HOW: Partial<Record<Candidate['by'], string>> = { link: 'link', sitemap: 'sitemap' };

function candidateTable({ candidates, best, homepage }: SiteFound, id: string): Html {
  const shortened = (url: string) => (url.startsWith(`${homepage}/`) ? url.slice(homepage.length) : url);
  return html`<div class="scroll"><table class="dense"><thead><tr><th>Page</th><th>Found by</th><th>Reading</th><th><span class="unseen">Choose</span></th></tr></thead><tbody>${candidates.map(
    ({ url, by, words, tried }, at) =>
      html`<tr><th scope="row" class="url">${vendorText(shortened(url), 200)}</th><td>${HOW[by] ?? by}${words !== undefined && html` <span class="quiet">“${vendorText(words, 60)}”</span>`}</td><td>${'failed' in tried ? html`<span class="quiet">${vendorText(tried.failed, 200)}</span>` : html`${badge(tried.reading.verdict)} ${vendorText(plansOf(tried.reading), 200)}`}</td><td>${'reading' in tried && url !== best?.url && html`<a class="button small" href="${PATH}/found/${id}?use=${at}">Use this page</a>`}</td></tr>`,
  )}</tbody></table></div>`;
}

/** What is proposed, to be confirmed; POST /products writes the file of it. */
function confirmForm(installation: Installation, { described, slug, faults }: Proposal, page?: string): Html {
  const { name, vendor, category, homepage, url } = described;
  return html`<h2>Confirm</h2>${faults.length > 0 && category !== '' && faultList(faults)}<form method="post" action="/products" class="card grid">
<label>Name <input name="name" required maxlength="80" value="${name}"></label>
<label>Vendor <input name="vendor" required maxlength="80" value="${vendor}"></label>
${categoryField(installation, category)}
${slugField(slug)}
<label>Homepage <input type="url" name="homepage" value="${homepage}"></label>
<label>Pricing page <input type="url" name="url" required value="${url}"></label>
${saveButtons(page)}
</form>`;
}
