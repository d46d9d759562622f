/** What each product costs a team, as cards. */

import { Decimal } from 'decimal.js';
import type * as z from 'zod';
import type { Tier } from '../../../data/record.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import type { compare } from '../../operations/compare.ts';
import type { RecordView } from '../../record/shape.ts';
import { productLink } from '../parts/markup.ts';
import type { Proofs } from '../parts/proof.ts';
import { percent, statusBadge } from '../parts/wording.ts';
import { atLeast, bar, costLines, sumText } from './cost-lines.ts';

type ComparedCost = NonNullable<z.output<typeof compare.response>['costs']>[number];

export interface Compared extends ComparedCost {
  view: RecordView;
  tiers: readonly Tier[];
  proofs: Proofs;
}

/** Bars of one currency share a scale: the highest cost fills the bar. */
export function costCards(compared: readonly Compared[]): Html {
  const highest = new Map<string, number>();
  for (const { cost } of compared) {
    const { currency = '', total } = cost ?? {};
    if (total?.term !== undefined) highest.set(currency, Math.max(highest.get(currency) ?? 0, total.term));
  }
  return html`<div class="costs of-${compared.length}">${compared.map((each) => costCard(each, highest))}</div>`;
}

function costCard({ view, cost, problem, tiers, proofs }: Compared, highest: ReadonlyMap<string, number>): Html {
  const { slug, verification } = view;
  const { status = 'unverified', confidence } = verification;
  const heading = html`<h3>${productLink(view)}</h3>`;
  if (cost?.total.term === undefined)
    return html`<article class="cost">${heading}<p class="sum"><strong>${problem?.code === 'price_not_public' ? 'Contact sales' : 'Not known yet'}</strong></p><p class="quiet">${problem?.detail ?? 'No known price is per seat'}.</p></article>`;
  const { tierName, currency, subscription, total } = cost;
  const most = highest.get(currency ?? '') ?? 0;
  return html`<article class="cost">${heading}
<p class="sum"><strong>${atLeast(total)}${sumText(total.term ?? 0, currency)}</strong> ${periodOf(total)}</p>
${bar(most === 0 ? 0 : new Decimal(total.term ?? 0).dividedBy(most).toNumber())}
<p class="quiet">${tierName}${subscription.monthly !== undefined && currency !== undefined && html`, ${roundedText(subscription.monthly, currency)} a month`}</p>
${costLines(cost, { tiers, proofs, period: 'term' })}
<p class="quiet">${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure`} · <a href="/calculators/tco?product=${slug}&amp;seats=${cost.seats}">Cost over years</a></p>
</article>
`;
}

/** What the sum over one year is paid for. */
function periodOf({ annual, term }: TeamCost['total']): string {
  if (annual === undefined) return 'once';
  return annual === term ? 'a year' : 'in the first year';
}
