/** What a language model may answer: ids of the request and kinds from closed lists. It writes no word and no number. */
import * as z from 'zod';

/** "none" is always an answer. */
const LineId = z.string().regex(/^(?:none|L[0-9]{1,5})$/);
const AmountId = z.string().regex(/^(?:none|A[0-9]{1,5})$/);

const Role = z.enum(['plan', 'add_on', 'other_product', 'rival', 'example', 'service', 'past', 'usage', 'none']);

const PointedPrice = z.strictObject({
  amount: AmountId,
  billing: z.enum(['monthly', 'annual', 'none']),
  per: z.enum(['month', 'year', 'week', 'day', 'once', 'usage', 'none']),
  kind: z.enum(['list', 'promo', 'intro', 'struck', 'none']),
});
export type PointedPrice = z.infer<typeof PointedPrice>;

const Pointed = z.strictObject({
  /** The line that names the offer. */
  name: LineId,
  role: Role,
  /** The line that says that it is free, and the one that says that its price is on request. */
  free: LineId,
  contact: LineId,
  prices: z.array(PointedPrice).max(24),
});
export type Pointed = z.infer<typeof Pointed>;

const MAX_OFFERS = 100;

export const ModelAnswer = z.strictObject({ offers: z.array(Pointed).max(MAX_OFFERS) });
export type ModelAnswer = z.infer<typeof ModelAnswer>;
