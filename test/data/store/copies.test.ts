import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../data/store/archive/archive.ts';
import { copyFile, LONGEST_COPY, readCopy } from '../../../data/store/copies/read-copy.ts';
import { writeCopy } from '../../../data/store/copies/write-copy.ts';
import { pageCopy } from '../../../data/text/page-copy.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const SHA256 = sha256Of(Buffer.from('page'));
const COPY = pageCopy('<h1>Pro</h1><p>$29 a month</p>', 'html');

test('a copy is read as it was written, once', () => {
  const dir = join(temporaryDirectory(), 'copies');
  expect(readCopy(dir, SHA256)).toBeUndefined();
  writeCopy(dir, SHA256, COPY);
  writeCopy(dir, SHA256, pageCopy('<p>other</p>', 'html'));
  expect(readCopy(dir, SHA256)).toEqual(COPY);
  expect(readdirSync(dir)).toHaveLength(1);
});

test('a changed bit or a half-written file is no copy, and an empty file is written again', () => {
  const dir = temporaryDirectory();
  writeCopy(dir, SHA256, COPY);
  const file = copyFile(dir, SHA256);
  const stored = readFileSync(file);
  for (let at = 0; at < stored.length; at += 1) {
    const damaged = Buffer.from(stored);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    const read = readCopy(dir, SHA256);
    // A bit of the header that says nothing of the content may change.
    if (read !== undefined) expect(read).toEqual(COPY);
  }
  writeFileSync(file, stored.subarray(0, stored.length / 2));
  expect(readCopy(dir, SHA256)).toBeUndefined();
  writeFileSync(file, '');
  writeCopy(dir, SHA256, COPY);
  expect(readCopy(dir, SHA256)).toEqual(COPY);
});

test('nothing is copied of a page that asks for it, and no more than the limit of another', () => {
  const dir = temporaryDirectory();
  writeCopy(dir, SHA256, pageCopy('<meta name=robots content=noarchive><p>$29</p>', 'html'));
  expect(readCopy(dir, SHA256)).toEqual({ text: '', blocks: [], isNoArchive: true });
  const long = sha256Of(Buffer.from('long'));
  writeCopy(dir, long, pageCopy(`<p>${'word '.repeat(100)}</p>`.repeat(1_500), 'html'));
  const { text = '', blocks = [] } = readCopy(dir, long) ?? {};
  expect(text.length).toBeLessThanOrEqual(LONGEST_COPY);
  expect(text.length).toBeGreaterThan(LONGEST_COPY - 1_000);
  expect(blocks.at(-1)?.end).toBe(text.length);
});
