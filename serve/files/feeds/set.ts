/**
 * The feeds of all products as they lie on the disk: a folder a generation and day, which the exporter makes and every
 * web process reads. Each file is there in each coding; the manifest, which is written last, says what they are.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Sha256 } from '../../../data/page.ts';
import { Day, Instant } from '../../../data/product.ts';
import { CODINGS, type Coding } from '../../cache/coding.ts';
import { GenerationId } from '../exports/manifest.ts';

export const SET_MANIFEST = 'manifest.json';
const ALL_CODINGS = ['identity', ...CODINGS] as const satisfies readonly Coding[];

const SetFile = z.strictObject({
  /** That it is asked by. */
  path: z.string().startsWith('/'),
  coding: z.enum(ALL_CODINGS),
  /** In the folder. */
  name: z.string().regex(/^[a-z0-9-]+(?:\.[a-z]+)+$/),
  bytes: z.int().min(0),
  sha256: Sha256,
});
export type SetFile = z.infer<typeof SetFile>;

/** All that the bytes of a set follow from. */
const SetOrigin = z.strictObject({
  generation: GenerationId,
  generationSha256: Sha256,
  /** UTC: confidence fades from one to the next. */
  day: Day,
  site: z.strictObject({ brand: z.string(), baseUrl: z.string() }),
  /** Of the program that made it. */
  answerVersion: z.int(),
});
export type SetOrigin = z.infer<typeof SetOrigin>;

export const FeedSet = z.strictObject({ origin: SetOrigin, lastModified: Instant, files: z.array(SetFile) });
export type FeedSet = z.infer<typeof FeedSet>;

export function setName({ generation, day }: Pick<SetOrigin, 'generation' | 'day'>): string {
  return `${generation}-${day}`;
}

const SET_NAME = /^(\d{6,15})-(\d{4}-\d\d-\d\d)$/;

/** Of all names in a folder those of sets: the newest generation first, of one generation the latest day. */
export function setsAmong(names: readonly string[]): { name: string; generation: number; day: string }[] {
  return names
    .flatMap((name) => {
      const [, generation, day] = SET_NAME.exec(name) ?? [];
      return generation === undefined || day === undefined ? [] : { name, generation: Number(generation), day };
    })
    .sort((a, b) => b.generation - a.generation || (a.day < b.day ? 1 : -1));
}

/** Undefined where there is none, or nothing of ours. */
export function readSet(dir: string, name: string): FeedSet | undefined {
  try {
    return FeedSet.parse(JSON.parse(readFileSync(join(dir, name, SET_MANIFEST), 'utf8')));
  } catch {
    return undefined;
  }
}
