/** One amount over several elements, as designers set it: a small symbol, a large number, raised cents. */
import { escapeHtml } from '../html.ts';
import { cardGrid, htmlLayout, type Pen, priceBlock } from '../layout.ts';
import type { OfferPrice } from '../offer.ts';
import { moneyParts } from '../wording.ts';

export const splitPrice = htmlLayout('split-price', (pen) =>
  cardGrid(pen, (tier) =>
    tier.kind === 'priced' ? tier.prices.map((each) => pieces(each, pen)).join('\n') : priceBlock(tier, pen),
  ),
);

function pieces(price: OfferPrice, { offer, wording, sheet }: Pen): string {
  const parts = moneyParts(price.amount, offer);
  const text = (...types: Intl.NumberFormatPartTypes[]) =>
    parts
      .filter(({ type }) => types.includes(type))
      .map(({ value }) => value)
      .join('');
  const symbol = `<span class="${sheet.of('terms')}">${escapeHtml(text('currency'))}</span>`;
  const decimals = text('decimal', 'fraction');
  const number = `<span class="${sheet.of('price')}">${text('integer', 'group')}</span>${decimals === '' ? '' : `<sup>${decimals}</sup>`}`;
  const isSymbolFirst = parts[0]?.type === 'currency';
  const amount = isSymbolFirst ? `${symbol}${number}` : `${number}${symbol}`;
  const terms = `<span class="${sheet.of('terms')}">${escapeHtml(wording.terms(price))}</span>`;
  return price.kind === 'struck' ? `<div><del>${amount}</del></div>` : `<div>${amount}${terms}</div>`;
}
