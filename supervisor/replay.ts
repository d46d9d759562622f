/** `npm start -- --replay DIR`: a data directory of its own, the corpus’s catalogue, and a replay in the scheduler’s place. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CannotStart } from '../config/cannot-start.ts';
import { childEnvironment, type Environment, isSet } from '../config/env.ts';
import { environmentOf } from '../config/process-variables.ts';
import { freePort } from './port.ts';
import type { ProcfileEntry } from './procfile.ts';

const PROGRAM = 'crawler/corpus-replay/main.ts';
const FORMAT = 'write a line a page with name, file (in pages/), slug, vendor, category, url and date';

/** The variables and entries of the processes in a replay. @throws {CannotStart} the folder holds no corpus */
export async function planReplay(folder: string, { dataDir }: Environment) {
  const corpus = resolve(folder);
  if (!existsSync(join(corpus, 'manifest.jsonl')))
    throw new CannotStart(`Cannot replay "${folder}": it has no manifest.jsonl; ${FORMAT}`, { exitCode: 2 });
  // A replay's history must not mix with the live web's, unless the operator names the directory.
  const place = isSet('DATA_DIR') ? dataDir : join(dataDir, 'replay');
  const catalogue = join(place, 'catalogue');
  const port = String(await freePort('127.0.0.1'));
  return {
    variables: {
      DATA_DIR: place,
      CATALOGUE_DIR: catalogue,
      LOOPBACK_VENDORS: `*=${port}`,
      HOST_SPACING_MS: '0',
      GENERATION_URL: '',
    },
    /** Writes the catalogue, before any process reads it. @throws {CannotStart} */
    prepare(cwd: string): void {
      const args = [PROGRAM, '--from', corpus, '--catalogue', catalogue];
      const env = environmentOf('scheduler', childEnvironment({}));
      const { status } = spawnSync(process.execPath, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
      if (status !== 0) throw new CannotStart(`Cannot replay "${folder}": cannot read its manifest`);
    },
    entries: (entries: ProcfileEntry[]): ProcfileEntry[] =>
      entries.map((entry) =>
        entry.name === 'scheduler' ? { ...entry, args: [PROGRAM, '--from', corpus, '--port', port] } : entry,
      ),
  };
}
