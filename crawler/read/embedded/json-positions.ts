/**
 * JSON, and literals of JavaScript, with the place of every value in their source, for evidence that can be cut again.
 *
 * Nothing is evaluated: what is no literal is given up (undefined), and so are nesting beyond 60 and more than 200,000
 * values, which no price list needs.
 */
import type { Span } from '../page/document.ts';
import { endOfString, scriptString } from './escaped-text.ts';

export type JsonObject = Span & { kind: 'object'; entries: JsonEntry[] };
export type JsonArray = Span & { kind: 'array'; items: JsonNode[] };
export type JsonNode =
  | JsonObject
  | JsonArray
  /** A word is `true`, `false`, `null`; in a script also a name of something that is defined elsewhere. */
  | (Span & { kind: 'string' | 'number' | 'word'; value: string });

export interface JsonEntry {
  key: string;
  /** Where the key's opening quote stands. */
  start: number;
  value: JsonNode;
}

const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;
const MAX_COMMENT = 10_000;
const NUMBER = /-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,4})?/y;
const WORD = /true|false|null/y;
const SCRIPT_NUMBER = /-?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,4})?(?![\w$])/y;
const SCRIPT_WORD = /[A-Za-z_$][\w$]{0,60}/y;
const SHORT_WORDS: readonly [RegExp, string][] = [
  [/!0/y, 'true'],
  [/!1/y, 'false'],
  [/void 0/y, 'undefined'],
];

class Unreadable extends Error {
  override name = 'Unreadable';
}

/** How many more values may be read. */
export interface Budget {
  left: number;
}

export function budgetOf(): Budget {
  return { left: MAX_VALUES };
}

/** The value in `source` between the offsets; spans count in `source`. */
export function parseJson(source: string, start: number, end: number, budget = budgetOf()): JsonNode | undefined {
  // Sites end their blocks with a stray semicolon or comment; what stands before it is still the value.
  return parseWith({ source, at: start, end, budget, isScript: false });
}

/**
 * As `parseJson`, for what a script writes: names as keys, either quote, comments, `!0`. The value ends where it
 * ends; what follows is the caller's.
 */
export function parseLiteral(source: string, start: number, end: number, budget: Budget): JsonNode | undefined {
  return parseWith({ source, at: start, end, budget, isScript: true });
}

/** As `parseLiteral`, with the word "" for what is no literal: a call, a choice, markup. None of it is evaluated. */
export function parseCode(source: string, start: number, end: number, budget: Budget): JsonNode | undefined {
  return parseWith({ source, at: start, end, budget, isScript: true, hasExpressions: true });
}

function parseWith(cursor: Cursor): JsonNode | undefined {
  try {
    return readValue(cursor, 0);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

interface Cursor {
  source: string;
  at: number;
  end: number;
  budget: Budget;
  isScript: boolean;
  hasExpressions?: true;
}

function readValue(cursor: Cursor, depth: number): JsonNode {
  skipSpace(cursor);
  cursor.budget.left -= 1;
  if (depth > MAX_DEPTH || cursor.budget.left < 0 || cursor.at >= cursor.end) throw new Unreadable();
  if (cursor.hasExpressions) return readOrPass(cursor, depth);
  return readLiteral(cursor, depth);
}

/** The literal, where one stands and nothing goes on with it; else what stands up to the next separator, passed over. */
function readOrPass(cursor: Cursor, depth: number): JsonNode {
  const start = cursor.at;
  try {
    const value = readLiteral(cursor, depth);
    skipSpace(cursor);
    const after = /^as (?:const|[A-Z][\w.]{0,60})(?=\s{0,20}[,\]})])/.exec(
      cursor.source.slice(cursor.at, cursor.at + 90),
    )?.[0];
    cursor.at += after?.length ?? 0;
    skipSpace(cursor);
    if (depth === 0 || /[,\]})]/.test(cursor.source[cursor.at] ?? '')) return value;
  } catch (error) {
    if (!(error instanceof Unreadable) || cursor.budget.left < 0) throw error;
  }
  if (depth === 0) throw new Unreadable();
  cursor.at = start;
  passExpression(cursor);
  return { kind: 'word', value: '', start, end: cursor.at };
}

const MAX_EXPRESSION = 4000;

function passExpression(cursor: Cursor): void {
  const { source, at: start } = cursor;
  const limit = Math.min(cursor.end, start + MAX_EXPRESSION);
  let nested = 0;
  for (let at = start; at < limit; at += 1) {
    const char = source[at] as string; // Before the end.
    if (char === '"' || char === "'" || char === '`') at = (endOfString(source, at, limit) ?? at + 1) - 1;
    else if (/[[{(]/.test(char)) nested += 1;
    else if (nested > 0) nested -= /[\]})]/.test(char) ? 1 : 0;
    else if (/[,\]})]/.test(char)) {
      cursor.at = at;
      cursor.budget.left -= 1 + ((at - start) >> 4);
      return;
    }
  }
  cursor.budget.left -= (limit - start) >> 4;
  throw new Unreadable();
}

function readLiteral(cursor: Cursor, depth: number): JsonNode {
  const start = cursor.at;
  switch (cursor.source[start]) {
    case '{':
      return { kind: 'object', entries: readEntries(cursor, depth), start, end: cursor.at };
    case '[':
      return { kind: 'array', items: readItems(cursor, depth), start, end: cursor.at };
    case '"':
      return { kind: 'string', value: readString(cursor), start, end: cursor.at };
    case "'":
    case '`':
      return { kind: 'string', value: readScriptString(cursor), start, end: cursor.at };
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
    if (cursor.hasExpressions && isNoProperty(cursor)) passExpression(cursor);
    else {
      const key = readKey(cursor);
      skipSpace(cursor);
      expect(cursor, ':');
      entries.push({ key, start, value: readValue(cursor, depth + 1) });
    }
    separate(cursor, '}');
  }
  cursor.at += 1;
  return entries;
}

/** `...base`, `name,`, `save() {…}`, `[key]: 1`. */
function isNoProperty({ source, at }: Cursor): boolean {
  return /^(?:\.\.\.|\[|[\w$]{1,60}\s{0,4}[,}(]|(?:get|set|async) )/.test(source.slice(at, at + 80));
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

function readKey(cursor: Cursor): string {
  const first = cursor.source[cursor.at];
  if (first === '"') return readString(cursor);
  if (!cursor.isScript) throw new Unreadable();
  if (first === "'") return readScriptString(cursor);
  SCRIPT_WORD.lastIndex = cursor.at;
  const name = SCRIPT_WORD.exec(cursor.source)?.[0];
  if (name !== undefined) cursor.at += name.length;
  else return scalarOf(cursor, SCRIPT_NUMBER, 'number').value;
  return name;
}

function readScriptString(cursor: Cursor): string {
  if (!cursor.isScript) throw new Unreadable();
  const read = scriptString(cursor.source, cursor.at, cursor.end);
  if (read === undefined) throw new Unreadable();
  cursor.at = read.end;
  return read.text;
}

function readString(cursor: Cursor): string {
  if (cursor.isScript) return readScriptString(cursor);
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
  const { source, at, isScript } = cursor;
  const first = source.charCodeAt(at);
  const isNumber = (first >= 48 && first <= 57) || first === 45 || first === 46;
  if (isNumber) return scalarOf(cursor, isScript ? SCRIPT_NUMBER : NUMBER, 'number');
  if (!isScript) return scalarOf(cursor, WORD, 'word');
  for (const [pattern, value] of SHORT_WORDS) {
    pattern.lastIndex = at;
    if (pattern.test(source)) return { ...scalarOf(cursor, pattern, 'word'), value };
  }
  const word = scalarOf(cursor, SCRIPT_WORD, 'word');
  skipSpace(cursor);
  // A call, a member, an operator: no literal.
  if (!/[,\]})]/.test(source[cursor.at] ?? '')) throw new Unreadable();
  return word;
}

function scalarOf(
  cursor: Cursor,
  pattern: RegExp,
  kind: 'number' | 'word',
): Span & { kind: 'number' | 'word'; value: string } {
  pattern.lastIndex = cursor.at;
  const value = pattern.exec(cursor.source)?.[0];
  if (value === undefined || cursor.at + value.length > cursor.end) throw new Unreadable();
  const start = cursor.at;
  cursor.at += value.length;
  return { kind, value, start, end: cursor.at };
}

function skipSpace(cursor: Cursor): void {
  const { source } = cursor;
  while (cursor.at < cursor.end) {
    const code = source.charCodeAt(cursor.at);
    if (code === 32 || code === 10 || code === 13 || code === 9) cursor.at += 1;
    else if (cursor.isScript && code === 47) skipComment(cursor);
    else return;
  }
}

function skipComment(cursor: Cursor): void {
  const { source, at } = cursor;
  const close = source[at + 1] === '*' ? '*/' : source[at + 1] === '/' ? '\n' : undefined;
  const end = close === undefined ? -1 : source.slice(at + 2, at + MAX_COMMENT).indexOf(close);
  if (close === undefined || end < 0) throw new Unreadable();
  cursor.at += 2 + end + close.length;
}

/** The entry of an object by its key; undefined for any other value. */
export function entryOf(node: JsonNode | undefined, key: string): JsonEntry | undefined {
  return node?.kind === 'object' ? node.entries.find((entry) => entry.key === key) : undefined;
}

export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' || node?.kind === 'number' ? node.value : undefined;
}
