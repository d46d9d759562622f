/** What a request says in its body, which is JSON and short; anything else is refused in the consumer's words. */
import express, { type Request, type Response } from 'express';
import { invalidParameter, Problem } from '../problem.ts';

export const MAX_BODY_BYTES = 16 * 1024;

/** A compressed body could be larger than it looks, and nobody needs one. */
const parse = express.json({ limit: MAX_BODY_BYTES, inflate: false });

/**
 * The members of the body by name.
 *
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_parameter`
 */
export async function jsonBody(req: Request, res: Response): Promise<ReadonlyMap<string, unknown>> {
  if (req.is('application/json') === false) {
    throw new Problem('unsupported_media_type', 'The Content-Type of the body is not application/json');
  }
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(refusal(error))));
  });
  // The parser lets only objects and lists through; no body at all has no members.
  const body = (req.body ?? {}) as object;
  if (Array.isArray(body)) throw invalidParameter('body', 'Not a JSON object');
  return new Map(Object.entries(body));
}

/** The parser's own messages repeat parts of the body, so none of them goes out. */
function refusal(cause: unknown): Problem {
  switch ((cause as { status?: unknown }).status) {
    case 413:
      return new Problem('payload_too_large', `The body is longer than ${MAX_BODY_BYTES} bytes`, { cause });
    case 415:
      return new Problem('unsupported_media_type', 'The body is compressed or not in UTF-8', { cause });
    default:
      return invalidParameter('body', 'Not a JSON object');
  }
}
