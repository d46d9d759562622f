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
  type: z.url().meta({ description: 'Page that explains the error.' }),
  title: z.string(),
  status: z.int().meta({ description: 'The HTTP status.' }),
  detail: z.string().meta({ description: 'Description of the error in this request.' }),
  instance: z.string().meta({ description: 'Id of the request, as in `X-Request-Id`.' }),
  code: z.enum(CODES).meta({ description: 'Code of the error, for programs.' }),
  errors: z
    .array(
      z.strictObject({
        parameter: z.string(),
        reason: z.string(),
        allowed: z.array(z.string()).optional().meta({ description: 'The allowed values.' }),
      }),
    )
    .optional()
    .meta({ description: 'Each invalid parameter.' }),
  suggestions: z.array(z.string()).max(5).optional().meta({ description: 'Similar names.' }),
  tombstone: Tombstone.optional().meta({ description: 'Facts about a discontinued product.' }),
});
