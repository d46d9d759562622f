/**
 * A second verifier of the same ledger stands by, and takes over when the first is gone.
 *
 * The lease is the kernel's lock on the ledger (data/store/ledger/lock.ts): it ends with the process that has it, at once
 * and never before, so two never write, whatever the clocks say. Jobs that the first had in hand come again by the queue.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LedgerTaken } from '../../data/store/ledger/lock.ts';

/** How often the one that stands by looks. */
const LOOK_MS = 250;

interface StandingBy {
  /** Once, before it waits. */
  onTaken(): void;
  lookMs?: number;
}

/** What `open` gives, when it first can. @throws {Error} anything but that the ledger is taken */
export async function whenFree<Opened>(
  open: () => Promise<Opened>,
  { onTaken, lookMs = LOOK_MS }: StandingBy,
): Promise<Opened> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof LedgerTaken)) throw error;
    }
    if (isFirst) onTaken();
    await delay(lookMs);
  }
}
