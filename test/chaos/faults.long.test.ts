/** The fault matrix, but for the fault of faults.test.ts. */
import { failingCalls } from './faults/f03-failing-calls.ts';
import { redis } from './faults/f05-redis.ts';
import { links } from './faults/f06-links.ts';
import { zombies } from './faults/f07-zombies.ts';
import { browserDeath } from './faults/f09-browser.ts';
import { clockJumps } from './faults/f11-clock-jumps.ts';
import { powerLoss } from './faults/f13-power-loss.ts';
import { twoVersions } from './faults/f14-two-versions.ts';
import { twoOfEach } from './faults/f15-two-of-each.ts';
import { load } from './faults/load.ts';
import { testFaults } from './test-faults.ts';

testFaults([failingCalls, redis, links, zombies, browserDeath, clockJumps, powerLoss, twoVersions, twoOfEach, load]);
