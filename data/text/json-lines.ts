/** Texts with one JSON value per line. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** @throws {Error} there is no such file, or a line of it is not of the schema */
export function readJsonLines<T extends z.ZodType>(file: string, schema: T): z.output<T>[] {
  return jsonLines(readFileSync(file, 'utf8'), schema, file);
}

/** @param name of the text, for the error @throws {Error} a line is not of the schema */
export function jsonLines<T extends z.ZodType>(text: string, schema: T, name: string): z.output<T>[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (cause) {
      const why = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
      throw new Error(`Cannot read line ${index + 1} of ${name}: ${why}`, { cause });
    }
  });
}
