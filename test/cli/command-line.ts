/** The command line as a process under real Node. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { BARE_ENVIRONMENT } from '../bare-environment.ts';

const MAIN = resolve(import.meta.dirname, '../../cli/main.ts');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs it with no more variables than it needs, and those given. */
export function assay(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...BARE_ENVIRONMENT, HOME: process.env.HOME, ...env },
  });
  child.stdin.end(input);
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (said.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said.stderr += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, ...said })));
}
