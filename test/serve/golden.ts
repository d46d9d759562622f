/**
 * A full answer, kept as a file and compared byte for byte: the diff of that file is the review of
 * an interface change. `UPDATE_GOLDEN=1 npx vitest run test/serve` writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export function expectGolden(name: string, body: string): void {
  const file = join(import.meta.dirname, 'golden', `${name}.json`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, `${JSON.stringify(JSON.parse(body), null, 2)}\n`);
  // Parsed and written again, JSON keeps its order and loses only the white space that people read by.
  expect(body).toBe(JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
}
