/** The fault matrix, in its order. */
import { UsageFault } from '../../config/command.ts';
import type { Fault } from './fault.ts';
import { kills } from './faults/f01-kills.ts';
import { failingCalls } from './faults/f03-failing-calls.ts';
import { fullDisk } from './faults/f04-full-disk.ts';
import { redis } from './faults/f05-redis.ts';
import { links } from './faults/f06-links.ts';
import { zombies } from './faults/f07-zombies.ts';
import { browserDeath } from './faults/f09-browser.ts';
import { clockJumps } from './faults/f11-clock-jumps.ts';
import { powerLoss } from './faults/f13-power-loss.ts';
import { twoVersions } from './faults/f14-two-versions.ts';
import { twoOfEach } from './faults/f15-two-of-each.ts';
import { hostileClients } from './faults/f17-hostile-clients.ts';
import { pairs } from './faults/f18-pairs.ts';
import { load } from './faults/load.ts';

export const FAULTS: readonly Fault[] = [
  kills,
  failingCalls,
  fullDisk,
  redis,
  links,
  zombies,
  browserDeath,
  clockJumps,
  powerLoss,
  twoVersions,
  twoOfEach,
  hostileClients,
  pairs,
  load,
];

/** @throws {UsageFault} there is no fault of that name */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  if (names.length === 0) return FAULTS;
  return names.map((name) => {
    const fault = FAULTS.find(({ id }) => id.toLowerCase() === name.toLowerCase());
    if (fault === undefined)
      throw new UsageFault(`There is no fault ${name}. There are ${FAULTS.map(({ id }) => id).join(', ')}`);
    return fault;
  });
}
