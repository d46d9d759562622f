/** Prices in other markets than the default one: beside those of each plan, and the pages that state them. */
import { marketName } from '../../../data/product.ts';
import { type Html, html } from '../../../web/html.ts';
import type { RecordView } from '../../record/shape.ts';
import { addressLink, figures, table, wideTable } from '../parts/markup.ts';
import type { Proofs } from '../parts/proof.ts';
import { day, percent, statusBadge } from '../parts/wording.ts';
import { smallPrices } from './plan-price.ts';
import type { Shown } from './shown.ts';

/** Of one plan. */
export function marketPrices({ markets = [] }: RecordView, id: string, proofs: Proofs): Html[] {
  return markets.flatMap(({ market, tiers = [] }) =>
    tiers.filter((tier) => tier.id === id).flatMap((tier) => smallPrices(tier, marketName(market), proofs)),
  );
}

/** Nothing where the vendor states no other prices elsewhere. */
export function otherMarkets({ record: { slug, tiers = [], markets = [] }, proofs }: Shown): Html | false {
  if (markets.length === 0) return false;
  const known = new Set(tiers.map(({ id }) => id));
  const rows = markets.map(({ market, tiers: offered = [], verification }) => {
    const { source, status, confirmedAt, confidence } = verification;
    const own = offered.filter(({ id }) => !known.has(id)).flatMap((tier) => smallPrices(tier, tier.name, proofs));
    return html`<tr><th scope="row"><a href="/api/v2/pricing/${slug}?market=${market}">${marketName(market)}</a></th>
<td>${source !== undefined && addressLink(source)}</td><td>${confirmedAt !== undefined && day(confirmedAt)}${status !== undefined && html` ${statusBadge(status)}`}</td>
<td class="number">${confidence === undefined ? '–' : percent(confidence)}</td><td>${own.length > 0 ? own : '–'}</td></tr>
`;
  });
  const columns = ['Market', 'Page', 'Confirmed', figures('Confidence today'), 'Plans only there'];
  return html`<section class="markets" aria-labelledby="markets">
<h2 id="markets">Prices in other markets</h2>
<p>As the vendor’s pages for these markets state them, never converted. All other figures on this page are of the default market.</p>
${wideTable('Markets', table('dated', columns, rows))}
</section>`;
}
