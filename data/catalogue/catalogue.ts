/**
 * Loads and validates the catalogue: products/<slug>.yaml, observed/<slug>.json, history/<slug>.json,
 * api-descriptions/<slug>.json and categories.yaml of one directory.
 *
 * All or nothing, since half a catalogue would read as retired products. The error names every wrong file and field.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { ImportedApi } from '../api-reference.ts';
import { type CatalogueProduct, Category, ImportedFact, Product, Slug } from '../product.ts';
import { ImportedHistory } from './imported-history.ts';

export interface Catalogue {
  products: CatalogueProduct[];
  categories: Category[];
  observed: Map<Slug, ImportedFact[]>;
  history: Map<Slug, ImportedHistory>;
  /** API descriptions of public datasets, by slug. */
  apis: Map<Slug, ImportedApi>;
}

/** @throws {Error} a list of every fault of every file */
export function loadCatalogue(dir: string): Catalogue {
  const faults: string[] = [];
  const read = <T extends z.ZodType>(folder: string, schema: T) => readFolder(join(dir, folder), schema, faults);
  const products = Array.from(read('products', Product), ([slug, product]) => ({ ...product, slug }));
  const observed = read('observed', z.array(ImportedFact));
  const history = read('history', ImportedHistory);
  const apis = read('api-descriptions', ImportedApi);
  const categories = readFile(join(dir, 'categories.yaml'), z.array(Category), faults) ?? [];
  faults.push(...contradictions({ products, categories, observed, history, apis }));
  if (faults.length > 0) throw new Error(`Cannot load the catalogue in ${dir}:\n  ${faults.join('\n  ')}`);
  return { products, categories, observed, history, apis };
}

/** Faults across files: names used twice, references to nothing. */
export function contradictions({ products, categories, observed, history, apis }: Catalogue): string[] {
  const faults: string[] = [];
  const slugs = new Set(products.map(({ slug }) => slug));
  const categoryIds = new Set(categories.map(({ id }) => id));
  const aliasOf = new Map<string, string>();
  const urlOf = new Map<string, string>();
  for (const product of products) {
    if (!categoryIds.has(product.category)) faults.push(`${product.slug}: no category "${product.category}"`);
    for (const alias of product.aliases) {
      if (slugs.has(alias)) faults.push(`${product.slug}: its alias "${alias}" is a product's slug`);
      if (aliasOf.has(alias)) faults.push(`${product.slug}: its alias "${alias}" is also one of ${aliasOf.get(alias)}`);
      aliasOf.set(alias, product.slug);
    }
    const ids = product.sources.map(({ id }) => id);
    if (new Set(ids).size < ids.length) faults.push(`${product.slug}: two of its sources share an id`);
    for (const { url } of product.sources) {
      if (urlOf.has(url)) faults.push(`${product.slug}: its source ${url} is also one of ${urlOf.get(url)}`);
      urlOf.set(url, product.slug);
    }
    const successor = product.retired?.successor;
    if (successor !== undefined && !slugs.has(successor)) faults.push(`${product.slug}: no successor "${successor}"`);
  }
  for (const [folder, facts] of Object.entries({ observed, history, 'api-descriptions': apis }))
    for (const slug of facts.keys()) if (!slugs.has(slug)) faults.push(`${folder}/${slug}.json: no product "${slug}"`);
  return faults;
}

/** Values by slug, in the order of slugs. */
function readFolder<T extends z.ZodType>(folder: string, schema: T, faults: string[]): Map<Slug, z.output<T>> {
  const values = new Map<Slug, z.output<T>>();
  for (const name of filesOf(folder)) {
    const slug = basename(name, extname(name));
    if (!Slug.safeParse(slug).success) faults.push(`${name}: its name is not a slug`);
    const value = readFile(join(folder, name), schema, faults);
    if (value !== undefined) values.set(slug, value);
  }
  return values;
}

function filesOf(folder: string): string[] {
  const extension = basename(folder) === 'products' ? '.yaml' : '.json';
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .sort();
}

function readFile<T extends z.ZodType>(file: string, schema: T, faults: string[]): z.output<T> | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const parsed = schema.safeParse(file.endsWith('.json') ? JSON.parse(text) : parse(text));
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      faults.push(`${basename(file)}: ${path.join('.') || 'the file'}: ${message}`);
  } catch (cause) {
    faults.push(`${basename(file)}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return undefined;
}
