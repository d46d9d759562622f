/**
 * Loads and validates the catalogue: products/<slug>.yaml, observed/<slug>.json, history/<slug>.json,
 * api-descriptions/<slug>.json and categories.yaml of one directory.
 *
 * All or nothing, since half a catalogue would read as retired products. The error names every wrong file and field.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { ImportedApi } from '../api-reference.ts';
import { ImportedHistory } from '../imported-history.ts';
import { type CatalogueProduct, Category, ImportedFact, Product, Slug } from '../product.ts';

export interface Catalogue {
  /** In order of slug. */
  products: CatalogueProduct[];
  categories: Category[];
  /** Facts of public datasets, by slug. */
  observed: Map<Slug, ImportedFact[]>;
  history: Map<Slug, ImportedHistory>;
  /** API descriptions of public datasets, by slug. */
  apis: Map<Slug, ImportedApi>;
}

/** @throws {Error} a list of every fault of every file */
export function loadCatalogue(dir: string): Catalogue {
  const faults: string[] = [];
  const products = readFolder(join(dir, 'products'), '.yaml', Product, faults).map(([slug, product]) => ({
    ...product,
    slug,
  }));
  const observed = new Map(readFolder(join(dir, 'observed'), '.json', z.array(ImportedFact), faults));
  const history = new Map(readFolder(join(dir, 'history'), '.json', ImportedHistory, faults));
  const apis = new Map(readFolder(join(dir, 'api-descriptions'), '.json', ImportedApi, faults));
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

function readFolder<T extends z.ZodType>(
  folder: string,
  extension: '.yaml' | '.json',
  schema: T,
  faults: string[],
): [Slug, z.output<T>][] {
  const entries: [Slug, z.output<T>][] = [];
  for (const name of filesOf(folder, extension)) {
    const slug = basename(name, extension);
    if (!Slug.safeParse(slug).success) faults.push(`${name}: its name is not a slug`);
    const value = readFile(join(folder, name), schema, faults);
    if (value !== undefined) entries.push([slug, value]);
  }
  return entries;
}

function filesOf(folder: string, extension: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(extension))
      .sort();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw cause;
  }
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
