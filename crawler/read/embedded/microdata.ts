/**
 * The items of schema.org that a page marks in its own elements: microdata (`itemscope`, `itemprop`) and RDFa Lite
 * (`typeof`, `property`). One walk, and only over pages that mark anything.
 */
import { childrenOf, type Document, type PageElement } from '../page/document.ts';
import { attributeEvidence, exact } from '../page/evidence.ts';
import { type SchemaItem, type SchemaProperty, typesIn } from './schema-item.ts';

const MAX_ITEMS = 2000;
const MAX_PROPERTIES = 20_000;
const MAX_VALUE = 300;

interface Place {
  element: PageElement;
  item: SchemaItem | undefined;
}

/** The outermost items; others are properties of theirs. */
export function microdataItems(document: Document): SchemaItem[] {
  const { source } = document;
  // An offer is what they are read for, and its capital is rare: most pages are done with in one quick search.
  if (!source.includes('Offer') || !(source.includes('itemprop=') || source.includes('typeof='))) return [];
  const found: SchemaItem[] = [];
  const open: Place[] = [{ element: document.root, item: undefined }];
  let items = 0;
  let properties = 0;
  for (
    let place = open.pop();
    place !== undefined && items < MAX_ITEMS && properties < MAX_PROPERTIES;
    place = open.pop()
  ) {
    const { element } = place;
    const { attribs } = element;
    let { item } = place;
    const names = (attribs.itemprop ?? attribs.property ?? '').split(/\s+/).filter((name) => name !== '');
    if (attribs.itemscope !== undefined || attribs.typeof !== undefined) {
      const types = typesIn(attribs.itemtype ?? attribs.typeof ?? '');
      const own: SchemaItem = { types, properties: [], around: { start: element.start, end: element.end } };
      items += 1;
      if (item === undefined || names.length === 0) found.push(own);
      for (const name of names.slice(0, 4))
        item?.properties.push({ name: localName(name), item: own, cite: () => undefined });
      item = own;
    } else if (item !== undefined) {
      properties += names.length;
      for (const name of names.slice(0, 4)) item.properties.push(propertyOf(document, element, localName(name)));
    }
    // One by one: a hostile page has more children than a call has room for arguments.
    for (const child of childrenOf(element).toReversed()) open.push({ element: child, item });
  }
  return found;
}

/** `schema:price` → price. */
function localName(name: string): string {
  return name.split(/[/#:]/).at(-1) ?? name;
}

function propertyOf(document: Document, element: PageElement, name: string): SchemaProperty {
  const attribute = ['content', 'value', 'datetime', 'href'].find((each) => element.attribs[each] !== undefined);
  const value = attribute === undefined ? undefined : element.attribs[attribute];
  if (attribute !== undefined && value !== undefined)
    return {
      name,
      value: value.slice(0, MAX_VALUE),
      cite: () => attributeEvidence(document, { element, name: attribute, value }, 'json-ld'),
    };
  const text =
    element.start < 0 ? '' : document.text.slice(element.start, Math.min(element.end, element.start + MAX_VALUE));
  return {
    name,
    value: text.trim(),
    cite: () =>
      text.trim() === '' ? undefined : exact(document, element.start, element.start + text.length, 'json-ld'),
  };
}
