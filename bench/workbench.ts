/**
 * What a benchmark uses up: a temporary directory and child processes. Nothing of it outlives `clear`, and only what
 * was started here is ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './benchmark.ts';

export interface Workbench extends Pick<Bench, 'dir' | 'start'> {
  clear(): Promise<void>;
  /** The same without waiting, for a process that ends. */
  clearNow(): void;
}

export function setUpWorkbench(): Workbench {
  const dir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const children = new Set<ChildProcess>();
  const removeDir = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  return {
    dir,
    start(command, args, options = {}) {
      const child = spawn(command, args, options);
      children.add(child);
      child.once('exit', () => children.delete(child));
      // A program that is not there never exits.
      child.once('error', () => children.delete(child));
      return child;
    },
    async clear() {
      await Promise.all([...children].map(ended));
      removeDir();
    },
    clearNow() {
      for (const child of children) child.kill('SIGKILL');
      removeDir();
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
