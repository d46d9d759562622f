#!/usr/bin/env node
/** The tools over standard input and output, from a service by its URL or from a generation on this machine. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { wordsOf } from '../../config/command.ts';
import { readToolServerEnvironment } from '../../config/env.ts';
import { toolServer } from '../../serve/tools/server.ts';

const USAGE = `Tools for agents, over standard input and output (Model Context Protocol).

  ASSAY_URL         the service to query (default: http://localhost:3000)
  ASSAY_GENERATION  a generation file, or a directory of published generations. No network access;
                    ASSAY_URL is used for links only
`;

if (process.argv.length > 2) {
  process.stderr.write(USAGE);
  process.exit(process.argv[2] === '--help' ? 0 : 2);
}

try {
  const { site, generation } = readToolServerEnvironment();
  // Only the chosen one is loaded: the offline tools need a Node with SQLite.
  const toolbox =
    generation === undefined
      ? (await import('./remote.ts')).remoteToolbox(site.baseUrl)
      : await (await import('./offline.ts')).offlineToolbox(generation, { site, clock: () => Date.now() });
  serveStdio(() => toolServer(site, toolbox), {
    onerror: (error) => void process.stderr.write(`${error.message}\n`),
  });
  process.stderr.write(`Serving tools ${generation === undefined ? `of ${site.baseUrl}` : `from ${generation}`}\n`);
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
