import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiffRow, type Piece, textDiff } from '../../../data/text/text-diff.ts';

const plain = (text: string) => ({ text, marks: [] });
const words = (pieces: Piece[] | undefined, which: (piece: Piece) => boolean) =>
  (pieces ?? []).filter(which).map(({ text }) => text);

describe('two pages side by side', () => {
  test('what is alike stands beside itself, and the words that differ are told on both sides', () => {
    const rows = textDiff(plain('Team\n$12 a month\nBuy'), plain('Team\n$15 a month\nBuy')) ?? [];
    expect(rows.map(({ kind }) => kind)).toEqual(['same', 'changed', 'same']);
    const [, row] = rows;
    if (row?.kind !== 'changed') throw new Error('no change');
    expect(words(row.before, ({ isChanged }) => isChanged)).toEqual(['12']);
    expect(words(row.after, ({ isChanged }) => isChanged)).toEqual(['15']);
  });

  test('prices are marked, and stay in sight where nothing differs', () => {
    const text = `${'a line\n'.repeat(20)}Team $12\n${'another\n'.repeat(20)}`;
    const start = text.indexOf('$12');
    const marked = { text, marks: [{ start, end: start + 3 }] };
    const rows = textDiff(marked, marked) ?? [];
    expect(rows.map((row) => (row.kind === 'skipped' ? row.lines : row.kind))).toEqual([20, 'same', 20]);
    const [, row] = rows;
    if (row?.kind !== 'same') throw new Error('no price');
    expect(words(row.after, ({ isPrice }) => isPrice)).toEqual(['$12']);
  });

  test('a line that came has nothing beside it', () => {
    const rows = textDiff(plain('Team'), plain('Team\nEnterprise')) ?? [];
    expect(rows.at(-1)).toMatchObject({ kind: 'changed', after: [{ text: 'Enterprise', isChanged: true }] });
    expect(rows.at(-1)).not.toHaveProperty('before');
  });

  test('whatever the pages are, both can be read off, and what is not marked as changed is on both', () => {
    const lines = fc.array(fc.stringMatching(/^[ab $1]{0,6}$/), { maxLength: 12 });
    const page = fc.tuple(lines, fc.array(fc.nat(60), { maxLength: 6 })).map(([all, places]) => ({
      text: all.join('\n'),
      marks: places.map((start) => ({ start, end: start + 2 })),
    }));
    fc.assert(
      fc.property(page, page, (before, after) => {
        const rows = (textDiff(before, after) ?? []).filter(
          (row): row is Exclude<DiffRow, { kind: 'skipped' }> => row.kind !== 'skipped',
        );
        const said = (side: 'before' | 'after') =>
          rows.flatMap((row) => (row[side] === undefined ? [] : [words(row[side], () => true).join('')]));
        const of = ({ text }: { text: string }) => text.split('\n').filter((line) => line.trim() !== '');
        const isWithin = (shown: string[], all: string[]) => {
          let at = 0;
          for (const line of shown) {
            at = all.indexOf(line, at) + 1;
            if (at === 0) return false;
          }
          return true;
        };
        expect(isWithin(said('before'), of(before))).toBe(true);
        expect(isWithin(said('after'), of(after))).toBe(true);
        for (const { kind, before: left, after: right } of rows) {
          const kept = (pieces: Piece[] | undefined) => words(pieces, ({ isChanged }) => !isChanged).join('');
          if (kind === 'same') expect(kept(left)).toBe(kept(right));
          if (left !== undefined && right !== undefined) expect(kept(left)).toBe(kept(right));
        }
      }),
    );
  });

  test('two large pages without a line in common are not compared', () => {
    const page = (salt: string) => plain(Array.from({ length: 6_000 }, (_, n) => `${salt} ${n}`).join('\n'));
    expect(textDiff(page('a'), page('b'))).toBeUndefined();
  });
});
