/**
 * Passes reports of mistakes to the process that takes them, where no proxy does. The one request that the web process makes:
 * to a fixed address of the operator's.
 */
import { MOST_REPORT_BYTES, REPORTS_PATH, reportPagePath } from '../../data/pipeline/mistake-report.ts';
import { Problem } from '../interface/problem.ts';
import type { Exchange } from './exchange.ts';
import { FORM, wholeBody } from './request-body.ts';
import type { PlainAnswer } from './respond.ts';

const WITHIN_MS = 20_000;
const PASSED_BACK = ['content-type', 'location', 'retry-after'] as const;

/**
 * @param to undefined where none are taken
 * @param client its IPv4 address or IPv6 network
 * @throws {Problem} `reports_unavailable`, `payload_too_large`, `invalid_parameter`
 */
export async function passedReport({ req }: Exchange, to: string | undefined, client: string): Promise<PlainAnswer> {
  if (to === undefined) throw new Problem('reports_unavailable', 'This service takes no reports');
  const body = await wholeBody(req, MOST_REPORT_BYTES);
  if (body === undefined) {
    const headers = { Connection: 'close' };
    throw new Problem('payload_too_large', `The body is longer than ${MOST_REPORT_BYTES} bytes`, { headers });
  }
  try {
    const answer = await fetch(to + REPORTS_PATH, {
      method: 'POST',
      headers: {
        'Content-Type': req.headers['content-type'] ?? '',
        'X-Forwarded-For': client.replace(/\/64$/, ''),
      },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const back = PASSED_BACK.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const headers = { 'Cache-Control': 'no-store', ...Object.fromEntries(back) };
    return { status: answer.status, kind: 'api', headers, body: await answer.text() };
  } catch (cause) {
    if (req.is(FORM)) return formPage(body.toString());
    const headers = { 'Retry-After': '60' };
    throw new Problem('reports_unavailable', 'Reports cannot be taken at the moment', { headers, cause });
  }
}

/** Tells a person in words, as the process that takes reports does. */
function formPage(form: string): PlainAnswer {
  const location = reportPagePath(new URLSearchParams(form).get('slug') ?? '', 'reports_unavailable');
  return { status: 303, kind: 'api', headers: { 'Cache-Control': 'no-store', location }, body: '' };
}
