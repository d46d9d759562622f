/** What a process did last, left as a file in DATA_DIR for whoever asks whether it still does it. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';

export interface LastDone<Done> {
  /** Whole or not at all; that it survives a power cut is not needed. */
  note(dataDir: string, done: Done): void;
  /** Undefined before the first time. */
  read(dataDir: string): Done | undefined;
}

/** @param name of the file */
export function lastDone<Schema extends z.ZodType>(name: string, schema: Schema): LastDone<z.output<Schema>> {
  return {
    note(dataDir, done) {
      const file = join(dataDir, name);
      const temporary = `${file}.tmp-${process.pid}`;
      writeFileSync(temporary, `${JSON.stringify(done)}\n`);
      renameSync(temporary, file);
    },
    read(dataDir) {
      const file = join(dataDir, name);
      return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
    },
  };
}
