/** What a person who teaches a page asks of its reader: what may be pointed at, what follows from an example, the recipe. */
import type { PageReading } from '../../data/reading.ts';
import type { Recipe, TaughtFacts } from '../../data/recipe.ts';
import { gatherMentions } from './mentions/mentions.ts';
import type { Page } from './offers/page.ts';
import { htmlDocument } from './page/html-document.ts';
import { markdownDocument } from './page/markdown.ts';
import { type ReadForm, readPage } from './read.ts';
import { type Candidate, candidatesOf } from './recipe/candidates.ts';
import { factsOf } from './recipe/facts.ts';
import { induceRecipe } from './recipe/induce.ts';
import { proposeSiblings } from './recipe/propose.ts';

export type Lesson =
  | { kind: 'marked' }
  | { kind: 'proposed'; facts: TaughtFacts }
  | { kind: 'induced'; facts: TaughtFacts; taught: Recipe['taught'] };

/** `facts` are those of the reading. */
export type Taught =
  | { kind: 'marked'; candidates: Candidate[]; reading: PageReading; facts: TaughtFacts }
  | { kind: 'proposed'; facts: TaughtFacts }
  | { kind: 'induced'; recipe: Recipe }
  | { kind: 'failed'; faults: string[] };

/** @throws {TooDeep} the page is nested beyond what is read */
export function teach(source: string, form: ReadForm, lesson: Lesson): Taught {
  const page = pageOf(source, form);
  if (page === undefined) return { kind: 'failed', faults: ['a page of data has no text to point at'] };
  if (lesson.kind === 'proposed') return { kind: 'proposed', facts: proposeSiblings(page, lesson.facts) };
  if (lesson.kind === 'marked') {
    const reading = readPage(source, form);
    return { kind: 'marked', candidates: candidatesOf(page), reading, facts: factsOf(reading) };
  }
  const induced = induceRecipe(page, lesson.facts, lesson.taught);
  return 'faults' in induced ? { kind: 'failed', faults: induced.faults } : { kind: 'induced', recipe: induced.recipe };
}

/** Undefined for JSON. */
export function pageOf(source: string, { format, url }: Pick<ReadForm, 'format' | 'url'>): Page | undefined {
  if (format === 'json') return undefined;
  const document = format === 'html' ? htmlDocument(source) : markdownDocument(source, format);
  return { document, mentions: gatherMentions(document, url) };
}
