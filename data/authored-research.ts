/** What an author found about a product and no reader can: part of its file. Each statement has its source and day. */
import * as z from 'zod';
import { Amount, Currency } from './money.ts';
import { Per, Unit } from './reading.ts';

export const HiddenCostKind = z.enum(['sso', 'audit', 'support', 'setup', 'overage', 'minimum', 'add_on', 'other']);
export type HiddenCostKind = z.infer<typeof HiddenCostKind>;

const PROGRAMS = ['annual_billing', 'startup', 'education', 'nonprofit', 'open_source', 'other'] as const;
export const DiscountProgramKind = z.enum(PROGRAMS);

const found = { source: z.url({ protocol: /^https$/, hostname: z.regexes.domain }), asOf: z.iso.date() };

const words = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}<>]*$/u, 'must not contain markup or control characters');
const Statement = z.strictObject({ text: words(600), ...found });
const Percent = z.number().min(0.1).max(100);

function upTo<T extends z.ZodType>(most: number, item: T) {
  return z.array(item).max(most).default([]);
}

const AuthoredCost = z
  .strictObject({
    label: words(120),
    cost: words(120),
    kind: HiddenCostKind,
    amount: Amount.optional(),
    currency: Currency.optional(),
    per: Per.optional(),
    unit: Unit.optional(),
    ...found,
  })
  .refine(({ amount, currency }) => (amount === undefined) === (currency === undefined), {
    message: 'amount and currency must be given together',
  });

export const AuthoredResearch = z.strictObject({
  quickAnswer: Statement.optional(),
  verdict: Statement.optional(),
  expertTake: Statement.optional(),
  /** `tier` is the id or the name of one. */
  planAdvice: upTo(20, z.strictObject({ tier: words(80), suits: words(160), advice: words(400), ...found })),
  hiddenCosts: upTo(40, AuthoredCost),
  discountPrograms: upTo(
    20,
    z.strictObject({
      kind: DiscountProgramKind,
      name: words(80),
      text: words(400),
      percent: Percent.optional(),
      isUpTo: z.literal(true).optional(),
      isFree: z.literal(true).optional(),
      survivesRenewal: z.boolean().optional(),
      ...found,
    }),
  ),
  negotiation: z
    .strictObject({
      tactics: upTo(20, Statement.extend({ expectedDiscountPercent: Percent.optional() })),
      timing: upTo(20, Statement),
      negotiable: upTo(20, Statement),
      fixed: upTo(20, Statement),
    })
    .optional(),
});
export type AuthoredResearch = z.infer<typeof AuthoredResearch>;
