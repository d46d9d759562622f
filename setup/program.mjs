/** Programs of this machine, without a shell, and the lines that set-up prints. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // Missing, or not executable.
  }
}

/** The first of `names` on the PATH, as an absolute path. */
export function onPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Resolves with exit code and output; 127 where the program can't be started, 124 after `timeoutMs`. */
export function run(file, args, { env, cwd, timeoutMs = 15 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const end = (code, text) => {
      clearTimeout(timer);
      resolve({ code, output: text ?? Buffer.concat(output).toString('utf8') });
    };
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code) => end(late ? 124 : (code ?? 1)));
  });
}

/** The last lines of a failed program's output, indented. */
export function lastLines(output, count = 12) {
  return output
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `    ${line}`)
    .join('\n');
}

/** Prints one line for a step, on stderr: results alone belong to stdout. */
export function report(step, text) {
  process.stderr.write(`setup  ${step.padEnd(12)}  ${text}\n`);
}

export function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
