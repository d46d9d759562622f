/** The command `read`: a corpus to a file of readings, or one page to a table for a person. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { formatOf, readCorpus } from './corpus.ts';
import { explain } from './explain.ts';
import { readPage } from './read.ts';

const USAGE = `Usage:
  read --corpus DIR --out FILE          read every page of a corpus, a line of JSON a page
  read --url URL --file PAGE [--json]   read one page and print what was found, and why not more
`;

function main(): number {
  let values: { corpus?: string; out?: string; url?: string; file?: string; json?: boolean };
  try {
    ({ values } = parseArgs({
      options: {
        corpus: { type: 'string' },
        out: { type: 'string' },
        url: { type: 'string' },
        file: { type: 'string' },
        json: { type: 'boolean' },
      },
    }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  if (values.corpus !== undefined && values.out !== undefined) {
    readCorpus(values.corpus, values.out, {
      clock: () => performance.now(),
      progress: (line) => void process.stderr.write(`${line}\n`),
    });
    return 0;
  }
  if (values.url !== undefined && values.file !== undefined) {
    const source = readFileSync(values.file, 'utf8');
    const reading = readPage(source, { format: formatOf(values.file), url: values.url });
    process.stdout.write(values.json === true ? `${JSON.stringify(reading, null, 2)}\n` : explain(reading, values.url));
    return 0;
  }
  process.stderr.write(USAGE);
  return 2;
}

process.exitCode = main();
