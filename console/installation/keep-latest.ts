import { randomBytes } from 'node:crypto';

/** Keeps a value in memory under a name that can't be guessed, and only the latest `most`. Returns the name. */
export function keepLatest<Value>(values: Map<string, Value>, value: Value, most: number): string {
  const name = randomBytes(12).toString('hex');
  values.set(name, value);
  const [oldest] = values.keys();
  if (values.size > most && oldest !== undefined) values.delete(oldest);
  return name;
}
