/** An operator's action that is no decision on a reading: who, when and why. A row of the ledger without consequences. */
import * as z from 'zod';
import { Instant, Slug } from '../product.ts';
import { Words } from './review-decision.ts';

export const Action = z.strictObject({
  kind: z.literal('action'),
  /** `action/<slug>/<instant>-<salt>`: no observation's id has a slash. Delivered twice, it is one row. */
  id: z.string().regex(/^action\/[a-z0-9-]{1,80}\/[\w-]{8,60}$/),
  /** `check_requested`: its sources are to be visited out of turn. `product_added`: its file was written. */
  action: z.enum(['check_requested', 'product_added']),
  /** The running processes may not know an added product yet. */
  slug: Slug,
  by: Words.max(40),
  reason: Words.max(300),
  at: Instant,
});
export type Action = z.infer<typeof Action>;

/** @throws {z.ZodError} the name or the reason is none */
export function actionOf(
  { action, slug, by, reason }: Pick<Action, 'action' | 'slug' | 'by' | 'reason'>,
  { now, salt }: { now: Date; salt: string },
): Action {
  const at = now.toISOString();
  const id = `action/${slug}/${at.replaceAll(/[:.]/g, '-')}-${salt}`;
  return Action.parse({ kind: 'action', id, action, slug, by, reason, at });
}
