/** The data above a document, in YAML, with the place of each value. */
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import type { Document } from '../page/document.ts';
import { dataAbove, PLAN_FIELDS } from '../page/front-matter.ts';
import type { DataValue } from './literal.ts';

const MAX_DEPTH = 12;

export function dataAboveOf({ format, source }: Document): DataValue | undefined {
  const above = format === 'markdown' || format === 'html' ? dataAbove(source) : undefined;
  const words = above === undefined ? '' : source.slice(above.start, above.stop);
  if (above === undefined || !/^[\w#]/.test(words) || !PLAN_FIELDS.test(words)) return undefined;
  const yaml = parseDocument(words, { uniqueKeys: false, logLevel: 'silent' });
  return yaml.errors.length > 0 ? undefined : valueFrom(yaml.contents, above.start, 0);
}

/** Aliases stand for nothing: no price list needs them. */
function valueFrom(node: Node | null, offset: number, depth: number): DataValue | undefined {
  const [from, to] = node?.range ?? [];
  if (from === undefined || to === undefined || depth > MAX_DEPTH) return undefined;
  const span = { start: from + offset, end: to + offset };
  if (isScalar(node)) {
    const { value, source } = node;
    if (typeof value === 'number') return { kind: 'number', value: source ?? String(value), ...span };
    return { kind: typeof value === 'string' ? 'string' : 'word', value: String(value), ...span };
  }
  if (isSeq<Node>(node))
    return { kind: 'array', items: node.items.flatMap((item) => valueFrom(item, offset, depth + 1) ?? []), ...span };
  if (!isMap<Node, Node | null>(node)) return undefined;
  const entries = node.items.flatMap(({ key, value }) => {
    const read = valueFrom(value, offset, depth + 1);
    const start = key.range?.[0];
    if (read === undefined || start === undefined || !isScalar(key) || typeof key.value !== 'string') return [];
    return { key: key.value, start: start + offset, value: read };
  });
  return { kind: 'object', entries, ...span };
}
