/** Recognizes plain calls and lists, whose cached answers equal the SDK's byte for byte (a test compares them). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '../../config/site.ts';
import { serverInfo } from './instructions.ts';
import { isObject, type Message } from './json-rpc.ts';
import { LISTED } from './toolbox.ts';

/** Protocol versions whose requests do not differ here. */
const LEGACY = new Set(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']);
const MODERN = '2026-07-28';
const KINDS: ReadonlyMap<string, PlainRequest['kind']> = new Map([
  ['tools/call', 'call'],
  ['tools/list', 'list'],
]);
/** Needs no escape in JSON. */
const PLAIN_ID = /^[\w.:-]{1,80}$/;
const MOST_ENVELOPES = 200;
const LONGEST_ENVELOPE = 4_000;

/** `end` is the end of the answer, which names the request. */
export type PlainRequest =
  | { kind: 'list'; end: string }
  | { kind: 'call'; tool: string; given: Record<string, unknown>; end: string };

export interface PlainRequests {
  recognize(message: Message, headers: IncomingHttpHeaders): PlainRequest | undefined;
  /** Remembers the client metadata of a request that the SDK has answered. */
  learn(message: Message, headers: IncomingHttpHeaders): void;
}

export function plainRequests(site: Site): PlainRequests {
  /** Known `_meta` of modern requests: few clients, each with a constant value. */
  const envelopes = new Set<string>();
  const by = `"_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': serverInfo(site) })}`;
  const listed = `,"ttlMs":${LISTED.ttlMs},"cacheScope":"${LISTED.cacheScope}"`;
  const modern = { list: `,"resultType":"complete"${listed},${by}}`, call: `,"resultType":"complete",${by}}` };

  function recognize({ id, method, params = {} }: Message, headers: IncomingHttpHeaders): PlainRequest | undefined {
    const kind = KINDS.get(method);
    if (kind === undefined || id === undefined || (typeof id === 'string' && !PLAIN_ID.test(id))) return undefined;
    const { name, arguments: given = {}, _meta, cursor, ...others } = params;
    if (cursor !== undefined || Object.keys(others).length > 0) return undefined;
    const version = headers['mcp-protocol-version'];
    const isModern = version === MODERN;
    if (isModern) {
      if (headers['mcp-method'] !== method || !envelopes.has(JSON.stringify(_meta))) return undefined;
      if (kind === 'call' && headers['mcp-name'] !== name) return undefined;
    } else if (_meta !== undefined || (version !== undefined && !LEGACY.has(String(version)))) return undefined;
    const end = `${isModern ? modern[kind] : '}'},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
    if (kind === 'list') return { kind, end };
    return typeof name === 'string' && isObject(given) ? { kind, tool: name, given, end } : undefined;
  }

  function learn({ params }: Message, headers: IncomingHttpHeaders): void {
    const envelope = JSON.stringify(params?._meta);
    if (headers['mcp-protocol-version'] !== MODERN || envelope.length > LONGEST_ENVELOPE) return;
    if (envelopes.size >= MOST_ENVELOPES) envelopes.clear();
    envelopes.add(envelope);
  }

  return { recognize, learn };
}
