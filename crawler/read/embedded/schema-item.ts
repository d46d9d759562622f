/** An item of schema.org as a page states it, whatever the syntax: its types, and its properties with their places. */
import type { Evidence } from '../../../data/reading.ts';
import type { Span } from '../page/document.ts';

export interface SchemaItem {
  /** Without their vocabulary: "Offer". */
  types: readonly string[];
  properties: SchemaProperty[];
  /** What it stands around in the page's text, where it is markup. */
  around?: Span;
}

export interface SchemaProperty {
  name: string;
  /** Absent where the value is an item. */
  value?: string;
  item?: SchemaItem;
  /** Undefined where the page does not write the value as it is. */
  cite(): Evidence | undefined;
}

export function typesIn(words: string): string[] {
  return words
    .slice(0, 500)
    .split(/\s+/)
    .map((type) => type.split(/[/#:]/).at(-1) ?? '')
    .filter((type) => type !== '');
}

export function propertyOf(item: SchemaItem | undefined, name: string): SchemaProperty | undefined {
  return item?.properties.find((property) => property.name === name);
}

export function stated(item: SchemaItem | undefined, name: string): string | undefined {
  return propertyOf(item, name)?.value;
}

export function itemsOf(item: SchemaItem, name: string): SchemaItem[] {
  return item.properties.flatMap((property) => (property.name === name && property.item ? [property.item] : []));
}
