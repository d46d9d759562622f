/** What a person did that is no decision on a reading: who, when and why. A row of the ledger without consequences. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { Instant, Slug, Words } from '../product.ts';
import { EvidenceId } from '../record.ts';

const MAX_FILE = 200_000;

export const Action = z.strictObject({
  kind: z.literal('action'),
  /** `action/<slug>/<instant>-<salt>`: no observation's id has a slash. Delivered twice, it is one row. */
  id: z.string().regex(/^action\/[a-z0-9-]{1,80}\/[\w-]{8,60}$/),
  /**
   * `check_requested`: its sources are to be visited out of turn. `product_added`: its file was written. `recipe_saved`: a
   * recipe was written into its file. `edit_undone`: its file has an earlier text again. `mistake_reported`: a visitor says that a
   * price is wrong, in `reason`. `report_closed`: an operator has dealt with it.
   */
  action: z.enum([
    'check_requested',
    'product_added',
    'recipe_saved',
    'edit_undone',
    'mistake_reported',
    'report_closed',
  ]),
  /** The running processes may not know an added product yet. */
  slug: Slug,
  by: Words.max(40),
  reason: Words.max(1_000),
  at: Instant,
  /** The quote that a report is about. */
  evidence: EvidenceId.optional(),
  /** The report that is closed. */
  closes: z.string().max(200).optional(),
  /** The text of the product's file before and after. */
  edit: z.strictObject({ before: z.string().max(MAX_FILE), after: z.string().max(MAX_FILE) }).optional(),
});
export type Action = z.infer<typeof Action>;

/** @throws {z.ZodError} the name or the reason is none */
export function actionOf(
  { slug, ...what }: Omit<Action, 'kind' | 'id' | 'at'>,
  { now, salt = randomBytes(6).toString('base64url') }: { now: Date; salt?: string },
): Action {
  const at = now.toISOString();
  const id = `action/${slug}/${at.replaceAll(/[:.]/g, '-')}-${salt}`;
  return Action.parse({ kind: 'action', id, slug, ...what, at });
}
