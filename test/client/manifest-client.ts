/** Types of a client, generated from a running server’s manifest into a file of this folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const GENERATED = join(import.meta.dirname, 'generated/paths.ts');

export async function generate(manifestUrl: string): Promise<void> {
  const document = await (await fetch(manifestUrl)).text();
  const types = astToString(await openapiTS(document, { alphabetize: true }));
  mkdirSync(dirname(GENERATED), { recursive: true });
  writeFileSync(GENERATED, types);
}
