import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The parsed YAML file of that name in the folder `data`. */
export function dataOf<Data>(name: string): Data {
  return parse(readFileSync(join(import.meta.dirname, 'data', `${name}.yaml`), 'utf8')) as Data;
}
