import { requestLine } from '../../serve/interface/examples.ts';
import type { Served } from './served.ts';

/** Asks for an example of an operation, as the manifest shows it. */
export async function askExample(
  server: Served,
  operation: Parameters<typeof requestLine>[0],
  given: Parameters<typeof requestLine>[1],
): Promise<{ path: string; response: Response }> {
  const [method = '', path = '', ...body] = requestLine(operation, given).split(' ');
  const posted = { 'Content-Type': 'application/json' };
  const headers = { 'X-Request-Id': 'an-example', ...(method === 'POST' && posted) };
  const response = await server.get(path, { method, headers, ...(method === 'POST' && { body: body.join(' ') }) });
  return { path, response };
}
