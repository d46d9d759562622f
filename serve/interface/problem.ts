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
    title: 'A required parameter is missing',
    meaning: 'The request lacks a parameter that the operation needs.',
    remedy: 'Add what `errors` names: in the query of a GET, in the JSON body of a POST.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter can’t be used',
    meaning:
      'A parameter has a value that it can’t have, is given more than once, or is nested; or the request itself is too long or malformed.',
    remedy:
      'Mend what `errors` names; `allowed` has the values that it can have, where they can be listed. Parameters that an operation does not know are ignored, so nothing needs to be left out.',
  },
  too_many_slugs: {
    status: 400,
    title: 'Too many products in one request',
    meaning: 'The request names more products than the operation takes.',
    remedy: 'Split it; the limit is in `errors`. Duplicates count once.',
  },
  too_few_slugs: {
    status: 400,
    title: 'Too few products in one request',
    meaning: 'The request names fewer products than the operation needs.',
    remedy: 'Name as many as `errors` says. Duplicates count once.',
  },
  not_found: {
    status: 404,
    title: 'Nothing here',
    meaning: 'There is no such product, evidence or page, or nothing was known of it on the day that was asked for.',
    remedy:
      'Try one of `suggestions`, which are names close to the one that was asked for, or look the product up by `/api/v2/discover`. Products that are added later answer by themselves; a cache may keep this answer for a minute.',
  },
  retired: {
    status: 410,
    title: 'The vendor has ended this product',
    meaning: 'The product existed and is no longer sold.',
    remedy: '`tombstone` says since when, why, and what follows it. Its past stays in its history.',
  },
  no_cost_guide: {
    status: 404,
    title: 'No cost guide for this product',
    meaning: 'Nothing beyond the sticker price is known of the product, so there is no guide to its costs.',
    remedy: 'Its record has what is known of its price.',
  },
  no_rate_card: {
    status: 404,
    title: 'This product is not priced by tokens',
    meaning: 'Rates per token are kept of products that are sold by tokens, and none are known of this one.',
    remedy: 'Ask for its record, which has the prices of its tiers.',
  },
  unknown_tier: {
    status: 404,
    title: 'The product has no such tier',
    meaning: 'The product has, or on that day had, no such tier.',
    remedy: 'Tiers are matched by id or by name, in any case. `errors` lists those that there are.',
  },
  unknown_model: {
    status: 404,
    title: 'The product has no such model',
    meaning: 'The product has no such model.',
    remedy: 'Models are matched by name or alias, in any case. `suggestions` lists near names.',
  },
  price_not_public: {
    status: 422,
    title: 'The vendor does not publish this price',
    meaning: 'The vendor’s page says "contact sales" in place of the price of this tier, or of every paid tier.',
    remedy: 'Name another tier, or ask the vendor.',
  },
  price_not_known: {
    status: 422,
    title: 'The price is not known yet',
    meaning:
      'No price is known that gives a sum for so many seats: the vendor’s page was not read yet, what was read of it does not suffice, or the product is sold by usage. It says nothing about what the vendor publishes, and does not mean free.',
    remedy:
      'Name another tier, or look at the vendor’s page. The record has what is known, and `/api/v2/usage/{slug}` has rates by usage.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    meaning: 'The path exists and is asked by another method.',
    remedy: 'The `Allow` header lists the methods.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body has to be JSON',
    meaning: 'The body is not said to be JSON, or is compressed or in another charset than UTF-8.',
    remedy: 'Send it as it is, with `Content-Type: application/json`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is longer than 16 KB.',
    remedy: 'No request of this interface needs as much: send the members of the operation alone.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning: 'There were more requests from this address than its budget allows.',
    remedy:
      'Wait for as many seconds as `Retry-After` says; `RateLimit` tells what is left. For many products, use the batch operation or the feeds.',
  },
  unavailable: {
    status: 503,
    title: 'Nothing is published yet',
    meaning: 'The service runs and its first generation is not published yet.',
    remedy: 'Try again after as many seconds as `Retry-After` says.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning:
      'Something failed that is not the request’s fault. It is logged under the id that `instance` and `X-Request-Id` carry.',
    remedy: 'The request may be tried again. If it fails again, tell us the id.',
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
  if (error instanceof URIError) return invalidParameter('path', 'A percent sign begins no UTF-8 escape');
  return new Problem('internal', 'The request could not be answered', { cause: error });
}
