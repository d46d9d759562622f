/** Undoes the ways in which frameworks write down a value: wrapped with its type, or flattened. */
import type { DataValue } from './literal.ts';

const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;

/** Astro writes a value as `[0, value]` and a list as `[1, values]`; other pairs (dates, sets) are left as they are. */
export function unwrapped(node: DataValue): DataValue {
  if (node.kind === 'object')
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: unwrapped(entry.value) })) };
  if (node.kind !== 'array') return node;
  const [type, value] = node.items;
  const isPair = type?.kind === 'number' && value !== undefined && node.items.length === 2;
  const isWrapped = isPair && (type.value === '0' || (type.value === '1' && value.kind === 'array'));
  return isWrapped ? unwrapped(value) : { ...node, items: node.items.map(unwrapped) };
}

/**
 * Devalue (Nuxt, SvelteKit) writes a list of values in which objects and lists hold the places of their parts in that
 * list, the first being the whole.
 */
export function unflattened(root: DataValue | undefined): DataValue | undefined {
  const items = root?.kind === 'array' ? root.items : [];
  const made = new Map<DataValue, DataValue>();
  let left = MAX_VALUES;
  const whole = (value: DataValue, depth: number): DataValue => {
    left -= 1;
    const isCut = depth > MAX_DEPTH || left < 0;
    if (isCut || (value.kind !== 'object' && value.kind !== 'array'))
      return isCut ? { kind: 'word', value: '', start: value.start, end: value.end } : value;
    const known = made.get(value) ?? partsOf(value, (part) => whole(at(part) ?? part, depth + 1));
    // What refers to itself while it is made is cut off by the depth.
    made.set(value, known);
    return known;
  };
  const at = (node: DataValue) => (node.kind === 'number' ? items[Number(node.value)] : undefined);
  return items[0] && whole(items[0], 0);
}

function partsOf(value: DataValue, whole: (part: DataValue) => DataValue): DataValue {
  if (value.kind === 'object')
    return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: whole(entry.value) })) };
  if (value.kind !== 'array') return value;
  const [type, held] = value.items;
  // ["Reactive", 4]: a type and what it holds.
  const isTyped = type?.kind === 'string' && held !== undefined && value.items.length === 2;
  return isTyped ? whole(held) : { ...value, items: value.items.map(whole) };
}
