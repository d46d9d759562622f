/**
 * What a person had done that is no decision on a reading: who, when and why. It goes through the verifier, which alone
 * writes, and is a row of the ledger like an observation; nothing of a record follows from it.
 */
import * as z from 'zod';
import { Instant, Slug } from '../product.ts';
import { Words } from './review-decision.ts';

export const Action = z.strictObject({
  kind: z.literal('action'),
  /** `action/<slug>/<instant>-<salt>`: no observation's id has a slash. Delivered twice, it is one row. */
  id: z.string().regex(/^action\/[a-z0-9-]{1,80}\/[\w-]{8,60}$/),
  /** `check_requested`: its sources are to be visited out of turn. `product_added`: its file was written. */
  action: z.enum(['check_requested', 'product_added']),
  /** Of a product that was added the running processes may not know yet. */
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
