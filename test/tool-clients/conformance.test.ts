/**
 * The protocol's own conformance suite against our server with the suite's two fixture tools beside ours: as published,
 * and the next one by what each of the two current revisions demands. The files of expected failures say, line by line,
 * why a server of tools alone can't have it; a line that passes after all fails the run.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { MARKET } from '../serve/market-of-crm.ts';
import { served } from '../serve/served.ts';
import { fixtureServer } from './fixture-server.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');
const PUBLISHED = join(MODULES, 'conformance-published/dist/index.js');
const NEXT = join(MODULES, '@modelcontextprotocol/conformance/dist/index.js');

let url: string;
beforeAll(async () => {
  const server = await served(MARKET, { toolServer: fixtureServer });
  // By this name alone the suite tries to lead us astray (DNS rebinding).
  url = `${server.url.replace('127.0.0.1', 'localhost')}/api/mcp`;
});

it.each([
  ['as published', PUBLISHED, [], 'published', 7],
  ['by revision 2025-11-25', NEXT, ['--requirements', '2025-11-25'], '2025-11-25', 37],
  ['by revision 2026-07-28', NEXT, ['--requirements', '2026-07-28'], '2026-07-28', 101],
] as const)(
  'conforms %s',
  async (_name, program, chosen, expected, least) => {
    const failures = join(import.meta.dirname, 'conformance', `${expected}.yml`);
    const args = [program, 'server', '--url', url, ...chosen, '--expected-failures', failures];
    const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
      execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, said: stdout + stderr }),
      );
    });
    expect(code, said.slice(-4_000)).toBe(0);
    const passed = Number(/Total: (\d+) passed/.exec(said)?.[1]);
    expect(passed).toBeGreaterThanOrEqual(least);
  },
  180_000,
);
