/** What a form sent, bounded: as browsers encode it with and without files. */
import type { Request } from 'express';
import { ConsoleProblem } from './problem.ts';

/** A page of a vendor that is pasted or uploaded may be as large as one that is fetched, and is encoded besides. */
const MOST_BYTES = 24 * 1024 * 1024;

/** @throws {ConsoleProblem} more than anybody means to send, or no form */
export async function formOf(req: Request): Promise<FormData> {
  const tooLarge = new ConsoleProblem(413, 'That is more than 24 MB');
  if (Number(req.headers['content-length']) > MOST_BYTES) throw tooLarge;
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Else the connection would be gone before the answer.
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
    throw new ConsoleProblem(415, 'That was not sent by a form of ours');
  }
}

/** A field as text on one line, without white space at its ends; empty where it was not sent. */
export function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}

/** A field of several lines, as it was written. */
export function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
