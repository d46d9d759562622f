/** The command `import-apis`: writes api-descriptions/ files from the packages of list.yaml, and adds their sources. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';
import * as z from 'zod';
import { printJson, progress, UsageFault } from '../../config/command.ts';
import { ImportedApi } from '../../data/api-reference.ts';
import { Day, Product, Slug, type Source } from '../../data/product.ts';
import { readParsedApi } from '../read/api/read-api.ts';

export interface ImportApisFlags {
  from: string;
  to: string;
  only?: readonly string[];
  json: boolean;
}

/** 0 all were taken; 1 one was refused. @throws {UsageFault} the packages are not those of the list */
export function importApis({ from, to, only, json }: ImportApisFlags): number {
  const packages = z.array(ListedPackage).parse(parse(readFileSync(join(import.meta.dirname, 'list.yaml'), 'utf8')));
  const listed = new Set(packages.flatMap(({ descriptions }) => Object.keys(descriptions)));
  const missing = only?.filter((slug) => !listed.has(slug)) ?? [];
  if (missing.length > 0) throw new UsageFault(`Cannot import ${missing.join(', ')}: not in the list`);
  const told = { written: 0, sources: 0, absent: [] as string[], refused: [] as { slug: string; reason: string }[] };
  for (const { descriptions, ...of } of packages) {
    const folder = join(from, of.package);
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest))
      throw new UsageFault(`Cannot import ${of.package}: ${from} has none; the list is of ${of.version}`);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (version !== of.version)
      throw new UsageFault(`Cannot import ${of.package} ${version}: the list is of ${of.version}`);
    for (const [slug, listed] of Object.entries(descriptions)) {
      if (only?.includes(slug) === false) continue;
      const product = join(to, 'products', `${slug}.yaml`);
      if (!existsSync(product)) {
        told.absent.push(slug);
        continue;
      }
      const taken = takenFrom(JSON.parse(readFileSync(join(folder, listed.file), 'utf8')), listed, of);
      if ('refused' in taken) {
        progress(`${slug}: ${taken.refused}`);
        told.refused.push({ slug, reason: taken.refused });
        continue;
      }
      const { imported } = taken;
      mkdirSync(join(to, 'api-descriptions'), { recursive: true });
      writeFileSync(join(to, 'api-descriptions', `${slug}.json`), `${JSON.stringify(imported, null, 1)}\n`);
      told.written += 1;
      const source = sourceFor(imported, listed);
      if (source !== undefined && addSource(product, source)) told.sources += 1;
    }
  }
  progress(`${told.written} descriptions written, ${told.refused.length} refused; ${told.sources} sources added`);
  if (told.absent.length > 0) progress(`Not in the catalogue: ${told.absent.join(', ')}`);
  if (json) printJson(told);
  return told.refused.length === 0 ? 0 : 1;
}

/** Keeps the file's comments and order. False where it has a source of that kind. */
function addSource(file: string, source: object): boolean {
  const document = parseDocument(readFileSync(file, 'utf8'));
  const { sources } = Product.parse(document.toJS());
  if (sources.some(({ kind }) => kind === 'openapi')) return false;
  document.addIn(['sources'], document.createNode(source));
  writeFileSync(file, document.toString({ lineWidth: 120 }));
  return true;
}

const Listed = z.strictObject({
  file: z.string().min(1).max(200),
  /** The vendor's own place: what the dataset names as origin must begin with it. */
  from: z.string().regex(/^(?:https?:\/\/[\w.-]+\/(?:[\w.-]+\/)?|https:\/\/[\w.-]+)$/),
  /** Where the vendor publishes it, of a package of the vendor's own, which does not name it. */
  url: z.url().optional(),
  /** The vendor publishes it in another format, from which the dataset has made this one. */
  converted: z.literal(true).optional(),
});
type Listed = z.infer<typeof Listed>;

export const ListedPackage = z.strictObject({
  package: z.string().min(1),
  /** Its name among our datasets (data/datasets.json). */
  dataset: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  version: z.string().min(1),
  license: z.string().min(1),
  asOf: Day,
  asOfBasis: z.string().min(1),
  descriptions: z.record(Slug, Listed),
});
export type ListedPackage = z.infer<typeof ListedPackage>;

/** What APIs.guru's directory says of where a description was taken from; the last entry is the nearest. */
const Origins = z.object({
  info: z.object({
    'x-origin': z.array(z.object({ url: z.string(), format: z.string().optional() })).min(1),
    'x-unofficialSpec': z.boolean().optional(),
  }),
});

type Taken = { imported: ImportedApi } | { refused: string };

export function takenFrom(description: unknown, listed: Listed, of: Omit<ListedPackage, 'descriptions'>): Taken {
  const origin = originOf(description, listed);
  if ('refused' in origin) return origin;
  const read = readParsedApi(description, '');
  if ('fault' in read) return { refused: read.fault };
  const { version, ...facts } = read.facts;
  // A date that the package's builder took for a version, and turned into its own clock's words.
  const isClock = version === undefined || /GMT/.test(version);
  const imported = ImportedApi.safeParse({
    dataset: `${of.dataset}:${listed.file}@${of.version}`,
    license: of.license,
    asOf: of.asOf,
    asOfBasis: of.asOfBasis,
    ...origin,
    facts: { ...facts, ...(!isClock && { version }) },
  });
  return imported.success ? { imported: imported.data } : { refused: z.prettifyError(imported.error) };
}

function originOf(
  description: unknown,
  { from, url, converted }: Listed,
): Pick<ImportedApi, 'url' | 'official'> | { refused: string } {
  if (url !== undefined) {
    if (!url.startsWith(from)) return { refused: `${url} is not at ${from}` };
    return { url, official: 'The package is the vendor’s own' };
  }
  const origins = Origins.safeParse(description);
  const origin = origins.data?.info['x-origin'].at(-1);
  if (origin === undefined) return { refused: 'The dataset names no origin' };
  if (origins.data?.info['x-unofficialSpec'] === true) return { refused: 'The dataset calls it unofficial' };
  if (!origin.url.startsWith(from)) return { refused: `Its origin ${origin.url.slice(0, 200)} is not at ${from}` };
  const isOpenApi = origin.format === 'openapi' || origin.format === 'swagger';
  if (!isOpenApi && converted !== true) return { refused: `Its origin is no OpenAPI description but ${origin.format}` };
  const official = `The dataset names ${from.replace(/^https?:\/\//, '').replace(/\/$/, '')} as its origin`;
  return { url: origin.url, official: converted === true ? `${official}, in another format` : official };
}

/** Where we can read it again ourselves; undefined where the vendor's address is no https or has another format. */
export function sourceFor(
  { url }: Pick<ImportedApi, 'url'>,
  { converted }: Listed,
): Pick<Source, 'id' | 'url' | 'kind' | 'cadence'> | undefined {
  if (converted === true || !url.startsWith('https://')) return undefined;
  return { id: 'api', url, kind: 'openapi', cadence: 'weekly' };
}
