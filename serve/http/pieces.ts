/**
 * The body of an answer, as text or in pieces, of which those that stand in many answers are bytes already. Joining them
 * into one text first would write every byte of the body twice more, each time to memory that is no longer at hand.
 */
export type Pieces = readonly (string | Buffer)[];
export type Body = string | Pieces;

const BYTES_A_CHARACTER = 3;

/** So many bytes, or less: known without a look at the characters. */
export function mostBytes(body: Body): number {
  if (typeof body === 'string') return BYTES_A_CHARACTER * body.length;
  let most = 0;
  for (const piece of body) most += typeof piece === 'string' ? BYTES_A_CHARACTER * piece.length : piece.length;
  return most;
}

/** Writes a body where there is room for it. @returns its bytes */
export function writeBody(body: Body, into: Buffer, start: number): number {
  if (typeof body === 'string') return into.write(body, start);
  let at = start;
  for (const piece of body) {
    if (typeof piece === 'string') {
      at += into.write(piece, at);
    } else {
      into.set(piece, at);
      at += piece.length;
    }
  }
  return at - start;
}

/** A body in one piece. */
export function whole(body: Body): string | Buffer {
  if (typeof body === 'string') return body;
  return Buffer.concat(body.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}
