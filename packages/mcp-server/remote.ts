/** Tools of a service over HTTP, without sessions. */
import * as z from 'zod';
import { definitions, type Outcome, type Toolbox, ToolFault } from '../../serve/tools/toolbox.ts';

const PATIENCE_MS = 30_000;

const Answer = z.union([
  z.object({
    result: z.object({ content: z.tuple([z.object({ text: z.string() })]), isError: z.boolean().default(false) }),
  }),
  z.object({ error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }) }),
]);

/** @param baseUrl without a slash at its end */
export function remoteToolbox(baseUrl: string): Toolbox {
  return {
    definitions: definitions(),
    async call(name, given) {
      const response = await asked(`${baseUrl}/api/mcp`, { name, arguments: given });
      if (response instanceof Error) return unanswered(`${baseUrl} is unreachable: ${response.message}`);
      if (response.status !== 200)
        return unanswered(`${baseUrl} returned status ${response.status}${waitOf(response)}`);
      const answer = Answer.safeParse(await response.json().catch(() => undefined));
      if (!answer.success) return unanswered(`${baseUrl} did not return a valid tool result`);
      if ('error' in answer.data) {
        const { code, message, data } = answer.data.error;
        throw new ToolFault(code, message, { data });
      }
      const { content, isError } = answer.data.result;
      return { text: content[0].text, isError };
    },
  };
}

async function asked(url: string, params: object): Promise<Response | Error> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-11-25' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return new Error(cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : message);
  }
}

function waitOf({ headers }: Response): string {
  const seconds = headers.get('retry-after');
  return seconds === null ? '' : `; retry in ${seconds} s`;
}

/** A result that the model can report, or act on by trying again. */
function unanswered(detail: string): Outcome {
  return { text: JSON.stringify({ title: 'The service did not respond', detail, code: 'unavailable' }), isError: true };
}
