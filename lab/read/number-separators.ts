/**
 * Writes data/text/number-separators.json from Unicode's CLDR: the separators of all locales and their lenient variants.
 *
 *     npm pack cldr-numbers-full@48.2.0 cldr-misc-full@48.2.0    # and unpack each into a folder of its name
 *     node lab/read/number-separators.ts FOLDER
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const VERSION = '48.2.0';
const SYMBOLS = { decimal: 'decimal', group: 'group', minus: 'minusSign', plus: 'plusSign', percent: 'percentSign' };
const OUT = join(import.meta.dirname, '../../data/text/number-separators.json');

const Locale = z.object({ main: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))) });
const Texts = z.record(z.string(), z.unknown());

/** The tables of one kind in every locale of a package. */
function tables(folder: string, file: string, kind: string): Record<string, unknown>[] {
  const main = join(folder, 'main');
  return readdirSync(main).flatMap((locale) => {
    let text: string;
    try {
      text = readFileSync(join(main, locale, file), 'utf8');
    } catch {
      return [];
    }
    const tables = Locale.parse(JSON.parse(text)).main[locale]?.[kind];
    return tables === undefined ? [] : [tables];
  });
}

/** The characters of a UnicodeSet such as `[\-－ ‐‑]`, without its strings in braces. */
function members(set: string): string[] {
  return [...set.slice(1, -1).replace(/\{[^}]*\}|[\\ ]/g, '')];
}

function sorted(characters: Iterable<string>): string[] {
  return [...new Set(characters)].sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0));
}

function symbolsOf(folder: string): Record<string, string[]> {
  const systems = tables(folder, 'numbers.json', 'numbers').flatMap((numbers) =>
    Object.entries(numbers).flatMap(([name, table]) => (name.startsWith('symbols-') ? [Texts.parse(table)] : [])),
  );
  return Object.fromEntries(
    Object.entries(SYMBOLS).map(([name, key]) => {
      const texts = systems.flatMap((table) => (typeof table[key] === 'string' ? [table[key]] : []));
      return [name, sorted(texts.flatMap((text) => [...text.replace(/\p{Cf}/gu, '')]))];
    }),
  );
}

function lenientOf(folder: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const characters of tables(folder, 'characters.json', 'characters'))
    for (const scope of ['lenient-scope-number', 'lenient-scope-general'])
      for (const [sign, set] of Object.entries(Texts.parse(characters[scope] ?? {})))
        if (typeof set === 'string') found[sign] = sorted([...(found[sign] ?? []), ...members(set)]);
  const wanted = ['.', ',', '’', '-', '+', '%'];
  return Object.fromEntries(wanted.map((sign) => [sign, found[sign] ?? []]));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: number-separators.ts FOLDER');
const packageOf = (name: string) => join(folder, `${name}-${VERSION}`, 'package');
const content = {
  source: `Unicode CLDR: cldr-numbers-full and cldr-misc-full ${VERSION}, https://github.com/unicode-org/cldr-json`,
  license: 'Unicode-3.0',
  notice: 'Copyright © 1991-2026 Unicode, Inc. https://www.unicode.org/license.txt',
  ...symbolsOf(packageOf('cldr-numbers-full')),
  lenient: lenientOf(packageOf('cldr-misc-full')),
};
writeFileSync(OUT, `${JSON.stringify(content, undefined, 2)}\n`);
