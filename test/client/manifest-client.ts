/** Types of a client, generated from a running server’s manifest into a file of this folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { type Document, methodsOf } from '../serve/manifest/document.ts';

/**
 * How the manifest says that lists are written into a query. This client writes all of them in one way, and has to be told.
 * @throws {Error} they are written in several ways
 */
export function arrayStyle(document: Document): { style: 'form'; explode: boolean } {
  const lists = methodsOf(document).flatMap(({ operation: { parameters = [] } }) =>
    parameters.filter(({ in: place, schema }) => place === 'query' && schema.type === 'array'),
  );
  const [explode, ...others] = new Set(lists.map(({ style = 'form', explode = style === 'form' }) => explode));
  if (explode === undefined || others.length > 0) throw new Error('Cannot write lists in several ways');
  return { style: 'form', explode };
}

const GENERATED = join(import.meta.dirname, 'generated/paths.ts');

export async function generate(manifestUrl: string): Promise<void> {
  const document = await (await fetch(manifestUrl)).text();
  const types = astToString(await openapiTS(document, { alphabetize: true }));
  mkdirSync(dirname(GENERATED), { recursive: true });
  writeFileSync(GENERATED, types);
}
