/** A process's last run, as a file in DATA_DIR for commands that report on the process. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';

/** @param name of the file */
export function lastDone<Schema extends z.ZodType>(name: string, schema: Schema) {
  return {
    /** The file is replaced in one step; it need not survive a power cut. */
    note(dataDir: string, done: z.output<Schema>): void {
      const file = join(dataDir, name);
      const temporary = `${file}.tmp-${process.pid}`;
      writeFileSync(temporary, `${JSON.stringify(done)}\n`);
      renameSync(temporary, file);
    },
    /** Undefined before the first run. */
    read(dataDir: string): z.output<Schema> | undefined {
      const file = join(dataDir, name);
      return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
    },
  };
}
