/** One fault in `npm test`: every process is killed at random. The others are in faults.long.test.ts. */
import { kills } from './faults/f01-kills.ts';
import { testFaults } from './test-faults.ts';

testFaults([kills]);
