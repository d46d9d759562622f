/** One step of teaching: what a button of the form does to the draft. Pure but for the siblings, which the reader proposes. */
import type { TaughtFacts } from '../../../data/recipe.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import { counted } from '../../view/wording.ts';
import type { Board } from './board.ts';
import {
  accepted,
  awaitsSiblings,
  confirmedPlans,
  Draft,
  edited,
  factsIn,
  Pointed,
  pointedAt,
  SLOTS,
  type Slot,
  without,
  withSiblings,
} from './draft.ts';

type Step = { next: 'point'; board: Board } | { next: 'try' | 'save'; board: Board; facts: TaughtFacts };

type Siblings = (facts: TaughtFacts) => Promise<TaughtFacts>;

/** @throws {ConsoleProblem} the form is not one of ours */
export function boardIn(form: FormData): Board {
  const draft = Draft.safeParse(jsonOf(form.get('draft')));
  if (!draft.success) throw new ConsoleProblem(422, 'The form is incomplete. Open the page again');
  const sent = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : undefined;
  };
  const slot = SLOTS.find((each) => each === field(form, 'slot')) ?? 'auto';
  return { draft: edited(draft.data, sent), slot, said: '' };
}

function jsonOf(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}

export async function stepped(board: Board, form: FormData, siblings: Siblings): Promise<Step> {
  if (form.has('at')) return { next: 'point', board: await pointed(board, jsonOf(form.get('at')), siblings) };
  const [action = '', n, m] = field(form, 'do').split('.');
  const { draft } = board;
  if (action === 'confirm' || action === 'save') {
    const [next, confirmed] = action === 'save' ? (['save', draft] as const) : (['try', accepted(draft)] as const);
    const facts = factsIn(confirmed);
    if ('missing' in facts) return { next: 'point', board: { ...board, alert: facts.missing } };
    return { next, board: { draft: confirmed, slot: 'auto', said: '' }, facts: facts.facts };
  }
  if (action === 'more') {
    const all: Draft = { ...accepted(draft), proposedBy: 'siblings' };
    return { next: 'point', board: await withProposed(all, 'All are confirmed.', siblings) };
  }
  const changed = changedBy(draft, action, [Number(n), Number(m)]);
  return { next: 'point', board: { slot: 'auto', ...changed } };
}

function changedBy(draft: Draft, action: string, [n, m]: readonly [number, number]): Pick<Board, 'draft' | 'said'> {
  const plan = draft.plans[n];
  switch (action) {
    case 'accept':
      return { draft: accepted(draft), said: `${counted(draft.plans.length, 'plan')} confirmed.` };
    case 'restart':
      return { draft: Draft.parse({}), said: 'Select the name of a plan, then its price.' };
    case 'drop':
      return { draft: without(draft, n), said: `${plan?.name ?? 'Plan'} removed.` };
    case 'current':
      return { draft: { ...draft, current: n }, said: `Select the facts of ${plan?.name ?? 'the plan'}.` };
    case 'unignore':
      return { draft: { ...draft, ignored: [] }, said: 'No block is ignored.' };
    case 'unprice': {
      if (plan === undefined) return { draft, said: '' };
      const prices = plan.prices.filter((_, at) => at !== m);
      return { draft: { ...draft, plans: draft.plans.with(n, { ...plan, prices }) }, said: 'Price removed.' };
    }
    default:
      return { draft, said: '' };
  }
}

async function pointed({ draft, slot }: Board, sent: unknown, siblings: Siblings): Promise<Board> {
  const at = Pointed.safeParse(sent);
  if (!at.success) throw new ConsoleProblem(422, 'This part of the page cannot be selected');
  const next = pointedAt(draft, slot, at.data);
  const said = saidOf(next, slot, at.data.words);
  return withProposed(next, said, siblings);
}

async function withProposed(draft: Draft, said: string, siblings: Siblings): Promise<Board> {
  if (!awaitsSiblings(draft)) return { draft, slot: 'auto', said };
  const proposed = withSiblings(draft, await siblings({ plans: confirmedPlans(draft), ignored: draft.ignored }));
  const found = proposed.plans.length - proposed.confirmed;
  return {
    draft: proposed,
    slot: 'auto',
    said: `${said} ${found === 0 ? 'No other plan found.' : `${counted(found, 'more plan')} proposed.`}`,
  };
}

function saidOf({ plans, current, ignored }: Draft, slot: Slot, words: string): string {
  if (slot === 'ignore') return `${counted(ignored.length, 'block')} ignored.`;
  const plan = plans[current ?? -1];
  const of = plan === undefined || plan.name === '' ? 'a plan without a name' : plan.name;
  const price = plan?.prices.at(-1);
  const prices = price === undefined ? 'no price yet' : counted(plan?.prices.length ?? 0, 'price');
  return `“${words}”: ${of}, ${prices}.`;
}
