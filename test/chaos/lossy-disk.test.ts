/** What a disk may hold after the power went, for a process whose calls are written down by hand. */
import { describe, expect, it } from 'vitest';
import { ALL_SURVIVES, LossyDisk, NOTHING_UNSYNCED, type Survival } from './lossy-disk.ts';
import { diskEvents } from './write-log.ts';

/** Text as strace prints it with -xx. */
function hex(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

const opened = (path: string, flags = 'O_RDWR|O_CREAT') =>
  `7 openat(AT_FDCWD<${hex('/')}>, "${hex(path)}", ${flags}, 0644) = 5<${hex(path)}>`;
const wrote = (path: string, text: string, at: number) =>
  `7 pwrite64(5<${hex(path)}>, "${hex(text)}", ${text.length}, ${at}) = ${text.length}`;
const synced = (path: string) => `7 fsync(5<${hex(path)}>) = 0`;

function left(survives: Survival, ...lines: string[]): Record<string, string> {
  const disk = new LossyDisk('/data');
  for (const event of diskEvents(lines.join('\n'))) disk.apply(event);
  return Object.fromEntries([...disk.after(survives)].map(([name, content]) => [name, content.toString()]));
}

describe('after the power went', () => {
  const file = [opened('/data/a'), wrote('/data/a', 'price 12', 0)];

  it('a name lasts once its directory is synced, and a content once its file is', () => {
    expect(left(NOTHING_UNSYNCED, ...file)).toEqual({});
    expect(left(NOTHING_UNSYNCED, ...file, synced('/data/a'))).toEqual({});
    expect(left(NOTHING_UNSYNCED, ...file, synced('/data'))).toEqual({ a: '' });
    expect(left(NOTHING_UNSYNCED, ...file, synced('/data/a'), synced('/data'))).toEqual({ a: 'price 12' });
    expect(left(ALL_SURVIVES, ...file)).toEqual({ a: 'price 12' });
  });

  it('a file replaced by a rename is the old one or the new one', () => {
    const old = [...file, synced('/data/a'), synced('/data')];
    const renamed = `7 rename("${hex('/data/b')}", "${hex('/data/a')}") = 0`;
    const next = [opened('/data/b'), wrote('/data/b', 'price 15', 0), synced('/data/b'), renamed];
    expect(left(NOTHING_UNSYNCED, ...old, ...next)).toEqual({ a: 'price 12' });
    expect(left({ ...NOTHING_UNSYNCED, names: (all) => all - 1 }, ...old, ...next)).toEqual({
      a: 'price 12',
      b: 'price 15',
    });
    expect(left(NOTHING_UNSYNCED, ...old, ...next, synced('/data'))).toEqual({ a: 'price 15' });
  });

  it('a write is torn between sectors', () => {
    const lines = [opened('/data/a'), synced('/data'), wrote('/data/a', 'x'.repeat(1_024), 0)];
    expect(left({ names: () => 0, sectors: () => 1 }, ...lines)).toEqual({ a: 'x'.repeat(512) });
  });

  it('what was removed, cut or emptied is so once it is synced', () => {
    const there = [...file, synced('/data/a'), synced('/data')];
    const removed = `7 unlink("${hex('/data/a')}") = 0`;
    const cut = `7 ftruncate(5<${hex('/data/a')}>, 5) = 0`;
    const emptied = opened('/data/a', 'O_WRONLY|O_CREAT|O_TRUNC');
    for (const change of [removed, emptied])
      expect(left(NOTHING_UNSYNCED, ...there, change)).toEqual({ a: 'price 12' });
    expect(left(ALL_SURVIVES, ...there, removed)).toEqual({});
    expect(left(ALL_SURVIVES, ...there, emptied)).toEqual({ a: '' });
    expect(left(NOTHING_UNSYNCED, ...there, cut, synced('/data/a'))).toEqual({ a: 'price' });
  });
});

describe('a log of strace', () => {
  it('is read in the order in which calls returned, and calls that failed did nothing', () => {
    const path = hex('/data/a');
    const lines = [
      opened('/data/a'),
      `8 pwrite64(5<${path}>, "${hex('b')}", 1, 1 <unfinished ...>`,
      wrote('/data/a', 'a', 0),
      `8 <... pwrite64 resumed>)           = 1`,
      `7 fsync(5<${path}>)                 = -1 EIO (Input/output error) (INJECTED)`,
      `7 write(2<${hex('pipe:[1]')}>, "${hex('{"event":"verified"}')}", 20) = 20`,
      `7 write(9<${hex('socket:[2]')}>, "${hex('SET')}", 3) = 3`,
      '7 --- SIGTERM {si_signo=SIGTERM} ---',
      '7 +++ exited with 0 +++',
    ];
    expect(diskEvents(lines.join('\n'))).toEqual([
      { kind: 'create', path: '/data/a', isEmptied: false },
      { kind: 'write', path: '/data/a', offset: 0, bytes: Buffer.from('a') },
      { kind: 'write', path: '/data/a', offset: 1, bytes: Buffer.from('b') },
      { kind: 'said', text: '{"event":"verified"}' },
    ]);
  });

  it('that does not have all of a write is refused', () => {
    expect(() => diskEvents(`7 pwrite64(5<${hex('/data/a')}>, "${hex('a')}"..., 4096, 0) = 4096`)).toThrow(
      'longer than what was recorded',
    );
  });
});
