/** What a product really costs: what comes on top, what is to be had for less, and how to ask for it. */

import * as z from 'zod';
import { Instant, Slug } from '../../data/product.ts';
import {
  type CostGuide,
  DiscountProgram,
  type Grounds,
  KeyCost,
  Negotiation,
  Sentence,
  Transparency,
} from '../../data/research.ts';
import { type Found, find } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { slugParameter } from '../interface/parameters.ts';
import { Problem } from '../interface/problem.ts';
import { Envelope, guideUrl, Links, negotiationEmailUrl, productEnvelope } from '../record/envelope.ts';
import { importedBy } from '../record/origins.ts';
import { guideView, textOf } from '../record/research.ts';
import { EvidenceView, RecordData, VerificationView } from '../record/shape.ts';
import { evidenceView, pick, recordData, verificationView } from '../record/view.ts';
import type { Store } from '../store/store.ts';

const METHOD = 'Percentage of the applicable questions that the vendor’s pages answer, as far as we read them.';

const Snapshot = z.strictObject({
  ...RecordData.pick({ priceRange: true, startingPrice: true, startingPriceBasis: true, freeTier: true }).shape,
  validFrom: Instant.optional().meta({ description: 'Since when the vendor’s page shows these prices.' }),
  lastSeenAt: Instant.optional(),
});

const CostGuideView = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  quickAnswer: z.string().optional().meta({ description: 'Summary in a few sentences.' }),
  sentences: z.array(Sentence).meta({ description: 'The sentences of `quickAnswer`, each with its basis.' }),
  keyCosts: z.array(KeyCost).meta({ description: 'Renewal costs first, then other costs beyond the price.' }),
  transparency: Transparency.extend({ method: z.string() })
    .optional()
    .meta({ description: 'Absent if no page of the vendor was read.' }),
  discountPrograms: z.array(DiscountProgram),
  negotiation: Negotiation.extend({
    emailGenerator: z.url().meta({ description: 'Page that writes the e-mail; no account needed.' }),
  }),
  snapshot: Snapshot.meta({ description: 'The published prices that the guide refers to.' }),
  evidence: z.array(EvidenceView).meta({ description: 'Evidence that the entries cite, if the record has it.' }),
  verification: VerificationView,
  source: z.url().optional(),
  ...Envelope.shape,
  links: Links.extend({ guide: z.url().meta({ description: 'Our page to cite.' }) }),
});

export const costGuide = operation({
  id: 'getCostGuide',
  summary: 'Cost guide of one product',
  description:
    'Every entry has its origin: `observed` with evidence, `imported` with its dataset, `research` with source and date, or `derived` with the id of the rule. For a disputed or stale record, derived advice for today (answer, tactics, timing) is omitted.',
  tag: 'Costs',
  rest: { method: 'get', path: '/api/v2/cost-guide/{slug}' },
  tools: [
    {
      name: 'get_cost_guide',
      title: 'Cost guide and negotiation',
      description:
        'The total cost of a product and ways to save: renewal costs, other costs beyond the price, discount programmes and whether they survive renewal, the vendor’s price transparency, tactics with expected results, timing, and what is negotiable. Every entry has its origin. Not every product has a guide.',
      takes: ['slug'],
      quotes: 'record',
      response: CostGuideView,
    },
  ],
  params: z.object({ slug: slugParameter }),
  problems: ['not_found', 'retired', 'no_cost_guide'],
  examples: {
    found: { slug: 'acme' },
    nothing_beyond: { slug: 'delta' },
    unknown: { slug: 'acne' },
    retired: { slug: 'bygone' },
  },
  response: CostGuideView,
  run(store, { slug }, now) {
    const found = find(store, slug);
    const guide = guideOf(store, found);
    const { product, record } = found;
    const verification = verificationView(record.verification, now);
    const shown = guideView(guide, verification.status);
    const { quickAnswer, keyCosts, transparency, discountPrograms, negotiation } = shown;
    const envelope = productEnvelope(store, product, {
      verifiedAt: verification.verifiedAt,
      groups: ['costGuide'],
      imported: importedBy(record),
    });
    const cited = citedIn(shown);
    return {
      slug,
      name: product.name,
      category: product.category,
      quickAnswer: textOf(quickAnswer),
      sentences: quickAnswer,
      keyCosts,
      transparency: transparency && { method: METHOD, ...transparency },
      discountPrograms,
      negotiation: { ...negotiation, emailGenerator: negotiationEmailUrl(store.site, slug) },
      snapshot: snapshotOf(store, found),
      evidence: record.evidence.filter(({ id }) => cited.has(id)).map(evidenceView(store.site)),
      verification,
      source: verification.source,
      ...envelope,
      links: { ...envelope.links, guide: guideUrl(store.site, slug) },
    };
  },
});

function guideOf({ generation }: Store, { product }: Found): CostGuide {
  const guide = generation.research(product.slug)?.costGuide;
  if (guide !== undefined) return guide;
  throw new Problem('no_cost_guide', `No costs beyond the sticker price of ${product.name} are known`);
}

function snapshotOf({ generation, site }: Store, { record }: Found): z.output<typeof Snapshot> {
  const data = recordData(record, { site, depth: 'summary' });
  const held = generation.snapshots(record.slug).findLast(({ origin }) => origin !== 'imported');
  return {
    ...pick(data, ['priceRange', 'startingPrice', 'startingPriceBasis', 'freeTier']),
    validFrom: held?.validFrom,
    lastSeenAt: held?.lastSeenAt,
  };
}

function citedIn({ quickAnswer, keyCosts, transparency, discountPrograms, negotiation }: CostGuide): Set<string> {
  const { tactics, timing, negotiable, fixed } = negotiation;
  const entries: Pick<Grounds, 'evidence'>[] = [
    ...[quickAnswer, keyCosts, discountPrograms, tactics, timing, negotiable, fixed].flat(),
    ...(transparency?.points ?? []),
  ];
  return new Set(entries.flatMap(({ evidence = [] }) => evidence));
}
