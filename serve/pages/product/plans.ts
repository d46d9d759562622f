/** Plans as cards: what each costs, for one and for a team, and what it adds to the one before. */

import type { ImportedFrom, Research } from '../../../data/record.ts';
import { counted } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { countingOf } from '../../cost/offer.ts';
import type { TierView } from '../../record/shape.ts';
import { addressLink } from '../parts/markup.ts';
import { SEATS } from '../parts/product-choice.ts';
import { datasetWords } from '../parts/proof.ts';
import { day } from '../parts/wording.ts';
import { marketPrices } from './markets.ts';
import { hasBothBillings, headline, type Offered, prices } from './plan-price.ts';
import type { Shown } from './shown.ts';
import { isPricedBySeat, type Team, teamTotal } from './team.ts';

/** Features shown before the others are folded. */
const MOST_FEATURES = 6;

export function plans(shown: Shown): Html | false {
  const { record, stated, proofs, asked } = shown;
  const { tiers = [], discounts, priceRange } = record;
  if (tiers.length === 0) return false;
  const team = isPricedBySeat(stated)
    ? { seats: asked.seats ?? SEATS, billing: asked.billing ?? 'monthly' }
    : undefined;
  const hasSwitch = tiers.some(hasBothBillings);
  return html`<section class="offer" aria-labelledby="plans">
<h2 id="plans">Plans</h2>
${(hasSwitch || team !== undefined) && form(shown, { team, hasSwitch })}
<div class="tiers" id="cards" aria-live="polite">${tiers.map((tier, index) =>
    card(tier, {
      offered: { discounts, currency: priceRange?.currency, proofs },
      elsewhere: marketPrices(record, tier.id, proofs),
      before: tiers.slice(0, index).findLast(({ features = [] }) => features.length > 0),
      total: team !== undefined && teamTotal(stated, tier.id, team),
    }),
  )}</div>
</section>`;
}

/** The radio buttons switch monthly and annual prices without a script. */
function form(
  { record: { slug }, asked }: Shown,
  { team, hasSwitch }: { team: Team | undefined; hasSwitch: boolean },
): Html {
  const radio = (value: Team['billing'], words: string) =>
    html`<label><input type="radio" name="billing" value="${value}"${(asked.billing ?? 'monthly') === value && html` checked`}> ${words}</label>`;
  return html`<form class="plan-options" action="/tools/${slug}/pricing#plans" method="get" data-live="cards">
${team !== undefined && html`<label>Seats <input type="number" name="seats" min="1" max="1000000" value="${team.seats}"></label>`}
${(hasSwitch || team !== undefined) && html`<fieldset class="billing"><legend>Billed</legend>${radio('monthly', 'monthly')} ${radio('annual', 'annually')}</fieldset>`}
${asked.range !== undefined && html`<input type="hidden" name="range" value="${asked.range}">`}
${team !== undefined && html`<button>Calculate</button>`}
</form>`;
}

interface Card {
  offered: Offered;
  elsewhere: Html[];
  before: TierView | undefined;
  total: Html | false;
}

function card(tier: TierView, { offered, elsewhere, before, total }: Card): Html {
  const { id, name, minimumUnits, includedUnits, imported, research, unit = 'flat' } = tier;
  const units = (count: number) => counted(count, unit === 'flat' ? 'unit' : unit);
  return html`<article class="tier" id="tier-${id}">
<h3>${name}</h3>
${headline(tier, offered)}
${prices(tier, offered)}
${elsewhere}
${minimumUnits !== undefined && minimumUnits > 1 && html`<p class="quiet">At least ${units(minimumUnits)}</p>`}
${includedUnits !== undefined && html`<p class="quiet">Includes ${counted(includedUnits, countingOf(unit) === 'seats' ? unit : 'seat')}</p>`}
${total}
${features(tier, before)}
${imported && fromDataset(imported)}${research && fromAuthor(research)}
</article>
`;
}

function features(tier: TierView, before: TierView | undefined): Html | false {
  const { to, hasAll, features: added } = addedFeatures(tier, before);
  if (to === undefined && added.length === 0) return false;
  if (added.length === 0) return hasAll && html`<p class="adds">The features of ${to}</p>`;
  const [shown, folded] = [added.slice(0, MOST_FEATURES), added.slice(MOST_FEATURES)];
  const heading = hasAll ? `Everything in ${to}, plus` : `Adds to ${to}`;
  return html`${to !== undefined && html`<p class="adds">${heading}</p>`}
${list(shown)}${folded.length > 0 && html`<details class="features"><summary>${counted(folded.length, 'more feature', 'more features')}</summary>${list(folded)}</details>`}`;
}

function list(entries: readonly string[]): Html {
  return html`<ul>${entries.map((entry) => html`<li>${entry}</li>`)}</ul>`;
}

function fromDataset(imported: ImportedFrom): Html {
  return html`<p class="quiet imported">From ${datasetWords(imported)}${imported.quote !== undefined && html`: “${imported.quote}”`}. Not read by us.</p>`;
}

function fromAuthor({ by, reason, asOf, sourceUrl }: Research): Html {
  return html`<p class="quiet">Entered by ${by} on ${day(asOf)}: ${reason}${sourceUrl !== undefined && html` (${addressLink(sourceUrl)})`}</p>`;
}

interface Added {
  /** Name of the plan before; absent where nothing is known to compare with. */
  to?: string;
  /** The plan lists all features of the one before. */
  hasAll: boolean;
  features: readonly string[];
}

export function addedFeatures(tier: TierView, before: TierView | undefined): Added {
  const { features = [] } = tier;
  const known = new Set((before?.features ?? []).map(comparable));
  if (before === undefined || known.size === 0) return { hasAll: false, features };
  const own = new Set(features.map(comparable));
  return {
    to: before.name,
    hasAll: known.isSubsetOf(own),
    features: features.filter((feature) => !known.has(comparable(feature))),
  };
}

function comparable(feature: string): string {
  return feature.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
