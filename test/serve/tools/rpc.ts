/** A client of the tools that says no more than what a test gives it. */
import { expect } from 'vitest';
import type { Served } from '../served.ts';

export const MODERN = '2026-07-28';
/** What every request of the modern era says of itself. */
export const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

export interface RpcResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed; `undefined` for no body. */
  json: RpcJson | undefined;
}
interface RpcJson {
  jsonrpc: string;
  id: unknown;
  result?: Result & Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}
export interface Result {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

type Said = Record<string, string>;

export async function send({ get }: Pick<Served, 'get'>, body: string, headers: Said = {}): Promise<RpcResponse> {
  const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } };
  const response = await get('/api/mcp', init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? (JSON.parse(text) as RpcJson) : undefined,
  };
}

export function ask(server: Pick<Served, 'get'>, method: string, params?: object, headers: Said = {}) {
  return send(server, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);
}

/** As the modern era asks, with the headers that it demands. */
export function askModern(server: Pick<Served, 'get'>, method: string, params: object = {}, headers: Said = {}) {
  const named: Said = 'name' in params ? { 'Mcp-Name': String(params.name) } : {};
  const said = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...named, ...headers };
  return ask(server, method, { ...params, ...ENVELOPE }, said);
}

/** The result of a tool, whatever it says. */
export async function call(server: Pick<Served, 'get'>, name: string, given: object): Promise<Result> {
  const { status, json, text } = await ask(server, 'tools/call', { name, arguments: given });
  expect(status, text).toBe(200);
  if (json?.result === undefined) throw new Error(`${name} has no result: ${text}`);
  return json.result;
}

/** What a tool answers when all is well. */
export async function answerOf(server: Pick<Served, 'get'>, name: string, given: object) {
  const { content, structuredContent, isError } = await call(server, name, given);
  expect(isError, content[0]?.text).toBeUndefined();
  if (structuredContent === undefined) throw new Error(`${name} answers with text alone`);
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  return structuredContent;
}
