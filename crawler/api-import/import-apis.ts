/**
 * The command `import-apis`: writes api-descriptions/ files for the products of the catalogue, from the packages of list.yaml.
 * The product file gets the URL of the description, as a source of kind `openapi`, unless it has such a source.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseDocument } from 'yaml';
import * as z from 'zod';
import { printJson, progress, UsageFault } from '../../config/command.ts';
import { Product } from '../../data/product.ts';
import { ListedPackage, sourceFor, takenFrom } from './imported-api.ts';

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
  if (missing.length > 0) throw new UsageFault(`Cannot import ${missing.join(', ')}: the list has none of it`);
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
