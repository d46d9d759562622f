/** Reads every page of a corpus directory and writes a line of JSON a page, as its scorer expects. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readPage } from '../../crawler/read/read.ts';
import type { PageFormat } from '../../data/page.ts';
import type { PageReading } from '../../data/reading.ts';
import { readJsonLines } from '../../data/text/json-lines.ts';

export const CorpusEntry = z.object({ name: z.string(), file: z.string(), url: z.string().default('') });
export type CorpusEntry = z.infer<typeof CorpusEntry>;

const FORMATS: Record<string, PageFormat> = {
  html: 'html',
  htm: 'html',
  md: 'markdown',
  mdx: 'markdown',
  json: 'json',
  txt: 'text',
};

export function formatOf(file: string): PageFormat {
  return FORMATS[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'html';
}

export function corpusEntries(directory: string): CorpusEntry[] {
  return readJsonLines(join(directory, 'manifest.jsonl'), CorpusEntry);
}

export function corpusPage(directory: string, entry: CorpusEntry): string {
  return readFileSync(join(directory, 'pages', entry.file), 'utf8');
}

/** One line of the scorer's input. */
function corpusLine(entry: CorpusEntry, reading: PageReading, ms: number): string {
  const isRead = reading.tiers.length + reading.models.length > 0;
  const outcome = isRead ? 'read' : 'nothing';
  return JSON.stringify({
    page: entry.name,
    outcome: reading.verdict === 'pricing' ? outcome : reading.verdict,
    ms: Math.round(ms * 100) / 100,
    reason: reading.reason,
    tiers: reading.tiers,
    rateCard: { models: reading.models },
  });
}

/** How many pages it read. */
export function readCorpus(
  directory: string,
  out: string,
  { clock, progress }: { clock: () => number; progress: (line: string) => void },
): number {
  const lines: string[] = [];
  for (const entry of corpusEntries(directory)) {
    const source = corpusPage(directory, entry);
    const start = clock();
    const reading = readPage(source, {
      format: formatOf(entry.file),
      url: entry.url || `https://${entry.name}.invalid/`,
    });
    const ms = clock() - start;
    lines.push(corpusLine(entry, reading, ms));
    progress(
      `${entry.name}: ${reading.verdict}, ${reading.tiers.length} tiers, ${reading.models.length} models, ${ms.toFixed(1)} ms`,
    );
  }
  writeFileSync(out, lines.map((line) => `${line}\n`).join(''));
  return lines.length;
}
