/** A web process alone over a directory of generations, as an operator runs it. */
import { type Program, startProgram } from '../program.ts';

export interface WebAlone extends Pick<Program, 'log'> {
  origin: string;
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Has it look at what is published now, also at what it has refused before. */
  lookAgain(): void;
  stop(): Promise<unknown>;
}

/** Resolves when it listens. @param project the checkout whose program it is, if not this one */
export async function startWebAlone(dataDir: string, project?: string): Promise<WebAlone> {
  const environment = { DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'info' };
  const web = startProgram(['serve/main.ts'], environment, { ...(project !== undefined && { project }) });
  const { port } = await web.until('listening');
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    origin,
    log: web.log,
    async get(path) {
      const response = await fetch(`${origin}${path}`);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    lookAgain: () => void web.child.kill('SIGHUP'),
    stop: () => web.end('SIGTERM'),
  };
}
