/** Who kills, how often and when: a plan that follows from the seed, and the carrying out of it. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../eventually.ts';
import type { ProcessName } from '../pipeline/pipeline.ts';
import type { World } from './world.ts';

/** A process that works is killed so soon after. */
const WORKS_MS = 1_000;
/** One that is still starting, so soon after its start. */
const STARTS_MS = 400;
/** In the middle of a publication, after its first file appeared; about as long as it takes. */
const PUBLISHES_MS = 40;
const SHARE_STARTING = 0.25;
const PATIENCE_MS = 600_000;

/** When: while it starts, at some time of its work, or in the middle of its first publication or of one at work. */
export interface Kill {
  when: 'starting' | 'working' | 'publishing_first' | 'publishing';
  afterMs: number;
}

/** So many, of which some meet the process while it starts. */
export function killsPlanned(count: number, random: () => number): Kill[] {
  return Array.from({ length: count }, () => {
    const when = random() < SHARE_STARTING ? 'starting' : 'working';
    return { when, afterMs: Math.round(random() * (when === 'starting' ? STARTS_MS : WORKS_MS)) };
  });
}

/** Of the verifier, which publishes too: as often in a publication as at other times. */
export function publisherKillsPlanned(count: number, random: () => number): Kill[] {
  return killsPlanned(count, random).flatMap((kill) => [
    kill,
    { when: random() < 0.5 ? 'publishing_first' : 'publishing', afterMs: Math.round(random() * PUBLISHES_MS) },
  ]);
}

/** Kills the process as planned, starts it again each time, and resolves when it works after the last. */
export async function carryOut(world: World, name: ProcessName, kills: readonly Kill[]): Promise<void> {
  for (const { when, afterMs } of kills) {
    if (when === 'working' || when === 'publishing') await world.works(name);
    if (when === 'publishing' || when === 'publishing_first') await publicationBegins(world, name);
    await delay(afterMs);
    await world.kill(name);
    world.pipeline.start(name);
  }
  await world.works(name);
}

/** The next temporary file of the process that runs now. */
async function publicationBegins({ directory, pipeline }: World, name: ProcessName): Promise<void> {
  const temporary = `.tmp-${pipeline.process(name).pid}`;
  let hasBegun = false;
  const watching = watch(join(directory, 'generations'), (_, file) => {
    hasBegun ||= file?.startsWith(temporary) === true;
  });
  try {
    await eventually(`${name} publishes`, () => hasBegun, PATIENCE_MS);
  } finally {
    watching.close();
  }
}
