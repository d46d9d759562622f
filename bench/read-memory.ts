/**
 * A fresh process that handles one page once and prints how many MB its peak rose by. Everything is loaded, and warmed
 * on a page of a line, before the counting starts.
 */
import { readFileSync } from 'node:fs';
import { load as loadStandard } from 'cheerio';
import { load as loadSlim } from 'cheerio/slim';
import { readPage } from '../crawler/read/read.ts';

const [what = '', file = '', url = ''] = process.argv.slice(2);

const WAYS: Record<string, (source: string) => unknown> = {
  read: (source) => readPage(source, { format: 'html', url }),
  slim: (source) => loadSlim(source),
  standard: (source) => loadStandard(source),
};
const way = WAYS[what];
if (way === undefined) throw new RangeError(`Cannot measure "${what}"`);

way('<!doctype html><title>Pricing</title><h1>Pricing</h1><p>$1 per month</p>');
const source = readFileSync(file, 'utf8');
// In KB; the peak of the whole process so far, which what follows can only raise.
const before = process.resourceUsage().maxRSS;
const result = way(source);
const grown = (process.resourceUsage().maxRSS - before) / 1024;
if (result === undefined) throw new Error(`Cannot read ${file}`);
// A page so small that it fits in what start-up had freed grew nothing that can be seen.
process.stdout.write(`${Math.max(grown, 0.1)}\n`);
