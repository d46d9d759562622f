/**
 * Takes what another node publishes: asks for its pointer, fetches the file that it names, and publishes it here when all
 * of it is there, of the hash that was said and of a schema that is known. On any doubt what is published here stays.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Current, GENERATION_SCHEMA, hashFile } from '../../../data/store/generation/current.ts';
import { adoptGeneration, standingPointer } from '../../../data/store/generation/publish.ts';
import { POINTER_PATH, PUBLISHED_PATH } from '../exports/published.ts';
import { download } from './download.ts';

/** Of a pointer, which has some 400 bytes. */
const MOST_POINTER_BYTES = 16 * 1024;
/** Of a generation: ten times what a million products take would be a mistake or an attack. */
const MOST_BYTES = 64 * 1024 ** 3;
const PART = '.part-';

export interface TakeOptions {
  /** Base URL of the other node. */
  url: string;
  /** Where generations are published here. */
  dir: string;
  /** The longest that nothing may come, and that one attempt may take; what has come by then is kept. */
  patience: { idleMs: number; attemptMs: number };
  signal: AbortSignal;
  now: () => Date;
}

export type Refusal = 'older' | 'unknown_schema' | 'too_large';

export type Outcome =
  | { kind: 'unchanged' }
  | { kind: 'refused'; reason: Refusal; generation: string }
  | { kind: 'taken'; generation: string; bytes: number };

export interface Taker {
  /** @throws {Error} the other node is not reached, or what it sent is not what it said */
  take(): Promise<Outcome>;
  /** Whether what the other node publishes now can't be taken, as far as is known. */
  isRefusing(): boolean;
  /** Bytes that wait for their rest: more than last time means that the link does something. */
  waiting(): number;
}

export function taker({ url, dir, patience, signal, now }: TakeOptions): Taker {
  /** Tag of the pointer that was dealt with. */
  let dealtWith: string | undefined;
  let isRefusing = false;

  async function take(): Promise<Outcome> {
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(patience.attemptMs)]);
    const found = await pointerAt(
      url + POINTER_PATH,
      dealtWith,
      AbortSignal.any([attempt, AbortSignal.timeout(patience.idleMs)]),
    );
    if (found === undefined) return { kind: 'unchanged' };
    const outcome = await dealWith(found.current, attempt);
    isRefusing = outcome.kind === 'refused';
    dealtWith = found.etag;
    return outcome;
  }

  async function dealWith(current: Current, attempt: AbortSignal): Promise<Outcome> {
    const { generation, sha256, file } = current;
    const standing = standingPointer(dir);
    if (standing?.generation === generation && standing.sha256 === sha256) return { kind: 'unchanged' };
    const reason = refusalOf(current, standing);
    if (reason !== undefined) return { kind: 'refused', reason, generation };
    const placed = join(dir, file);
    // Published before under another number, or placed and not yet pointed to when we were ended.
    if (existsSync(placed) && (await hashFile(placed)) === sha256) {
      adoptGeneration(dir, current, { path: placed, now: now() });
      return { kind: 'taken', generation, bytes: 0 };
    }
    const part = join(dir, PART + file);
    mkdirSync(dir, { recursive: true });
    for (const name of partsIn(dir)) if (name !== PART + file) rmSync(join(dir, name), { force: true });
    const bytes = await download({
      url: url + PUBLISHED_PATH.replace('{published}', file),
      etag: `"${file}"`,
      bytes: current.bytes,
      path: part,
      idleMs: patience.idleMs,
      signal: attempt,
    });
    const found = await hashFile(part);
    if (found !== sha256) {
      rmSync(part);
      throw new Error(`Cannot take generation ${generation}: the hash of what came is ${found}, not ${sha256}`);
    }
    adoptGeneration(dir, current, { path: part, now: now() });
    return { kind: 'taken', generation, bytes };
  }

  return {
    take,
    isRefusing: () => isRefusing,
    waiting: () => partsIn(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0),
  };
}

function partsIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).filter((name) => name.startsWith(PART)) : [];
}

/** What the other node publishes now, and why it can't be taken here. */
export interface Offered {
  generation: string;
  isHere: boolean;
  refusal?: Refusal;
}

/** Asks, and takes nothing. @throws {Error} the other node is not reached, or has no pointer */
export async function offered({ url, dir, signal }: Pick<TakeOptions, 'url' | 'dir' | 'signal'>): Promise<Offered> {
  const found = await pointerAt(url + POINTER_PATH, undefined, signal);
  if (found === undefined) throw new Error(`Cannot fetch ${url}${POINTER_PATH}: it answers 304 to who has nothing`);
  const { generation, sha256 } = found.current;
  const standing = standingPointer(dir);
  const isHere = standing?.generation === generation && standing.sha256 === sha256;
  const refusal = isHere ? undefined : refusalOf(found.current, standing);
  return { generation, isHere, ...(refusal !== undefined && { refusal }) };
}

function refusalOf({ generation, schema, bytes }: Current, standing: Current | undefined): Refusal | undefined {
  if (schema !== GENERATION_SCHEMA) return 'unknown_schema';
  if (bytes > MOST_BYTES) return 'too_large';
  return standing !== undefined && Number(generation) <= Number(standing.generation) ? 'older' : undefined;
}

/** Undefined where it is the one of this tag still. @throws {Error} it is not there, or no pointer */
async function pointerAt(
  url: string,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<{ current: Current; etag: string | undefined } | undefined> {
  const headers = etag === undefined ? {} : { 'If-None-Match': etag };
  const response = await fetch(url, { headers, redirect: 'error', signal });
  if (response.status === 304) return undefined;
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`Cannot fetch ${url}: it answers ${response.status}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST_POINTER_BYTES) throw new Error(`Cannot read ${url}: it is no pointer to a generation`);
  }
  return { current: Current.parse(JSON.parse(text)), etag: response.headers.get('etag') ?? undefined };
}
