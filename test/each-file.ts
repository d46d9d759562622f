/** What each test file begins and ends with. Properties are tried on the values that follow from the seed of the run (vitest.config.ts). */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { closeAll } from './end-of-file.ts';

if (process.env.SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.SEED) });

// The first hook to be set is the last to run: after those of the file itself.
afterAll(closeAll);
