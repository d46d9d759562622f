/** Teaching a source: an archived page with marks to point at, the facts so far, a trial on all archived pages, the recipe saved. */
import { hash } from 'node:crypto';
import { factsOf } from '../../../crawler/read/recipe/facts.ts';
import { checkJobs } from '../../../crawler/schedule/check-command.ts';
import { putFirst } from '../../../crawler/schedule/crawl-queue.ts';
import { ProductFileChanged, readProductFile, withRecipe } from '../../../data/catalogue/product-file.ts';
import { observationId } from '../../../data/observation.ts';
import type { CatalogueProduct, Source } from '../../../data/product.ts';
import type { Recipe, TaughtFacts } from '../../../data/recipe.ts';
import { type ArchivedCapture, archivedCaptures } from '../../../data/store/ledger-queries/archived-captures.ts';
import type { Capture } from '../../../data/store/ledger-queries/captures.ts';
import { html } from '../../../web/html.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import { editFile } from '../../installation/file-edits.ts';
import type { Installation } from '../../installation/installation.ts';
import type { BytesOfPage, Teacher } from '../../installation/teaching.ts';
import { day, vendorText } from '../../view/wording.ts';
import { captureOf } from '../captures.ts';
import type { ConsoleAction, ConsolePage, PageRequest } from '../page.ts';
import { type Board, teachBoard } from './board.ts';
import { draftOf } from './draft.ts';
import { boardIn, stepped } from './steps.ts';

const PATH = '/products/:slug/sources/:source/teach';
/** Pages of the trial: the latest. */
const MOST_TRIED = 24;

interface Taught {
  product: CatalogueProduct;
  source: Source;
  capture: Capture;
  page: BytesOfPage;
  /** Hash of the product's file, and of the latest archived page. */
  file: string;
  newest: string;
}

/** @throws {ConsoleProblem} there is no such source, or no page of it to teach */
async function taughtOf(
  installation: Installation,
  { slug = '', source: id = '' }: PageRequest['path'],
  capture: string | null,
): Promise<Taught> {
  const product = installation.product(slug);
  const source = product?.sources.find((each) => each.id === id && each.kind !== 'openapi');
  if (product === undefined || source === undefined)
    throw new ConsoleProblem(
      404,
      `The catalogue has no source "${vendorText(id, 80)}" with prices of "${vendorText(slug, 80)}"`,
    );
  const [latest] = installation.ledger((ledger) => archivedCaptures(ledger, { slug, source: id, limit: 1 })) ?? [];
  if (latest === undefined) throw new ConsoleProblem(404, `No page of ${slug} (${id}) is archived yet: check it first`);
  const found = captureOf(installation, capture || latest.id);
  if (found.slug !== slug || found.source !== id)
    throw new ConsoleProblem(404, `"${vendorText(found.id, 240)}" is no page of ${slug} (${id})`);
  const bytes = await installation.archive.get(found.page.sha256);
  if (bytes === undefined) throw new ConsoleProblem(404, `The archive has no page ${found.page.sha256}`);
  const file = readProductFile(installation.environment.catalogueDir, slug)?.sha256;
  if (file === undefined) throw new ConsoleProblem(404, `There is no file products/${slug}.yaml`);
  return { product, source, capture: found, page: { ...found.page, bytes }, file, newest: latest.page.sha256 };
}

export function teachPage(teacher: Teacher): ConsolePage {
  return {
    path: PATH,
    async show(installation, { path, query }) {
      const taught = await taughtOf(installation, path, query.get('capture'));
      const draft = draftOf(factsOf(taught.capture.reading));
      const said =
        draft.plans.length > 0
          ? 'This is what the readers read. Confirm it, or point at what is wrong.'
          : 'The readers read no plan. Point at the name of a plan, then at its price.';
      return content(taught, { draft, slot: 'auto', said }, teacher);
    },
  };
}

async function content(taught: Taught, board: Board, teacher: Teacher | undefined) {
  const { product, source, capture, file, newest } = taught;
  const { slug } = product;
  return {
    title: `Teach ${slug}`,
    place: '/products',
    script: 'teach' as const,
    main: html`<p class="crumbs"><a href="/products/${slug}">${slug}</a> <span class="quiet">${source.id}</span></p>
<h1>Teach ${vendorText(product.name, 80)}</h1>
<p class="lead">The page of <a href="/captures/${capture.id}">${day(capture.observedAt)}</a>, as its words: no script, picture or link of the vendor’s. ${source.recipe === undefined ? 'The source has no recipe yet.' : `Its recipe of ${source.recipe.taught.on} is replaced.`}</p>
${await teachBoard({
  board,
  action: `/products/${slug}/sources/${source.id}/teach`,
  hidden: { capture: capture.id, file, newest },
  teacher,
  page: taught.page,
})}`,
  };
}

export function teachAction(teacher: Teacher): ConsoleAction {
  return {
    path: PATH,
    async act(installation, form, request) {
      const taught = await taughtOf(installation, request.path, field(form, 'capture'));
      const answer = async (board: Board, status = 200) => ({
        status,
        show: await content(taught, board, form.has('part') ? undefined : teacher),
      });
      const step = await stepped(boardIn(form), form, (facts) => teacher.proposed(taught.page, facts));
      if (step.next === 'point') return answer(step.board);
      const { facts, board } = step;
      const induced = await teacher.induced(taught.page, facts, {
        on: request.now.toISOString().slice(0, 10),
        sha256: taught.capture.page.sha256,
      });
      if ('faults' in induced)
        return answer(
          { ...board, alert: `No recipe explains these facts on this page: ${induced.faults.join('; ')}` },
          422,
        );
      const pages = lastPages(installation, taught);
      const trial = await teacher.trial(induced.recipe, pages.slice(0, MOST_TRIED), installation.archive);
      const reason = field(form, 'reason') || `taught from the page of ${taught.capture.observedAt.slice(0, 10)}`;
      const tried: Board = {
        ...board,
        trial: { ...trial, hasMore: trial.hasMore || pages.length > MOST_TRIED, saves: 'Save the recipe', reason },
        tried: triedKey(facts),
      };
      if (step.next === 'try')
        return answer({ ...tried, said: 'Tried on the archived pages. Save the recipe, or change what is wrong.' });
      const conflict = conflictOf(taught, form, tried);
      if (conflict !== undefined) return answer({ ...tried, alert: conflict, said: conflict }, 409);
      try {
        return {
          seeOther: await saved(installation, taught, {
            recipe: induced.recipe,
            reason,
            who: request.who,
            now: request.now,
          }),
        };
      } catch (error) {
        if (!(error instanceof ProductFileChanged)) throw error;
        return answer({ ...tried, alert: FILE_CHANGED }, 409);
      }
    },
  };
}

const FILE_CHANGED =
  'The product’s file was changed since you opened this page, perhaps by a colleague. Nothing was saved, and what you pointed at is still here: look at the file, then save again';

/** Why what was tried can't be saved as it is. */
function conflictOf({ file, newest }: Taught, form: FormData, { tried }: Board): string | undefined {
  if (field(form, 'newest') !== newest)
    return 'The source has another page since you opened this one. It is in the trial now: look at it, then save again';
  if (field(form, 'tried') !== tried)
    return 'The facts were changed after the trial. This is the new trial: look at it, then save again';
  return field(form, 'file') === file ? undefined : FILE_CHANGED;
}

function triedKey(facts: TaughtFacts): string {
  return hash('sha256', JSON.stringify(facts));
}

/** The latest archived pages. */
function lastPages(installation: Installation, { product: { slug }, source }: Taught): ArchivedCapture[] {
  const limit = MOST_TRIED + 1;
  return installation.ledger((ledger) => archivedCaptures(ledger, { slug, source: source.id, limit })) ?? [];
}

/** Writes the recipe, asks for a check, and returns where that is followed. */
async function saved(
  installation: Installation,
  { product, source }: Taught,
  { recipe, reason, who, now }: { recipe: Recipe; reason: string; who: string; now: Date },
): Promise<string> {
  const { slug } = product;
  const before = readProductFile(installation.environment.catalogueDir, slug)?.text ?? '';
  const after = withRecipe(before, source.id, recipe);
  await editFile(installation, { action: 'recipe_saved', slug, by: who, reason, edit: { before, after } });
  if (product.retired !== undefined) return `/products/${slug}?done=recipe_saved`;
  const jobs = checkJobs([{ ...product, sources: [source] }], installation.facts(), now);
  await putFirst(installation.queues.crawl, jobs);
  return `/checks?of=${jobs.map(observationId).join(',')}&taught=${slug}`;
}
