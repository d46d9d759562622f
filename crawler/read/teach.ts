/** What a person who teaches a page asks of its reader: what may be pointed at, what follows from an example, the recipe. */
import type { Recipe, TaughtFacts } from '../../data/recipe.ts';
import { TooDeep } from '../../data/text/html.ts';
import { type Chosen, type PickerCopy, pickerCopy } from './explain/picker-copy.ts';
import { gatherMentions } from './mentions/mentions.ts';
import type { Page } from './offers/page.ts';
import { htmlDocument } from './page/html-document.ts';
import { markdownDocument } from './page/markdown.ts';
import type { ReadForm } from './read.ts';
import { candidatesOf } from './recipe/candidates.ts';
import { induceRecipe } from './recipe/induce.ts';
import { proposeSiblings } from './recipe/propose.ts';
import { type RecipeReading, readByRecipe } from './recipe/read-recipe.ts';

export type Lesson =
  | { kind: 'marked'; chosen: Chosen }
  | { kind: 'proposed'; facts: TaughtFacts }
  | { kind: 'induced'; facts: TaughtFacts; taught: Recipe['taught'] }
  | { kind: 'tried'; recipe: Recipe };

export type Taught =
  | { kind: 'marked'; copy: PickerCopy }
  | { kind: 'proposed'; facts: TaughtFacts }
  | { kind: 'induced'; recipe: Recipe }
  | { kind: 'tried'; reading: RecipeReading }
  | { kind: 'failed'; faults: string[] };

export function teach(source: string, form: Pick<ReadForm, 'format' | 'url'>, lesson: Lesson): Taught {
  try {
    const page = pageOf(source, form);
    if (page === undefined) return { kind: 'failed', faults: ['a page of data has no text to point at'] };
    return taughtOn(page, lesson);
  } catch (error) {
    if (error instanceof TooDeep) return { kind: 'failed', faults: [`the page is ${error.message}`] };
    throw error;
  }
}

function taughtOn(page: Page, lesson: Lesson): Taught {
  switch (lesson.kind) {
    case 'marked':
      return { kind: 'marked', copy: pickerCopy(page.document, candidatesOf(page), lesson.chosen) };
    case 'proposed':
      return { kind: 'proposed', facts: proposeSiblings(page, lesson.facts) };
    case 'tried':
      return { kind: 'tried', reading: readByRecipe(page, lesson.recipe) };
    case 'induced': {
      const induced = induceRecipe(page, lesson.facts, lesson.taught);
      return 'faults' in induced ? { kind: 'failed', ...induced } : { kind: 'induced', ...induced };
    }
    default:
      return lesson satisfies never;
  }
}

/**
 * Undefined for JSON.
 *
 * @throws {TooDeep} the page is nested beyond what is read
 */
export function pageOf(source: string, { format, url }: Pick<ReadForm, 'format' | 'url'>): Page | undefined {
  if (format === 'json') return undefined;
  const document = format === 'html' ? htmlDocument(source) : markdownDocument(source, format);
  return { document, mentions: gatherMentions(document, url) };
}
