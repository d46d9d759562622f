/** JSON-RPC 2.0: messages, how deep they may be nested, and batches of them. */

import type { IncomingHttpHeaders } from 'node:http';

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;

type Id = string | number;

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

/** Asked before anything else walks a body: a recursive function without this bound would run out of stack. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isTooDeep(member, levels - 1));
}

export interface RpcAnswer {
  status: number;
  contentType: string | undefined;
  body: string;
}

export type SdkAnswer = (message: Message, headers: IncomingHttpHeaders) => Promise<RpcAnswer>;

/** Only these versions have batches; a client that names none may be of one of them. */
const WITH_BATCHES = new Set([undefined, '2024-11-05', '2025-03-26']);
const MOST_IN_BATCH = 20;

const ACCEPTED: RpcAnswer = { status: 202, contentType: undefined, body: '' };

export function batchAnswers(answer: SdkAnswer): (value: unknown, headers: IncomingHttpHeaders) => Promise<RpcAnswer> {
  return (value, headers) => (Array.isArray(value) ? answerAll(value, headers) : answerOne(messageOf(value), headers));

  async function answerOne(read: Read, headers: IncomingHttpHeaders): Promise<RpcAnswer> {
    if (read.kind === 'message') return answer(read.message, headers);
    return read.kind === 'answer' ? ACCEPTED : invalid(read.reason, read.id);
  }

  async function answerAll(batch: readonly unknown[], headers: IncomingHttpHeaders): Promise<RpcAnswer> {
    const version = headers['mcp-protocol-version'];
    if (!WITH_BATCHES.has(version === undefined ? version : String(version)))
      return invalid('This protocol version does not support batches');
    if (batch.length === 0) return invalid('The batch is empty');
    if (batch.length > MOST_IN_BATCH) return invalid(`The batch has more than ${MOST_IN_BATCH} requests`);
    const bodies: string[] = [];
    for (const value of batch) {
      const { body } = await answerOne(alone(messageOf(value)), headers);
      if (body !== '') bodies.push(body);
    }
    if (bodies.length === 0) return ACCEPTED;
    return { status: 200, contentType: 'application/json', body: `[${bodies.join()}]` };
  }
}

/** `initialize` may not be part of a batch. */
function alone(read: Read): Read {
  if (read.kind !== 'message' || read.message.method !== 'initialize') return read;
  return { kind: 'invalid', id: read.message.id ?? null, reason: '`initialize` is not allowed in a batch' };
}

function invalid(reason: string, id: Id | null = null): RpcAnswer {
  return { status: 400, contentType: 'application/json', body: errorText(id, INVALID_REQUEST, reason) };
}
