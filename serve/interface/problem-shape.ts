/** The schema of every error (RFC 9457); `problemBody` writes it. */
import * as z from 'zod';
import { Day, Slug } from '../../data/product.ts';
import { PROBLEMS, type ProblemCode } from './problem.ts';

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

export const Tombstone = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  reason: z.string(),
  retiredOn: Day.optional(),
  successor: Slug.optional(),
  source: z.url(),
});
export type Tombstone = z.infer<typeof Tombstone>;

export const ProblemView = z.strictObject({
  type: z.url().meta({ description: 'A page of ours that explains the error.' }),
  title: z.string(),
  status: z.int().meta({ description: 'The HTTP status.' }),
  detail: z.string().meta({ description: 'What is wrong with this very request, for people.' }),
  instance: z.string().meta({ description: 'Names the request; the same id is in `X-Request-Id`.' }),
  code: z.enum(CODES).meta({ description: 'What is wrong, for programs.' }),
  errors: z
    .array(
      z.strictObject({
        parameter: z.string(),
        reason: z.string(),
        allowed: z.array(z.string()).optional().meta({ description: 'The values that it can have.' }),
      }),
    )
    .optional()
    .meta({ description: 'Each thing that is wrong with the input.' }),
  suggestions: z
    .array(z.string())
    .max(5)
    .optional()
    .meta({ description: 'Names that are close to what was asked for.' }),
  tombstone: Tombstone.optional().meta({ description: 'What is left of a product that its vendor has ended.' }),
});
