/** `node test/chaos/check.ts DIRECTORY` prints what breaks the invariants, and ends with 1 if anything does. */
import { INVARIANTS } from './checker.ts';
import { reportOn } from './directory-check.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  process.stderr.write('Usage: node test/chaos/check.ts DIRECTORY\n');
  process.exit(2);
}
const { violations, figures } = await reportOn(directory);
for (const { invariant, what } of violations) process.stdout.write(`${invariant} ${what}\n`);
const broken = new Set(violations.map(({ invariant }) => invariant));
process.stderr.write(
  `${Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}\n`,
);
process.stderr.write(
  `${Object.keys(INVARIANTS).length - broken.size} of ${Object.keys(INVARIANTS).length} invariants hold\n`,
);
process.exit(broken.size === 0 ? 0 : 1);
