/** The command `read`: one page to a table for a person, or to itself with its prices marked; a corpus to a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { PageFormat } from '../../data/page.ts';
import { formatOf, readCorpus } from './corpus.ts';
import { explain } from './explain/explain.ts';
import { highlight } from './explain/highlight.ts';
import { terminalOf } from './explain/terminal.ts';
import { readPage } from './read.ts';

const USAGE = `Usage:
  read --url URL --file PAGE            read one saved page and show what was found, and why not more
  read --corpus DIR --out FILE          read every page of a corpus, a line of JSON a page

  --file PAGE     a file, or - for standard input
  --url URL       where the page is from
  --format NAME   ${PageFormat.options.join(', ')}; by default what the file's name ends in, else html
  --json          the whole reading as JSON, with the place of every quote
  --html OUT      also write the page itself with its prices marked, safe to open; - for standard output alone
  --help

Exit codes: 0 what was asked for is done, whatever the page holds; 1 a file can't be read or written; 2 the command
was not understood.
`;
const STDIO = '-';

class Misused extends Error {}

function main(): void {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string' },
      out: { type: 'string' },
      url: { type: 'string' },
      file: { type: 'string' },
      format: { type: 'string' },
      html: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { corpus, out, url, file, html, json } = values;
  if (values.help) {
    process.stdout.write(USAGE);
  } else if (corpus !== undefined && out !== undefined) {
    readCorpus(corpus, out, {
      clock: () => performance.now(),
      progress: (line) => void process.stderr.write(`${line}\n`),
    });
  } else if (url !== undefined && file !== undefined) {
    const source = readFileSync(file === STDIO ? process.stdin.fd : file, 'utf8');
    const format = chosenFormat(values.format) ?? formatOf(file);
    const reading = readPage(source, { format, url });
    if (html !== undefined) {
      const page = highlight(source, reading, { format, url });
      if (html === STDIO) return void process.stdout.write(page);
      writeFileSync(html, page);
    }
    process.stdout.write(
      json ? `${JSON.stringify(reading, null, 2)}\n` : explain(reading, url, terminalOf(process.stdout)),
    );
  } else throw new Misused('Either --url with --file, or --corpus with --out');
}

function chosenFormat(name: string | undefined): PageFormat | undefined {
  if (name === undefined) return undefined;
  const { success, data } = PageFormat.safeParse(name);
  if (!success) throw new Misused(`There is no format "${name}"`);
  return data;
}

try {
  main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? String(error.code) : '';
  const isMisused = error instanceof Misused || code.startsWith('ERR_PARSE_ARGS');
  if (!isMisused && !('syscall' in error)) throw error;
  process.stderr.write(`${error.message}\n${isMisused ? USAGE : ''}`);
  process.exitCode = isMisused ? 2 : 1;
}
