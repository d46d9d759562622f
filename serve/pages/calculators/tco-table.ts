/** The total cost for a team as a table: lines, what comes on top, the sum, and what is not in it. */
import type * as z from 'zod';
import type { PricingRecord } from '../../../data/record.ts';
import { type Html, html } from '../../../web/html.ts';
import type { tco } from '../../operations/tco.ts';
import { numberOf } from '../../record/counts.ts';
import { proofsOf } from '../parts/proof.ts';
import { day, percent, statusBadge, statusMeaning } from '../parts/wording.ts';
import { atLeast, excluded, hiddenSource, lineSource, notes, sumText } from './cost-lines.ts';

type Cost = z.output<typeof tco.response>;

interface Of {
  record: PricingRecord;
  slug: string;
  name: string;
}

export function costTable(cost: Cost, { record, slug, name }: Of): Html {
  const { tier: id, tierName, currency, seats, termYears, billing, subscription, hiddenCosts, total } = cost;
  const proofs = proofsOf(record);
  const tier = record.tiers.find((each) => each.id === id);

  const counted = hiddenCosts.filter((each) => each.counted);
  const beside = hiddenCosts.filter((each) => !each.counted && each.annual !== undefined);
  const money = (sum: string | number | undefined) => (sum === undefined ? '–' : sumText(sum, currency));
  const years = termYears === 1 ? 'The year' : `${termYears} years`;
  return html`<p class="total sum"><strong>${total.term === undefined ? 'Not known' : html`${atLeast(total)}${money(total.term)}`}</strong> for ${numberOf(seats, 'seat')} of ${name} ${tierName}, over ${termYears === 1 ? 'a year' : `${termYears} years`}${billing !== undefined && `, billed ${billing === 'annual' ? 'by the year' : 'by the month'}`}</p>
${trust(cost)}
<table class="reckoning"><thead><tr><th scope="col">What</th><th scope="col" class="number">First year</th>${termYears > 1 && html`<th scope="col" class="number">${years}</th>`}</tr></thead><tbody>
${subscription.lines.map((line) => reckoned(line.label, lineSource(line, tier, proofs), [money(line.annual), money(line.term)], termYears))}
${counted.map((hidden) => reckoned(hidden.label, hiddenSource(hidden, proofs), [money(hidden.annual), money(hidden.term)], termYears))}
</tbody><tfoot><tr><th scope="row">Together</th><td class="number">${money(total.annual)}</td>${termYears > 1 && html`<td class="number">${money(total.term)}</td>`}</tr></tfoot></table>
${subscription.monthly !== undefined && html`<p class="quiet">That is ${money(subscription.monthly)} a month of subscription${subscription.unitsCharged !== undefined && subscription.unitsCharged > seats && html`; at least ${subscription.unitsCharged} are charged`}.</p>`}
${total.excludes.length > 0 && html`<h2>Not in the sum</h2>${excluded(total.excludes)}`}
${beside.length > 0 && html`<h2>If you need it</h2><ul class="lines">${beside.map((hidden) => html`<li><span>${hidden.label}${hiddenSource(hidden, proofs)}</span> <span class="amount">${sumText(hidden.annual ?? '0', hidden.currency ?? currency)} a year</span></li>`)}</ul>`}
${cost.notes.length > 0 && html`<h2>Taken for granted</h2>${notes(cost)}`}
<p><a href="/compare?slugs=${slug}&amp;seats=${seats}">Compare with others</a> · <a href="/tools/${slug}/alternatives">Alternatives</a> · <a href="/docs/calculateTco">The same over the API</a></p>
<h2>Cite this</h2>
<pre class="cite">${cost.attribution}</pre>`;
}

function reckoned(
  label: string,
  source: Html | false,
  [annual = '', term = '']: readonly string[],
  years: number,
): Html {
  return html`<tr><th scope="row">${label}${source}</th><td class="number">${annual}</td>${years > 1 && html`<td class="number">${term}</td>`}</tr>
`;
}

function trust({ verification }: Cost): Html {
  const { status = 'unverified', confidence, confirmedAt } = verification;
  return html`<p class="quiet">${statusBadge(status)} ${confidence !== undefined && html`${percent(confidence)} sure. `}${statusMeaning(status)}${confirmedAt !== undefined && html`: ${day(confirmedAt)}`}.</p>`;
}
