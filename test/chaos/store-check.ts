/** Reads a data directory, beside its writer or after it, and holds it against the invariants of what is stored. */
import { join } from 'node:path';
import { hashFile } from '../../data/store/files/hash-file.ts';
import { type Current, readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { ledgerSoundness, stoodAt } from '../../data/store/ledger-queries/inspection.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import {
  currentIsWhole,
  INVARIANTS,
  type LedgerContent,
  ledgerIsSound,
  noAckLost,
  noDuplicate,
  type PublishedContent,
  type Violation,
} from './checker.ts';
import type { Remarks } from './fault.ts';

const EMPTY: LedgerContent = { soundness: { schema: 0, damage: [] }, entries: [], changes: [] };

/** @throws {Error} it is no database at all */
export function readLedger(dataDir: string): LedgerContent {
  const file = join(dataDir, 'ledger.db');
  const soundness = ledgerSoundness(file);
  if (soundness === undefined) return EMPTY;
  const rows = besideWriter(file, (ledger) => ({
    entries: ledger
      .prepare<[], LedgerContent['entries'][number]>(
        'SELECT seq, id, kind, slug, observed_at AS observedAt, outcome FROM entries ORDER BY seq',
      )
      .all(),
    changes: ledger
      .prepare<[], LedgerContent['changes'][number]>('SELECT seq, slug, body FROM changes ORDER BY seq')
      .all(),
  }));
  return rows === undefined ? EMPTY : { soundness, ...rows };
}

/** Undefined before the first publication. @throws {Error} CURRENT is no pointer */
async function readPublished(dataDir: string): Promise<PublishedContent | undefined> {
  const dir = join(dataDir, 'generations');
  const current = readCurrent(dir);
  if (current === undefined) return undefined;
  const sha256 = await hashFile(join(dir, current.file)).catch(() => undefined);
  const refusal = refusalOf(dir, current);
  const isOfLedger = stoodAt(join(dataDir, 'ledger.db'), current.ledger);
  return { current, isOfLedger, ...(sha256 !== undefined && { sha256 }), ...(refusal !== undefined && { refusal }) };
}

function refusalOf(dir: string, current: Current): string | undefined {
  try {
    openGeneration(dir, current).close();
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error);
  }
}

/** What breaks I1 to I4, and how much there was to look at. */
export async function storeViolations(
  dataDir: string,
  acknowledged: Iterable<string>,
): Promise<{ violations: Violation[]; ledger: LedgerContent; published: PublishedContent | undefined }> {
  // What is acknowledged later than this may be in no ledger yet; what is published later, of a later one.
  const acks = [...acknowledged];
  const published = await readPublished(dataDir);
  const ledger = readLedger(dataDir);
  const violations = [
    ...noAckLost(acks, ledger),
    ...noDuplicate(ledger),
    ...ledgerIsSound(ledger),
    ...(published === undefined ? [] : currentIsWhole(published)),
  ];
  return { violations, ledger, published };
}

/**
 * I1 to I4 on a data directory: for faults that have no whole pipeline.
 *
 * @param acknowledged ids of the observations that whoever wrote them was told are safe
 * @throws {Error} an invariant is broken; the message says which and by what
 */
export async function checkStore(dataDir: string, acknowledged: Iterable<string>): Promise<Remarks> {
  const { violations, ledger, published } = await storeViolations(dataDir, acknowledged);
  throwViolations(violations);
  return {
    entries: ledger.entries.length,
    changes: ledger.changes.length,
    ...(published !== undefined && { generation: published.current.generation }),
  };
}

/** @throws {Error} there are any */
export function throwViolations(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const lines = violations.map(({ invariant, what }) => `${invariant} (${INVARIANTS[invariant]}): ${what}`);
  throw new Error(lines.join('\n'));
}
