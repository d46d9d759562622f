/** A data directory with a ledger belongs to the verifier that publishes from it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Why a data directory can't receive another node's generations; undefined where it can. */
export function whyNotToTake(dataDir: string): string | undefined {
  const ledger = join(dataDir, 'ledger.db');
  if (!existsSync(ledger)) return undefined;
  return `${ledger} has a ledger, from which generations are published there. Unset GENERATION_URL, or set another DATA_DIR`;
}
