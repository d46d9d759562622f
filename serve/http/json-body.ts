/** What a request says in its body, which is JSON and short; anything else is refused in the consumer's words. */
import express, { type Request, type Response } from 'express';
import { invalidParameter } from '../interface/problem.ts';
import { MAX_BODY_BYTES, parsedBody } from './body.ts';

/** A compressed body could be larger than it looks, and nobody needs one. */
const parse = express.json({ limit: MAX_BODY_BYTES, inflate: false });

/**
 * The members of the body by name.
 *
 * @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_parameter`
 */
export async function jsonBody(req: Request, res: Response): Promise<ReadonlyMap<string, unknown>> {
  await parsedBody(req, res, {
    type: 'application/json',
    parse,
    undecodable: 'The body is compressed or not in UTF-8',
    malformed: 'Not a JSON object',
  });
  // The parser lets only objects and lists through; no body at all has no members.
  const body = (req.body ?? {}) as object;
  if (Array.isArray(body)) throw invalidParameter('body', 'Not a JSON object');
  return new Map(Object.entries(body));
}
