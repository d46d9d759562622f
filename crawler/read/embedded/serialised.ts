/** Undoes the ways in which frameworks write down a value: flattened, wrapped with its type, or as names given later. */
import type { JsonEntry, JsonNode } from './json-positions.ts';

const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;

/** What a function returns, with the arguments of its call in place of its parameters; those that are one value. */
export function bound(root: JsonNode, values: ReadonlyMap<string, JsonNode>): JsonNode {
  return mapped(root, (node) => {
    const value = node.kind === 'word' ? values.get(node.value) : undefined;
    return value === undefined || value.kind === 'object' || value.kind === 'array' ? node : value;
  });
}

/**
 * Astro writes every value as `[type, value]`: type 0 is the value itself, 1 a list of such pairs. Others (dates,
 * sets) are left as they are.
 */
export function unwrapped(root: JsonNode): JsonNode {
  return mapped(root, (node) => {
    if (node.kind !== 'array' || node.items.length !== 2) return node;
    const [type, value] = node.items;
    if (type?.kind !== 'number' || value === undefined) return node;
    if (type.value === '0') return value;
    return type.value === '1' && value.kind === 'array' ? value : node;
  });
}

/**
 * Devalue (Nuxt, SvelteKit) writes a list of values in which objects and lists hold the places of their parts in that
 * list, the first being the whole.
 */
export function unflattened(root: JsonNode): JsonNode | undefined {
  if (root.kind !== 'array') return undefined;
  const { items } = root;
  const known = new Map<number, JsonNode>();
  let left = MAX_VALUES;
  const at = (node: JsonNode, depth: number): JsonNode => {
    const place = node.kind === 'number' ? Number(node.value) : -1;
    const seen = known.get(place);
    if (seen !== undefined) return seen;
    const value = items[place];
    left -= 1;
    if (value === undefined || depth > MAX_DEPTH || left < 0) return { ...node, kind: 'word', value: 'undefined' };
    const made = partsOf(value, depth);
    // What refers to itself while it is made is cut off by the depth, and is not remembered.
    known.set(place, made);
    return made;
  };
  const partsOf = (value: JsonNode, depth: number): JsonNode => {
    if (value.kind === 'object') {
      const entries = value.entries.map((entry): JsonEntry => ({ ...entry, value: at(entry.value, depth + 1) }));
      return { ...value, entries };
    }
    if (value.kind !== 'array') return value;
    const [first] = value.items;
    // ["Reactive", 4]: a type and what it holds.
    const isTyped = first?.kind === 'string' && value.items.length === 2;
    const held = isTyped ? value.items[1] : undefined;
    if (held !== undefined) return at(held, depth + 1);
    return { ...value, items: value.items.map((item) => at(item, depth + 1)) };
  };
  const [whole] = items;
  return whole === undefined ? undefined : partsOf(whole, 0);
}

/** The tree with each node replaced, the outer one first; a replacement is gone into as well. */
function mapped(root: JsonNode, replace: (node: JsonNode) => JsonNode, depth = 0): JsonNode {
  const node = replace(root);
  if (depth > 2 * MAX_DEPTH) return node;
  if (node.kind === 'array') return { ...node, items: node.items.map((item) => mapped(item, replace, depth + 1)) };
  if (node.kind !== 'object') return node;
  return {
    ...node,
    entries: node.entries.map((entry) => ({ ...entry, value: mapped(entry.value, replace, depth + 1) })),
  };
}
