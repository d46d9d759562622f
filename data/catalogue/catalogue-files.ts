/** The files of a catalogue: which there are, what they hold, and each fault with its line. Unchanged files are parsed once. */
import { createHash, type Hash } from 'node:crypto';
import { opendirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { ImportedApi } from '../api-reference.ts';
import { type CatalogueProduct, Category, ImportedFact, Product, Slug } from '../product.ts';
import { isAbsent } from '../store/files/atomic-file.ts';
import { collected, type Steps, sorted } from '../store/steps.ts';
import { inOrder } from '../text/order.ts';
import type { CatalogueFault } from './catalogue-refused.ts';
import { ImportedHistory } from './imported-history.ts';
import type { ParsedYaml } from './parsed-yaml.ts';
import { checkedText, lineIn } from './yaml-lines.ts';

/** `file`: its path in the catalogue. `path`: the field within it. */
export interface FieldFault {
  file: string;
  path: readonly PropertyKey[];
  said: string;
}

const CATEGORIES_FILE = 'categories.yaml';

const FOLDERS = {
  products: { extension: '.yaml', schema: Product },
  observed: { extension: '.json', schema: z.array(ImportedFact) },
  history: { extension: '.json', schema: ImportedHistory },
  'api-descriptions': { extension: '.json', schema: ImportedApi },
} as const;

type Folder = keyof typeof FOLDERS;
type Held<F extends Folder> = z.output<(typeof FOLDERS)[F]['schema']>;

export const fileOf = (folder: Folder, slug: Slug) => `${folder}/${slug}${FOLDERS[folder].extension}`;

const NAMES_PER_READ = 500;

interface Parsed {
  /** Changes with the file. */
  stamp: string;
  /** Undefined for a file with faults. */
  value?: unknown;
  faults: CatalogueFault[];
}

/** Values by slug. */
type Values = { [F in Folder]: Map<Slug, F extends 'products' ? Held<F> & { slug: Slug } : Held<F>> };

export class CatalogueFiles {
  readonly dir: string;
  #parsed = new Map<string, Parsed>();
  #stampRead = '';

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Folders whose changes change the catalogue. */
  get folders(): string[] {
    return [this.dir, ...Object.keys(FOLDERS).map((folder) => join(this.dir, folder))];
  }

  /** Differs where any file does. */
  *stamp(): Steps<string> {
    const sum = createHash('sha256');
    for (const file of yield* this.#files()) {
      this.#stampIn(sum, file);
      yield;
    }
    return sum.digest('hex');
  }

  /** `stamp` of the files as they were last read; empty before. */
  get stampRead(): string {
    return this.#stampRead;
  }

  /** Whether the file was read as it is now. */
  isRead(folder: Folder, slug: Slug): boolean {
    const file = fileOf(folder, slug);
    return stampOf(join(this.dir, file)) === this.#parsed.get(file)?.stamp;
  }

  /** A product as its file is now; undefined where there is none, or a wrong one. */
  product(slug: Slug): CatalogueProduct | undefined {
    return this.#parse(fileOf('products', slug)).value as CatalogueProduct | undefined;
  }

  /** @param faults gets those of every file @param texts that were parsed before */
  *read(faults: CatalogueFault[], texts?: ParsedYaml) {
    const parsedNow = new Map<string, Parsed>();
    const values: Values = {
      products: new Map(),
      observed: new Map(),
      history: new Map(),
      'api-descriptions': new Map(),
    };
    let categories: Category[] = [];
    const sum = createHash('sha256');
    for (const file of yield* this.#files()) {
      yield;
      const stamp = this.#stampIn(sum, file);
      if (stamp === undefined) continue;
      const known = this.#parsed.get(file);
      // What could not be read may be readable now.
      const isSame = known?.stamp === stamp && known.faults.length === 0;
      const parsed = isSame ? known : { stamp, ...this.#parse(file, texts && { texts, stamp }) };
      parsedNow.set(file, parsed);
      faults.push(...parsed.faults);
      if (parsed.value === undefined) continue;
      if (file === CATEGORIES_FILE) categories = parsed.value as Category[];
      else values[folderOf(file)].set(slugOfFile(file), parsed.value as never);
    }
    this.#parsed = parsedNow;
    this.#stampRead = sum.digest('hex');
    const { products, observed, history, 'api-descriptions': apis } = values;
    return { products: [...products.values()], categories, observed, history, apis };
  }

  /** The line of a field, or of what should hold it. */
  lineOf({ file, path }: Pick<FieldFault, 'file' | 'path'>): number | undefined {
    try {
      return lineIn(readFileSync(join(this.dir, file), 'utf8'), path);
    } catch {
      return undefined;
    }
  }

  /** In the order of names; a folder stands for its files where they can't be listed. */
  *#files(): Steps<string[]> {
    const files: string[][] = [];
    for (const [folder, { extension }] of Object.entries(FOLDERS)) {
      try {
        const found = yield* collected(filesIn(this.dir, folder, extension));
        files.push(yield* sorted(found, inOrder));
      } catch (error) {
        if (!isAbsent(error)) files.push([folder]);
      }
    }
    return [...files.flat(), CATEGORIES_FILE];
  }

  /** Adds the stamp of a file to a sum; undefined for one that went away meanwhile. */
  #stampIn(sum: Hash, file: string): string | undefined {
    const stamp = stampOf(join(this.dir, file)) ?? (file === CATEGORIES_FILE ? 'missing' : undefined);
    if (stamp !== undefined) sum.update(`${file} ${stamp}\n`);
    return stamp;
  }

  #parse(file: string, before?: { texts: ParsedYaml; stamp: string }): Omit<Parsed, 'stamp'> {
    if (file === CATEGORIES_FILE) return this.#parsedBy(z.array(Category), file);
    const folder = folderOf(file);
    const { value, faults } = this.#parsedBy(FOLDERS[folder].schema, file, before);
    const slug = slugOfFile(file);
    if (file !== folder && !Slug.safeParse(slug).success) faults.unshift({ file, said: 'its name is not a slug' });
    return { value: folder === 'products' && value !== undefined ? { ...(value as Product), slug } : value, faults };
  }

  #parsedBy(schema: z.ZodType, file: string, before?: { texts: ParsedYaml; stamp: string }): Omit<Parsed, 'stamp'> {
    const isYaml = !file.endsWith('.json');
    const known = isYaml ? schema.safeParse(before?.texts.get(file, before.stamp)) : undefined;
    if (known?.success === true) return { value: known.data, faults: [] };
    const parsed = (text: string) => {
      const value = isYaml ? parse(text) : JSON.parse(text);
      if (isYaml) before?.texts.set(file, before.stamp, value);
      return value;
    };
    try {
      const checked = checkedText(readFileSync(join(this.dir, file), 'utf8'), schema, parsed);
      if ('value' in checked) return { ...checked, faults: [] };
      return { faults: checked.faults.map((fault) => ({ file, ...fault })) };
    } catch (cause) {
      return { faults: [{ file, said: cause instanceof Error ? cause.message : String(cause) }] };
    }
  }
}

const folderOf = (file: string) => file.split('/')[0] as Folder;

const slugOfFile = (file: string): Slug => basename(file, extname(file));

/** @throws {Error} it can't be listed */
function* filesIn(dir: string, folder: string, extension: string): Generator<string> {
  const listing = opendirSync(join(dir, folder), { bufferSize: NAMES_PER_READ });
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync())
      if (entry.name.endsWith(extension) && !entry.name.startsWith('.')) yield `${folder}/${entry.name}`;
  } finally {
    listing.closeSync();
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
