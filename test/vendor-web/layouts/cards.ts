/** Tiers as repeated blocks: the commonest shape, in the element kinds that vendors use for it. */
import { escapeHtml } from '../html.ts';
import { htmlLayout, type Pen, priceBlock, restOfCard } from '../layout.ts';
import type { OfferTier } from '../offer.ts';

type Card = (tier: OfferTier, pen: Pen) => string;

function cardsLayout(name: string, card: Card, wrap: (cards: string, pen: Pen) => string) {
  return htmlLayout(name, (pen) => wrap(pen.offer.tiers.map((tier) => card(tier, pen)).join('\n'), pen));
}

export const divCards = cardsLayout(
  'div-cards',
  (tier, pen) => `<div class="${pen.sheet.of('card')}"><div><div>
<div class="${pen.sheet.of('name')}">${escapeHtml(tier.name)}</div>
<div class="${pen.sheet.of('tagline')}">${escapeHtml(tier.tagline)}</div></div>
${priceBlock(tier, pen)}
${restOfCard(tier, pen)}</div></div>`,
  (cards, { sheet }) => `<div class="${sheet.of('grid')}">${cards}</div>`,
);

export const listCards = cardsLayout(
  'list-cards',
  (tier, pen) => `<li class="${pen.sheet.of('card')}">
<h3 class="${pen.sheet.of('name')}">${escapeHtml(tier.name)}</h3>
${priceBlock(tier, pen)}
<p class="${pen.sheet.of('tagline')}">${escapeHtml(tier.tagline)}</p>
${restOfCard(tier, pen)}</li>`,
  (cards, { sheet }) => `<ul class="${sheet.of('grid')}">${cards}</ul>`,
);

export const articleCards = cardsLayout(
  'article-cards',
  (tier, pen) => `<article class="${pen.sheet.of('card')}" aria-label="${escapeHtml(tier.name)}">
<header><h2 class="${pen.sheet.of('name')}">${escapeHtml(tier.name)}</h2><p class="${pen.sheet.of('tagline')}">${escapeHtml(tier.tagline)}</p></header>
<section>${priceBlock(tier, pen)}</section>
<footer>${restOfCard(tier, pen)}</footer></article>`,
  (cards, { sheet }) => `<section class="${sheet.of('grid')}">${cards}</section>`,
);

/** No element holds a whole tier: headings and what follows them are all siblings. */
export const flatHeadings = cardsLayout(
  'flat-headings',
  (tier, pen) => `<h3 class="${pen.sheet.of('name')}">${escapeHtml(tier.name)}</h3>
<p>${escapeHtml(tier.tagline)}</p>
${priceBlock(tier, pen)}
${restOfCard(tier, pen)}`,
  (cards) => `<section>${cards}</section>`,
);

/** The price stands above the name, as the visual centre of the card. */
export const priceFirstCards = cardsLayout(
  'price-first-cards',
  (tier, pen) => `<div class="${pen.sheet.of('card')}">
${priceBlock(tier, pen)}
<h4 class="${pen.sheet.of('name')}">${escapeHtml(tier.name)}</h4>
${restOfCard(tier, pen)}</div>`,
  (cards, { sheet }) => `<div class="${sheet.of('grid')}">${cards}</div>`,
);

/** A page whose template was saved unrendered: loop and condition tags stay in the text. */
export const templateLeftovers = cardsLayout(
  'template-leftovers',
  (tier, pen) => `<div class="${pen.sheet.of('card')}">
{% if tier.highlighted %}<span class="${pen.sheet.of('badge')}">{{ tier.badge }}</span>{% endif %}
<h3 class="${pen.sheet.of('name')}">${escapeHtml(tier.name)}</h3>
${priceBlock(tier, pen)}
<!-- {{ tier.footnote | default: "" }} -->
${restOfCard(tier, pen)}</div>`,
  (cards, { sheet }) => `<div class="${sheet.of('grid')}">{% for tier in tiers %}
${cards}
{% endfor %}</div>
<p>{{ page.disclaimer }}</p>`,
);
