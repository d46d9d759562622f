/**
 * The process that the crash test kills: it appends, says so in a log once `append` has returned, and publishes, for
 * ever. Entry number n is always the same entry, so that after a restart the last ones can be delivered again.
 *
 * Usage: node crash-writer.ts DIR
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry } from '../../../data/pipeline/verdict.ts';
import { openStaging } from '../../../data/store/generation/staging.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import {
  change,
  daysAfterNoon,
  entry,
  observation,
  price,
  product,
  record,
  snapshot,
  statement,
  tier,
  verdict,
} from '../../builders.ts';

const SLUGS = ['acme', 'beta', 'gamma', 'delta', 'epsilon'];
const [dir = '.'] = process.argv.slice(2);

function facts(n: number) {
  return statement({ tiers: [tier({ prices: [price({ amount: `${n}.00` })] })] });
}

function nth(n: number): LedgerEntry {
  const slug = SLUGS[n % SLUGS.length] ?? '';
  const at = daysAfterNoon(n);
  return entry({
    observation: observation({ slug, at }),
    verdict: verdict({ outcome: 'changed' }),
    statement: facts(n),
    snapshot: { ...facts(n), origin: 'observed', validFrom: at },
    changes: [change({ slug, after: { amount: `${n}.00` } })],
  });
}

const ledger = openLedger(join(dir, 'ledger.db'));
const staging = openStaging(join(dir, 'staging.db'));
const log = openSync(join(dir, 'acknowledged.log'), 'a');
process.once('SIGTERM', () => {
  ledger.close();
  staging.close();
  closeSync(log);
  process.exit(0);
});

function appendNext(): void {
  const { entries } = ledger.position();
  const last = [entries - 1, entries].filter((n) => n > 0).map(nth);
  const next = Array.from({ length: 1 + (entries % 4) }, (_, k) => nth(entries + 1 + k));
  const written = ledger.append([...last, ...next], new Date());
  if (written.slice(0, last.length).some((one) => one !== 'duplicate')) throw new Error(`Entry ${entries} was doubled`);
  if (written.slice(last.length).some((one) => one !== 'written')) throw new Error(`Entry ${entries + 1} was refused`);
  writeSync(log, next.map(({ observation }) => `${observation.id}\n`).join(''));
}

/** Each product of one generation states the same number, the ledger's: a torn generation would state two. */
function publish(): void {
  const before = staging.position();
  const position = ledger.position();
  if (!ledger.continues(before)) throw new Error('The staging database is ahead of the ledger');
  staging.update(() => {
    const { tiers } = facts(position.entries);
    staging.put(
      SLUGS.map((slug) => ({
        product: product({ slug }),
        record: record({ slug, tiers }),
        snapshots: [snapshot({ slug, tiers })],
      })),
      [],
    );
    staging.appendChanges(ledger.changesSince(before.changes, 1_000_000));
    staging.setPosition({ ...position, catalogue: 'crash' });
  });
  staging.publish(join(dir, 'generations'), { now: new Date() });
}

function work(): void {
  for (let n = 0; n < 3; n += 1) appendNext();
  publish();
  setImmediate(work);
}

work();
