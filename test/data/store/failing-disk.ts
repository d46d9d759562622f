/** A life of the store (`node failing-disk.ts DIR`): a ledger is made and written, and its generation published. */
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
