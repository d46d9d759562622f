/** What teaching an archived page and the page of a new product have in common: the steps from a form to a tried recipe. */
import { hash } from 'node:crypto';
import { factsOf } from '../../../crawler/read/recipe/facts.ts';
import type { PageReading } from '../../../data/reading.ts';
import type { Recipe } from '../../../data/recipe.ts';
import { field } from '../../http/form.ts';
import type { BytesOfPage, Teacher, Trial } from '../../installation/teaching.ts';
import type { Content } from '../../view/layout.ts';
import type { Board } from './board.ts';
import { draftOf } from './draft.ts';
import { boardIn, stepped } from './steps.ts';

export interface Lesson {
  page: BytesOfPage;
  sha256: string;
  reading: PageReading;
  /** What is done with a tried recipe, for the button, and why unless a person says otherwise. */
  saves: string;
  reason: string;
  trial(recipe: Recipe): Promise<Trial>;
  /** The text of the product's file before and after. @throws {ConsoleProblem} it can't be edited */
  edit(recipe: Recipe): { before: string; after: string };
  /** @param teacher undefined where only the panel is asked for */
  content(board: Board, teacher: Teacher | undefined): Promise<Content>;
}

interface Answer {
  status: number;
  show: Content;
}

/** A recipe to save, as it was tried; `again` shows the trial once more, with the reason why it can't be saved. */
export interface ToSave {
  edit: ReturnType<Lesson['edit']>;
  reason: string;
  again(why: string): Promise<Answer>;
}

export function opened({ reading, content }: Lesson, teacher: Teacher): Promise<Content> {
  const draft = draftOf(factsOf(reading));
  const said =
    draft.plans.length > 0
      ? 'These are the plans that the readers found. Confirm them, or select what is wrong.'
      : 'The readers found no plan. Select the name of a plan, then its price.';
  return content({ draft, slot: 'auto', said }, teacher);
}

/** @throws {ConsoleProblem} the form is not one of ours */
export async function taughtBy(
  form: FormData,
  lesson: Lesson,
  { teacher, now }: { teacher: Teacher; now: Date },
): Promise<Answer | ToSave> {
  const { page, sha256 } = lesson;
  const answer = async (board: Board, status = 200): Promise<Answer> => ({
    status,
    show: await lesson.content(board, form.has('part') ? undefined : teacher),
  });
  const step = await stepped(boardIn(form), form, (facts) => teacher.proposed(page, facts));
  if (step.next === 'point') return answer(step.board);
  const { facts, board } = step;
  const induced = await teacher.induced(page, facts, { on: now.toISOString().slice(0, 10), sha256 });
  if ('faults' in induced) {
    const alert = `No recipe can read these facts on this page: ${induced.faults.join('; ')}`;
    return answer({ ...board, alert }, 422);
  }
  const reason = field(form, 'reason') || lesson.reason;
  const edit = lesson.edit(induced.recipe);
  const trial = { ...(await lesson.trial(induced.recipe)), saves: lesson.saves, reason, edit };
  const tried = hash('sha256', JSON.stringify(facts));
  if (step.next === 'try')
    return answer({ ...board, trial, tried, said: `Trial complete. ${lesson.saves}, or change what is wrong.` });
  const again = (why: string) => answer({ ...board, trial, tried, alert: why }, 409);
  if (field(form, 'tried') !== tried)
    return again('The facts changed after the trial. Check the new trial, then save again');
  return { edit, reason, again };
}
