/** A product's file: its text with the recipe of one source replaced, and written only over the text that was read. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isPair, isScalar, isSeq, parse, parseDocument, visit, type YAMLMap } from 'yaml';
import { Product, type Source } from '../product.ts';
import { readIfThere, replaceFile } from '../store/files/atomic-file.ts';
import { parsedYaml } from './yaml-lines.ts';

type Recipe = NonNullable<Source['recipe']>;

/** The file is not the one that was read before. */
export class ProductFileChanged extends Error {
  override name = 'ProductFileChanged';
}

const LINE_WIDTH = 110;

function pathOf(catalogueDir: string, slug: string): string {
  return join(catalogueDir, 'products', `${slug}.yaml`);
}

/** Whether files of products can be added and replaced by this process. */
export function canWriteProducts(catalogueDir: string): boolean {
  try {
    accessSync(join(catalogueDir, 'products'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where there is none. */
export function readProductFile(catalogueDir: string, slug: string): string | undefined {
  return readIfThere(pathOf(catalogueDir, slug))?.toString();
}

/** @throws {ProductFileChanged} the file has another text by now */
export function requireText(catalogueDir: string, slug: string, text: string): void {
  if ((readProductFile(catalogueDir, slug) ?? '') !== text)
    throw new ProductFileChanged(`products/${slug}.yaml was changed by someone else`);
}

/** A file that is not there has no text: it is added, or removed. @throws {ProductFileChanged} it has another text by now */
export function writeProductFile(
  catalogueDir: string,
  slug: string,
  { before, after }: { before: string; after: string },
): void {
  requireText(catalogueDir, slug, before);
  const path = pathOf(catalogueDir, slug);
  if (after === '') rmSync(path);
  else if (before === '') writeFileSync(path, after, { flag: 'wx', flush: true });
  else replaceFile(path, after, `${path}.${randomBytes(6).toString('hex')}.new`);
}

/** The product of a file's text, or its faults, a line each. */
export function productIn(text: string): Product | { faults: string[] } {
  const parsed = parsedYaml(text, Product);
  return 'value' in parsed ? parsed.value : parsed;
}

/**
 * The text with another recipe of a source, or none. All other lines, comments among them, stay as they are.
 * @throws {Error} no such source, or its entry is not written in a form that can be edited
 */
export function withRecipe(text: string, sourceId: string, recipe: Recipe | undefined): string {
  const source = sourceMap(text, sourceId);
  const column = columnOf(text, firstKey(source));
  const at = placeOf(text, source);
  const lines = recipe === undefined ? '' : indented(recipeLines(recipe), column);
  const needsBreak = lines !== '' && at.start > 0 && text[at.start - 1] !== '\n';
  const edited = `${text.slice(0, at.start)}${needsBreak ? '\n' : ''}${lines}${text.slice(at.end)}`;
  if (!isAsWanted(text, edited, { sourceId, recipe }))
    throw new Error(`The source "${sourceId}" cannot be edited in this form. Write it as a YAML block`);
  return edited;
}

function isAsWanted(
  text: string,
  edited: string,
  { sourceId, recipe }: { sourceId: string; recipe: Recipe | undefined },
) {
  const before = parse(text);
  const sources = before.sources.map((each: Source) => {
    const { recipe: _, ...rest } = each;
    if (each.id !== sourceId) return each;
    return recipe === undefined ? rest : { ...rest, recipe: JSON.parse(JSON.stringify(recipe)) };
  });
  try {
    return isDeepStrictEqual(parse(edited), { ...before, sources });
  } catch {
    return false;
  }
}

function sourceMap(text: string, sourceId: string): YAMLMap {
  const sources = parseDocument(text).get('sources');
  const found = isSeq(sources)
    ? sources.items.find((each): each is YAMLMap => isMap(each) && each.get('id') === sourceId)
    : undefined;
  if (found === undefined) throw new Error(`The file has no source "${sourceId}"`);
  return found;
}

function firstKey({ items }: YAMLMap): number {
  const [pair] = items;
  return (isScalar(pair?.key) ? pair.key.range?.[0] : undefined) ?? 0;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** Of the recipe's lines, or of where they belong: behind the last line of the source. */
function placeOf(text: string, { items }: YAMLMap): { start: number; end: number } {
  const own = items.find(({ key }) => isScalar(key) && key.value === 'recipe');
  const pair = own ?? items.at(-1);
  const [start] = (isScalar(pair?.key) ? pair.key.range : undefined) ?? [0];
  const value = isPair(pair) && typeof pair.value === 'object' ? (pair.value as { range?: number[] } | null) : null;
  const end = endOfLine(text, value?.range?.[1] ?? start);
  return own === undefined ? { start: end, end } : { start: start - columnOf(text, start), end };
}

/** Behind the line feed of the line in which a value ends, unless the value ends with it. */
function endOfLine(text: string, end: number): number {
  if (text[end - 1] === '\n') return end;
  const feed = text.indexOf('\n', end);
  return feed < 0 ? text.length : feed + 1;
}

/** Lists and maps of plain values on one line each, so that a difference shows what differs. */
function recipeLines(recipe: Recipe): string {
  const document = new Document({ recipe });
  visit(document, {
    Collection(_, node) {
      const values = node.items.map((item) => (isPair(item) ? item.value : item));
      if (values.every((value) => isScalar(value))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false, blockQuote: false });
}

function indented(lines: string, column: number): string {
  // Not by `^`, which also holds behind a line separator inside a string.
  return lines.replaceAll(/(?<=\n|^)(?=[^\n])/g, ' '.repeat(column));
}
