/**
 * An entry as columns, and back. Pure. A reading can be large and is seldom needed, so it is stored apart and compressed;
 * the rest is plain JSON, readable in any SQLite tool.
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

/** A snapshot's body: the statement, and for an imported one its dataset. */
export function unpackSnapshot(body: Uint8Array): Statement & Pick<Snapshot, 'imported'> {
  return JSON.parse(zstdDecompressSync(body).toString());
}

export function splitReading(observation: VerifyJob): { light: LightObservation; reading?: Buffer } {
  if (!('reading' in observation)) return { light: observation };
  const { reading, ...light } = observation;
  return { light, reading: pack(JSON.stringify(reading)) };
}

export function joinReading(light: string, reading?: Uint8Array): VerifyJob {
  const observation = JSON.parse(light);
  return reading === undefined
    ? observation
    : { ...observation, reading: JSON.parse(zstdDecompressSync(reading).toString()) };
}

/** The form of instants that SQL compares: with milliseconds and Z, the order of texts is the order of time. */
export function instant(text: string): string {
  return new Date(text).toISOString();
}

export function verdictOf(json: string): Verdict {
  return JSON.parse(json);
}

export function lightOf(json: string): LightObservation {
  return JSON.parse(json);
}
