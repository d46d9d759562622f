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

const METHOD =
  'Percent of the applicable questions that the vendor’s pages which we read answer. A point that is not found may stand on a page that we do not read.';

const Snapshot = z.strictObject({
  ...RecordData.pick({ priceRange: true, startingPrice: true, startingPriceBasis: true, freeTier: true }).shape,
  validFrom: Instant.optional().meta({ description: 'Since when a page of the vendor’s shows these prices.' }),
  lastSeenAt: Instant.optional(),
});

const CostGuideView = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  quickAnswer: z.string().optional().meta({ description: 'The whole of it in a few sentences.' }),
  sentences: z.array(Sentence).meta({ description: 'The sentences of `quickAnswer`, each with its grounds.' }),
  keyCosts: z.array(KeyCost).meta({ description: 'What a renewal costs first, then other costs beyond the price.' }),
  transparency: Transparency.extend({ method: z.string() })
    .optional()
    .meta({ description: 'Absent where no page of the vendor’s was read.' }),
  discountPrograms: z.array(DiscountProgram),
  negotiation: Negotiation.extend({
    emailGenerator: z.url().meta({ description: 'A page of ours that writes the e-mail; it asks for no account.' }),
  }),
  snapshot: Snapshot.meta({ description: 'The published prices that the guide is about.' }),
  evidence: z.array(EvidenceView).meta({ description: 'What the entries cite, as far as the record has it.' }),
  verification: VerificationView,
  source: z.url().optional(),
  ...Envelope.shape,
  links: Links.extend({ guide: z.url().meta({ description: 'The page of ours to cite.' }) }),
});

export const costGuide = operation({
  id: 'getCostGuide',
  summary: 'True cost of one product',
  description:
    'Every entry says what it follows from: `observed` with evidence, `imported` with its dataset, `research` with source and date, or `derived` with the id of the rule. While a record is disputed or stale, what is derived from it for today (the answer, tactics, timing) is left out.',
  tag: 'Costs',
  rest: { method: 'get', path: '/api/v2/cost-guide/{slug}' },
  tools: [
    {
      name: 'get_cost_guide',
      title: 'True cost and negotiation',
      description:
        'What a product really costs and how to pay less: what renewals cost, other costs beyond the price, discount programmes and which survive renewal, how open the vendor is about its prices, tactics with what to expect of them, timing, and what is negotiable. Every entry says what it follows from. Not every product has one.',
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
  throw new Problem('no_cost_guide', `Nothing beyond the sticker price of ${product.name} is known`);
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
