/** The manifest of a feed set: the feeds of one generation on one day, each file in each coding. */
import * as z from 'zod';
import { Sha256 } from '../../../data/page.ts';
import { Day, Instant } from '../../../data/product.ts';
import { CODINGS, type Coding } from '../../cache/coding.ts';
import { GenerationId } from '../exports/manifest.ts';

export const ALL_CODINGS = ['identity', ...CODINGS] as const satisfies readonly Coding[];

const FeedFile = z.strictObject({
  path: z.string().startsWith('/'),
  coding: z.enum(ALL_CODINGS),
  name: z.string().regex(/^[a-z0-9-]+(?:\.[a-z]+)+$/),
  bytes: z.int().min(0),
  sha256: Sha256,
});
export type FeedFile = z.infer<typeof FeedFile>;

/** Everything that determines the bytes of a set. */
const Origin = z.strictObject({
  generation: GenerationId,
  generationSha256: Sha256,
  /** UTC. */
  day: Day,
  site: z.strictObject({ brand: z.string(), baseUrl: z.string() }),
  answerVersion: z.int(),
});
export type Origin = z.infer<typeof Origin>;

export const FeedSet = z.strictObject({ origin: Origin, lastModified: Instant, files: z.array(FeedFile) });
export type FeedSet = z.infer<typeof FeedSet>;
