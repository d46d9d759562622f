/**
 * The user that Chromium runs as, its environment, without a variable of ours, and the bound on its memory. Its sandbox refuses
 * root, so a crawler of root starts it as an ordinary user where the machine can.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentVariables } from '../../config/env.ts';
import { only, PROGRAM_VARIABLES } from '../../config/process-variables.ts';

const STARTER = join(import.meta.dirname, 'chromium.sh');
const TRIED_FOR_MS = 20_000;
const UNPRIVILEGED_UID = '65534';
/** Of one process. A renderer maps 610 MB for an empty page; what a page takes beyond the bound fails, or ends its renderer. */
export const CHROMIUM_MEMORY_MB = 1_536;

export interface ChromiumUser {
  executablePath: string;
  env: Record<string, string>;
  chromiumSandbox: boolean;
}

export async function chromiumUser(executablePath: string): Promise<ChromiumUser> {
  const variables = only(PROGRAM_VARIABLES, currentVariables());
  const memory = { CHROMIUM_PATH: executablePath, CHROMIUM_MEMORY_KB: String(1_024 * CHROMIUM_MEMORY_MB) };
  const bounded = { executablePath: STARTER, env: { ...variables, ...memory }, chromiumSandbox: true };
  if (process.platform === 'win32') return { executablePath, env: variables, chromiumSandbox: true };
  if (process.getuid?.() !== 0) return bounded;
  const asUser = { ...bounded, env: { ...bounded.env, CHROMIUM_UID: UNPRIVILEGED_UID } };
  const reason = await whyNot(asUser);
  if (reason === undefined) return asUser;
  process.emitWarning(`Chromium runs as root and without its sandbox: ${reason}`);
  return { ...bounded, chromiumSandbox: false };
}

/** Why it can't start this way; undefined where it can. Only a trial tells: what a sandbox needs differs by machine. */
async function whyNot({ executablePath, env }: ChromiumUser): Promise<string | undefined> {
  const profile = await mkdtemp(join(tmpdir(), 'assay-chromium-'));
  const args = ['--headless', '--disable-gpu', `--user-data-dir=${profile}`, '--dump-dom', 'about:blank'];
  try {
    await promisify(execFile)(executablePath, args, { env, timeout: TRIED_FOR_MS, killSignal: 'SIGKILL' });
    return undefined;
  } catch (error) {
    return lastLine(error);
  } finally {
    await rm(profile, { recursive: true, force: true }).catch(() => {}); // A process that ends late may still write there.
  }
}

function lastLine(error: unknown): string {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  return (stderr.trim() || message).split('\n').at(-1)?.slice(0, 200) ?? message;
}
