/** The files of a catalogue: which there are, what they hold, and each fault with its line. Unchanged files are parsed once. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { ImportedApi } from '../api-reference.ts';
import { Category, ImportedFact, Product, Slug } from '../product.ts';
import type { Steps } from '../store/steps.ts';
import { ImportedHistory } from './imported-history.ts';
import { checkedText, lineIn, type TextFault } from './yaml-lines.ts';

/** `file`: its path in the catalogue. `path`: the field within it. */
export interface FieldFault {
  file: string;
  path: readonly PropertyKey[];
  said: string;
}

export interface CatalogueFault extends TextFault {
  file: string;
}

/** "products/acme.yaml:3: category: …" */
export function faultLine({ file, line, said }: CatalogueFault): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${said}`;
}

export const CATEGORIES_FILE = 'categories.yaml';

const FOLDERS = {
  products: { extension: '.yaml', schema: Product },
  observed: { extension: '.json', schema: z.array(ImportedFact) },
  history: { extension: '.json', schema: ImportedHistory },
  'api-descriptions': { extension: '.json', schema: ImportedApi },
} as const;

type Folder = keyof typeof FOLDERS;
type Held<F extends Folder> = z.output<(typeof FOLDERS)[F]['schema']>;

export const fileOf = (folder: Folder, slug: Slug) => `${folder}/${slug}${FOLDERS[folder].extension}`;

interface Parsed {
  /** Changes with the file. */
  stamp: string;
  /** Undefined for a file with faults. */
  value?: unknown;
  faults: CatalogueFault[];
}

/** Files that are looked at in one step. */
const FILES_PER_STEP = 50;

export class CatalogueFiles {
  readonly dir: string;
  #parsed = new Map<string, Parsed>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Folders whose changes change the catalogue. */
  get folders(): string[] {
    return [this.dir, ...Object.keys(FOLDERS).map((folder) => join(this.dir, folder))];
  }

  /** Differs where any file does. */
  *stamp(): Steps<string> {
    const stamps: string[] = [];
    for (const stamp of this.#stamps()) {
      stamps.push(stamp.join());
      if (stamps.length % FILES_PER_STEP === 0) yield;
    }
    return stamps.join('\n');
  }

  /** Whether the file was read as it is now. */
  isRead(folder: Folder, slug: Slug): boolean {
    const file = fileOf(folder, slug);
    return stampOf(join(this.dir, file)) === this.#parsed.get(file)?.stamp;
  }

  /** @param faults gets those of every file */
  *read(faults: CatalogueFault[]) {
    const before = this.#parsed;
    const parsedNow = new Map<string, Parsed>();
    for (const [file, stamp] of this.#stamps()) {
      const known = before.get(file);
      // What could not be read may be readable now.
      const isSame = known?.stamp === stamp && known.faults.length === 0;
      parsedNow.set(file, isSame ? known : { stamp, ...this.#parse(file) });
      if (!isSame || parsedNow.size % FILES_PER_STEP === 0) yield;
    }
    this.#parsed = parsedNow;
    for (const parsed of this.#parsed.values()) faults.push(...parsed.faults);
    return {
      products: [...this.#valuesOf('products').values()],
      categories: (this.#parsed.get(CATEGORIES_FILE)?.value ?? []) as Category[],
      observed: this.#valuesOf('observed'),
      history: this.#valuesOf('history'),
      apis: this.#valuesOf('api-descriptions'),
    };
  }

  /** The line of a field, or of what should hold it. */
  lineOf({ file, path }: Pick<FieldFault, 'file' | 'path'>): number | undefined {
    try {
      return lineIn(readFileSync(join(this.dir, file), 'utf8'), path);
    } catch {
      return undefined;
    }
  }

  /** By file, in the order of names. A file that goes away meanwhile is left out; a folder stands for one that can't be read. */
  *#stamps(): Generator<[string, string]> {
    for (const [folder, { extension }] of Object.entries(FOLDERS)) {
      const names = namesIn(join(this.dir, folder));
      if (typeof names === 'string') yield [folder, names];
      else
        for (const name of names.filter((each) => each.endsWith(extension) && !each.startsWith('.')).sort()) {
          const stamp = stampOf(join(this.dir, folder, name));
          if (stamp !== undefined) yield [`${folder}/${name}`, stamp];
        }
    }
    yield [CATEGORIES_FILE, stampOf(join(this.dir, CATEGORIES_FILE)) ?? 'missing'];
  }

  #valuesOf<F extends Folder>(folder: F): Map<Slug, F extends 'products' ? Held<F> & { slug: Slug } : Held<F>> {
    const own = [...this.#parsed].filter(([file, { value }]) => file.startsWith(`${folder}/`) && value !== undefined);
    return new Map(own.map(([file, { value }]) => [slugOfFile(file), value as never]));
  }

  #parse(file: string): Omit<Parsed, 'stamp'> {
    if (file === CATEGORIES_FILE) return parsedFile(this.dir, file, z.array(Category));
    const [folder = '', name] = file.split('/');
    const { value, faults } = parsedFile(this.dir, file, FOLDERS[folder as Folder].schema);
    const slug = slugOfFile(file);
    if (name !== undefined && !Slug.safeParse(slug).success) faults.unshift({ file, said: 'its name is not a slug' });
    return { value: folder === 'products' && value !== undefined ? { ...(value as Product), slug } : value, faults };
  }
}

const slugOfFile = (file: string): Slug => basename(file, extname(file));

/** A string says why the folder can't be listed. One that does not exist is empty. */
function namesIn(folder: string): string[] | string {
  try {
    return readdirSync(folder);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    return code === 'ENOENT' ? [] : code;
  }
}

/** Changes with the file; undefined where there is none. */
function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats && `${stats.ino} ${stats.size} ${stats.ctimeMs}`;
  } catch (cause) {
    // Reading it will say the same.
    return String(cause);
  }
}

function parsedFile(dir: string, file: string, schema: z.ZodType): Omit<Parsed, 'stamp'> {
  try {
    const text = readFileSync(join(dir, file), 'utf8');
    const checked = checkedText(text, schema, file.endsWith('.json') ? JSON.parse : parse);
    if ('value' in checked) return { ...checked, faults: [] };
    return { faults: checked.faults.map((fault) => ({ file, ...fault })) };
  } catch (cause) {
    return { faults: [{ file, said: cause instanceof Error ? cause.message : String(cause) }] };
  }
}
