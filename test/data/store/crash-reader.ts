/**
 * The process that reads while the crash test kills the writer: it follows CURRENT and checks each generation as
 * distrustfully as it can. Each breach is a line on stdout, as is, now and then, what was checked so far.
 *
 * Usage: node crash-reader.ts DIR
 */
import { join } from 'node:path';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';

const [dir = '.'] = process.argv.slice(2);
const generations = join(dir, 'generations');
/** What was read once is read again at each so many looks at CURRENT: the writer needs the processor too. */
const AGAIN = 10;
let looks = 0;
let checks = 0;
let seen = 0;
let last = 0;

function breach(what: string): void {
  process.stdout.write(`breach: ${what}\n`);
}

function check(): void {
  const current = readCurrent(generations);
  if (current === undefined) {
    if (last > 0) breach('CURRENT vanished');
    return;
  }
  const number = Number(current.generation);
  if (number < last) breach(`generation ${number} came after ${last}`);
  looks += 1;
  if (number === last && looks % AGAIN !== 0) return;
  checks += 1;
  if (number > last) seen += 1;
  last = number;
  const generation = openGeneration(generations, current);
  try {
    const { entries, changes } = current.ledger;
    const amounts = generation.list().map(({ slug, startingAmount }) => {
      const stated = generation.record(slug)?.tiers[0]?.prices[0]?.amount;
      const held = generation.snapshots(slug)[0]?.tiers[0]?.prices[0]?.amount;
      return new Set([startingAmount, stated, held]);
    });
    const all = new Set(amounts.flatMap((set) => [...set]));
    if (amounts.length !== 5 || all.size !== 1 || !all.has(`${entries}.00`))
      breach(`generation ${number} of entry ${entries} states ${[...all].join(', ')} in ${amounts.length} products`);
    const log = generation.changes({ after: 0, limit: 1_000_000 });
    if (log.length !== changes || log.some(({ seq }, index) => seq !== index + 1))
      breach(`generation ${number} has ${log.length} changes of ${changes}`);
  } finally {
    generation.close();
  }
}

function follow(): void {
  try {
    check();
  } catch (cause) {
    breach(cause instanceof Error ? cause.message : String(cause));
  }
  if (checks % 10 === 0) count();
  setTimeout(follow, 10);
}

function count(done?: () => void): void {
  process.stdout.write(`${JSON.stringify({ checks, seen })}\n`, done);
}

process.once('SIGTERM', () => count(() => process.exit(0)));
process.stdout.write('following\n');
follow();
