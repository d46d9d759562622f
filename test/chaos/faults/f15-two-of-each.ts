/** F15: two publishers and two schedulers at once, and commands that publish beside them. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { assay } from '../../cli/command-line.ts';
import { eventually } from '../../eventually.ts';
import type { ProcessName } from '../../pipeline/pipeline.ts';
import type { Fault, Scale } from '../fault.ts';
import { growingCatalogue, visitedOnce } from '../growing-catalogue.ts';
import { steadyVendors } from '../vendors.ts';
import { inWorld, START, type World } from '../world.ts';

const SIZES: Record<Scale, { rounds: number; vendors: number }> = {
  short: { rounds: 1, vendors: 12 },
  long: { rounds: 60, vendors: 40 },
};
/** Of the command, at the same moment. */
const COMMANDS = 2;
const WORK_MS = 1_000;
const PATIENCE_MS = 120_000;

/** What a verifier logs, and the command prints, of a publication. */
const Publication = z.looseObject({ generation: z.string(), sha256: z.string(), unchanged: z.boolean() });
type Publication = z.infer<typeof Publication>;

/** `isByCommand`: no verifier had the ledger, so the command made it. */
type Asked = Publication & { isByCommand: boolean };

export const twoOfEach: Fault = {
  id: 'F15',
  title: 'two publishers and two schedulers at once',
  async run(trial) {
    const { rounds, vendors } = SIZES[trial.scale];
    const scheduled = growingCatalogue(trial, rounds);
    const catalogue = { CATALOGUE_DIR: scheduled.directory };
    const options = {
      vendors: steadyVendors(vendors, START),
      others: scheduled.vendors,
      own: { scheduler: catalogue, 'scheduler-2': catalogue },
    };
    return inWorld(trial, options, async (world) => {
      const asked: Asked[] = [];
      let [writer, standby]: [ProcessName, ProcessName] = ['verifier', 'verifier-2'];
      world.pipeline.start('verifier-2');
      await world.whileDaysPass(async () => {
        for (let round = 1; round <= rounds; round += 1) {
          scheduled.grow(world.directory);
          await Promise.all([bothSchedulers(world), delay(trial.random() * WORK_MS)]);
          asked.push(...(await publishedBeside(world, round % 2 === 0 ? [writer] : [writer, standby])));
          [writer, standby] = await whoWrites(world, [writer, standby]);
          trial.say(`round ${round} of ${rounds}: ${writer} writes, ${asked.length} publications asked for`);
        }
      });
      await eventually('all is done', world.isDrained, PATIENCE_MS);
      const figures = await world.check();
      visitedOnce(world.directory, scheduled.slugs());
      // What a verifier made for a command is in its log.
      const byCommand = asked.filter(({ isByCommand }) => isByCommand);
      const publications = onceEach([...byCommand, ...logged(world)]);
      const scheduledProducts = scheduled.slugs().length;
      return { rounds, publications, asked: asked.length, byCommand: byCommand.length, scheduledProducts, ...figures };
    });
  },
};

async function bothSchedulers(world: World): Promise<void> {
  const names = ['scheduler', 'scheduler-2'] as const;
  await Promise.all(names.map((name) => world.pipeline.end(name, 'SIGKILL')));
  for (const name of names) world.pipeline.start(name);
  await Promise.all(names.map((name) => world.works(name)));
}

/** One of the two does, and never both. */
async function whoWrites({ pipeline }: World, names: [ProcessName, ProcessName]): Promise<[ProcessName, ProcessName]> {
  await eventually('a verifier writes', () => names.some((name) => pipeline.isReady(name)), PATIENCE_MS);
  const [first, second] = names;
  if (pipeline.isReady(first) && pipeline.isReady(second)) throw new Error('I2: two verifiers write to one ledger');
  return pipeline.isReady(first) ? [first, second] : [second, first];
}

/** Several commands at once, while the verifiers are killed: one of all of them makes each publication. */
async function publishedBeside(world: World, killed: readonly ProcessName[]): Promise<Asked[]> {
  await Promise.all(killed.map((name) => world.kill(name)));
  const commands = Array.from({ length: COMMANDS }, () => published(world));
  // Where no verifier is left, one of the commands has to do it, and the others wait for a verifier.
  if (killed.length > 1) await Promise.race(commands);
  for (const name of killed) world.pipeline.start(name);
  return Promise.all(commands);
}

/** By the command, as a person would. @throws {Error} it failed */
async function published({ pipeline }: World): Promise<Asked> {
  const { code, stdout, stderr } = await assay(['publish', '--json'], pipeline.environment);
  if (code !== 0) throw new Error(`I8: the command to publish ended with ${code}: ${stderr}`);
  return { ...Publication.parse(JSON.parse(stdout)), isByCommand: stderr.includes('publishing in this process') };
}

function logged({ pipeline }: World): Publication[] {
  return pipeline.log.flatMap((line) => {
    const isPublication = /^verifier(?:-2)? /.test(line) && line.includes('"event":"published"');
    return isPublication ? [Publication.parse(JSON.parse(line.slice(line.indexOf('{'))))] : [];
  });
}

/** @returns how many generations were published @throws {Error} a number names two, or two made the same step */
function onceEach(publications: readonly Publication[]): number {
  const files = new Map<string, string>();
  for (const { generation, sha256 } of publications) {
    const known = files.get(generation) ?? sha256;
    if (known !== sha256) throw new Error(`I4: generation ${generation} is ${known} and ${sha256}`);
    files.set(generation, known);
  }
  const made = publications.filter(({ unchanged }) => !unchanged).map(({ generation }) => generation);
  const twice = made.filter((generation, index) => made.indexOf(generation) !== index);
  if (twice.length > 0) throw new Error(`I2: published twice: ${[...new Set(twice)].join(', ')}`);
  return files.size;
}
