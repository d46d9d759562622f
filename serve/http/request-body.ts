import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { boundedBody } from '../../web/bounded-body.ts';
import { invalidParameter, PROBLEMS, Problem } from '../interface/problem.ts';
import { parseQuery } from '../interface/query.ts';
import { isTooDeep, TOO_DEEP } from '../tools/json-rpc.ts';

export const MAX_BODY_BYTES = 16 * 1024;
export const FORM = 'application/x-www-form-urlencoded';

/** A compressed body could be larger than it looks. */
const parseJson = express.json({ limit: MAX_BODY_BYTES, inflate: false });
const parseForm = express.text({ type: FORM, limit: MAX_BODY_BYTES, inflate: false });

/**
 * The members of a JSON object. @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_parameter`
 */
export async function jsonBody(req: Request, res: Response): Promise<ReadonlyMap<string, unknown>> {
  await parsed(req, res, {
    type: 'application/json',
    parse: parseJson,
    undecodable: 'The body is compressed or not in UTF-8',
    malformed: 'The body is not a JSON object',
  });
  // The parser passes only objects and lists; an absent body has no members.
  const body = (req.body ?? {}) as object;
  if (isTooDeep(body)) throw invalidParameter('body', TOO_DEEP);
  if (Array.isArray(body)) throw invalidParameter('body', 'The body is not a JSON object');
  return new Map(Object.entries(body));
}

/** The fields of a form. @throws {Problem} as `jsonBody` */
export async function formBody(req: Request, res: Response): Promise<Map<string, string>> {
  await parsed(req, res, {
    type: FORM,
    parse: parseForm,
    undecodable: 'The body is compressed or has an unknown charset',
    malformed: 'The body is not a form',
  });
  return parseQuery(typeof req.body === 'string' ? req.body : '');
}

interface Expected {
  type: string;
  parse: RequestHandler;
  /** Details of the problems. */
  undecodable: string;
  malformed: string;
}

async function parsed(req: Request, res: Response, expected: Expected): Promise<void> {
  const { type, parse } = expected;
  if (req.is(type) === false)
    throw new Problem('unsupported_media_type', `The Content-Type of the body is not ${type}`);
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(refusal(error, expected))));
  });
}

/** The parser's own messages repeat parts of the body. */
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

export type UnreadText = 'too_large' | 'not_utf8' | 'not_json';

/** Express's parser takes longer than a cached answer. @throws {Problem} as `wholeBody` */
export async function readText(req: Request, mostBytes: number): Promise<{ text: string } | { refused: UnreadText }> {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = req.headers;
  if (!/^application\/json\s*(?:;|$)/i.test(type) || coding !== 'identity') return { refused: 'not_json' };
  const body = await wholeBody(req, mostBytes);
  if (body === undefined) return { refused: 'too_large' };
  return isUtf8(body) ? { text: body.toString() } : { refused: 'not_utf8' };
}

/** Undefined where it is longer. @throws {Problem} `invalid_parameter`: the client went away before its end */
export async function wholeBody(req: Request, mostBytes: number): Promise<Buffer | undefined> {
  try {
    return await boundedBody(req, mostBytes);
  } catch (cause) {
    throw new Problem('invalid_parameter', PROBLEMS.invalid_parameter.title, { cause });
  }
}
