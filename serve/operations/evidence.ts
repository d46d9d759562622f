/** One proof: the words that a value was read from, and where and when they stood. */
import * as z from 'zod';
import { confirmedBy } from '../../data/confidence/decay.ts';
import { Slug } from '../../data/product.ts';
import { EvidenceId } from '../../data/record.ts';
import { operation } from '../interface/operation.ts';
import { Problem } from '../interface/problem.ts';
import { Envelope, productEnvelope } from '../record/envelope.ts';
import { EvidenceView } from '../record/shape.ts';
import { quoted } from '../record/vendor-text.ts';
import { evidenceView } from '../record/view.ts';

const SURROUNDING_LENGTH = 1_000;

export const evidence = operation({
  id: 'getEvidence',
  summary: 'Quote of a price',
  tag: 'Prices',
  rest: { method: 'get', path: '/api/v2/evidence/{id}' },
  params: z.object({
    id: z
      .string()
      .min(1)
      .max(200)
      .meta({ examples: ['ev_3f0c9a1be47d5a60c2d1'] }),
  }),
  response: z.strictObject({
    ...EvidenceView.shape,
    slug: Slug,
    before: z.string().meta({ description: 'Page text before the quote.' }),
    after: z.string(),
    finalUrl: z.url().meta({ description: 'Final URL of the page, after redirects.' }),
    ...Envelope.shape,
  }),
  problems: ['not_found'],
  examples: {
    words: { id: 'ev_2e8087b3126738b6a43c' },
    unknown: { id: 'ev_00000000000000000000' },
  },
  run({ site, generation }, { id }, now) {
    const found = EvidenceId.safeParse(id).success ? generation.evidence(id) : undefined;
    const product = found && generation.product(found.slug);
    if (found === undefined || product === undefined) {
      throw new Problem('not_found', 'No evidence with this id in the current generation');
    }
    return {
      ...evidenceView(site)(found.evidence),
      slug: product.slug,
      before: quoted(found.before, SURROUNDING_LENGTH),
      after: quoted(found.after, SURROUNDING_LENGTH),
      finalUrl: found.finalUrl,
      ...productEnvelope({ site, generation }, product, {
        verifiedAt: confirmedBy(generation.record(product.slug)?.verification.confirmedAt, now)?.slice(0, 10),
        groups: ['tiers'],
        imported: {},
      }),
    };
  },
});
