/** A corpus of a test's own pages, each with its label and what the manifest says of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../temporary-directory.ts';

export function writtenCorpus(
  pages: readonly { name: string; html: string; tiers: object[]; about: object }[],
): string {
  const corpus = temporaryDirectory();
  for (const folder of ['pages', 'labels']) mkdirSync(join(corpus, folder));
  const lines = pages.map(({ name, html, tiers, about }) => {
    writeFileSync(join(corpus, 'pages', `${name}.html`), html);
    writeFileSync(join(corpus, 'labels', `${name}.json`), JSON.stringify({ currency: 'USD', tiers }));
    return JSON.stringify({ name, file: `${name}.html`, ...about });
  });
  writeFileSync(join(corpus, 'manifest.jsonl'), `${lines.join('\n')}\n`);
  return corpus;
}
