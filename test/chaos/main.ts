/** The command `npm run chaos`: injects faults into real processes, and checks the nine invariants after each. */
import { Command, InvalidArgumentError } from 'commander';
import { exitCodeOf } from '../../config/command.ts';
import { type Fault, type Scale, tryOut } from './fault.ts';
import { FAULTS, faultsNamed } from './faults.ts';
import { didPass, reasonOf, type Tried, tableOf } from './report.ts';

const SEEDS = 2 ** 31;

interface Options {
  short?: true;
  long?: true;
  seed: number;
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (!Number.isInteger(seed) || seed < 0) throw new InvalidArgumentError('not a whole number of 0 or more');
  return seed;
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

async function tryAll(faults: readonly Fault[], { seed, scale }: { seed: number; scale: Scale }): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const fault of faults) {
    say(`${fault.id} ${fault.title}: ${fault.injected}`);
    const outcome = await tryOut(fault, { seed, scale, say: (line) => say(`${fault.id} ${line}`) });
    if (outcome.result === 'failed') {
      say(`${fault.id} FAILED: ${reasonOf(outcome.error)}`);
      say(`${fault.id} kept: ${outcome.kept.join(' ')} (node test/chaos/check.ts DIRECTORY)`);
    } else say(`${fault.id} ${outcome.result === 'passed' ? 'passed' : `not run here: ${outcome.reason}`}`);
    tried.push({ fault, outcome });
  }
  return tried;
}

async function chaos(names: readonly string[], { short, long, seed }: Options): Promise<void> {
  const faults = faultsNamed(names);
  const scale = long ? 'long' : short ? 'short' : 'usual';
  say(`seed ${seed}, scale ${scale}`);
  const tried = await tryAll(faults, { seed, scale });
  process.stdout.write(`${tableOf(tried)}\n`);
  // Watchers of the faults may be open still.
  process.exit(didPass(tried) ? 0 : 1);
}

// What was started ends with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const command = new Command('npm run chaos --')
  .description('Injects faults into real processes, and checks what must hold after each.')
  .argument('[faults...]', `of ${FAULTS.map(({ id }) => id).join(', ')}; all of them by default`)
  .option('--short', 'the sizes of the tests: a few kills each')
  .option('--long', 'a thousand random kills and more, every prefix of every log: an hour')
  .option(
    '--seed <n>',
    'repeats what was tried, as far as the timing of the machine allows',
    seedOf,
    Math.floor(Math.random() * SEEDS),
  )
  .action(chaos);

process.exitCode = await exitCodeOf(async () => {
  await command.parseAsync();
  return 0;
});
