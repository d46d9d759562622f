/** Over the evaluation corpus, where it lies beside the project: the accuracy that was promised, by its own scorer. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { corpusEntries, corpusPage, formatOf, readCorpus } from '../../../crawler/read/corpus.ts';
import { readPage } from '../../../crawler/read/read.ts';
import { PageReading } from '../../../data/reading.ts';
import { cut, pageText } from '../../../data/text/page-text.ts';
import { CORPUS } from './corpus.ts';

const SCORER = fileURLToPath(new URL('../../../../shared/tools/score-readings.mjs', import.meta.url));

describe.skipIf(!existsSync(CORPUS) || !existsSync(SCORER))('the corpus (when present beside the project)', () => {
  test('prices are right and proven, and most are found', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-read-'));
    try {
      const out = join(folder, 'readings.jsonl');
      readCorpus(CORPUS, out, { clock: () => 0, progress: () => {} });
      const score = JSON.parse(
        execFileSync(process.execPath, [SCORER, '--corpus', CORPUS, '--readings', out, '--json'], { encoding: 'utf8' }),
      );
      for (const [kind, recall] of Object.entries({ raw: 0.98, template: 0.95, markdown: 0.95 })) {
        expect(score[kind].pricePrecision, kind).toBeGreaterThanOrEqual(0.98);
        expect(score[kind].priceRecall, kind).toBeGreaterThanOrEqual(recall);
      }
      expect(score.all.startPrecision).toBeGreaterThanOrEqual(0.99);
      expect(score.all.startAccuracy).toBeGreaterThanOrEqual(0.95);
      expect(score.all.quoted).toBe(1);
      expect(score.all.currency).toBeGreaterThanOrEqual(0.99);
      expect(score.all.ratePrecision).toBeGreaterThanOrEqual(0.98);
      expect(score.all.rateRecall).toBeGreaterThanOrEqual(0.97);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('every quote is cut again from the page', () => {
    for (const entry of corpusEntries(CORPUS)) {
      const source = corpusPage(CORPUS, entry);
      const format = formatOf(entry.file);
      const reading = PageReading.parse(readPage(source, { format, url: entry.url || 'https://vendor.example/' }));
      const words = { source, text: pageText(source, format) };
      for (const { prices } of reading.tiers)
        for (const { evidence } of prices) expect(cut(evidence, words), entry.name).toBe(evidence.quote);
    }
  });
});
