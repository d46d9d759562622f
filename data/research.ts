/**
 * Sentences that follow from the facts about a product, each with its rule, evidence or author. The rules are in
 * verifier/research and docs/research.md.
 */
import * as z from 'zod';
import { DiscountProgramKind, HiddenCostKind } from './authored-research.ts';
import { Day, Slug } from './product.ts';
import { Capability } from './reading.ts';
import { EvidenceId, HiddenCost, ImportedFrom, Origin } from './record.ts';
import { RuleId } from './research-rules.ts';

export const Grounds = z.strictObject({
  origin: Origin,
  rule: RuleId.optional().meta({ description: 'Id of the rule, if `origin` is `derived`.' }),
  evidence: z.array(EvidenceId).max(40).optional().meta({ description: 'Ids of quotes from the vendor’s pages.' }),
  basis: z
    .array(z.string().max(120))
    .max(40)
    .optional()
    .meta({ description: 'Fields of the record that it is based on, such as `tiers.pro`.' }),
  imported: ImportedFrom.optional(),
  source: z.url().optional().meta({ description: 'Source of an author’s statement.' }),
  asOf: Day.optional().meta({ description: 'Date of an author’s statement.' }),
});
export type Grounds = z.infer<typeof Grounds>;

export const Sentence = Grounds.extend({ text: z.string().min(1).max(600) });
export type Sentence = z.infer<typeof Sentence>;

export const PlanAdvice = Grounds.extend({
  tier: Slug,
  name: z.string().min(1).max(80),
  suits: z.string().min(1).max(160).meta({ description: 'Target customers of the tier.' }),
  advice: z.string().min(1).max(400),
  capabilities: z
    .array(Capability)
    .optional()
    .meta({ description: 'Capability that no lower tier has, if the advice is based on it.' }),
});
export type PlanAdvice = z.infer<typeof PlanAdvice>;

/** What one pays beyond, or once the first term is over. */
export const KeyCost = Grounds.extend({
  label: z.string().max(200),
  cost: z.string().max(200),
  kind: z.enum(['renewal', ...HiddenCostKind.options]),
  ...HiddenCost.pick({ amount: true, currency: true, per: true, unit: true }).shape,
});
export type KeyCost = z.infer<typeof KeyCost>;

export const DiscountProgram = Grounds.extend({
  kind: DiscountProgramKind,
  name: z.string().min(1).max(120),
  text: z.string().min(1).max(400),
  tier: Slug.optional(),
  percent: z.number().min(0).max(100).optional(),
  isUpTo: z.literal(true).optional().meta({ description: 'Upper limit in percent.' }),
  isFree: z.literal(true).optional(),
  survivesRenewal: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the discount applies to renewals; absent if not known.' }),
});
export type DiscountProgram = z.infer<typeof DiscountProgram>;

export const Tactic = Sentence.extend({
  expectedDiscountPercent: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: 'Present only if a published fact supports a figure.' }),
});
export type Tactic = z.infer<typeof Tactic>;

export const Negotiation = z.strictObject({
  tactics: z.array(Tactic),
  timing: z.array(Sentence),
  negotiable: z.array(Sentence),
  fixed: z.array(Sentence),
});
export type Negotiation = z.infer<typeof Negotiation>;

/** One question of the rubric: does the vendor publish it? */
export const TransparencyPoint = z.strictObject({
  id: z.enum([
    'starting_price',
    'all_prices',
    'billing',
    'unit',
    'annual_and_monthly',
    'tax',
    'refund',
    'trial',
    'renewal',
    'overage',
    'sso',
  ]),
  label: z.string(),
  status: z.enum(['published', 'not_found', 'not_applicable']),
  evidence: z.array(EvidenceId).max(40).optional(),
  basis: z.array(z.string().max(120)).max(40).optional(),
});
export type TransparencyPoint = z.infer<typeof TransparencyPoint>;

export const Transparency = z.strictObject({
  score: z.int().min(0).max(100).meta({ description: 'Percentage of the applicable points that are published.' }),
  published: z.int().min(0),
  applicable: z.int().min(1),
  points: z.array(TransparencyPoint),
});
export type Transparency = z.infer<typeof Transparency>;

export const CostGuide = z.strictObject({
  quickAnswer: z.array(Sentence),
  keyCosts: z.array(KeyCost),
  /** Absent where no page of the vendor's was read. */
  transparency: Transparency.optional(),
  discountPrograms: z.array(DiscountProgram),
  negotiation: Negotiation,
});
export type CostGuide = z.infer<typeof CostGuide>;

/** All that was found of a product; a field that nothing follows for is empty or absent. */
export const ProductResearch = z.strictObject({
  quickAnswer: z.array(Sentence),
  /** A first sentence of the rule `starting-price` leaves room for how the price stands in its category. */
  verdict: z.array(Sentence),
  expertTake: z.array(Sentence),
  planAdvice: z.array(PlanAdvice),
  /** Absent where nothing beyond the sticker price is known. */
  costGuide: CostGuide.optional(),
});
export type ProductResearch = z.infer<typeof ProductResearch>;
