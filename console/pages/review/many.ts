/** Many cases decided at once: one reason, and a decision for each. A case that has changed stays; the others are decided. */
import type { Decision } from '../../../data/pipeline/review-decision.ts';
import { waitingReadings } from '../../../data/store/ledger/review.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import type { RefusedCase } from '../../installation/verifier-link.ts';
import type { ConsoleAction } from '../page.ts';
import { filterIn, queryOf } from './filter.ts';
import { goneWords } from './outcome.ts';
import { CHANGED, decisionFor } from './parts.ts';

const MOST_CASES = 1_000;

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
      else refused.push({ on, why: found === undefined ? goneWords(installation, on) : CHANGED });
    }
    const batch = await installation.verifier.handOverAll(decisions, refused);
    return { seeOther: `/review${queryOf(filterIn(request.query), { batch })}` };
  },
};
