/** Reads all that a world left in its directory, and holds it against the nine invariants. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PricingRecord } from '../../data/record.ts';
import type { Current } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { factsPublished } from '../pipeline/truth.ts';
import {
  confidenceIsHonest,
  nothingFalse,
  oneGenerationEach,
  readsAvailable,
  recoveredInTime,
  type Trusted,
} from './answers-checker.ts';
import { pointersWereWhole, type Told, type Violation } from './checker.ts';
import type { Remarks } from './fault.ts';
import { storeViolations, throwViolations } from './store-check.ts';
import { readTestimony, type Testimony } from './testimony.ts';

export interface DirectoryReport {
  violations: Violation[];
  figures: Remarks;
}

/** @throws {Error} it is no directory of a world */
export async function reportOn(directory: string): Promise<DirectoryReport> {
  const testimony = readTestimony(directory);
  if (testimony.length === 0) throw new Error(`Cannot check ${directory}: nobody has testified there`);
  const acknowledged = of(testimony, 'acknowledged').map(({ id }) => id);
  const pointers = of(testimony, 'pointer');
  const answers = of(testimony, 'answer');
  const { violations, ledger, published } = await storeViolations(directory, acknowledged);
  const missing: Violation[] =
    published === undefined && pointers.length > 0 ? [{ invariant: 'I4', what: 'CURRENT is gone' }] : [];
  const kept = keptGenerations(directory, pointers);
  const recovered = of(testimony, 'recovered');
  return {
    violations: [
      ...violations,
      ...missing,
      ...pointersWereWhole(pointers),
      ...kept.violations,
      ...oneGenerationEach(answers, kept.stated),
      ...nothingFalse(answers, of(testimony, 'truth'), of(testimony, 'settled')),
      ...readsAvailable(answers, of(testimony, 'lost'), of(testimony, 'down')),
      ...recoveredInTime(recovered),
      ...confidenceIsHonest(answers, ledger, kept.trusted),
    ],
    figures: {
      observations: ledger.entries.filter(({ kind }) => kind !== 'product').length,
      acknowledged: acknowledged.length,
      changes: ledger.changes.length,
      generations: pointers.length,
      answers: answers.length,
      ...(recovered.length > 0 && { slowestRecoveryMs: Math.max(...recovered.map(({ ms }) => ms)) }),
    },
  };
}

/** The nine invariants on the directory of a world. @throws {Error} one is broken; the message says which and by what */
export async function checkDirectory(directory: string): Promise<Remarks> {
  const { violations, figures } = await reportOn(directory);
  throwViolations(violations);
  return figures;
}

function of<K extends Testimony['kind']>(testimony: readonly Testimony[], kind: K): Told<K>[] {
  return testimony.filter((line): line is Told<K> => line.kind === kind);
}

/** Of the files that are still there so many of the newest are read again. */
const MOST_READ = 100;

interface Kept {
  stated: Map<string, Map<string, string[]>>;
  trusted: Trusted[];
  violations: Violation[];
}

/** What the published files state, read from them and not through the service; `trusted` is that of the last one. */
function keptGenerations(directory: string, pointers: readonly Told<'pointer'>[]): Kept {
  const dir = join(directory, 'generations');
  const kept: Kept = { stated: new Map(), trusted: [], violations: [] };
  for (const { current } of pointers.slice(-MOST_READ)) {
    if (!existsSync(join(dir, current.file))) continue;
    try {
      const records = recordsIn(dir, current);
      kept.stated.set(current.generation, new Map(records.map((record) => [record.slug, factsOf(record)])));
      kept.trusted = records.map(({ slug, verification }) => ({ slug, verification }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      kept.violations.push({ invariant: 'I4', what: `generation ${current.generation} was published: ${why}` });
    }
  }
  return kept;
}

function recordsIn(dir: string, current: Current): PricingRecord[] {
  const generation = openGeneration(dir, current);
  try {
    return generation.list().flatMap(({ slug }) => generation.record(slug) ?? []);
  } finally {
    generation.close();
  }
}

function factsOf({ tiers, rates }: PricingRecord): string[] {
  // What a sale strikes through is no price of today's, and no answer has it.
  const shown = tiers.map((tier) => ({ ...tier, prices: tier.prices.filter(({ kind }) => kind !== 'struck') }));
  return [...factsPublished({ tiers: shown, rateCard: { models: rates } })].sort();
}
