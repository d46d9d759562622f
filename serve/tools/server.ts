/** A protocol server over a toolbox, by the official SDK. */
import { ProtocolError, Server, type Tool } from '@modelcontextprotocol/server';
import type { Site } from '../../config/site.ts';
import { instructions, serverInfo } from './instructions.ts';
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
