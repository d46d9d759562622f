/** An empty ledger, closed when the test is over. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ledger, openLedger } from '../data/store/ledger/ledger.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export function temporaryLedger(): Ledger {
  const ledger = openLedger(join(temporaryDirectory(), 'ledger.db'));
  onTestFinished(() => ledger.close());
  return ledger;
}
