/** `POST /api/v2/reports`: JSON from programs, or the form of /report. Bounded in size, and in number by client and in all. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Site } from '../../config/site.ts';
import { MistakeReport, MOST_REPORT_BYTES, REPORTS_PATH, reportPagePath } from '../../data/pipeline/mistake-report.ts';
import { invalidParameter, Problem, problemBody, problemOf } from '../../serve/interface/problem.ts';
import { boundedBody } from '../../web/bounded-body.ts';
import { clientOf, RateLimiter } from '../../web/rate-limit.ts';
import type { ReportDesk } from './report-desk.ts';

const HOUR_S = 3_600;
const OF_A_CLIENT = { perSecond: 5 / HOUR_S, burst: 5 };
const OF_ALL = { perSecond: 200 / (24 * HOUR_S), burst: 200 };
const FORM = 'application/x-www-form-urlencoded';
const HEADERS = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
};
const PREFLIGHT = { 'Access-Control-Allow-Methods': 'POST, OPTIONS', 'Access-Control-Allow-Headers': 'Content-Type' };

interface EndpointOptions {
  site: Site;
  desk: Pick<ReportDesk, 'take'>;
  /** Proxies in front, which add to X-Forwarded-For. */
  trustedHops: number;
  /** Monotonic milliseconds. */
  stopwatch(): number;
  onProblem(problem: Problem): void;
}

/** @returns whether the request was one of this path */
export function reportEndpoint({ site, desk, trustedHops, stopwatch, onProblem }: EndpointOptions) {
  const client = clientOf(trustedHops);
  const limiters = [new RateLimiter(OF_A_CLIENT), new RateLimiter(OF_ALL)] as const;

  function limit(request: IncomingMessage): void {
    const now = stopwatch();
    const standing = limiters[0].take(client(request), now);
    const refused = standing.isAllowed ? limiters[1].take('', now) : standing;
    if (refused.isAllowed) return;
    const headers = { 'Retry-After': String(refused.retryAfter) };
    throw new Problem('rate_limited', 'Too many reports. Try again later', { headers });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isForm = isOfType(request, FORM);
    let slug = '';
    try {
      if (request.method !== 'POST')
        throw new Problem('method_not_allowed', `${request.method} is not allowed`, {
          headers: { Allow: 'POST, OPTIONS' },
        });
      const given = fieldsOf(await bodyOf(request), isForm);
      slug = typeof given.slug === 'string' ? given.slug : '';
      const report = parsed(given);
      limit(request);
      const received = await desk.take(report);
      if (isForm) return seeOther(response, { slug, outcome: 'received' });
      response.writeHead(202, { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(received));
    } catch (error) {
      const problem = problemOf(error);
      onProblem(problem);
      if (isForm) return seeOther(response, { slug, outcome: problem.code });
      response.writeHead(problem.status, {
        ...HEADERS,
        'Content-Type': 'application/problem+json',
        ...problem.headers,
      });
      response.end(problemBody(problem, site, randomUUID()));
    }
  }

  /** To the page that tells it in words. */
  function seeOther(response: ServerResponse, { slug, outcome }: { slug: string; outcome: string }): void {
    response.writeHead(303, { ...HEADERS, Location: site.baseUrl + reportPagePath(slug, outcome) }).end();
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.url !== REPORTS_PATH) return false;
    if (request.method === 'OPTIONS')
      response.writeHead(204, { ...HEADERS, ...PREFLIGHT, Allow: 'POST, OPTIONS' }).end();
    else await answer(request, response);
    return true;
  };
}

function isOfType({ headers }: IncomingMessage, type: string): boolean {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type;
}

/** @throws {Problem} `unsupported_media_type`, `payload_too_large` */
async function bodyOf(request: IncomingMessage): Promise<string> {
  if (!isOfType(request, FORM) && !isOfType(request, 'application/json'))
    throw new Problem('unsupported_media_type', `The Content-Type of the body is neither application/json nor ${FORM}`);
  const body = await boundedBody(request, MOST_REPORT_BYTES);
  if (body !== undefined) return body.toString();
  const headers = { Connection: 'close' };
  throw new Problem('payload_too_large', `The body is longer than ${MOST_REPORT_BYTES} bytes`, { headers });
}

/** @throws {Problem} `invalid_parameter` */
function fieldsOf(body: string, isForm: boolean): Record<string, unknown> {
  if (isForm) return Object.fromEntries(new URLSearchParams(body));
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {}
  throw invalidParameter('body', 'The body is not a JSON object');
}

/** @throws {Problem} `invalid_parameter`, `missing_parameter` */
function parsed(given: Record<string, unknown>): MistakeReport {
  const result = MistakeReport.safeParse(given);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path: [name = 'body'], message }) => ({
    parameter: String(name),
    reason: Object.hasOwn(given, name) ? message : 'Required',
  }));
  const code = errors.some(({ reason }) => reason === 'Required') ? 'missing_parameter' : 'invalid_parameter';
  throw new Problem(code, errors.map(({ parameter, reason }) => `${parameter}: ${reason}`).join('; '), { errors });
}
