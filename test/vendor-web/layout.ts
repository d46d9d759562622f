/**
 * A layout is one way to put an offer on a page. Every layout states every fact of the offer, so that one offer read
 * from any two of them must read the same.
 */
import type { PageFormat } from '../../data/page.ts';
import { escapeHtml, htmlPage, type Sheet, sheetOf } from './html.ts';
import type { Offer, OfferTier } from './offer.ts';
import type { Random } from './random.ts';
import { type Wording, wordingOf } from './wording.ts';

export interface Layout {
  /** Kebab-case; unique. */
  name: string;
  of: 'tiers' | 'rates';
  format: Extract<PageFormat, 'html' | 'markdown' | 'json'>;
  /** `browser`: the prices appear only after scripts ran. */
  render: 'http' | 'browser';
  /** Absent: suits every offer of its kind. */
  suits?(offer: Offer): boolean;
  page(offer: Offer, random: Random): string;
  /** What the page's own script fetches, relative to the page. */
  data?: { path: string; json(offer: Offer, random: Random): string };
}

/** What a fragment of HTML is written with. */
export interface Pen {
  offer: Offer;
  random: Random;
  wording: Wording;
  sheet: Sheet;
}

/** The usual HTML layout: a fragment in the shell, and what stands at the ends of its head and body. */
export function htmlLayout(
  name: string,
  main: (pen: Pen) => string,
  { head, tail, ...more }: Partial<Layout> & Partial<Record<'head' | 'tail', (offer: Offer) => string>> = {},
): Layout {
  return {
    name,
    of: 'tiers',
    format: 'html',
    render: 'http',
    page(offer, random) {
      const pen: Pen = { offer, random, wording: wordingOf(offer, random), sheet: sheetOf(random) };
      return htmlPage({ ...pen, main: main(pen), head: head?.(offer) ?? '', tail: tail?.(offer) ?? '' });
    },
    ...more,
  };
}

/** All that a card says about what its tier costs: the first price large, the others small under it. */
export function priceBlock(tier: OfferTier, { wording, sheet }: Pen): string {
  if (tier.kind === 'free') return `<div class="${sheet.of('price')}">${escapeHtml(wording.free)}</div>`;
  if (tier.kind === 'custom') return `<div class="${sheet.of('price')}">${escapeHtml(wording.custom)}</div>`;
  let hasMain = false;
  const blocks = tier.prices.map((price) => {
    if (price.kind === 'struck') return `<s class="${sheet.of('struck')}">${escapeHtml(wording.line(price))}</s>`;
    if (hasMain)
      return `<div class="${sheet.of('second')}">${wording.labels.or} ${escapeHtml(wording.line(price))}</div>`;
    hasMain = true;
    const { amount } = price;
    return `<div><span class="${sheet.of('price')}">${escapeHtml(wording.money(amount))}</span> <span class="${sheet.of('terms')}">${escapeHtml(wording.terms(price))}</span></div>`;
  });
  return blocks.join('\n');
}

/** Cards in a grid, which differ in what they say about prices, and in the attributes of their elements. */
export function cardGrid(
  pen: Pen,
  costs = (tier: OfferTier) => priceBlock(tier, pen),
  { card = '', name = '' } = {},
): string {
  const { offer, sheet } = pen;
  const cards = offer.tiers.map(
    (
      tier,
    ) => `<div class="${sheet.of('card')}"${card}><h3 class="${sheet.of('name')}"${name}>${escapeHtml(tier.name)}</h3>
${costs(tier)}
${restOfCard(tier, pen)}</div>`,
  );
  return `<div class="${sheet.of('grid')}">${cards.join('\n')}</div>`;
}

/** Everything of a tier that is not its name and price. */
export function restOfCard(tier: OfferTier, { wording, sheet }: Pen): string {
  const minimum = wording.minimum(tier);
  const features = tier.features.map((feature) => `<li>${escapeHtml(feature)}</li>`).join('');
  return `${minimum === undefined ? '' : `<p class="${sheet.of('terms')}">${minimum}</p>`}
<a class="${sheet.of('cta')}" href="/signup">${escapeHtml(wording.buy)}</a>
<ul class="${sheet.of('features')}">${features}</ul>`;
}

export const hasListPricesOnly = ({ tiers }: Offer) =>
  tiers.every(({ prices }) => prices.every(({ kind }) => kind === 'list'));

/** One line of text for all that a tier costs, where a table or a sentence has room for one. */
export function priceLine(tier: OfferTier, wording: Wording): string {
  if (tier.kind === 'free') return wording.free;
  if (tier.kind === 'custom') return wording.custom;
  return tier.prices
    .filter(({ kind }) => kind !== 'struck')
    .map((price) => wording.line(price))
    .join(` ${wording.labels.or} `);
}

/** As `priceLine`, in HTML, with a struck price where there is one. */
export function priceCell(tier: OfferTier, wording: Wording): string {
  const struck = tier.prices
    .filter(({ kind }) => kind === 'struck')
    .map((price) => `<del>${escapeHtml(wording.line(price))}</del> `);
  return `${struck.join('')}${escapeHtml(priceLine(tier, wording))}`;
}
