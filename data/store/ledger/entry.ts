/**
 * An entry as rows: what of it goes into which table, and back.
 *
 * Pure. A reading can be large and is seldom asked for, so it is apart and compressed; what the verifier and people
 * ask of every entry stays plain JSON that any SQLite tool can show.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Statement, Verdict } from '../../pipeline/verdict.ts';
import type { VerifyJob } from '../../pipeline/verify-job.ts';
import type { Snapshot } from '../../record.ts';

type WithReading = Extract<VerifyJob, { reading: unknown }>;
type Light<T> = T extends WithReading ? Omit<T, 'reading'> : T;

/** An observation without what was read from its page. */
export type LightObservation = Light<VerifyJob>;

export function pack(json: string): Buffer {
  return zstdCompressSync(json);
}

export function unpackStatement(body: Uint8Array): Statement {
  return JSON.parse(zstdDecompressSync(body).toString());
}

/** A snapshot's body: the statement, and of an imported one the dataset that states it. */
export function unpackSnapshot(body: Uint8Array): Statement & Pick<Snapshot, 'imported'> {
  return JSON.parse(zstdDecompressSync(body).toString());
}

export function splitReading(observation: VerifyJob): { light: LightObservation; reading: Buffer | null } {
  if (!('reading' in observation)) return { light: observation, reading: null };
  const { reading, ...light } = observation;
  return { light, reading: pack(JSON.stringify(reading)) };
}

export function joinReading(light: string, reading: Uint8Array | null): VerifyJob {
  const observation = JSON.parse(light);
  return reading === null
    ? observation
    : { ...observation, reading: JSON.parse(zstdDecompressSync(reading).toString()) };
}

/** Columns that SQL compares are all in one form: milliseconds and Z, so that order of text is order of time. */
export function instant(text: string): string {
  return new Date(text).toISOString();
}

export function verdictOf(json: string): Verdict {
  return JSON.parse(json);
}

export function lightOf(json: string): LightObservation {
  return JSON.parse(json);
}
