/** Many cases decided at once: one reason, and a decision for each. A case that has changed stays; the others are decided. */
import * as z from 'zod';
import type { Decision } from '../../../data/pipeline/review-decision.ts';
import { type Waiting, waitingReadings } from '../../../data/store/ledger/review.ts';
import { decisionOn } from '../../../verifier/review/review.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import type { RefusedCase } from '../../installation/verifier-link.ts';
import type { ConsoleAction, PageRequest } from '../page.ts';
import { filterIn, queryOf } from './filter.ts';

const MOST_CASES = 1_000;

const Choice = z.enum(['accept', 'reject']);

export const decideMany: ConsoleAction = {
  path: '/review',
  async act(installation, form, request) {
    const chosen = form.getAll('case').filter((each) => typeof each === 'string');
    if (chosen.length === 0) throw new ConsoleProblem(422, 'Select at least one case');
    if (chosen.length > MOST_CASES) throw new ConsoleProblem(422, `Select at most ${MOST_CASES} cases`);
    const waiting = installation.ledger((ledger) => waitingReadings(ledger)) ?? [];
    const byId = new Map(waiting.map((each) => [each.on, each]));
    const decisions: Decision[] = [];
    const refused: RefusedCase[] = [];
    for (const each of new Set(chosen)) {
      const [on = '', key] = each.split(' ');
      const found = byId.get(on);
      if (found?.key === key && found !== undefined) decisions.push(decisionFor(found, form, request));
      else refused.push({ on, why: found === undefined ? GONE : CHANGED });
    }
    const batch = await installation.decideAll(decisions, refused);
    return { seeOther: `/review${queryOf(filterIn(request.query), { batch: batch.id })}` };
  },
};

export const GONE = 'It does not wait any more: it was decided, or the page changed';
export const CHANGED = 'Its prices changed since the page was loaded. Look again';

/** @throws {ConsoleProblem} the action or the reason is none */
function decisionFor(waiting: Waiting, form: FormData, { who, now }: PageRequest): Decision {
  const { success, data: action } = Choice.safeParse(field(form, 'action'));
  if (!success) throw new ConsoleProblem(422, 'Choose Accept or Reject');
  const reason = field(form, 'reason');
  if (reason === '') throw new ConsoleProblem(422, 'Give a reason');
  try {
    return decisionOn(waiting, { action, by: who, reason, decidedAt: now.toISOString() });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new ConsoleProblem(422, `The decision is invalid: ${z.prettifyError(error)}`);
  }
}
