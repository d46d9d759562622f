/**
 * The user that Chromium runs as, its environment, without a variable of ours, and the bound on its memory. Its sandbox refuses
 * root, so a crawler of root starts it as an ordinary user where the machine can.
 */
import { join } from 'node:path';
import { currentVariables } from '../../config/env.ts';
import { only, PROGRAM_VARIABLES } from '../../config/process-variables.ts';

const STARTER = join(import.meta.dirname, 'chromium.sh');
const UNPRIVILEGED_UID = '65534';
/** Of one process. A renderer maps 610 MB for an empty page; what a page takes beyond the bound fails, or ends its renderer. */
export const CHROMIUM_MEMORY_MB = 1_536;

export interface ChromiumUser {
  executablePath: string;
  env: Record<string, string>;
  chromiumSandbox: boolean;
}

/** The ways in which Chromium may be started, the safest first. Only a trial tells which the machine can: what a sandbox needs differs. */
export function chromiumUsers(executablePath: string): [safest: ChromiumUser, ...others: ChromiumUser[]] {
  const variables = only(PROGRAM_VARIABLES, currentVariables());
  const memory = { CHROMIUM_PATH: executablePath, CHROMIUM_MEMORY_KB: String(1_024 * CHROMIUM_MEMORY_MB) };
  const bounded = { executablePath: STARTER, env: { ...variables, ...memory }, chromiumSandbox: true };
  if (process.platform === 'win32') return [{ executablePath, env: variables, chromiumSandbox: true }];
  if (process.getuid?.() !== 0) return [bounded];
  const asUser = { ...bounded, env: { ...bounded.env, CHROMIUM_UID: UNPRIVILEGED_UID } };
  return [asUser, { ...bounded, chromiumSandbox: false }];
}
