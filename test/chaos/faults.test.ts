/** One fault in `npm test`: every process is killed at random. The others are in faults.long.test.ts. */
import { faultsNamed } from './faults.ts';
import { shortRuns } from './short-runs.ts';

shortRuns(faultsNamed(['F1']));
