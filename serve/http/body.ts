/** Bodies of requests, of whichever kind: short, of the type that is asked for, and refused in words of ours. */
import type { Request, RequestHandler, Response } from 'express';
import { invalidParameter, Problem } from '../interface/problem.ts';

export const MAX_BODY_BYTES = 16 * 1024;

interface Expected {
  /** Its media type. */
  type: string;
  parse: RequestHandler;
  /** What is said of one whose coding or charset is not ours, and of one that is none of the type. */
  undecodable: string;
  malformed: string;
}

/** Puts it into `req.body`. @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_parameter` */
export async function parsedBody(req: Request, res: Response, expected: Expected): Promise<void> {
  const { type, parse } = expected;
  if (req.is(type) === false)
    throw new Problem('unsupported_media_type', `The Content-Type of the body is not ${type}`);
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(refusal(error, expected))));
  });
}

/** The parser's own messages repeat parts of the body, so none of them goes out. */
function refusal(cause: unknown, { undecodable, malformed }: Expected): Problem {
  switch ((cause as { status?: unknown }).status) {
    case 413:
      return new Problem('payload_too_large', `The body is longer than ${MAX_BODY_BYTES} bytes`, { cause });
    case 415:
      return new Problem('unsupported_media_type', undecodable, { cause });
    default:
      return invalidParameter('body', malformed);
  }
}
