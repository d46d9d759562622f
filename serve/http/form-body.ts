/** What a person typed into a form that is sent as a body: so that it stands in no address, no log and no cache. */
import express, { type Request, type Response } from 'express';
import { parseQuery } from '../interface/query.ts';
import { MAX_BODY_BYTES, parsedBody } from './body.ts';

const TYPE = 'application/x-www-form-urlencoded';
const parse = express.text({ type: TYPE, limit: MAX_BODY_BYTES, inflate: false });

/** The fields by name. @throws {Problem} `unsupported_media_type`, `payload_too_large`, `invalid_parameter` */
export async function formBody(req: Request, res: Response): Promise<Map<string, string>> {
  const undecodable = 'The body is compressed or of an unknown charset';
  await parsedBody(req, res, { type: TYPE, parse, undecodable, malformed: 'Not a form' });
  return parseQuery(typeof req.body === 'string' ? req.body : '');
}
