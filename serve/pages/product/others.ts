/** What other products of the category cost. */

import { monthlyText, roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { isJudged, sampleOn } from '../../record/market.ts';
import { trustNow } from '../../record/view.ts';
import type { Alternatives, Comparable, Start } from '../../search/alternatives.ts';
import type { SoldProduct } from '../../search/discovery.ts';
import { priceStrip, sampleWords, termsText } from '../charts/price-strip.ts';
import { figures, productLink, quiet, table } from '../parts/markup.ts';
import { alternativesIn, comparePath } from '../parts/product-choice.ts';
import { againstMedian, monthlyTerms, percent, statusBadge } from '../parts/wording.ts';
import type { Shown } from './shown.ts';

const MOST_OTHERS = 6;

export function others(shown: Shown): Html | false {
  const { store, record, now } = shown;
  const { slug, name, category } = record;
  const found = alternativesIn(store, slug, category);
  if (found === undefined) return false;
  const near = nearestOf(found, MOST_OTHERS);
  const rows = [...near, ...apartOf(found, MOST_OTHERS - near.length)];
  if (rows.length === 0) return false;
  const compared = [slug, ...rows.slice(0, 3).map(({ product }) => product.slug)];
  return html`<section aria-labelledby="others">
<h2 id="others">What others cost</h2>
${againstItsCategory(shown)}
${otherTable(rows, { slug, now })}
<p><a href="${comparePath(compared)}">Compare ${name} with ${compared.length > 2 ? `the first ${compared.length - 1}` : rows[0]?.product.name}</a> · <a href="/tools/${slug}/alternatives">All alternatives</a></p>
</section>`;
}

/** Nearest in price first. */
export function nearestOf({ lower, same, higher }: Alternatives, most: number): Row[] {
  const rows: (Comparable & Row)[] = [
    ...same,
    ...lower.map((each) => ({ ...each, than: 'less' as const })),
    ...higher.map((each) => ({ ...each, than: 'more' as const })),
  ];
  return rows.toSorted((a, b) => a.percent - b.percent).slice(0, most);
}

/** With a known price on other terms; first those of the same currency and unit. */
function apartOf({ start: own, apart }: Alternatives, most: number): Row[] {
  const isNear = ({ start }: Row) => own !== undefined && start.currency === own.currency && start.unit === own.unit;
  return apart
    .flatMap(({ product, start }) => (start === undefined ? [] : [{ product, start }]))
    .toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)))
    .slice(0, most);
}

/** `difference` and `percent` are absent where the terms differ, `than` also where the prices are equal. */
interface Row extends Pick<Comparable, 'product' | 'start'>, Partial<Pick<Comparable, 'difference' | 'percent'>> {
  than?: 'less' | 'more' | undefined;
}

/** "$12 per user a month, billed annually". */
export function startText(start: Start): string {
  return `${monthlyText(start.amount, start.currency, start.billing)} ${monthlyTerms(start)}`;
}

export function otherTable(rows: readonly Row[], { slug, now }: { slug: string; now: Date }): Html {
  const isCompared = rows.some(({ difference }) => difference !== undefined);
  const cells = rows.map(
    ({ product, ...row }) => html`<tr>
<th scope="row">${productLink(product)}${product.freeTier === true && html` ${quiet('free plan')}`}</th>
<td class="number from">${startText(row.start)}</td>
${isCompared && html`<td class="number difference">${differenceText(row)}</td>\n`}<td class="sure">${sureness(product, now)}</td>
<td class="with"><a href="${comparePath([slug, product.slug])}" aria-label="Compare with ${product.name}">Compare</a></td>
</tr>
`,
  );
  const difference = isCompared ? [figures('Difference')] : [];
  const columns = ['Product', figures('Starts at'), ...difference, 'How sure', 'Side by side'];
  return table('list alternatives', columns, cells);
}

function differenceText({ start, difference, percent: by, than }: Omit<Row, 'product'>): Html {
  if (difference === undefined || by === undefined) return quiet('other terms');
  if (than === undefined) return quiet('the same');
  return html`${roundedText(difference, start.currency)} ${than} ${quiet(`(${by} %)`)}`;
}

function sureness({ verification }: SoldProduct, now: Date): Html {
  const { status, confidence } = trustNow(verification, now);
  return html`${statusBadge(status)} ${percent(confidence)}`;
}

function againstItsCategory({ store: { market }, record, categoryName, now }: Shown): Html | false {
  const { slug, name, category, positioning } = record;
  if (!isJudged(positioning)) return false;
  // The drawing has the product itself, the figures do not.
  const sample = sampleOn(market, { category, ...positioning }, { today: now.toISOString().slice(0, 10) });
  if (sample === undefined) return false;
  const { categoryMin, categoryMedian, categoryMax, percentVsMedian, currency, sampleSize } = positioning;
  const money = (amount: number) => roundedText(amount, currency);
  return html`<p>The starting price is ${againstMedian(percentVsMedian, 'equal to the median')} of ${sampleSize} other products of ${categoryName} on the same terms (${termsText(sample)}): ${money(categoryMin)} to ${money(categoryMax)}, median ${money(categoryMedian)}.</p>
<p class="quiet">${sampleWords(positioning)}</p>
${priceStrip(sample, { category: categoryName, marked: { slug, name } })}`;
}
