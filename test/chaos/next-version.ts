/** The next version of this program: a copy of this checkout with one migration more and the next schema of generations. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GENERATION_SCHEMA } from '../../data/store/generation/current.ts';
import { LEDGER_SCHEMA } from '../../data/store/ledger/database.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const PARTS = ['config', 'crawler/read/vocabulary', 'data', 'serve', 'verifier', 'web', 'package.json'];
/** The catalogue, which is elsewhere, and what is written. */
const LEFT_OUT = /\/data\/(?:products|observed|history|api-descriptions|var)$/;

export const NEXT_LEDGER_SCHEMA = LEDGER_SCHEMA + 1;
export const NEXT_GENERATION_SCHEMA = GENERATION_SCHEMA + 1;

/** Makes it in a directory that is not there yet. @throws {Error} this version's schemas are not written where they were */
export function checkOutNextVersion(directory: string): void {
  mkdirSync(directory);
  for (const part of PARTS)
    cpSync(join(PROJECT, part), join(directory, part), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
  symlinkSync(join(PROJECT, 'node_modules'), join(directory, 'node_modules'));
  const store = join(directory, 'data/store');
  const migration = `schema-${NEXT_LEDGER_SCHEMA}.sql`;
  const table = 'CREATE TABLE of_the_next_version (id INTEGER PRIMARY KEY) STRICT;\n';
  writeFileSync(join(store, 'ledger', migration), table);
  edit(join(store, 'ledger/database.ts'), /(const MIGRATIONS = \[[^\]]*)\]/, `$1, '${migration}']`);
  edit(join(store, 'generation/current.ts'), /(GENERATION_SCHEMA = )\d+/, `$1${NEXT_GENERATION_SCHEMA}`);
  edit(join(store, 'generation/generation.sql'), /$/, table);
}

function edit(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!from.test(text)) throw new Error(`Cannot find ${String(from)} in ${file}`);
  writeFileSync(file, text.replace(from, to));
}
