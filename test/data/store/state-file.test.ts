import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stateFile } from '../../../data/store/files/state-file.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const { read, write } = stateFile('ours/state.json', z.object({ at: z.string() }));

/** A data directory whose state file was harmed after it was written. */
function harmed(harm: (file: string) => void): string {
  const dataDir = temporaryDirectory();
  write(dataDir, { at: 'noon' });
  harm(join(dataDir, 'ours/state.json'));
  return dataDir;
}

describe('a state file', () => {
  it('is read as it was written last, and nothing else remains', () => {
    const dataDir = temporaryDirectory();
    expect(read(dataDir, expect.fail)).toBeUndefined();
    write(dataDir, { at: 'noon' });
    write(dataDir, { at: 'one' });
    expect(read(dataDir, expect.fail)).toEqual({ at: 'one' });
    expect(readdirSync(join(dataDir, 'ours'))).toEqual(['state.json']);
  });

  it.each([
    ['empty', (file: string) => truncateSync(file, 0)],
    ['truncated', (file: string) => truncateSync(file, 9)],
    ['of another shape', (file: string) => writeFileSync(file, '[1]')],
    ['full of zeros', (file: string) => writeFileSync(file, Buffer.alloc(512))],
  ])('that is %s counts as unknown, is reported in one line, and is replaced by the next write', (_, harm) => {
    const dataDir = harmed(harm);
    const said: string[] = [];
    expect(read(dataDir, (line) => said.push(line))).toBeUndefined();
    expect(said).toEqual([`Ignoring ${join(dataDir, 'ours/state.json')} (unreadable): damaged content`]);
    write(dataDir, { at: 'one' });
    expect(read(dataDir, expect.fail)).toEqual({ at: 'one' });
  });

  it('that can’t be written stays as it was', () => {
    const dataDir = harmed((file) => mkdirSync(`${file}.tmp-${process.pid}`));
    expect(() => write(dataDir, { at: 'one' })).toThrow('Cannot write');
    expect(JSON.parse(readFileSync(join(dataDir, 'ours/state.json'), 'utf8'))).toEqual({ at: 'noon' });
  });
});
