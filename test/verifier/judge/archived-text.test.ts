import { expect, test } from 'vitest';
import { openArchive, sha256Of } from '../../../data/store/archive/archive.ts';
import { pageText } from '../../../data/text/page-text.ts';
import { archivedWords } from '../../../verifier/judge/archived-text.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const SOURCE = '<p>Pro</p><p>$12 a month</p>';
const ORIGIN = { sha256: sha256Of(Buffer.from(SOURCE)), charset: 'utf-8', format: 'html' } as const;

test('the text of an archived page follows from its bytes', async () => {
  const archive = await openArchive(temporaryDirectory());
  expect(archivedWords(archive, ORIGIN)).toBeUndefined();
  await archive.put(Buffer.from(SOURCE));
  expect(archivedWords(archive, ORIGIN)).toEqual({ words: { source: SOURCE, text: pageText(SOURCE, 'html') } });
});

test('bytes that can not be decoded as the page claims support nothing', async () => {
  const archive = await openArchive(temporaryDirectory());
  await archive.put(Buffer.from(SOURCE));
  expect(archivedWords(archive, { ...ORIGIN, charset: 'klingon' })).toEqual({ words: undefined });
});
