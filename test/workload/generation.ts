/** Generations of any size with invented products. Equal counts and turns give equal content. */
import { join } from 'node:path';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { RecordEvidence } from '../../data/record.ts';
import { replaceFile } from '../../data/store/files/atomic-file.ts';
import type { EvidenceContext, PublishedProduct } from '../../data/store/generation/content.ts';
import { CURRENT_FILE, type Current, pointerText } from '../../data/store/generation/current.ts';
import { openStaging } from '../../data/store/generation/staging.ts';
import { researchOf } from '../../verifier/research/research.ts';
import * as build from '../builders.ts';
import { currentOf } from '../current-of.ts';

const CATEGORIES = 40;
const SNAPSHOTS = 3;
const CHANGES = 100;

export interface Contents {
  products: PublishedProduct[];
  evidence: EvidenceContext[];
}

/** @param turn another turn gives the same products other prices */
export function contentsOf(count: number, turn: number): Contents {
  const evidence: EvidenceContext[] = [];
  const products = Array.from({ length: count }, (_, at): PublishedProduct => {
    const slug = `product-${at}`;
    const category = `category-${at % CATEGORIES}`;
    const statement = statementOf(slug, turn + at);
    for (const cited of statement.evidence)
      evidence.push({ evidence: cited, slug, before: 'Business ', after: ' for teams that ship', finalUrl: cited.url });
    const verification = build.verification({ confirmedAt: build.daysAfterNoon(turn) });
    const record = build.record({ slug, category, ...statement, verification });
    return {
      product: build.product({ slug, category, aliases: [`alias-${at}`] }),
      record,
      research: researchOf(record),
      snapshots: Array.from({ length: SNAPSHOTS }, (_, back) =>
        build.snapshot({
          slug,
          validFrom: build.daysAfterNoon(-30 * (SNAPSHOTS - back)),
          ...statementOf(slug, turn + at + back),
        }),
      ),
    };
  });
  return { products, evidence };
}

/** Four tiers with evidence, two of them with two prices each. */
export function statementOf(slug: string, day: number): Statement {
  const evidence: RecordEvidence[] = [];
  const proven = (quote: string) => {
    const pageSha256 = build.sha256Of(`page ${slug} ${day}`);
    evidence.push(build.evidence({ quote, textStart: 100 * evidence.length, pageSha256 }));
    return evidence.at(-1)?.id ?? '';
  };
  const paid = (id: string, dollars: number) =>
    build.tier({
      id,
      features: ['Unlimited projects', 'Priority support', 'SSO with SAML', `${dollars} GB storage`],
      prices: [
        build.price({ amount: `${dollars}.00`, evidence: proven(`$${dollars} per user/month`) }),
        build.price({
          amount: `${dollars - 2}.00`,
          billing: 'annual',
          evidence: proven(`$${dollars - 2} billed annually`),
        }),
      ],
    });
  const tiers = [build.freeTier(), paid('pro', 12 + (day % 50)), paid('business', 30 + (day % 50)), build.customTier()];
  return { tiers, rates: [], evidence };
}

/** Publishes generations of other prices each and returns their pointers; CURRENT names the last. */
export function publishTurns(dataDir: string, products: number, turns: number): Current[] {
  const staging = openStaging(join(dataDir, 'staging.db'));
  const generations = join(dataDir, 'generations');
  try {
    return Array.from({ length: turns }, (_, turn) => {
      const content = contentsOf(products, turn);
      // Seconds apart, so that none is old enough to be swept.
      const now = build.daysAfterNoon(turn / 86_400);
      staging.put(content.products, content.evidence);
      const ids = new Set(content.products.map(({ product }) => product.category));
      staging.putCategories([...ids].map((id) => ({ id, name: id.replace('-', ' ') })));
      staging.appendChanges(
        Array.from({ length: CHANGES }, (_, at) => ({
          ...build.change({ slug: `product-${at % 10}`, recordedAt: now }),
          seq: turn * CHANGES + at + 1,
        })),
      );
      staging.publish(generations, { now: new Date(now) });
      return currentOf(generations);
    });
  } finally {
    staging.close();
  }
}

/** Makes a published file current under another number, as the publisher does: only readers have work. */
export function republish(dataDir: string, published: Current, number: number): void {
  const generations = join(dataDir, 'generations');
  const next: Current = { ...published, generation: String(number).padStart(6, '0') };
  replaceFile(join(generations, CURRENT_FILE), pointerText(next), join(generations, '.tmp-swap'));
}
