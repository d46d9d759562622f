/**
 * Loads and validates the catalogue: products/<slug>.yaml, observed/<slug>.json, history/<slug>.json,
 * api-descriptions/<slug>.json and categories.yaml of one directory.
 *
 * All or nothing, since half a catalogue would read as retired products. The error names every wrong file, line and field.
 */
import type { ImportedApi } from '../api-reference.ts';
import type { CatalogueProduct, Category, ImportedFact, Slug } from '../product.ts';
import { atOnce, each, type Steps } from '../store/steps.ts';
import { CatalogueFiles, type FieldFault, fileOf } from './catalogue-files.ts';
import { type CatalogueFault, CatalogueRefused } from './catalogue-refused.ts';
import type { ImportedHistory } from './imported-history.ts';
import type { ParsedYaml } from './parsed-yaml.ts';

export interface Catalogue {
  products: CatalogueProduct[];
  categories: Category[];
  observed: Map<Slug, ImportedFact[]>;
  history: Map<Slug, ImportedHistory>;
  /** API descriptions of public datasets, by slug. */
  apis: Map<Slug, ImportedApi>;
}

/** @throws {CatalogueRefused} a list of every fault of every file */
export function loadCatalogue(dir: string): Catalogue {
  return atOnce(catalogueOf(new CatalogueFiles(dir)));
}

/** @throws {CatalogueRefused} likewise */
export function* catalogueOf(files: CatalogueFiles, texts?: ParsedYaml): Steps<Catalogue> {
  const faults: CatalogueFault[] = [];
  const catalogue = yield* files.read(faults, texts);
  for (const { file, path, said } of yield* contradictory(catalogue)) {
    const line = files.lineOf({ file, path });
    faults.push({ file, ...(line !== undefined && { line }), said });
  }
  if (faults.length > 0) throw new CatalogueRefused(files.dir, faults);
  return catalogue;
}

/** Faults across files: names used twice, references to nothing. */
export function contradictions(catalogue: Catalogue): string[] {
  return atOnce(contradictory(catalogue)).map(
    ({ file, said }) => `${file.replace(/^products\/(.*)\.yaml$/, '$1')}: ${said}`,
  );
}

function* contradictory({ products, categories, observed, history, apis }: Catalogue): Steps<FieldFault[]> {
  const faults: FieldFault[] = [];
  const slugs = new Set<Slug>();
  yield* each(products, ({ slug }) => slugs.add(slug));
  const categoryIds = new Set(categories.map(({ id }) => id));
  const aliasOf = new Map<string, string>();
  const sourceOf = new Map<string, { slug: string; currencies: string[] }>();
  yield* each(products, ({ slug, category, aliases, sources, retired }) => {
    const fault = (said: string, ...path: PropertyKey[]) => faults.push({ file: fileOf('products', slug), path, said });
    if (!categoryIds.has(category)) fault(`no category "${category}"`, 'category');
    for (const [at, alias] of aliases.entries()) {
      if (slugs.has(alias)) fault(`its alias "${alias}" is a product's slug`, 'aliases', at);
      if (aliasOf.has(alias)) fault(`its alias "${alias}" is also one of ${aliasOf.get(alias)}`, 'aliases', at);
      aliasOf.set(alias, slug);
    }
    if (new Set(sources.map(({ id }) => id)).size < sources.length) fault('two of its sources share an id', 'sources');
    for (const [at, { url, currency = '' }] of sources.entries()) {
      const { slug: other = slug, currencies = [] } = sourceOf.get(url) ?? {};
      // Of a page with several currencies, each may be a source.
      const isOther = other === slug && [...currencies, currency].every((each) => each !== '');
      if (currencies.length > 0 && (!isOther || currencies.includes(currency)))
        fault(`its source ${url} is also one of ${other}`, 'sources', at, 'url');
      sourceOf.set(url, { slug: other, currencies: [...currencies, currency] });
    }
    const successor = retired?.successor;
    if (successor !== undefined && !slugs.has(successor)) fault(`no successor "${successor}"`, 'retired', 'successor');
  });
  for (const [folder, facts] of Object.entries({ observed, history, 'api-descriptions': apis } as const)) {
    yield* each(facts.keys(), (slug) => {
      if (!slugs.has(slug))
        faults.push({ file: fileOf(folder as 'observed', slug), path: [], said: `no product "${slug}"` });
    });
  }
  return faults;
}
