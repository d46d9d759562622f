/** Teaching a source: an archived page with marks to point at, the facts so far, a trial on all archived pages, the recipe saved. */
import { hash } from 'node:crypto';
import { checkJobs, putFirst } from '../../../crawler/schedule/crawl-queue.ts';
import { ProductFileChanged, readProductFile, withRecipe } from '../../../data/catalogue/product-file.ts';
import { observationId } from '../../../data/observation.ts';
import type { CatalogueProduct, Source } from '../../../data/product.ts';
import type { Recipe } from '../../../data/recipe.ts';
import { archivedCaptures } from '../../../data/store/ledger-queries/archived-captures.ts';
import { html } from '../../../web/html.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import { editFile } from '../../installation/file-edits.ts';
import type { Installation } from '../../installation/installation.ts';
import type { Teacher } from '../../installation/teaching.ts';
import { day, vendorText } from '../../view/wording.ts';
import { captureOf } from '../captures.ts';
import type { ConsoleAction, ConsolePage, PageRequest } from '../page.ts';
import { teachBoard } from './board.ts';
import { type Lesson, opened, type ToSave, taughtBy } from './lesson.ts';

const PATH = '/products/:slug/sources/:source/teach';
/** Pages of the trial: the latest. */
const MOST_TRIED = 24;

interface Taught extends Lesson {
  product: CatalogueProduct;
  source: Source;
  /** Hash of the product's file, and of the latest archived page. */
  file: string;
  newest: string;
}

interface Wanted {
  path: PageRequest['path'];
  capture: string | null;
  teacher: Teacher;
}

/** @throws {ConsoleProblem} there is no such source, or no page of it to teach */
async function taughtOf(installation: Installation, { path, capture, teacher }: Wanted): Promise<Taught> {
  const { slug = '', source: id = '' } = path;
  const product = installation.product(slug);
  const source = product?.sources.find((each) => each.id === id && each.kind !== 'openapi');
  if (product === undefined || source === undefined)
    throw new ConsoleProblem(404, `"${vendorText(slug, 80)}" has no source "${vendorText(id, 80)}" with prices`);
  const archived =
    installation.ledger((ledger) => archivedCaptures(ledger, { slug, source: id, limit: MOST_TRIED + 1 })) ?? [];
  const [latest] = archived;
  if (latest === undefined) throw new ConsoleProblem(404, `No archived page of ${slug} (${id}) yet. Check it first`);
  const found = captureOf(installation, capture || latest.id);
  const { sha256 } = found.page;
  if (found.slug !== slug || found.source !== id)
    throw new ConsoleProblem(404, `"${vendorText(found.id, 240)}" is not a page of ${slug} (${id})`);
  const bytes = await installation.archive.get(sha256);
  if (bytes === undefined) throw new ConsoleProblem(404, `No page ${sha256} in the archive`);
  const file = readProductFile(installation.environment.catalogueDir, slug);
  if (file === undefined) throw new ConsoleProblem(404, `No file products/${slug}.yaml`);
  const page = { ...found.page, bytes };
  const hidden = { capture: found.id, file: hash('sha256', file), newest: latest.page.sha256 };
  return {
    ...{ product, source, page, sha256, file: hidden.file, newest: hidden.newest, reading: found.reading },
    ...{ saves: 'Save the recipe', reason: `taught from the page of ${found.observedAt.slice(0, 10)}` },
    async trial(recipe) {
      const trial = await teacher.trial(recipe, archived.slice(0, MOST_TRIED), installation.archive);
      return { ...trial, hasMore: trial.hasMore || archived.length > MOST_TRIED };
    },
    edit: (recipe) => ({ before: file, after: textWith(file, id, recipe) }),
    content: async (board, shown) => ({
      title: `Teach ${slug}`,
      place: '/products',
      script: 'teach',
      main: html`<p class="crumbs"><a href="/products/${slug}">${slug}</a> <span class="quiet">${source.id}</span></p>
<h1>Teach ${vendorText(product.name, 80)}</h1>
<p class="lead">Page of <a href="/captures/${found.id}">${day(found.observedAt)}</a>. Text-only copy; scripts, images and links removed. ${source.recipe === undefined ? 'The source has no recipe yet.' : `A new recipe replaces the recipe of ${source.recipe.taught.on}.`}</p>
${await teachBoard({ board, action: `/products/${slug}/sources/${id}/teach`, hidden, teacher: shown, page })}`,
    }),
  };
}

export function teachPage(teacher: Teacher): ConsolePage {
  return {
    path: PATH,
    show: async (installation, { path, query }) =>
      opened(await taughtOf(installation, { path, capture: query.get('capture'), teacher }), teacher),
  };
}

export function teachAction(teacher: Teacher): ConsoleAction {
  return {
    path: PATH,
    async act(installation, form, { path, now, who }) {
      const taught = await taughtOf(installation, { path, capture: field(form, 'capture'), teacher });
      const result = await taughtBy(form, taught, { teacher, now });
      if ('show' in result) return result;
      if (field(form, 'newest') !== taught.newest) return result.again(PAGE_CHANGED);
      if (field(form, 'file') !== taught.file) return result.again(FILE_CHANGED);
      try {
        return { seeOther: await saved(installation, taught, { ...result, who, now }) };
      } catch (error) {
        if (error instanceof ProductFileChanged) return result.again(FILE_CHANGED);
        throw error;
      }
    },
  };
}

const FILE_CHANGED =
  'The product’s file changed after you opened this page. Nothing was saved; your selections are kept. Check the file, then save again';
const PAGE_CHANGED = 'The source has a newer page, now included in the trial. Check the trial, then save again';

/** Writes the recipe, asks for a check, and returns where that is followed. */
async function saved(
  installation: Installation,
  { product, source }: Taught,
  { edit, reason, who, now }: Pick<ToSave, 'edit' | 'reason'> & { who: string; now: Date },
): Promise<string> {
  const { slug } = product;
  await editFile(installation, { action: 'recipe_saved', slug, by: who, reason, edit });
  if (product.retired !== undefined) return `/products/${slug}?done=recipe_saved`;
  const jobs = checkJobs([{ ...product, sources: [source] }], await installation.facts([slug]), now);
  await putFirst(installation.queues.crawl, jobs);
  return `/checks?of=${jobs.map(observationId).join(',')}&taught=${slug}`;
}

/** @throws {ConsoleProblem} the file is written in a form that can't be edited */
export function textWith(text: string, sourceId: string, recipe: Recipe): string {
  try {
    return withRecipe(text, sourceId, recipe);
  } catch (error) {
    throw new ConsoleProblem(422, error instanceof Error ? error.message : String(error));
  }
}
