/** The command line, as a process under real Node or within the test's own. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { vi } from 'vitest';
import { program } from '../../cli/program.ts';
import { BARE_ENVIRONMENT } from '../bare-environment.ts';
import { IS_LONG } from '../long.ts';

const MAIN = resolve(import.meta.dirname, '../../cli/main.ts');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const environmentOf = (env: NodeJS.ProcessEnv) => ({ ...BARE_ENVIRONMENT, HOME: process.env.HOME, ...env });

/** Runs it with no more variables than it needs, and those given. */
export function assay(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: environmentOf(env) });
  child.stdin.end(input);
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (said.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said.stderr += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, ...said })));
}

/**
 * The same without the start of a process (`npm run test:long` starts one): one call at a time, without input. Each
 * command also has a test by `assay`, since only Node itself shows that a program runs.
 */
export async function assayHere(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  if (IS_LONG) return assay(args, env);
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      return true;
    }),
  );
  const { env: ours, exitCode } = process;
  process.env = environmentOf(env);
  try {
    const code = await program()
      .parseAsync(args, { from: 'user' })
      .then(() => Number(process.exitCode ?? 0))
      .catch((error: unknown) => {
        if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
        throw error;
      });
    return { code, ...said };
  } finally {
    process.env = ours;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
