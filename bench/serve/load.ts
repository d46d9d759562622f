/**
 * Load on a server, from a process of its own: wrk where it is installed, since it costs least beside the server, else
 * autocannon. Requests go round over all targets on connections that stay open.
 */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Bench } from '../benchmark.ts';
import { pinned } from '../processor.ts';

export interface Target {
  path: string;
  headers: Record<string, string>;
  /** Of a POST; without one it is a GET. */
  body?: string;
}

export interface Load {
  port: number;
  targets: readonly Target[];
  seconds: number;
}

const Loaded = z.object({
  requests: z.number(),
  seconds: z.number(),
  /** No answer, or one of 400 and more. */
  failed: z.number(),
  p99Ms: z.number(),
});
export type Loaded = z.infer<typeof Loaded>;

const CONNECTIONS = 32;
/** The servers have the other one. */
const PROCESSOR = 1;

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
export const LOADER = hasWrk ? 'wrk' : 'autocannon';

export async function load(
  { dir, start }: Pick<Bench, 'dir' | 'start'>,
  { port, targets, seconds }: Load,
): Promise<Loaded> {
  const file = join(dir, hasWrk ? 'load.lua' : 'load.json');
  const origin = `http://127.0.0.1:${port}`;
  writeFileSync(
    file,
    hasWrk ? luaOf(targets) : JSON.stringify({ url: origin, connections: CONNECTIONS, targets, seconds }),
  );
  const [command, args] = hasWrk
    ? pinned(PROCESSOR, 'wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', file, origin])
    : pinned(PROCESSOR, process.execPath, [join(import.meta.dirname, 'autocannon.ts'), file]);
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = (await outputOf(child)).trimEnd().split('\n').at(-1) ?? '';
  return Loaded.parse(JSON.parse(line));
}

async function outputOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('Cannot read what the load came to');
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${LOADER} ended with ${String(code)}`);
  return output;
}

/** JSON's strings are Lua's too, as long as they are of ASCII. */
function luaOf(targets: readonly Target[]): string {
  const requests = targets.map(({ path, headers, body }) => {
    const table = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    const method = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined ? '' : `, ${JSON.stringify(body)}`;
    return `wrk.format("${method}", ${JSON.stringify(path)}, {["Host"]="127.0.0.1", ${table.join(', ')}}${sent})`;
  });
  return `local requests = {}
local at = 0
init = function() requests = {
${requests.join(',\n')}
} end
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary, latency)
  local e = summary.errors
  print(string.format('{"requests":%d,"seconds":%f,"failed":%d,"p99Ms":%f}', summary.requests, summary.duration / 1e6,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(99) / 1000))
end
`;
}
