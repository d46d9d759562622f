/** Results of calls in one piece, kept with the other ready answers of a generation and day. */
import type { Site } from '../../../config/site.ts';
import type { Answers, ReadyCall } from '../../dispatch/answers.ts';
import type { Responder } from '../../dispatch/respond.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { begunResult } from '../results.ts';
import { callTool, type Outcome, toolNamed } from '../toolbox.ts';

/** @throws {ToolFault} the call is not one, or failed */
export type ReadyCalls = (answers: Answers, name: string, given: object) => ReadyCall;

export function readyCalls(
  site: Site,
  { begun, meter }: Pick<Responder, 'begun'> & Pick<Metrics, 'meter'>,
): ReadyCalls {
  const called = (answers: Answers, name: string, given: object) =>
    callTool(toolNamed(name), given, { site, now: () => answers });

  return (answers, name, given) => {
    const key = `${name} ${JSON.stringify(given)}`;
    const known = answers.calls.get(key);
    if (known !== undefined) return known;
    const outcome = called(answers, name, given);
    const call = callOf(outcome, name, given);
    // Of what there is not, there is no end.
    if (!outcome.isError) answers.calls.keep(key, call);
    return call;
  };

  function callOf(outcome: Outcome, name: string, given: object): ReadyCall {
    const body = begunResult(outcome);
    return {
      whole: begun(body),
      bodyBytes: Buffer.byteLength(body),
      sent: meter(name, 200),
      again(others) {
        try {
          const anew = called(others, name, given);
          return anew.isError ? undefined : callOf(anew, name, given);
        } catch {
          return undefined; // whatever it is, whoever asks next is told
        }
      },
    };
  }
}
