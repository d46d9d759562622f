/**
 * The protocol by the official SDK: a server over a toolbox, and its answer to one message of the legacy era (2024-11-05 to
 * 2025-11-25) or the modern one (from 2026-07-28).
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Site } from '../../config/site.ts';
import { instructions, serverInfo } from './instructions.ts';
import type { Message, SdkAnswer } from './json-rpc.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, LISTED, resultOf, type Toolbox, ToolFault } from './toolbox.ts';

export type { Server as ToolServer };

export function toolServer(site: Site, { definitions, call }: Toolbox): Server {
  const server = new Server(serverInfo(site), {
    capabilities: { tools: { listChanged: false } },
    instructions: instructions(site),
    cacheHints: { 'tools/list': LISTED, 'server/discover': LISTED },
  });
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw new ProtocolError(INVALID_PARAMS, 'Unknown cursor');
    return { tools: definitions as unknown as Tool[] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    try {
      return resultOf(await call(params.name, params.arguments ?? {}));
    } catch (error) {
      // The SDK would expose the message of any other error.
      if (!(error instanceof ToolFault)) throw new ProtocolError(INTERNAL_ERROR, 'Internal error');
      throw new ProtocolError(error.code, error.message, error.data);
    }
  });
  return server;
}

const READ_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

export function answeringBySdk(build: () => Server): SdkAnswer {
  const modern = createMcpHandler(build, { legacy: 'reject' });
  return async (message, headers) => {
    const request = requestOf(message, headers);
    const response = (await isLegacyRequest(request, message))
      ? await legacy(build, request, message)
      : await modern.fetch(request, { parsedBody: message });
    const contentType = response.headers.get('content-type') ?? undefined;
    return { status: response.status, contentType, body: await response.text() };
  };
}

async function legacy(build: () => Server, request: Request, message: Message): Promise<Response> {
  // Stateless: one server per request.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = build();
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: message });
  const answered = new Response(response.body === null ? null : await response.text(), response);
  await server.close();
  return answered;
}

/** The protocol requires both types of clients; those that accept less get JSON all the same. */
function requestOf(message: Message, headers: IncomingHttpHeaders): Request {
  const read = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name of READ_HEADERS) {
    const value = headers[name];
    if (value !== undefined) read.set(name, String(value));
  }
  return new Request('http://localhost/api/mcp', { method: 'POST', headers: read, body: JSON.stringify(message) });
}
