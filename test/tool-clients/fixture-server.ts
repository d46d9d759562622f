/** Our tool server with the two tools that the conformance suite asks of every server, beside our own. */
import { ProtocolError, type Server, type Tool } from '@modelcontextprotocol/server';
import type { Edition } from '../../serve/store/edition.ts';
import { toolServer } from '../../serve/tools/server.ts';
import { callTool, definitions, toolNamed } from '../../serve/tools/toolbox.ts';
import { SITE } from '../serve/served.ts';

const TEXT = (text: string) => [{ type: 'text' as const, text }];

const FIXTURES = {
  test_simple_text: { content: TEXT('This is a simple text response for testing.') },
  test_error_handling: { content: TEXT('This tool intentionally returns an error for testing'), isError: true },
};

/** First in the list: of the first tool the suite thinks that it takes no arguments. */
const LISTED = [
  ...Object.keys(FIXTURES).map((name) => ({ name, description: 'Of the suite', inputSchema: { type: 'object' } })),
  ...definitions(),
] as unknown as Tool[];

export function fixtureServer(now: () => Edition): Server {
  const server = toolServer(SITE, {
    definitions: definitions(),
    call: (name, given) => callTool(toolNamed(name), given, { site: SITE, now }),
  });
  server.setRequestHandler('tools/list', () => ({ tools: LISTED }));
  server.setRequestHandler('tools/call', ({ params: { name } }) => {
    if (name === 'test_simple_text' || name === 'test_error_handling') return FIXTURES[name];
    throw new ProtocolError(-32_602, 'Unknown tool');
  });
  return server;
}
