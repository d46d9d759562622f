/** The items of schema.org in a page's blocks of JSON-LD, with the place of every value in the source. */
import type { Evidence } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import { entryOf, type JsonEntry, type JsonNode, parseJson, textOf } from './json-positions.ts';
import { type SchemaItem, type SchemaProperty, typesIn } from './schema-item.ts';

const MAX_BLOCK = 1_000_000;

export function jsonLdItems(document: Document): SchemaItem[] {
  return document.scripts.flatMap(({ type, start, end }) => {
    if (!/ld\+json/i.test(type) || end - start > MAX_BLOCK) return [];
    const root = parseJson(document.source, start, end);
    return root === undefined ? [] : itemsIn(root, document.source);
  });
}

/** A block is an item or a list of them. The parser bounds how deep it is. */
function itemsIn(node: JsonNode, source: string): SchemaItem[] {
  if (node.kind === 'array') return node.items.flatMap((item) => itemsIn(item, source));
  if (node.kind !== 'object') return [];
  const properties = node.entries.flatMap((entry) => propertiesOf(entry, entry.value, source));
  return [{ types: typesOf(node), properties }];
}

function propertiesOf(entry: JsonEntry, value: JsonNode, source: string): SchemaProperty[] {
  const { key: name } = entry;
  const cite = () => evidenceOf(entry, source);
  if (value.kind === 'array') return value.items.flatMap((item) => propertiesOf(entry, item, source));
  if (value.kind === 'object') return itemsIn(value, source).map((item) => ({ name, item, cite }));
  return value.kind === 'word' ? [] : [{ name, value: value.value, cite }];
}

function typesOf(node: JsonNode): string[] {
  const type = entryOf(node, '@type')?.value;
  const words = type?.kind === 'array' ? type.items.map((item) => textOf(item) ?? '') : [textOf(type) ?? ''];
  return words.flatMap(typesIn);
}

function evidenceOf({ start, value }: JsonEntry, source: string): Evidence {
  const end = Math.min(value.end, start + 400);
  return {
    quote: source.slice(start, end),
    scope: 'source',
    textStart: start,
    textEnd: end,
    path: 'script[type="application/ld+json"]',
    method: 'json-ld',
  };
}
