/**
 * A life of the store: a ledger that is made and written, and a generation of it that is published. A thrown error ends
 * it with a status that is not 0.
 *
 * Usage: node failing-disk.ts DIR
 */
import { join } from 'node:path';
import { openStaging } from '../../../data/store/generation/staging.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { change, daysAfterNoon, entry, observation, product, record, statement, verdict } from '../../builders.ts';

const [dir = '.'] = process.argv.slice(2);
const now = new Date(daysAfterNoon(1));

const ledger = openLedger(join(dir, 'ledger.db'));
const observed = entry({
  observation: observation({ at: daysAfterNoon(0) }),
  verdict: verdict({ outcome: 'changed' }),
  statement: statement(),
  changes: [change()],
});
ledger.append([observed], now);
const staging = openStaging(join(dir, 'staging.db'));
staging.put([{ product: product(), record: record(), snapshots: [] }], []);
staging.setPosition({ ...ledger.position(), catalogue: '' });
staging.publish(join(dir, 'generations'), { now });
