/** Confidence, position in the category, and past prices. */

import { counted } from '../../../data/text/figures.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { history } from '../../operations/history.ts';
import { redirectUrl } from '../../record/envelope.ts';
import { isJudged, sampleOn } from '../../record/market.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';
import { priceStrip, sampleWords, termsText } from '../charts/price-strip.ts';
import { historySparkline } from '../charts/sparkline.ts';
import { addressLink } from '../parts/markup.ts';
import { againstMedian, day, percent, statusBadge, statusMeaning } from '../parts/wording.ts';

export function trust({ site }: Store, { slug, verification, links }: RecordView): Html {
  const { status = 'unverified', confidence, confirmedAt, checkedAt, outcome, reasons, source } = verification;
  return html`<section class="trust" id="sure" aria-label="How sure this is">
<p>${statusBadge(status)} ${statusMeaning(status)}.</p>
<dl>
${confidence !== undefined && html`<div><dt>Confidence today</dt><dd>${percent(confidence)}</dd></div>`}
<div><dt>Confirmed</dt><dd>${confirmedAt === undefined ? 'never' : day(confirmedAt)}</dd></div>
<div><dt>Last checked</dt><dd>${checkedAt === undefined ? 'never' : day(checkedAt)}${outcome && ` (${outcome})`}</dd></div>
${source !== undefined && html`<div><dt>Source</dt><dd>${addressLink(source)}</dd></div>`}
</dl>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
${links.vendor !== undefined && html`<p><a href="${redirectUrl(site, slug, 'page')}" rel="nofollow">Open the vendor’s pricing page</a></p>`}
</section>`;
}

interface Asked {
  categoryName: string;
  now: Date;
}

export function againstItsCategory({ market }: Store, record: RecordView, { categoryName, now }: Asked): Html | false {
  const { slug, name, category, positioning } = record;
  if (!isJudged(positioning)) return false;
  // The drawing has the product itself, the figures do not.
  const sample = sampleOn(market, { category, ...positioning }, { today: now.toISOString().slice(0, 10) });
  if (sample === undefined) return false;
  const { categoryMin, categoryMedian, categoryMax, percentVsMedian, currency } = positioning;
  const { sampleSize, vendors, oldest, newest, sources } = positioning;
  const money = (amount: number) => moneyText(amount, currency);
  return html`<section aria-labelledby="category">
<h2 id="category">Against its category</h2>
<p>The starting price is ${againstMedian(percentVsMedian, 'exactly the median')} of ${sampleSize} other products of ${categoryName} that are priced alike (${termsText(sample)}): ${money(categoryMin)} to ${money(categoryMax)}, median ${money(categoryMedian)}.</p>
<p class="quiet">${sampleWords({ vendors, oldest, newest, ...sources })}</p>
${priceStrip(sample, { category: categoryName, marked: { slug, name } })}
</section>`;
}

/** Nothing without a paid monthly price. */
export function pastPrices(store: Store, { slug, name }: RecordView, now: Date): Html | false {
  const drawn = historySparkline({ name, snapshots: store.generation.snapshots(slug) }, now);
  if (drawn === undefined) return false;
  const { priceStability, priceTrend } = history.run(store, { slug }, now);
  const { direction, percent: moved = 0, since, tierName } = priceTrend;
  const trend = direction === 'flat' ? 'unchanged' : `${direction === 'unknown' ? '' : direction} ${Math.abs(moved)} %`;
  const isKnown = priceTrend.sufficient && priceTrend.percent !== undefined && since !== undefined;
  return html`<section class="past" aria-labelledby="past">
<h2 id="past"><a href="/tools/${slug}/history">Starting price since it is known</a></h2>
${drawn}
<p>${stability(priceStability)}${isKnown && html` The price of ${tierName} is ${trend} since ${day(since)}.`}</p>
</section>`;
}

function stability({ changesLast12Months, unattributedLast12Months, observedDays, sufficient }: Stability): string {
  if (unattributedLast12Months !== undefined)
    return 'Prices changed together with the page’s design in the last twelve months; the cause is not known.';
  if (sufficient) return `Prices or tiers changed on ${counted(changesLast12Months, 'day')} of the last twelve months.`;
  return observedDays === 0
    ? 'Seen too seldom to say how steady it is.'
    : `Watched for ${counted(observedDays, 'day')}, which is too short to call it steady.`;
}

type Stability = ReturnType<typeof history.run>['priceStability'];
