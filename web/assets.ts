/**
 * Style sheet and scripts of pages, each at a path with a hash of its content, so that browsers may cache it for ever.
 * Scripts are written in TypeScript and served without types.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, parse } from 'node:path';

export interface Asset {
  path: string;
  contentType: string;
  /** Made at the first request. */
  body(): string;
}

/** The shared rules, then `base.css`, then the other files in alphabetical order. */
export function styleOf(directory: string): Asset {
  const files = ['base.css', ...namesIn(directory, '.css').filter((name) => name !== 'base.css')];
  const sheets = [join(import.meta.dirname, 'shared.css'), ...files.map((name) => join(directory, name))];
  const source = sheets.map((file) => readFileSync(file, 'utf8')).join('\n');
  return asset('style.css', source, () => source);
}

/** By name. */
export function scriptsIn(directory: string): ReadonlyMap<string, Asset> {
  return new Map(
    namesIn(directory, '.ts').map((name) => {
      const script = name.slice(0, -'.ts'.length);
      const source = readFileSync(join(directory, name), 'utf8');
      return [script, asset(`${script}.js`, source, () => withoutTypes(source))];
    }),
  );
}

function namesIn(directory: string, ending: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .sort();
}

/** @param source the hash in its path is of this */
function asset(file: string, source: string, body: () => string): Asset {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const { name, ext } = parse(file);
  const type = ext === '.css' ? 'css' : 'javascript';
  return { path: `/assets/${name}.${hash}${ext}`, contentType: `text/${type}; charset=utf-8`, body };
}

/** Strips types as Node does for our sources, without its warning that the API is experimental. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
