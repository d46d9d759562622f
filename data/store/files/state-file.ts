/**
 * Small files in which a program keeps its own state between runs. They are written whole or not at all, and a damaged one
 * stops no start: the state counts as unknown until the next write.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as z from 'zod';
import { isAbsent, replaceFile } from './atomic-file.ts';

/** @param name of the file in its data directory */
export function stateFile<Schema extends z.ZodType>(name: string, schema: Schema) {
  return {
    /** @throws {Error} the disk is full or read-only; the old state stays */
    write(dataDir: string, state: z.output<Schema>): void {
      const file = join(dataDir, name);
      mkdirSync(dirname(file), { recursive: true });
      replaceFile(file, `${JSON.stringify(state)}\n`, `${file}.tmp-${process.pid}`);
    },
    /**
     * Undefined before the first write, and where the file can't be read.
     * @param onDamage called with one line for the operator in the latter case
     */
    read(dataDir: string, onDamage: (line: string) => void = () => {}): z.output<Schema> | undefined {
      const file = join(dataDir, name);
      try {
        const text = readFileSync(file, 'utf8');
        return schema.parse(JSON.parse(text));
      } catch (error) {
        if (isAbsent(error)) return undefined;
        onDamage(`Ignoring ${file} (unreadable): ${reasonOf(error)}`);
        return undefined;
      }
    },
  };
}

/** A SyntaxError or a ZodError is of several lines, and says nothing that an operator needs. */
function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? error.message : 'damaged content';
}
