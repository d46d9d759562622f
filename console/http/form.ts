/** Forms as browsers send them, bounded. */
import type { Request } from 'express';
import { boundedBody } from '../../web/bounded-body.ts';
import { ConsoleProblem } from './problem.ts';

const MOST_UPLOAD_BYTES = 24 * 1024 * 1024;
/** Of a form without files: the time to parse one grows with the square of its fields. */
const MOST_BYTES = 512 * 1024;
/** Sent by anybody. */
export const MOST_LOGIN_BYTES = 16 * 1024;

/** @throws {ConsoleProblem} too large, or not a form */
export async function formOf(req: Request, mostBytes?: number): Promise<FormData> {
  const most = req.is('multipart') ? MOST_UPLOAD_BYTES : MOST_BYTES;
  const body = await boundedBody(req, mostBytes ?? most);
  if (body === undefined) {
    // A browser reads the answer once the rest is taken from it.
    req.resume();
    throw new ConsoleProblem(413, 'The form is too large');
  }
  try {
    const headers = { 'Content-Type': req.headers['content-type'] ?? '' };
    return await new Response(body, { headers }).formData();
  } catch {
    throw new ConsoleProblem(415, 'The request did not come from a form of the console');
  }
}

/** A field on one line, trimmed; empty if it was not sent. */
export function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}

/** A field of several lines, unchanged. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
