/** The command `read`: one page to a table for a person, or to itself with its prices marked; a corpus to a file. */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { namedText, printJson, progress, STDIO, terminalOf, UsageFault } from '../../config/command.ts';
import { explain } from '../../crawler/read/explain/explain.ts';
import { highlight } from '../../crawler/read/explain/highlight.ts';
import { readPage } from '../../crawler/read/read.ts';
import { defined } from '../../data/defined.ts';
import type { PageFormat } from '../../data/page.ts';
import type { Recipe } from '../../data/recipe.ts';
import { formatOf, readCorpus } from './corpus.ts';

export interface ReadFlags {
  url?: string;
  file?: string;
  format?: PageFormat;
  html?: string;
  recipe?: Recipe;
  corpus?: string;
  out?: string;
  json: boolean;
}

/**
 * Resolves to 0 when what was asked for is done, whatever the page holds.
 *
 * @throws {UsageFault} neither a page with its URL nor a corpus is named @throws {Error} a file can't be read or written
 */
export async function read({ url, file, format, html, recipe, corpus, out, json }: ReadFlags): Promise<number> {
  if (corpus !== undefined && out !== undefined) {
    const pages = readCorpus(corpus, out, { clock: () => performance.now(), progress });
    if (json) printJson({ pages, out });
  } else if (url !== undefined && file !== undefined) {
    if (!URL.canParse(url)) throw new UsageFault(`Cannot read the page of "${url}": not a URL`);
    const source = namedText(file);
    const page = { format: format ?? formatOf(file), url, ...defined({ recipe }) };
    const reading = readPage(source, page);
    if (html === STDIO) process.stdout.write(highlight(source, reading, page));
    else {
      if (html !== undefined) writeFileSync(html, highlight(source, reading, page));
      if (json) printJson(reading);
      else process.stdout.write(explain(reading, url, terminalOf(process.stdout)));
    }
  } else throw new UsageFault('Cannot read: use --url with --file, or --corpus with --out');
  return 0;
}
