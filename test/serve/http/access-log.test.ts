import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPieces } from '../../../serve/http/access-log.ts';

/** What several processes write to one pipe stays whole up to this length (POSIX, PIPE_BUF). */
const PIPE_BUF = 4096;

test('lines come out whole, in order, in pieces that a pipe keeps whole', () => {
  const lines = fc.array(fc.tuple(fc.string({ maxLength: 1_500 }), fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(lines, (given) => {
      const pieces: string[] = [];
      const gathered = inPieces({ write: (piece) => pieces.push(piece) });
      for (const [words, isFlushed] of given) {
        gathered.write(`${JSON.stringify(words.replaceAll(/[^\x20-\xff]/g, ''))}\n`);
        if (isFlushed) gathered.flush();
      }
      gathered.flush();
      expect(pieces.join('')).toBe(
        given.map(([words]) => `${JSON.stringify(words.replaceAll(/[^\x20-\xff]/g, ''))}\n`).join(''),
      );
      for (const piece of pieces) {
        expect(piece.endsWith('\n')).toBe(true);
        expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(PIPE_BUF);
      }
    }),
  );
});

test('few lines wait, and nothing is written for none', () => {
  const pieces: string[] = [];
  const gathered = inPieces({ write: (piece) => pieces.push(piece) });
  gathered.flush();
  gathered.write('one\n');
  gathered.write('two\n');
  expect(pieces).toEqual([]);
  gathered.flush();
  expect(pieces).toEqual(['one\ntwo\n']);
});
