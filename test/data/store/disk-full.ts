/**
 * Fills a disk under the store, and frees it again. Runs in a mount namespace of its own on a small tmpfs, which is gone
 * with the process. What happened is one line of JSON on stdout; a thrown error is a failed scenario.
 *
 * Usage: node disk-full.ts (ledger | publish) DIR
 */
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Current, readCurrent } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { openStaging } from '../../../data/store/generation/staging.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { change, daysAfterNoon, entry, observation, product, record, statement, verdict } from '../../builders.ts';

const [scenario, dir = '.'] = process.argv.slice(2);
const ballast = join(dir, 'ballast');

function fillBut(bytes: number): void {
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(dir);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

/** The reason under whatever was said about it. */
function rootOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause !== undefined) return rootOf(cause.cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}

function fillLedger(): unknown {
  const ledger = openLedger(join(dir, 'ledger.db'));
  const acknowledged: string[] = [];
  const failures = new Set<string>();
  const appendNext = () => {
    const n = acknowledged.length;
    const next = entry({
      observation: observation({ at: daysAfterNoon(n) }),
      verdict: verdict({ outcome: 'changed' }),
      statement: statement(),
      changes: [change()],
    });
    ledger.append([next], new Date());
    acknowledged.push(next.observation.id);
  };
  const lost = () => acknowledged.filter((id) => !ledger.has(id)).length;

  for (let round = 0; round < 5; round += 1) {
    fillBut(200_000);
    const before = acknowledged.length;
    try {
      for (;;) appendNext();
    } catch (cause) {
      failures.add(rootOf(cause));
    }
    if (acknowledged.length === before) throw new Error(`Round ${round} appended nothing before the disk was full`);
    if (lost() > 0) throw new Error(`Round ${round} lost ${lost()} entries`);
    rmSync(ballast);
    for (let more = 0; more < 20; more += 1) appendNext();
  }
  const { entries, changes } = ledger.position();
  const numbers = ledger.changesSince(0, entries).map(({ seq }) => seq);
  const chain = ledger.verifyChain();
  ledger.close();
  const again = openLedger(join(dir, 'ledger.db'));
  const reopened = again.position().entries;
  again.close();
  return {
    acknowledged: acknowledged.length,
    entries,
    reopened,
    changes,
    hasGaps: numbers.some((seq, index) => seq !== index + 1),
    chain,
    failures: [...failures],
  };
}

/** Publishes with ever more room, so that the disk is full at one write after another, until it succeeds. */
function fillPublish(): unknown {
  const generations = join(dir, 'generations');
  const staging = openStaging(join(dir, 'staging.db'));
  const putAll = (name: string) =>
    staging.put(
      Array.from({ length: 40 }, (_, n) => ({
        product: product({ slug: `product-${n}` }),
        record: record({ slug: `product-${n}`, name }),
        snapshots: [],
      })),
      [],
    );
  putAll('First');
  staging.publish(generations, { now: new Date() });
  const before = pointer(generations);
  const failures: Record<string, number> = {};
  let attempts = 0;
  putAll('Second');
  for (let room = 0; ; room += 4096) {
    attempts += 1;
    fillBut(room);
    try {
      const { generation } = staging.publish(generations, { now: new Date() });
      rmSync(ballast);
      staging.close();
      const after = pointer(generations);
      return { attempts, failures, before: before.generation, generation, after: after.generation };
    } catch (cause) {
      const reason = rootOf(cause);
      failures[reason] = (failures[reason] ?? 0) + 1;
    }
    const current = pointer(generations);
    if (current.sha256 !== before.sha256) throw new Error(`Attempt ${attempts} failed and moved CURRENT`);
    openGeneration(generations, current).close();
    const left = readdirSync(generations).filter((name) => name.startsWith('.tmp-'));
    if (left.length > 0) throw new Error(`Attempt ${attempts} left ${left.join(', ')}`);
  }
}

function pointer(generations: string): Current {
  const current = readCurrent(generations);
  if (current === undefined) throw new Error('CURRENT vanished');
  return current;
}

process.stdout.write(`${JSON.stringify(scenario === 'ledger' ? fillLedger() : fillPublish())}\n`);
