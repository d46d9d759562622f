/** Teaching the page of a product before it is saved: the recipe ends in the text of its file. */
import { hash } from 'node:crypto';
import { productIn } from '../../../data/catalogue/product-file.ts';
import { statesPrices } from '../../../data/product.ts';
import { html } from '../../../web/html.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import type { Teacher } from '../../installation/teaching.ts';
import type { ReadPage, TrialReader } from '../../installation/trial-reading.ts';
import { vendorText } from '../../view/wording.ts';
import { type FileToSave, fileIn, savePage } from '../add-product.ts';
import type { ConsoleAction } from '../page.ts';
import { teachBoard } from './board.ts';
import { type Lesson, opened, taughtBy } from './lesson.ts';
import { textWith } from './teach.ts';

export function teachNewProduct(teacher: Teacher, trials: TrialReader): ConsoleAction {
  return {
    path: '/products/new/:name/teach',
    async act(installation, form, { path: { name = '' }, now }) {
      const { read } = trials.kept(name);
      const file = fileIn(form);
      const lesson = lessonOf(read, { file, name, teacher });
      if (!form.has('draft')) return { status: 200, show: await opened(lesson, teacher) };
      const result = await taughtBy(form, lesson, { teacher, now });
      if ('show' in result) return result;
      return { status: 200, show: savePage(installation, { ...file, yaml: result.edit.after }, now) };
    },
  };
}

function lessonOf(
  { source, page: { format, finalUrl }, reading }: ReadPage,
  { file, name, teacher }: { file: FileToSave; name: string; teacher: Teacher },
): Lesson {
  const page = { format, finalUrl, charset: 'utf-8', bytes: Buffer.from(source) };
  return {
    ...{ page, reading, sha256: hash('sha256', page.bytes), saves: 'Use this recipe' },
    reason: file.reason || 'taught when added',
    trial: async (recipe) => ({ recipe, pages: [await teacher.tried(page, recipe)], hasMore: false }),
    edit: (recipe) => ({ before: file.yaml, after: textWith(file.yaml, sourceIn(file.yaml), recipe) }),
    content: async (board, shown) => ({
      title: `Teach ${file.slug}`,
      place: '/products',
      script: 'teach',
      main: html`<p class="crumbs"><a href="/products">Products</a> <a href="/products/new">Add a product</a></p>
<h1>Teach the page of ${vendorText(file.slug, 80)}</h1>
<p class="lead url">${vendorText(finalUrl, 300)}. Text-only copy; scripts, images and links removed. Nothing is saved yet.</p>
${await teachBoard({ board, action: `/products/new/${name}/teach`, hidden: { slug: file.slug, yaml: file.yaml }, teacher: shown, page })}`,
    }),
  };
}

/** The source that states prices. @throws {ConsoleProblem} the file has none */
function sourceIn(yaml: string): string {
  const product = productIn(yaml);
  const source = 'faults' in product ? undefined : product.sources.find(statesPrices);
  if (source !== undefined) return source.id;
  const why = 'faults' in product ? product.faults.join('; ') : 'it has no source with prices';
  throw new ConsoleProblem(422, `Cannot add a recipe to the file: ${why}`);
}
