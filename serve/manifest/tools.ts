import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { TOOLS_PATH } from '../interface/published-files.ts';
import { answer, problems } from './answers.ts';

const RpcRequest = z.object({
  jsonrpc: z.enum(['2.0']),
  id: z.union([z.string(), z.int()]).optional().meta({ description: 'Absent in a notification.' }),
  method: z.string().meta({ examples: ['tools/list', 'tools/call'] }),
  params: z.record(z.string(), z.unknown()).optional(),
});

export const RpcResponse = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int(), z.null()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});

const rpc = (description: string) => answer(description, ['Cache-Control'], { 'application/json': RpcResponse });

const TOOLS: ZodOpenApiOperationObject = {
  operationId: 'callTools',
  summary: 'The same for agents, as tools',
  description:
    'Model Context Protocol over streamable HTTP, without a session: `tools/list` describes the tools, `tools/call` takes `name` and `arguments`. What goes wrong inside the protocol is an `error` with status 200; with another status it is no request, or may not be asked.',
  tags: ['Tools'],
  requestBody: { required: true, content: { 'application/json': { schema: RpcRequest } } },
  responses: {
    200: rpc('Result or error.'),
    202: answer('A notification was taken.', ['Cache-Control']),
    ...problems('post', []),
    400: rpc('The body is no request of JSON-RPC, or of a version of the protocol that is not spoken here.'),
    403: rpc('`Host` or `Origin` may not ask here.'),
    404: rpc('There is no such method, in the protocol of 2026-07-28.'),
    413: rpc('The body is longer than 64 KB.'),
    415: rpc('The body is not JSON, or compressed.'),
  },
};

export const TOOLS_PATHS: ZodOpenApiPathsObject = { [TOOLS_PATH]: { post: TOOLS } };
