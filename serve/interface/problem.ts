/**
 * Errors as RFC 9457 problem details: one table of codes for answers, /problems pages and tools. Anything thrown that
 * is no `Problem` is internal, and the consumer learns only its request id.
 */
import type { Site } from '../../config/site.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** What happened, and what to do about it; field names are in backticks. */
  meaning: string;
  remedy: string;
}

export const PROBLEMS = {
  missing_parameter: {
    status: 400,
    title: 'Missing parameter',
    meaning: 'The request lacks a required parameter.',
    remedy: 'Add the parameters in `errors`: in the query of a GET, in the JSON body of a POST.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid parameter',
    meaning:
      'A parameter has an invalid value, occurs more than once or is nested; or the request is too long or malformed.',
    remedy:
      'Correct the parameters in `errors`; `allowed` lists the valid values where possible. Unknown parameters are ignored.',
  },
  too_many_slugs: {
    status: 400,
    title: 'Too many products in one request',
    meaning: 'The request has more products than the operation accepts.',
    remedy: 'Split the request. `errors` has the limit. Duplicates count once.',
  },
  too_few_slugs: {
    status: 400,
    title: 'Too few products in one request',
    meaning: 'The request has fewer products than the operation requires.',
    remedy: 'Add products. `errors` has the minimum. Duplicates count once.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The product, evidence or page does not exist, or nothing was known about it on the requested day.',
    remedy: 'Try one of `suggestions`, or search with `/api/v2/discover`. Caches may keep this answer for a minute.',
  },
  retired: {
    status: 410,
    title: 'The product is discontinued',
    meaning: 'The vendor no longer sells the product.',
    remedy: '`tombstone` has the date, the reason and the successor. The price history is still available.',
  },
  no_cost_guide: {
    status: 404,
    title: 'No cost guide',
    meaning: 'No costs beyond the sticker price are known for this product.',
    remedy: 'Request the pricing record instead.',
  },
  no_rate_card: {
    status: 404,
    title: 'No token rates',
    meaning: 'No rates per token are known for this product.',
    remedy: 'Request the pricing record, which has the prices of its tiers.',
  },
  unknown_tier: {
    status: 404,
    title: 'Unknown tier',
    meaning: 'The product has no such tier, or had none on the requested day.',
    remedy: 'Use the id or name of a tier, in upper or lower case. `errors` lists them.',
  },
  unknown_model: {
    status: 404,
    title: 'Unknown model',
    meaning: 'The product has no such model.',
    remedy: 'Use the name or alias of a model, in upper or lower case. `suggestions` lists similar names.',
  },
  price_not_public: {
    status: 422,
    title: 'The vendor does not publish this price',
    meaning: 'The vendor’s page says "contact sales" instead of a price for this tier, or for all paid tiers.',
    remedy: 'Choose another tier, or contact the vendor.',
  },
  price_not_known: {
    status: 422,
    title: 'The price is not known yet',
    meaning:
      'We know no price for this number of seats: we have not read the vendor’s page or could not read it completely, or the product is sold by usage. It does not mean that the product is free.',
    remedy:
      'Choose another tier, or see the vendor’s page. The record has the known prices; `/api/v2/usage/{slug}` has usage rates.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path does not support this method.',
    remedy: 'Use a method in the `Allow` header.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported body',
    meaning: 'The body is not declared as JSON, is compressed, or is not UTF-8.',
    remedy: 'Send uncompressed JSON with `Content-Type: application/json`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is longer than 16 KB.',
    remedy: 'Send only the parameters of the operation.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'This address exceeded its request limit.',
    remedy:
      'Wait for the seconds in `Retry-After`. `RateLimit` shows the remaining requests. For many products, use the batch operation or the feeds.',
  },
  unavailable: {
    status: 503,
    title: 'Not available yet',
    meaning:
      'The service is running, but this answer is not ready: no generation is published, or its files are being made.',
    remedy: 'Retry after the seconds in `Retry-After`.',
  },
  reports_unavailable: {
    status: 503,
    title: 'Reports cannot be taken',
    meaning: 'The process that takes reports of mistakes is not running, or this service takes none.',
    remedy: 'Retry after the seconds in `Retry-After`; without it, the service takes no reports.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed. The error is logged under the id in `instance` and `X-Request-Id`.',
    remedy: 'Retry the request. If it fails again, report the id.',
  },
} as const satisfies Record<string, ProblemKind>;
export type ProblemCode = keyof typeof PROBLEMS;

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

export interface ParameterError {
  parameter: string;
  reason: string;
  allowed?: readonly string[];
}

/** Why there is no sum: the vendor publishes no price, or none is known yet. */
export const UNPRICED = ['price_not_public', 'price_not_known'] as const satisfies readonly ProblemCode[];

export function isUnpriced(error: unknown): error is Problem & { code: (typeof UNPRICED)[number] } {
  return error instanceof Problem && UNPRICED.some((code) => code === error.code);
}

interface ProblemOptions {
  errors?: readonly ParameterError[];
  /** Extension members, e.g. `suggestions`. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** A narrower status of the same code, e.g. 414. */
  status?: number;
  cause?: unknown;
}

/** Its details may only come from the request and the published facts. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: readonly ParameterError[];
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? PROBLEMS[code].status;
    this.errors = options.errors ?? [];
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}

/** The slug is an alias. REST redirects; a tool follows it. */
export class Moved extends Error {
  override readonly name = 'Moved';
  readonly from: string;
  readonly to: string;

  constructor(from: string, to: string) {
    super(`"${from}" is now "${to}"`);
    this.from = from;
    this.to = to;
  }
}

export function invalidParameter(parameter: string, reason: string, allowed?: readonly string[]): Problem {
  return new Problem('invalid_parameter', `${parameter}: ${reason}`, {
    errors: [allowed === undefined ? { parameter, reason } : { parameter, reason, allowed }],
  });
}

/** @param instance names the request */
export function problemView(problem: Problem, site: Site, instance?: string) {
  return {
    type: `${site.baseUrl}/problems/${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    ...(problem.errors.length === 0 ? {} : { errors: problem.errors }),
    ...problem.members,
  };
}

export function problemBody(problem: Problem, site: Site, requestId: string): string {
  return JSON.stringify(problemView(problem, site, `urn:assay:request:${requestId}`));
}

/** Anything unknown is an internal error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Express's router throws it for a broken escape.
  if (error instanceof URIError) return invalidParameter('path', 'Invalid percent-encoding');
  return new Problem('internal', 'Internal error', { cause: error });
}
