/**
 * A switch between monthly and annual prices, with both states in the document and one of them out of sight: by the
 * `hidden` attribute, by a class, by an inline style, or only in attributes that a script would put in the text.
 */
import { escapeHtml, type Role } from '../html.ts';
import { cardGrid, htmlLayout, type Pen, priceBlock } from '../layout.ts';
import { hasBothBillings, type OfferPrice, type OfferTier } from '../offer.ts';

type State = (html: string, isShown: boolean, pen: Pen) => string;

function toggleLayout(name: string, state: State) {
  return htmlLayout(
    name,
    (pen) => {
      const shown = pen.random.pick(['monthly', 'annual'] as const);
      return switcher(pen, shown) + cardGrid(pen, (tier) => toggledCosts(tier, pen, shown, state));
    },
    { suits: hasBothBillings },
  );
}

function switcher({ wording }: Pen, shown: OfferPrice['billing']): string {
  const tab = (billing: OfferPrice['billing']) =>
    `<button role="tab" aria-selected="${billing === shown}" data-billing="${billing}">${wording.labels[billing]}</button>`;
  return `<div role="tablist">${tab('monthly')}${tab('annual')}</div>`;
}

function toggledCosts(tier: OfferTier, pen: Pen, shown: OfferPrice['billing'], state: State): string {
  const blocks = (['monthly', 'annual'] as const).map((billing) => {
    const prices = tier.prices.filter((price) => price.billing === billing);
    return prices.length === 0 ? '' : state(priceBlock({ ...tier, prices }, pen), billing === shown, pen);
  });
  return `<p class="${pen.sheet.of('tagline')}">${escapeHtml(tier.tagline)}</p>
${tier.kind === 'priced' ? blocks.join('\n') : priceBlock(tier, pen)}`;
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
    const { sheet, wording, random } = pen;
    const shown = random.pick(['monthly', 'annual'] as const);
    const costs = (tier: OfferTier) => {
      const states = tier.prices.map(
        (price) => `<p data-billing="${price.billing}"${price.billing === shown ? '' : ' hidden'}>
<span class="${sheet.of('price')}">${escapeHtml(wording.money(price.amount))}</span> <span class="${sheet.of('terms')}">${escapeHtml(wording.period(price))}</span></p>`,
      );
      return tier.kind === 'priced' ? states.join('\n') : priceBlock(tier, pen);
    };
    return switcher(pen, shown) + cardGrid(pen, costs);
  },
  { suits: (offer) => hasBothBillings(offer) && offer.tiers.every(hasOnePriceABilling) },
);

/** Where a toggle lives in attributes, only the first list price of each billing has one. */
export const toggleAttributes = htmlLayout(
  'toggle-attributes',
  (pen) => {
    const { sheet, wording, random } = pen;
    const shown = random.pick(['monthly', 'annual'] as const);
    const costs = (tier: OfferTier) => {
      const monthly = tier.prices.find(({ billing }) => billing === 'monthly');
      const annual = tier.prices.find(({ billing }) => billing === 'annual');
      const visible = (shown === 'monthly' ? monthly : annual) ?? monthly ?? annual;
      return visible === undefined
        ? priceBlock(tier, pen)
        : `<div><span class="${sheet.of('price')}"${attributes('', monthly, annual, wording.money)}>${escapeHtml(wording.money(visible.amount))}</span>
<span class="${sheet.of('terms')}"${attributes('-terms', monthly, annual, (_amount, price) => wording.terms(price))}>${escapeHtml(wording.terms(visible))}</span></div>`;
    };
    return switcher(pen, shown) + cardGrid(pen, costs);
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
