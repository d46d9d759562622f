/** Adding a product by hand: a form describes it, its page is read once on trial, and its file is checked and saved. */
import { putFirst } from '../../crawler/schedule/crawl-queue.ts';
import { dueJobs } from '../../crawler/schedule/due.ts';
import {
  type AuthoredFile,
  checkFile,
  type Described,
  slugOf,
  USUAL_SOURCE,
  yamlOf,
} from '../../data/catalogue/new-product.ts';
import { ProductFileChanged } from '../../data/catalogue/product-file.ts';
import { PageFormat } from '../../data/page.ts';
import { type CatalogueProduct, Source } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { type Html, html, options } from '../../web/html.ts';
import { field, text } from '../http/form.ts';
import { editFile } from '../installation/file-edits.ts';
import type { Installation } from '../installation/installation.ts';
import type { TrialReader, TrialReading } from '../installation/trial-reading.ts';
import { faultNote } from '../view/form-parts.ts';
import type { Content } from '../view/layout.ts';
import { readingView } from '../view/reading-view.ts';
import { teachButton, vendorText } from '../view/wording.ts';
import { frameOf } from './captures.ts';
import type { ConsoleAction } from './page.ts';

export const NOTHING: Described = { name: '', vendor: '', category: '', homepage: '', url: '', ...USUAL_SOURCE };

export function describeForm(installation: Installation, described: Described): Html {
  const { name, vendor, category, homepage, url, kind, cadence, render } = described;
  const { kind: kinds, cadence: cadences, render: renders } = Source.shape;
  return html`<form method="post" action="/products/new" enctype="multipart/form-data" class="card grid">
<label>Name <input name="name" required maxlength="80" value="${name}"></label>
<label>Vendor <input name="vendor" maxlength="80" value="${vendor}" placeholder="same as name"></label>
${categoryField(installation, category)}
<label>Homepage <input type="url" name="homepage" value="${homepage}" placeholder="https://"></label>
<label class="wide">Pricing page <input type="url" name="url" required value="${url}" placeholder="https://"></label>
<label>Kind <select name="kind">${options(kinds.unwrap().options, kind)}</select></label>
<label>Cadence <select name="cadence">${options(cadences.unwrap().options, cadence)}</select></label>
<label>Fetch with <select name="render">${options(renders.unwrap().options, render)}</select></label>
<details class="wide"><summary>Upload the page if this machine cannot reach it</summary>
<label>Saved page <input type="file" name="file"></label>
<label>Or its HTML <textarea name="pasted" rows="5" spellcheck="false"></textarea></label>
<label>Format <select name="format">${options(PageFormat.options, 'html')}</select></label></details>
<div class="wide"><button>Read the page</button> <span class="quiet">The console respects robots.txt and stores nothing.</span></div>
</form>`;
}

export function categoryField({ catalogue }: Installation, chosen: string): Html {
  const categories = catalogue.categories.map(({ id, name }) => [id, name] as const);
  return html`<label>Category <select name="category" required>${options([['', ''], ...categories], chosen)}</select></label>`;
}

export function faultList(faults: readonly string[]): Html | undefined {
  if (faults.length === 0) return undefined;
  return html`<div class="faults" role="alert"><p>The file cannot be saved:</p><ul>${faults.map((fault) => html`<li>${vendorText(fault, 400)}</li>`)}</ul></div>`;
}

export function readNewProduct(trials: TrialReader): ConsoleAction {
  return {
    path: '/products/new',
    async act(installation, form, { now }) {
      const described = describedIn(form);
      const yaml = yamlOf(described);
      const slug = slugOf(described.name);
      const { faults } = checkFile({ slug, yaml }, installation.catalogue, now.toISOString().slice(0, 10));
      const isAddress = Source.shape.url.safeParse(described.url).success;
      const trial = isAddress
        ? await trialOf(trials, form, described)
        : { failed: 'The address is not one of a page: https, and a name' };
      const page = 'failed' in trial ? undefined : trials.keep(frameOf(trial.source, trial.reading, trial.page), trial);
      return {
        status: 'failed' in trial ? 422 : 200,
        show: {
          title: `Add ${described.name}`,
          place: '/products',
          main: html`<p class="crumbs"><a href="/products">Products</a></p><h1>Add ${vendorText(described.name, 80)}</h1>
<h2>Reading of the page</h2>
${trialView(trial, page)}
<h2>Product file</h2>
${saveForm({ slug, yaml, reason: '' }, { faults, page })}
<details><summary>Change the description</summary>${describeForm(installation, described)}</details>`,
        },
      };
    },
  };
}

function describedIn(form: FormData): Described {
  const sent = Object.keys(NOTHING).map((name) => [name, field(form, name)]);
  return { ...NOTHING, ...Object.fromEntries(sent.filter(([, value]) => value !== '')) };
}

async function trialOf(trials: TrialReader, form: FormData, { url, kind, render }: Described): Promise<TrialReading> {
  const file = form.get('file');
  const pasted = text(form, 'pasted');
  const bytes = file instanceof File && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : Buffer.from(pasted);
  if (bytes.length > 0)
    return trials.uploaded(bytes, { url, format: PageFormat.catch('html').parse(field(form, 'format')) });
  const source = Source.pick({ kind: true, render: true }).safeParse({ kind, render });
  return trials.fetched({ url, ...(source.success ? source.data : USUAL_SOURCE) });
}

function trialView(trial: TrialReading, name = ''): Html {
  if ('failed' in trial) return faultNote(trial.failed, 400);
  const { reading, page } = trial;
  return html`${page.via !== undefined && html`<p class="quiet">${vendorText(page.finalUrl, 300)}, by ${page.via}, status ${page.status}</p>`}
${keptReading(reading, name)}`;
}

/** @param name of the page that is kept */
export function keptReading(reading: PageReading, name: string): Html {
  return html`${readingView(reading)}
<details><summary>The page with its prices marked</summary><iframe class="page" sandbox src="/products/new/${name}" loading="lazy" title="The page with its prices marked"></iframe></details>`;
}

export type FileToSave = AuthoredFile & { reason: string };

/** The file of a form: its text, or what the fields describe. */
export function fileIn(form: FormData): FileToSave {
  const written = text(form, 'yaml');
  const described = describedIn(form);
  return {
    slug: field(form, 'slug') || slugOf(described.name),
    yaml: written === '' ? yamlOf(described) : `${written.trimEnd()}\n`,
    reason: field(form, 'reason'),
  };
}

/** A file that a person looks over before it is saved. */
export function savePage(installation: Installation, file: FileToSave, now: Date): Content {
  const { faults } = checkFile(file, installation.catalogue, now.toISOString().slice(0, 10));
  return adding(saveForm(file, { faults }));
}

/** @param page name of the page that was read on trial */
function saveForm(
  { slug, yaml, reason }: FileToSave,
  { faults, page }: { faults: readonly string[]; page?: string | undefined },
): Html {
  return html`${faultList(faults)}<form method="post" action="/products" class="card grid">
${slugField(slug)}
<label class="wide">products/&lt;slug&gt;.yaml <textarea name="yaml" required rows="${yaml.split('\n').length + 2}" spellcheck="false">${yaml}</textarea></label>
${saveButtons(page, reason)}
</form>`;
}

export function slugField(slug: string): Html {
  return html`<label>Slug <input name="slug" required pattern="[a-z0-9\\-]{1,80}" maxlength="80" value="${slug}"></label>`;
}

/** With the reason before them. */
export function saveButtons(page: string | undefined, reason = ''): Html {
  return html`<label class="wide">Reason <input name="reason" required maxlength="300" value="${reason}" placeholder="One line, stored in the activity log with your name"></label>
<div class="wide actions"><button>Save and start checks</button>${page !== undefined && teachButton(page)}</div>`;
}

/** Of the file's text, or of the fields that describe it. */
export const saveProduct: ConsoleAction = {
  path: '/products',
  async act(installation, form, { who, now }) {
    const { slug, yaml, reason } = fileIn(form);
    const { product, faults } = checkFile({ slug, yaml }, installation.catalogue, now.toISOString().slice(0, 10));
    if (product === undefined || faults.length > 0 || reason === '') {
      const told = reason === '' ? [...faults, 'Enter a reason for the activity log'] : faults;
      return { status: 422, show: adding(saveForm({ slug, yaml, reason }, { faults: told })) };
    }
    const edit = { before: '', after: yaml };
    try {
      await editFile(installation, { action: 'product_added', slug, by: who, reason, edit });
    } catch (error) {
      if (!(error instanceof ProductFileChanged)) throw error;
      const told = `The file products/${slug}.yaml exists, but the catalogue does not load it. Choose another slug`;
      return { status: 409, show: adding(saveForm({ slug, yaml, reason }, { faults: [told] })) };
    }
    const { faults: refused = [] } = installation.live.fault() ?? {};
    if (installation.product(slug) === undefined && refused.length > 0)
      return { status: 200, show: adding(savedOnly(slug, refused[0]?.file ?? '')) };
    // Where Redis is away, the scheduler starts them once it is back.
    await startChecks(installation, product, now).catch(() => {});
    return { seeOther: `/products/${slug}?added` };
  },
};

function adding(main: Html): Content {
  return {
    title: 'Add a product',
    place: '/products',
    main: html`<p class="crumbs"><a href="/products">Products</a></p><h1>Add a product</h1>${main}`,
  };
}

function savedOnly(slug: string, file: string): Html {
  return html`<div class="faults" role="alert"><p><code>products/${slug}.yaml</code> is saved. The catalogue loads it once <code>${file}</code> is corrected. The <a href="/">overview</a> shows the fault.</p></div>`;
}

/** Before all others. The scheduler gives these visits the same ids, so none is made twice. */
async function startChecks(installation: Installation, product: CatalogueProduct, now: Date): Promise<void> {
  const jobs = dueJobs([product], await installation.facts([product.slug]), { ...(await installation.plan()), now });
  await putFirst(installation.queues.crawl, jobs);
}
