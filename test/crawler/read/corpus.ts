/** Where the evaluation corpus lies on a machine that has it; tests that need it say aloud when it is absent. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const CORPUS = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));

if (!existsSync(CORPUS))
  process.stderr.write('No evaluation corpus beside the project: the tests over it do not run\n');
