/**
 * A switch between monthly and annual prices, with both states in the document and one of them out of sight: by the
 * `hidden` attribute, by a class, by an inline style, or only in attributes that a script would put in the text.
 */
import { escapeHtml, type Role } from '../html.ts';
import { htmlLayout, type Pen, priceBlock, restOfCard } from '../layout.ts';
import { hasBothBillings, type OfferPrice, type OfferTier } from '../offer.ts';

type State = (html: string, isShown: boolean, pen: Pen) => string;

function toggleLayout(name: string, state: State) {
  return htmlLayout(
    name,
    (pen) => {
      const shown = pen.random.pick(['monthly', 'annual'] as const);
      const cards = pen.offer.tiers.map((tier) => toggledCard(tier, pen, shown, state));
      return `${switcher(pen, shown)}<div class="${pen.sheet.of('grid')}">${cards.join('\n')}</div>`;
    },
    { suits: hasBothBillings },
  );
}

function switcher({ wording }: Pen, shown: OfferPrice['billing']): string {
  const tab = (billing: OfferPrice['billing']) =>
    `<button role="tab" aria-selected="${billing === shown}" data-billing="${billing}">${wording.labels[billing]}</button>`;
  return `<div role="tablist">${tab('monthly')}${tab('annual')}</div>`;
}

function toggledCard(tier: OfferTier, pen: Pen, shown: OfferPrice['billing'], state: State): string {
  const { sheet } = pen;
  const blocks = (['monthly', 'annual'] as const).map((billing) => {
    const prices = tier.prices.filter((price) => price.billing === billing);
    return prices.length === 0 ? '' : state(priceBlock({ ...tier, prices }, pen), billing === shown, pen);
  });
  return `<div class="${sheet.of('card')}"><h3 class="${sheet.of('name')}">${escapeHtml(tier.name)}</h3>
<p class="${sheet.of('tagline')}">${escapeHtml(tier.tagline)}</p>
${tier.kind === 'priced' ? blocks.join('\n') : priceBlock(tier, pen)}
${restOfCard(tier, pen)}</div>`;
}

export const toggleHidden = toggleLayout(
  'toggle-hidden',
  (html, isShown) => `<div${isShown ? '' : ' hidden'}>${html}</div>`,
);

export const toggleClass = toggleLayout('toggle-class', (html, isShown, { sheet }) => {
  const role: Role = isShown ? 'second' : 'off';
  return `<div class="${sheet.of(role)}">${html}</div>`;
});

export const toggleStyle = toggleLayout(
  'toggle-style',
  (html, isShown) => `<div style="display:${isShown ? 'block' : 'none'}">${html}</div>`,
);

/** The amounts do not say how they are billed: only the switch and the state that they stand in do. */
export const toggleBare = htmlLayout(
  'toggle-bare',
  (pen) => {
    const { offer, sheet, wording, random } = pen;
    const shown = random.pick(['monthly', 'annual'] as const);
    const cards = offer.tiers.map((tier) => {
      const states = tier.prices.map(
        (price) => `<p data-billing="${price.billing}"${price.billing === shown ? '' : ' hidden'}>
<span class="${sheet.of('price')}">${escapeHtml(wording.money(price.amount))}</span> <span class="${sheet.of('terms')}">${escapeHtml(wording.period(price))}</span></p>`,
      );
      return `<div class="${sheet.of('card')}"><h3 class="${sheet.of('name')}">${escapeHtml(tier.name)}</h3>
${tier.kind === 'priced' ? states.join('\n') : priceBlock(tier, pen)}
${restOfCard(tier, pen)}</div>`;
    });
    return `${switcher(pen, shown)}<div class="${sheet.of('grid')}">${cards.join('\n')}</div>`;
  },
  { suits: (offer) => hasBothBillings(offer) && offer.tiers.every(hasOnePriceABilling) },
);

/** Where a toggle lives in attributes, only the first list price of each billing has one. */
export const toggleAttributes = htmlLayout(
  'toggle-attributes',
  (pen) => {
    const { offer, sheet, wording, random } = pen;
    const shown = random.pick(['monthly', 'annual'] as const);
    const cards = offer.tiers.map((tier) => {
      const monthly = tier.prices.find(({ billing }) => billing === 'monthly');
      const annual = tier.prices.find(({ billing }) => billing === 'annual');
      const visible = (shown === 'monthly' ? monthly : annual) ?? monthly ?? annual;
      const price =
        visible === undefined
          ? priceBlock(tier, pen)
          : `<div><span class="${sheet.of('price')}"${attributes('', monthly, annual, wording.money)}>${escapeHtml(wording.money(visible.amount))}</span>
<span class="${sheet.of('terms')}"${attributes('-terms', monthly, annual, (_amount, price) => wording.terms(price))}>${escapeHtml(wording.terms(visible))}</span></div>`;
      return `<div class="${sheet.of('card')}"><h3 class="${sheet.of('name')}">${escapeHtml(tier.name)}</h3>${price}${restOfCard(tier, pen)}</div>`;
    });
    return `${switcher(pen, shown)}<div class="${sheet.of('grid')}">${cards.join('\n')}</div>`;
  },
  {
    suits: (offer) => hasBothBillings(offer) && offer.tiers.every(hasOnePriceABilling),
  },
);

function hasOnePriceABilling({ prices }: OfferTier): boolean {
  return new Set(prices.map(({ billing }) => billing)).size === prices.length;
}

function attributes(
  suffix: string,
  monthly: OfferPrice | undefined,
  annual: OfferPrice | undefined,
  say: (amount: string, price: OfferPrice) => string,
): string {
  const one = (name: string, price: OfferPrice | undefined) =>
    price === undefined ? '' : ` data-${name}${suffix}="${escapeHtml(say(price.amount, price))}"`;
  return one('monthly', monthly) + one('annual', annual);
}
