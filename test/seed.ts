/** Properties are tried on the values that follow from the seed of the run (vitest.config.ts). */
import fc from 'fast-check';

if (process.env.SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.SEED) });
