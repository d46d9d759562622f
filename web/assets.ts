/**
 * Style sheet and scripts of pages, each at a path with a hash of its content, so that browsers may cache it for ever.
 * Scripts are written in TypeScript and served without types.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

export interface Asset {
  path: string;
  contentType: string;
  /** Made at the first request. */
  body(): string;
}

/** The shared colours, then `base.css`, then the other files in alphabetical order. */
export function styleOf(directory: string): Asset {
  const files = ['base.css', ...namesIn(directory, '.css').filter((name) => name !== 'base.css')];
  const sheets = [join(import.meta.dirname, 'colours.css'), ...files.map((name) => join(directory, name))];
  return asset('style', 'css', sheets.map((file) => readFileSync(file, 'utf8')).join('\n'));
}

/** By name. */
export function scriptsIn(directory: string): ReadonlyMap<string, Asset> {
  return new Map(
    namesIn(directory, '.ts').map((name) => {
      const script = name.slice(0, -'.ts'.length);
      return [script, asset(script, 'js', readFileSync(join(directory, name), 'utf8'), withoutTypes)];
    }),
  );
}

function namesIn(directory: string, ending: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .sort();
}

function asset(name: string, type: 'css' | 'js', source: string, made = (text: string) => text): Asset {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return {
    path: `/assets/${name}.${hash}.${type}`,
    contentType: type === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    body: () => made(source),
  };
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
