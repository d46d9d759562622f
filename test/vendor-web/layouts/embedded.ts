/** Visible cards beside the same facts for machines: JSON-LD, microdata, and the state a framework hydrates from. */
import { escapeHtml, htmlPage, scriptJson, sheetOf } from '../html.ts';
import { htmlLayout, type Layout, type Pen, priceBlock, restOfCard } from '../layout.ts';
import type { Offer, OfferTier } from '../offer.ts';
import { wordingOf } from '../wording.ts';

function cards(pen: Pen): string {
  const { offer, sheet } = pen;
  const each = (tier: OfferTier) =>
    `<div class="${sheet.of('card')}"><h3 class="${sheet.of('name')}">${escapeHtml(tier.name)}</h3>
${priceBlock(tier, pen)}
${restOfCard(tier, pen)}</div>`;
  return `<div class="${sheet.of('grid')}">${offer.tiers.map(each).join('\n')}</div>`;
}

function withHead(name: string, head: (offer: Offer) => string, tail: (offer: Offer) => string): Layout {
  return htmlLayout(name, cards, {
    page(offer, random) {
      const pen: Pen = { offer, random, wording: wordingOf(offer, random), sheet: sheetOf(random) };
      return htmlPage({ ...pen, main: cards(pen), head: head(offer), tail: tail(offer) });
    },
  });
}

/** schema.org/UnitPriceSpecification: `P1M` and `P1Y` are the billing duration. */
export function jsonLd(offer: Offer): string {
  const offers = offer.tiers.flatMap((tier) =>
    tier.kind === 'free'
      ? [{ '@type': 'Offer', name: tier.name, price: '0', priceCurrency: offer.currency }]
      : tier.prices
          .filter(({ kind }) => kind !== 'struck')
          .map((price) => ({
            '@type': 'Offer',
            name: tier.name,
            price: price.amount,
            priceCurrency: offer.currency,
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: price.amount,
              priceCurrency: offer.currency,
              billingDuration: price.per === 'month' ? 'P1M' : 'P1Y',
              ...(offer.unit === undefined ? {} : { unitText: offer.unit }),
            },
          })),
  );
  return scriptJson({ '@context': 'https://schema.org', '@type': 'SoftwareApplication', name: offer.product, offers });
}

export const jsonLdOffers = withHead(
  'json-ld',
  (offer) => `\n<script type="application/ld+json">${jsonLd(offer)}</script>`,
  () => '',
);

export const nextData = withHead(
  'next-data',
  () => '',
  (offer) => {
    const tiers = offer.tiers.map(({ name, kind, prices, features }) => ({
      title: name,
      contact: kind === 'custom',
      features,
      pricing: prices.map(({ amount, billing, per }) => ({ value: Number(amount), interval: per, billing })),
    }));
    const state = { props: { pageProps: { currency: offer.currency, tiers } }, page: '/pricing', buildId: 'k3m9' };
    return `\n<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`;
  },
);

export const microdata = htmlLayout('microdata', (pen) => {
  const { offer, sheet, wording } = pen;
  const items = offer.tiers.map((tier) => {
    const marks = tier.prices
      .filter(({ kind }) => kind !== 'struck')
      .map(
        (price) => `<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
<meta itemprop="priceCurrency" content="${offer.currency}"><span class="${sheet.of('price')}" itemprop="price" content="${price.amount}">${escapeHtml(wording.money(price.amount))}</span>
<span class="${sheet.of('terms')}">${escapeHtml(wording.terms(price))}</span></div>`,
      );
    const struck = tier.prices.filter(({ kind }) => kind === 'struck').map((price) => `<s>${wording.line(price)}</s>`);
    return `<div class="${sheet.of('card')}" itemscope itemtype="https://schema.org/Product"><h3 class="${sheet.of('name')}" itemprop="name">${escapeHtml(tier.name)}</h3>
${tier.kind === 'priced' ? [...struck, ...marks].join('\n') : priceBlock(tier, pen)}
${restOfCard(tier, pen)}</div>`;
  });
  return `<div class="${sheet.of('grid')}">${items.join('\n')}</div>`;
});
