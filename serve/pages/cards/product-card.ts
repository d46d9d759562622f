/** A product's card: its starting price with unit and billing, how sure that is, and its price over time. */

import { priceStateOf } from '../../../data/prices/price-state.ts';
import { startingPrice } from '../../../data/prices/starting-price.ts';
import { type PricingRecord, type Rate, sourceName, type Tier } from '../../../data/record.ts';
import { capital } from '../../../data/text/sentence-parts.ts';
import type { Html } from '../../../web/html.ts';
import { categoryName, find } from '../../interface/lookup.ts';
import { absentPriceText, freePlanText } from '../../record/price-words.ts';
import { label } from '../../record/vendor-text.ts';
import { verificationView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import { startingLine } from '../charts/sparkline.ts';
import { dayText } from '../parts/wording.ts';
import { startingWords } from '../product/answer.ts';
import { type Card, cardSvg, chartHeight } from './frame.ts';

/** The scripts that our font has. */
const DRAWN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;

export function productCard(store: Store, { slug }: { slug: string }, now: Date): Html {
  const { record } = find(store, slug);
  const name = label(record.name);
  return cardSvg({
    brand: store.site.brand,
    corner: label(categoryName(store, record.category)),
    title: DRAWN.test(name) ? name : slug,
    ...priceOf(record, now),
    ...chartOf(store, { slug, now }),
  });
}

function priceOf(record: PricingRecord, now: Date): { figure: string; terms?: string; note: string } {
  const { tiers, rates, currency, absent } = record;
  const start = startingPrice(tiers, currency);
  const tier = tiers.find(({ prices }) => start !== undefined && prices.includes(start.price));
  const [stated] = [tier, ...tiers, ...rates].filter((each) => each !== undefined);
  const state = priceStateOf({ tiers, rates, absent });
  const free = state !== 'free_only' && tiers.some(({ isFree }) => isFree) ? `${freePlanText(true)} · ` : '';
  const hasFact = start !== undefined || state !== 'not_known' || free !== '';
  const note = stated === undefined || !hasFact ? '' : free + noteOf(record, stated, now);
  if (start === undefined) return { figure: absentPriceText(state), note };
  const { amount, terms } = startingWords(start);
  return { figure: start.price.isFloor === true ? `from ${amount}` : amount, terms, note };
}

type Source = Pick<Tier | Rate, 'imported' | 'research'>;

function noteOf({ verification }: PricingRecord, { imported, research }: Source, now: Date): string {
  const { status = '', verifiedAt } = verificationView(verification, now);
  const state = capital(status);
  if (imported !== undefined) return `${state} · from ${sourceName(imported)}, ${dayText(imported.asOf)}`;
  if (research !== undefined) return `${state} · entered by ${label(research.by, 40)}, ${dayText(research.asOf)}`;
  return verifiedAt === undefined ? state : `${state} · read on the vendor’s page ${dayText(verifiedAt)}`;
}

/** Only where there is more than one price to show. */
function chartOf({ generation }: Store, { slug, now }: { slug: string; now: Date }): Pick<Card, 'chart'> {
  const line = startingLine(generation.snapshots(slug), { now, height: chartHeight });
  if (line === undefined || line.steps.length < 2) return {};
  return {
    chart: {
      caption: `Starting price since ${dayText(line.since)}${line.isOurs ? '' : ', according to a dataset'}`,
      drawn: line.drawn,
    },
  };
}
