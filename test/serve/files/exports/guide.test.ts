/**
 * docs/analysts.md as an analyst follows it: each of its blocks is run, in its order, on files that were fetched over
 * HTTP by its own script, and comes to what it shows. `UPDATE_GOLDEN=1` writes what they come to.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { serve } from '../../served.ts';
import { duckIn } from './duckdb.ts';
import { exported } from './exported.ts';
import { sample } from './sample.ts';

const GUIDE = resolve(import.meta.dirname, '../../../../docs/analysts.md');
const folder = temporaryDirectory();

interface Block {
  language: string;
  code: string;
  /** What it is said to come to; undefined where nothing is said. */
  shown: string | undefined;
}

const guide = readFileSync(GUIDE, 'utf8');
/** A block, and the one behind it if that is what the first comes to. */
const PAIR = /```(js|sql|sqlite)\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g;
const blocks: Block[] = [...guide.matchAll(PAIR)].map(([, language = '', code = '', shown]) => ({
  language,
  code,
  shown,
}));

const { generations } = await exported(sample());
const { url } = await serve(generations);
const duck = await duckIn(folder);
afterAll(() => duck.close());

async function run({ language, code }: Block): Promise<string> {
  if (language === 'js') return runScript(code);
  if (language === 'sql') return tableOf(await duck.rows(code));
  const sqlite = new DatabaseSync(join(folder, 'generation.sqlite'), { readOnly: true });
  try {
    return tableOf(sqlite.prepare(code).all());
  } finally {
    sqlite.close();
  }
}

async function runScript(code: string): Promise<string> {
  writeFileSync(join(folder, 'get.mjs'), code);
  const child = spawn(process.execPath, ['get.mjs'], {
    cwd: folder,
    env: { ASSAY: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(exitCode).toBe(0);
  return said;
}

function tableOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => written(row[name])))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** On one line, without the zeros that a DECIMAL ends in. */
function written(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const line = String(value).replaceAll('\n', '⏎');
  return /^\d+\.\d{9}$/.test(line) ? line.replace(/0{1,7}$/, '') : line;
}

it('each question of the guide comes to what it shows [D5.exports.guide]', async () => {
  const found: string[] = [];
  for (const block of blocks) found.push(await run(block));
  if (process.env.UPDATE_GOLDEN === '1') {
    let at = 0;
    const renewed = guide.replaceAll(PAIR, (_, language: string, code: string, shown: string | undefined) => {
      const result = found[at++];
      return `\`\`\`${language}\n${code}\`\`\`\n${shown === undefined ? '' : `\n\`\`\`text\n${result}\`\`\`\n`}`;
    });
    writeFileSync(GUIDE, renewed);
  }
  expect(blocks.length).toBeGreaterThan(15);
  for (const [at, { code, shown }] of blocks.entries()) if (shown !== undefined) expect(found[at], code).toBe(shown);
  // Only what makes a view shows nothing.
  expect(blocks.filter(({ shown, code }) => shown === undefined && !code.startsWith('CREATE VIEW'))).toEqual([]);
});

it('every code block of the guide is one of those that were run', () => {
  const fences = guide.match(/^```\w+$/gm) ?? [];
  const results = blocks.filter(({ shown }) => shown !== undefined).length;
  expect(fences).toHaveLength(blocks.length + results);
});
