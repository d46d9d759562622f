/** JSON-RPC 2.0 framing, and how deep a message may be nested. */

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;

export type Id = string | number;

/** A request, or a notification without `id`. */
export interface Message {
  jsonrpc: '2.0';
  id?: Id;
  method: string;
  params?: Record<string, unknown>;
}

export type Read =
  | { kind: 'message'; message: Message }
  | { kind: 'answer' }
  | { kind: 'invalid'; id: Id | null; reason: string };

export function messageOf(value: unknown): Read {
  if (!isObject(value)) return { kind: 'invalid', id: null, reason: 'Must be an object' };
  const { jsonrpc, id, method, params } = value;
  const known = isId(id) ? id : null;
  const invalid = (reason: string): Read => ({ kind: 'invalid', id: known, reason });
  if (jsonrpc !== '2.0') return invalid('`jsonrpc` must be "2.0"');
  if (method === undefined && (value.result !== undefined || value.error !== undefined)) return { kind: 'answer' };
  if (typeof method !== 'string') return invalid('`method` must be a string');
  if (id !== undefined && known === null) return invalid('`id` must be a string or a whole number');
  if (params !== undefined && !isObject(params)) return invalid('`params` must be an object');
  const message: Message = { jsonrpc, method };
  if (known !== null) message.id = known;
  if (params !== undefined) message.params = params;
  return { kind: 'message', message };
}

export function errorText(id: Id | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** Requests nest four levels; metadata of clients a few more. */
const MOST_LEVELS = 16;
export const TOO_DEEP = `Nested deeper than ${MOST_LEVELS} levels`;

/** Asked before anything walks it: a recursive function would run out of stack. @param text in any encoding of ASCII */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  // A string may hold brackets; one that does not end is not JSON.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}
