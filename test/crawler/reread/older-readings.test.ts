import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READER_VERSION } from '../../../crawler/read/reader-version.ts';
import { noteReread, sourcesOfOlderReaders } from '../../../crawler/reread/older-readings.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { entry } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { vendorPage, visit } from '../../verifier/vendor-page.ts';

test('a source is of older readers until a page of it was read by these, or the archive was', () => {
  const dataDir = temporaryDirectory();
  expect(sourcesOfOlderReaders(dataDir)).toBe(0);
  const ledger = openLedger(join(dataDir, 'ledger.db'));
  const page = vendorPage([{ name: 'Team', monthly: '12' }]);
  const seen = (slug: string, readerVersion: string, at: string) =>
    ledger.append(
      [entry({ observation: visit(page, { slug, at }, { ...page.reading, readerVersion }) })],
      new Date(at),
    );
  seen('acme', 'an older one', '2026-01-01T00:00:00.000Z');
  seen('zeta', 'an older one', '2026-01-01T00:00:00.000Z');
  seen('zeta', READER_VERSION, '2026-01-02T00:00:00.000Z');
  expect(sourcesOfOlderReaders(dataDir)).toBe(1);
  noteReread(dataDir);
  expect(sourcesOfOlderReaders(dataDir)).toBe(0);
  ledger.close();
});
