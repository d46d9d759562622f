/** What a vendor states, as much of it as an ordinary one does. Pure: the same product and day give the same. */

import type { Statement } from '../data/pipeline/verdict.ts';
import type { RecordEvidence } from '../data/record.ts';
import { customTier, evidence, freeTier, price, sha256Of, tier } from '../test/builders.ts';

/** Four tiers with two prices each where they are priced, all with evidence. */
export function stated(slug: string, day: number): Statement {
  const proof: RecordEvidence[] = [];
  const proven = (quote: string) => {
    const one = evidence({ quote, textStart: 100 * proof.length, pageSha256: sha256Of(`page ${slug} ${day}`) });
    proof.push(one);
    return one.id;
  };
  const paid = (id: string, dollars: number) =>
    tier({
      id,
      features: ['Unlimited projects', 'Priority support', 'SSO with SAML', `${dollars} GB storage`],
      prices: [
        price({ amount: `${dollars}.00`, evidence: proven(`$${dollars} per user/month`) }),
        price({ amount: `${dollars - 2}.00`, billing: 'annual', evidence: proven(`$${dollars - 2} billed annually`) }),
      ],
    });
  const tiers = [freeTier(), paid('pro', 12 + (day % 50)), paid('business', 30 + (day % 50)), customTier()];
  return { tiers, rates: [], evidence: proof };
}
