/** What a product is called elsewhere: addresses, packages, models and names, as keys that can be looked up. Pure. */
import type { CatalogueProduct } from '../product.ts';
import type { PricingRecord } from '../record.ts';
import { modelKey, wordsKey } from '../text/name-key.ts';

/** How a key names a product. */
export const IDENTIFIED_AS = [
  'pricing_page',
  'homepage',
  'domain',
  'package',
  'wikidata',
  'name',
  'alias',
  'model',
  'vendor',
] as const;
export type IdentifiedAs = (typeof IDENTIFIED_AS)[number];

export interface Identified {
  as: IdentifiedAs;
  /** As the catalogue, the dataset or the vendor writes it; of a page its URL. */
  value: string;
  /** Where it is stated, unless it is a part of the product's file. */
  source?: string;
}

/** A repository whose files are a source of the product: its owner is the vendor. */
const RAW_FILE = /^https:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\//;
const REPOSITORY = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/|$)/;
/** Their paths are other people's. */
const CODE_HOSTS: ReadonlyMap<string, string> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

/** Keys of a product, each with what it stands for. */
export function identifiersOf(product: CatalogueProduct, record: PricingRecord | undefined): Map<string, Identified[]> {
  const found = new Map<string, Identified[]>();
  const add = (key: string, identified: Identified) => found.set(key, [...(found.get(key) ?? []), identified]);
  const { name, vendor, slug, aliases, homepage, sources, identifiers } = product;
  add(nameKeyOf('name', name), { as: 'name', value: name });
  add(nameKeyOf('name', slug), { as: 'name', value: slug });
  for (const alias of aliases) add(nameKeyOf('name', alias), { as: 'alias', value: alias });
  add(nameKeyOf('vendor', vendor), { as: 'vendor', value: vendor });
  if (homepage !== undefined) add(hostKey(new URL(homepage).hostname), { as: 'homepage', value: homepage });
  for (const { url, kind } of sources) {
    const [, repository] = RAW_FILE.exec(url) ?? [];
    if (repository !== undefined)
      add(packageKey(`pkg:github/${repository}`), { as: 'package', value: `pkg:github/${repository}`, source: url });
    else if (kind === 'pricing' || kind === 'rate-card')
      add(hostKey(new URL(url).hostname), { as: 'pricing_page', value: url });
  }
  for (const { kind, id: value, source } of identifiers) add(KEYS[kind](value), { as: kind, value, source });
  for (const { model, aliases: others } of record?.rates ?? [])
    for (const spelling of new Set([model, ...others]))
      if (found.get(modelIdKey(spelling))?.some(({ value }) => value === spelling) !== true)
        add(modelIdKey(spelling), { as: 'model', value: spelling });
  return found;
}

/** A host without `www.`, in lower case. */
export function hostKey(host: string): string {
  return `host:${host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '')}`;
}

export function nameKeyOf(kind: 'name' | 'vendor', text: string): string {
  return `${kind}:${wordsKey(text)}`;
}

export function modelIdKey(model: string): string {
  return `model:${modelKey(model)}`;
}

/** A package URL (ECMA-427) without version, qualifiers and subpath, which name a part of the package. */
export function packageKey(purl: string): string {
  const [written = ''] = purl.toLowerCase().split(/[?#]/, 1);
  // An npm scope is written "%40acme" or "@acme", and a slash at an end means nothing.
  const name = written
    .replace(/^pkg:\/+/, 'pkg:')
    .replace(/\/$/, '')
    .replaceAll('%40', '@');
  const version = name.indexOf('@', name.lastIndexOf('/'));
  return `package:${version < 0 ? name : name.slice(0, version)}`;
}

const KEYS = {
  domain: hostKey,
  package: packageKey,
  wikidata: (id: string) => `wikidata:${id.toLowerCase()}`,
} as const;
export type AuthoredKind = keyof typeof KEYS;

/** The package URL of a repository's address; undefined for another. */
export function repositoryAt({ hostname, pathname }: URL): string | undefined {
  const type = CODE_HOSTS.get(hostname.replace(/^www\./, ''));
  const [, name] = REPOSITORY.exec(pathname) ?? [];
  return type === undefined || name === undefined ? undefined : `pkg:${type}/${name}`;
}
