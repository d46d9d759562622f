import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The tables of a test, by title: the YAML file beside `x.test.ts` is `x.yaml`. */
export function casesOf(testFile: string): <Case>(title: string) => Case[] {
  const tables = parse(readFileSync(testFile.replace(/\.test\.ts$/, '.yaml'), 'utf8')) as Record<string, unknown[]>;
  return <Case>(title: string) => {
    const cases = tables[title];
    if (cases === undefined) throw new RangeError(`Cannot find the cases "${title}" beside ${testFile}`);
    return cases as Case[];
  };
}
