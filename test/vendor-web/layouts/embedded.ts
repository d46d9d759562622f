/** Visible cards beside the same facts for machines: JSON-LD, microdata, and the state a framework hydrates from. */
import { escapeHtml, scriptJson } from '../html.ts';
import { cardGrid, hasListPricesOnly, htmlLayout, priceBlock } from '../layout.ts';
import type { Offer, OfferTier } from '../offer.ts';

/** schema.org/UnitPriceSpecification: `P1M` and `P1Y` are the billing duration. */
function jsonLd(offer: Offer): string {
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

export const jsonLdOffers = htmlLayout('json-ld', (pen) => cardGrid(pen), {
  head: (offer) => `\n<script type="application/ld+json">${jsonLd(offer)}</script>`,
});

export const nextData = htmlLayout('next-data', (pen) => cardGrid(pen), {
  tail(offer) {
    const tiers = offer.tiers.map(({ name, kind, prices, features }) => ({
      title: name,
      contact: kind === 'custom',
      features,
      pricing: prices.map(({ amount, billing, per }) => ({ value: Number(amount), interval: per, billing })),
    }));
    const state = { props: { pageProps: { currency: offer.currency, tiers } }, page: '/pricing', buildId: 'k3m9' };
    return `\n<script id="__NEXT_DATA__" type="application/json">${scriptJson(state)}</script>`;
  },
});

const MARKED = { card: ' itemscope itemtype="https://schema.org/Product"', name: ' itemprop="name"' };

export const microdata = htmlLayout('microdata', (pen) => {
  const { offer, sheet, wording } = pen;
  const costs = (tier: OfferTier) => {
    const marks = tier.prices
      .filter(({ kind }) => kind !== 'struck')
      .map(
        (price) => `<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
<meta itemprop="priceCurrency" content="${offer.currency}"><span class="${sheet.of('price')}" itemprop="price" content="${price.amount}">${escapeHtml(wording.money(price.amount))}</span>
<span class="${sheet.of('terms')}">${escapeHtml(wording.terms(price))}</span></div>`,
      );
    const struck = tier.prices.filter(({ kind }) => kind === 'struck').map((price) => `<s>${wording.line(price)}</s>`);
    return tier.kind === 'priced' ? [...struck, ...marks].join('\n') : priceBlock(tier, pen);
  };
  return cardGrid(pen, costs, MARKED);
});

/** A month is `MON` and a year `ANN` (UN/CEFACT), as schema.org wants its `referenceQuantity`. */
const CODES = { month: 'MON', year: 'ANN' } as const;

/** Cards whose marks say period and billing as well, in microdata. */
export const microdataTerms = htmlLayout(
  'microdata-terms',
  (pen) => {
    const { offer, sheet, wording } = pen;
    const costs = (tier: OfferTier) => {
      const marks = tier.prices.map(
        (
          price,
        ) => `<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><p class="${sheet.of('price')}">${escapeHtml(wording.line(price))}</p>
<div itemprop="priceSpecification" itemscope itemtype="http://schema.org/UnitPriceSpecification"><meta itemprop="price" content="${price.amount}"><meta itemprop="priceCurrency" content="${offer.currency}">
<meta itemprop="priceType" content="${price.kind === 'struck' ? 'https://schema.org/StrikethroughPrice' : ''}">
${price.billing === 'annual' ? '<meta itemprop="billingDuration" content="P1Y">' : ''}<div itemprop="referenceQuantity" itemscope itemtype="http://schema.org/QuantitativeValue"><meta itemprop="value" content="1"><meta itemprop="unitCode" content="${CODES[price.per]}"></div></div></div>`,
      );
      return tier.kind === 'priced' ? marks.join('\n') : priceBlock(tier, pen);
    };
    return cardGrid(pen, costs, { ...MARKED, card: ' itemscope itemtype="http://schema.org/Product"' });
  },
  { suits: hasListPricesOnly },
);

/** The same in RDFa Lite, amounts as the visitor sees them. */
export const rdfa = htmlLayout(
  'rdfa',
  (pen) => {
    const { offer, sheet, wording } = pen;
    const costs = (tier: OfferTier) => {
      const marks = tier.prices.map(
        (price) => `<div property="offers" typeof="Offer"><meta property="priceCurrency" content="${offer.currency}">
<span class="${sheet.of('price')}" property="price" content="${price.amount}">${escapeHtml(wording.money(price.amount))}</span> <span class="${sheet.of('terms')}">${escapeHtml(wording.terms(price))}</span></div>`,
      );
      return tier.kind === 'priced' ? marks.join('\n') : priceBlock(tier, pen);
    };
    return cardGrid(pen, costs, { card: ' vocab="https://schema.org/" typeof="Product"', name: ' property="name"' });
  },
  { suits: hasListPricesOnly },
);
