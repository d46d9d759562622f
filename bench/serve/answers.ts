/**
 * The answers of the server that is measured, taken down to the byte, so that the baselines can give the same ones.
 * They travel between the processes as a file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'undici';
import * as z from 'zod';

const TakenAnswer = z.strictObject({
  path: z.string(),
  /** Of the request; empty for none. */
  coding: z.string(),
  etag: z.string(),
  /** Names and values in turn, without those that Node adds by itself. */
  headers: z.array(z.string()),
  notModifiedHeaders: z.array(z.string()),
  /** Base64 of the bytes as they were sent. */
  body: z.string(),
});
export type TakenAnswer = z.infer<typeof TakenAnswer>;

const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

export async function takeAnswer(origin: string, path: string, coding: string): Promise<TakenAnswer> {
  const accept = coding === '' ? {} : { 'accept-encoding': coding };
  const whole = await request(`${origin}${path}`, { headers: accept });
  const body = Buffer.from(await whole.body.arrayBuffer());
  const etag = whole.headers.etag;
  if (whole.statusCode !== 200 || typeof etag !== 'string')
    throw new Error(`Cannot take the answer of ${path}: status ${whole.statusCode}, ETag ${String(etag)}`);
  const unchanged = await request(`${origin}${path}`, { headers: { ...accept, 'if-none-match': etag } });
  await unchanged.body.dump();
  if (unchanged.statusCode !== 304) throw new Error(`Cannot take the 304 of ${path}: status ${unchanged.statusCode}`);
  return {
    path,
    coding,
    etag,
    headers: flat(whole.headers),
    notModifiedHeaders: flat(unchanged.headers),
    body: body.toString('base64'),
  };
}

function flat(headers: Record<string, string | string[] | undefined>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    BY_NODE.has(name) || value === undefined ? [] : [name, String(value)],
  );
}

export function saveAnswers(file: string, answers: readonly TakenAnswer[]): void {
  writeFileSync(file, JSON.stringify(answers));
}

export function readAnswers(file: string): TakenAnswer[] {
  return z.array(TakenAnswer).parse(JSON.parse(readFileSync(file, 'utf8')));
}
