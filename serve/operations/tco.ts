/** What a team really pays for a product: seats times price, what comes on top, and what is not in the sum. */

import * as z from 'zod';
import { Currency } from '../../data/money.ts';
import { startingPrice } from '../../data/prices/starting-price.ts';
import { Slug } from '../../data/product.ts';
import { Billing } from '../../data/reading.ts';
import { TeamCost } from '../cost/cost-shape.ts';
import { costForTeam } from '../cost/tier-choice.ts';
import { findAlias } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { integerParameter, seatsParameter, slugParameter, textParameter } from '../interface/parameters.ts';
import { isUnpriced } from '../interface/problem.ts';
import { Envelope, productEnvelope } from '../record/envelope.ts';
import { positioningOf } from '../record/market.ts';
import { importedBy } from '../record/origins.ts';
import { EvidenceView, Positioning, VerificationView } from '../record/shape.ts';
import { verificationView } from '../record/view.ts';
import { groupsOf } from './record-answer.ts';

const TeamCostView = z.strictObject({
  slug: Slug,
  name: z.string(),
  ...TeamCost.shape,
  positioning: Positioning.optional(),
  verification: VerificationView,
  ...Envelope.shape,
});

export const tco = operation({
  id: 'calculateTco',
  summary: 'Total cost of ownership for a team',
  description:
    'The cost of a subscription for a number of seats and years: all lines of the sum and the known hidden costs. `total.excludes` lists what is not included, with the reason. Nothing is estimated or converted.',
  tag: 'Costs',
  rest: { method: 'post', path: '/api/v2/tco' },
  tools: [
    {
      name: 'calculate_tco',
      title: 'Total cost for a team',
      description:
        'Cost of one product for a team: the subscription for a number of seats and years with all lines of the sum, and the known hidden costs. `total.excludes` lists what is not included, with the reason; mention it with the total. Use this tool instead of your own arithmetic.',
      takes: ['slug', 'seats', 'tier', 'billing', 'termYears'],
      quotes: 'record',
      response: TeamCostView.extend({ evidence: z.array(EvidenceView) }),
    },
  ],
  params: z.object({
    slug: slugParameter,
    seats: seatsParameter.default(1).meta({ description: 'Number of users.' }),
    tier: textParameter(80).optional().meta({
      description: 'Id or name of a tier, case-insensitive. Default: the cheapest paid tier for the number of seats.',
    }),
    billing: Billing.default('monthly').meta({
      description: 'If the tier is not sold with this billing, the other billing is used and mentioned in `notes`.',
    }),
    termYears: integerParameter(1, 5).default(1),
    currency: Currency.optional().meta({
      description: 'For vendors with prices in several currencies. Currencies are never converted.',
    }),
  }),
  response: TeamCostView,
  problems: ['not_found', 'retired', 'unknown_tier', 'price_not_public', 'price_not_known'],
  examples: {
    team: { slug: 'acme', seats: 10 },
    annual: { slug: 'acme', seats: 25, tier: 'Pro', billing: 'annual', termYears: 3 },
    unknown: { slug: 'acne' },
    ended: { slug: 'bygone' },
    noSuchTier: { slug: 'acme', tier: 'platinum' },
    byQuote: { slug: 'acme', tier: 'enterprise' },
    notKnown: { slug: 'gamma', seats: 10 },
    nobody: { slug: 'acme', seats: 0 },
  },
  run(store, { slug, ...wanted }, now) {
    const { product, record } = findAlias(store, slug);
    const cost = costForTeam(record, wanted);
    const start = startingPrice(record.tiers, record.currency);
    const { category } = record;
    const today = now.toISOString().slice(0, 10);
    const positioning = start && positioningOf(start, { market: store.market, slug: product.slug, category, today });
    const verification = verificationView(record.verification, now);
    return {
      slug: product.slug,
      name: product.name,
      ...cost,
      positioning,
      verification,
      ...productEnvelope(store, product, {
        verifiedAt: verification.verifiedAt,
        groups: groupsOf([{ tiers: cost.subscription, hiddenCosts: cost.hiddenCosts, positioning }]),
        imported: importedBy(record, positioning),
      }),
    };
  },
});

/** The same answer; undefined where no known price gives a sum. @throws {Problem} any other */
export function tcoIfPriced(...asked: Parameters<typeof tco.run>): ReturnType<typeof tco.run> | undefined {
  try {
    return tco.run(...asked);
  } catch (error) {
    if (isUnpriced(error)) return undefined;
    throw error;
  }
}
