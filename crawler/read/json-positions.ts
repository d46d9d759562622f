/**
 * JSON with the place of every value in its source, for evidence that can be cut again.
 *
 * Reads what `JSON.parse` reads and gives up (undefined) on anything else, on nesting beyond 60 and on more than
 * 200,000 values: no price list needs either.
 */
import type { Span } from './document.ts';

export type JsonNode =
  | (Span & { kind: 'object'; entries: JsonEntry[] })
  | (Span & { kind: 'array'; items: JsonNode[] })
  | (Span & { kind: 'string' | 'number' | 'word'; value: string });

export interface JsonEntry {
  key: string;
  /** Where the key's opening quote stands. */
  start: number;
  value: JsonNode;
}

const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;
const NUMBER = /-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,4})?/y;
const WORD = /true|false|null/y;

class Unreadable extends Error {
  override name = 'Unreadable';
}

/** The value in `source` between the offsets; spans count in `source`. */
export function parseJson(source: string, start: number, end: number): JsonNode | undefined {
  try {
    const cursor: Cursor = { source, at: start, end, left: MAX_VALUES };
    const value = readValue(cursor, 0);
    skipSpace(cursor);
    // Sites end their blocks with a stray semicolon or comment; what stands before it is still the value.
    return value;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

interface Cursor {
  source: string;
  at: number;
  end: number;
  left: number;
}

function readValue(cursor: Cursor, depth: number): JsonNode {
  skipSpace(cursor);
  cursor.left -= 1;
  if (depth > MAX_DEPTH || cursor.left < 0 || cursor.at >= cursor.end) throw new Unreadable();
  const start = cursor.at;
  switch (cursor.source[start]) {
    case '{':
      return { kind: 'object', entries: readEntries(cursor, depth), start, end: cursor.at };
    case '[':
      return { kind: 'array', items: readItems(cursor, depth), start, end: cursor.at };
    case '"':
      return { kind: 'string', value: readString(cursor), start, end: cursor.at };
    default:
      return readScalar(cursor);
  }
}

function readEntries(cursor: Cursor, depth: number): JsonEntry[] {
  const entries: JsonEntry[] = [];
  cursor.at += 1;
  skipSpace(cursor);
  while (cursor.source[cursor.at] !== '}') {
    const start = cursor.at;
    const key = readString(cursor);
    skipSpace(cursor);
    expect(cursor, ':');
    entries.push({ key, start, value: readValue(cursor, depth + 1) });
    separate(cursor, '}');
  }
  cursor.at += 1;
  return entries;
}

function readItems(cursor: Cursor, depth: number): JsonNode[] {
  const items: JsonNode[] = [];
  cursor.at += 1;
  skipSpace(cursor);
  while (cursor.source[cursor.at] !== ']') {
    items.push(readValue(cursor, depth + 1));
    separate(cursor, ']');
  }
  cursor.at += 1;
  return items;
}

function separate(cursor: Cursor, close: string): void {
  skipSpace(cursor);
  const next = cursor.source[cursor.at];
  if (next === ',') {
    cursor.at += 1;
    skipSpace(cursor);
  } else if (next !== close) throw new Unreadable();
  if (cursor.at >= cursor.end) throw new Unreadable();
}

function expect(cursor: Cursor, char: string): void {
  if (cursor.source[cursor.at] !== char) throw new Unreadable();
  cursor.at += 1;
}

function readString(cursor: Cursor): string {
  const start = cursor.at;
  expect(cursor, '"');
  for (;;) {
    const code = cursor.source.charCodeAt(cursor.at);
    if (cursor.at >= cursor.end || code < 32) throw new Unreadable();
    if (code === 34) break;
    cursor.at += code === 92 ? 2 : 1;
  }
  cursor.at += 1;
  const raw = cursor.source.slice(start, cursor.at);
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch (cause) {
    throw new Unreadable('Cannot read a string of JSON', { cause });
  }
}

function readScalar(cursor: Cursor): JsonNode {
  for (const [pattern, kind] of [
    [NUMBER, 'number'],
    [WORD, 'word'],
  ] as const) {
    pattern.lastIndex = cursor.at;
    const value = pattern.exec(cursor.source)?.[0];
    if (value === undefined || cursor.at + value.length > cursor.end) continue;
    const start = cursor.at;
    cursor.at += value.length;
    return { kind, value, start, end: cursor.at };
  }
  throw new Unreadable();
}

function skipSpace(cursor: Cursor): void {
  while (cursor.at < cursor.end) {
    const code = cursor.source.charCodeAt(cursor.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    cursor.at += 1;
  }
}

/** The entry of an object by its key; undefined for any other value. */
export function entryOf(node: JsonNode | undefined, key: string): JsonEntry | undefined {
  return node?.kind === 'object' ? node.entries.find((entry) => entry.key === key) : undefined;
}

export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' || node?.kind === 'number' ? node.value : undefined;
}
