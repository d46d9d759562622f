/** Texts that hold a JSON value a line. */
import * as z from 'zod';

/** @param name what the text is, for whoever reads the error @throws {Error} a line is not of the schema; says which, and why */
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
