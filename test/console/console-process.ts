/** The console under real Node, as the supervisor would start it, on a port of its own. */
import { join } from 'node:path';
import { auditLog } from '../../data/store/ledger-queries/audit-log.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type Program, startProgram } from '../program.ts';

export interface ConsoleProcess extends Pick<Program, 'child' | 'end'> {
  url: string;
  /** Sends a form as a page of its own does. */
  post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response>;
}

/** @throws {Error} it ended before it listened, with what it said */
export async function startConsole(environment: Record<string, string>): Promise<ConsoleProcess> {
  const program = startProgram(['console/main.ts'], { CONSOLE_PORT: '0', CONSOLE_USER: 'ada', ...environment });
  const line = JSON.stringify(await program.until('listening'));
  const port = /"port":(\d+)/.exec(line)?.[1];
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ child: program.child, end: program.end, url },
    post(path, fields) {
      const body = new URLSearchParams(fields);
      return fetch(url + path, { method: 'POST', body, headers: { Origin: url }, redirect: 'manual' });
    },
  };
}

/** Beside the other processes, with their vendors on this machine. */
export function consoleOf({ dataDir, redis, web }: Pipeline): Promise<ConsoleProcess> {
  return startConsole({
    DATA_DIR: dataDir,
    CATALOGUE_DIR: join(dataDir, 'catalogue'),
    REDIS_URL: redis.url,
    LOOPBACK_VENDORS: `*=${web.port}`,
    HOST_SPACING_MS: '0',
  });
}

/** What was done last, the newest first. */
export function lastDone(dataDir: string, limit = 10) {
  return besideWriter(join(dataDir, 'ledger.db'), (ledger) => auditLog(ledger, { limit })) ?? [];
}
