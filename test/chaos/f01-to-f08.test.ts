/** The first half of the fault matrix, each row briefly. */
import { faultsBetween } from './faults.ts';
import { shortRuns } from './short-runs.ts';

shortRuns(faultsBetween(1, 8));
