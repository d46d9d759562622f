/** What was seen, as lines of JSON in order. Instants are the machine's milliseconds; `clock` is the world's. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Current } from '../../data/store/generation/current.ts';

const Facts = z.array(z.string());

/** Of a product in an answer. `facts`: prices as test/pipeline/truth.ts writes them. */
const SeenRecord = z.strictObject({
  slug: z.string(),
  facts: Facts,
  status: z.string(),
  confidence: z.number(),
  /** Day of its last confirmation; absent where there was none. */
  verifiedAt: z.string().optional(),
});
export type SeenRecord = z.infer<typeof SeenRecord>;

export const Testimony = z.discriminatedUnion('kind', [
  /** The verify queue called the job completed. */
  z.strictObject({ kind: z.literal('acknowledged'), at: z.int(), id: z.string() }),
  /** From this instant of the world's clock the vendor's page states exactly this. */
  z.strictObject({ kind: z.literal('truth'), clock: z.iso.datetime(), slug: z.string(), facts: Facts }),
  z.strictObject({
    kind: z.literal('answer'),
    sentAt: z.int(),
    ms: z.number(),
    path: z.string(),
    status: z.int(),
    clock: z.iso.datetime(),
    generation: z.string().optional(),
    records: z.array(SeenRecord).optional(),
  }),
  /** No answer came, or not in time. */
  z.strictObject({ kind: z.literal('lost'), sentAt: z.int(), ms: z.number(), path: z.string(), error: z.string() }),
  /** CURRENT named a file; `found` is the hash of what was there. */
  z.strictObject({ kind: z.literal('pointer'), at: z.int(), current: Current, found: z.string() }),
  /** The web process was ended on purpose, and answered again at `to`. */
  z.strictObject({ kind: z.literal('down'), from: z.int(), to: z.int() }),
  /** What a fault had broken worked again, without a person. */
  z.strictObject({ kind: z.literal('recovered'), what: z.string(), ms: z.number(), withinMs: z.number() }),
  /** From here on every vendor was looked at on this instant: what is served has to be the truth of it. */
  z.strictObject({ kind: z.literal('settled'), at: z.int(), clock: z.iso.datetime() }),
]);
export type Testimony = z.infer<typeof Testimony>;

export const TESTIMONY_FILE = 'testimony.jsonl';

export function testify(directory: string, ...lines: Testimony[]): void {
  if (lines.length > 0)
    appendFileSync(join(directory, TESTIMONY_FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** @throws {z.ZodError} a line is none */
export function readTestimony(directory: string): Testimony[] {
  const file = join(directory, TESTIMONY_FILE);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Testimony.parse(JSON.parse(line)));
}
