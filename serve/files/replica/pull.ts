/**
 * Copies what another node publishes. A complete file of the stated hash and a known schema is published here; anything
 * else changes nothing.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile } from '../../../data/store/files/hash-file.ts';
import { Current, isReadable, publishedPointer } from '../../../data/store/generation/current.ts';
import { adoptGeneration } from '../../../data/store/generation/publish.ts';
import { POINTER_PATH, PUBLISHED_PATH } from '../../interface/published-files.ts';
import { download } from '../folder/download.ts';

const MOST_POINTER_BYTES = 16 * 1024;
/** Ten times a generation of a million products. */
const MOST_BYTES = 64 * 1024 ** 3;
const PART = '.part-';

export interface PullOptions {
  url: string;
  dir: string;
  /** Longest silence and longest attempt; a partial download is kept. */
  patience: { idleMs: number; attemptMs: number };
  signal: AbortSignal;
  now: () => Date;
}

export type Refusal = 'older' | 'unknown_schema' | 'too_large';

type Outcome =
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Refusal; generation: string }
  | { kind: 'taken'; generation: string; bytes: number };

export function puller({ url, dir, patience, signal, now }: PullOptions) {
  /** Entity tag of the last pointer that was handled. */
  let dealtWith: string | undefined;
  let isRefusing = false;

  /** @throws {Error} the other node is unreachable, or sent something else than it stated */
  async function pull(): Promise<Outcome> {
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(patience.attemptMs)]);
    const pointerSignal = AbortSignal.any([attempt, AbortSignal.timeout(patience.idleMs)]);
    const found = await pointerAt(url, dealtWith, pointerSignal);
    if (found === undefined) return { kind: 'unchanged' };
    const outcome = await dealWith(found.current, attempt);
    isRefusing = outcome.kind === 'refused';
    dealtWith = found.etag;
    return outcome;
  }

  async function dealWith(current: Current, attempt: AbortSignal): Promise<Outcome> {
    const { generation, sha256, file } = current;
    const { isHere, refusal: reason } = compared(current, dir);
    if (isHere) return { kind: 'unchanged' };
    if (reason !== undefined) return { kind: 'refused', reason, generation };
    let path = join(dir, file);
    let bytes = 0;
    // The file may exist already: under another number, or from an attempt that ended before the pointer was written.
    if (!existsSync(path) || (await hashFile(path)) !== sha256) {
      path = join(dir, PART + file);
      mkdirSync(dir, { recursive: true });
      for (const name of partsIn(dir)) if (name !== PART + file) rmSync(join(dir, name), { force: true });
      const from = url + PUBLISHED_PATH.replace('{published}', file);
      const { idleMs } = patience;
      const wanted = { url: from, etag: `"${file}"`, bytes: current.bytes, sha256, path, idleMs, signal: attempt };
      bytes = await download(wanted);
    }
    adoptGeneration(dir, current, { path, now: now() });
    return { kind: 'taken', generation, bytes };
  }

  return {
    pull,
    isRefusing: () => isRefusing,
    /** Bytes of an unfinished download. */
    waiting: () => partsIn(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0),
  };
}

function partsIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith(PART)) : [];
}

/** The generation of another node, compared with what is published here. */
export interface Offered {
  generation: string;
  isHere: boolean;
  refusal?: Refusal;
}

/** Compares without a download. @throws {Error} the other node is unreachable, or has no pointer */
export async function offered({ url, dir, signal }: Pick<PullOptions, 'url' | 'dir' | 'signal'>): Promise<Offered> {
  const found = await pointerAt(url, undefined, signal);
  if (found === undefined) throw new Error(`Cannot fetch ${url}${POINTER_PATH}: unexpected status 304`);
  return compared(found.current, dir);
}

function compared(current: Current, dir: string): Offered {
  const { generation, sha256 } = current;
  const standing = publishedPointer(dir);
  const isHere = standing?.generation === generation && standing.sha256 === sha256;
  const refusal = isHere ? undefined : refusalOf(current, standing);
  return { generation, isHere, ...(refusal !== undefined && { refusal }) };
}

function refusalOf({ generation, schema, bytes }: Current, standing: Current | undefined): Refusal | undefined {
  if (!isReadable(schema)) return 'unknown_schema';
  if (bytes > MOST_BYTES) return 'too_large';
  return standing !== undefined && Number(generation) <= Number(standing.generation) ? 'older' : undefined;
}

/** Undefined where the pointer has not changed. @throws {Error} it is missing, or the node is unreachable */
async function pointerAt(
  node: string,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<{ current: Current; etag: string | undefined } | undefined> {
  const url = node + POINTER_PATH;
  const headers = etag === undefined ? {} : { 'If-None-Match': etag };
  const response = await fetch(url, { headers, redirect: 'error', signal });
  if (response.status === 304) return undefined;
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`Cannot fetch ${url}: status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_POINTER_BYTES) throw new Error(`Cannot read ${url}: not a generation pointer`);
  }
  const current = Current.parse(JSON.parse(Buffer.concat(chunks).toString()));
  return { current, etag: response.headers.get('etag') ?? undefined };
}
