/** A hundredth of the hour of traffic. */
import { load } from './faults/load.ts';
import { shortRuns } from './short-runs.ts';

shortRuns([load]);
