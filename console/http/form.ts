/** Forms as browsers send them, bounded. */
import type { Request } from 'express';
import { ConsoleProblem } from './problem.ts';

const MOST_BYTES = 24 * 1024 * 1024;

/** @throws {ConsoleProblem} too large, or not a form */
export async function formOf(req: Request): Promise<FormData> {
  const tooLarge = new ConsoleProblem(413, 'The upload is larger than 24 MB');
  if (Number(req.headers['content-length']) > MOST_BYTES) throw tooLarge;
  const pieces: Buffer[] = [];
  let bytes = 0;
  // The connection must survive for the answer.
  for await (const piece of req.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw tooLarge;
    pieces.push(piece);
  }
  try {
    return await new Response(Buffer.concat(pieces), {
      headers: { 'Content-Type': req.headers['content-type'] ?? '' },
    }).formData();
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
