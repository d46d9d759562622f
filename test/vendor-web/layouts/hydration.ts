/**
 * Pages whose scripts carry what visitors do not see: the other billing of a switch, all prices of an empty shell, or
 * the prices of last year. Each in the way of one framework.
 */
import { timesAmount } from '../../../data/money.ts';
import { escapeHtml, scriptJson } from '../html.ts';
import { cardGrid, hasListPricesOnly, htmlLayout, type Layout, type Pen, priceBlock } from '../layout.ts';
import { hasBothBillings, type Offer, type OfferPrice, type OfferTier } from '../offer.ts';
import type { Random } from '../random.ts';

export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

/** Cards that show one billing, or no card at all, beside data that has both. */
function dataLayout(
  name: string,
  {
    tail,
    shows,
    suits,
  }: { tail(offer: Offer): string; shows: 'one' | 'bare' | 'all' | 'none'; suits(offer: Offer): boolean },
): Layout {
  const main = (pen: Pen) => (shows === 'none' ? '<div id="app"><p>…</p></div>' : cards(pen, shows));
  return htmlLayout(name, main, { suits, tail: (offer) => `\n${tail(offer)}` });
}

function cards(pen: Pen, shows: 'one' | 'bare' | 'all'): string {
  const { sheet, random, wording } = pen;
  const shown = random.pick(['monthly', 'annual'] as const);
  const costs = (tier: OfferTier) => {
    const prices = tier.prices.filter(({ billing }) => shows === 'all' || billing === shown);
    const [price] = prices;
    return shows === 'bare' && price !== undefined
      ? `<div class="${sheet.of('price')}">${escapeHtml(`${wording.money(price.amount)} ${wording.period(price)}`)}</div>`
      : priceBlock({ ...tier, prices }, pen);
  };
  return cardGrid(pen, costs);
}

/** `price: { monthly, annual }`, both a month's. */
export function byBilling(offer: Offer): Plain[] {
  return offer.tiers.map(({ name, kind, prices, features }) => ({
    name,
    currency: offer.currency,
    price: kind === 'custom' ? null : { monthly: amountOf(prices, 'monthly'), annual: amountOf(prices, 'annual') },
    ...(kind === 'custom' && { contactSales: true }),
    features,
  }));
}

/** `prices: [{ amount, interval, billing }]`. */
export function byInterval(offer: Offer): Plain[] {
  return offer.tiers.map(({ name, kind, prices, features, minimumUnits = null }) => ({
    title: name,
    minSeats: minimumUnits,
    free: kind === 'free',
    contact: kind === 'custom',
    prices: prices.map(({ amount, billing, per }) => ({
      amount: Number(amount),
      currency: offer.currency.toLowerCase(),
      interval: per,
      billing,
    })),
    bullets: features.map((text) => ({ text })),
  }));
}

/** Hundredths, where the currency has them. */
function inCents(offer: Offer): Plain[] {
  const factor = offer.currency === 'JPY' ? 1 : 100;
  const cents = (prices: readonly OfferPrice[], billing: OfferPrice['billing']) =>
    Math.round(amountOf(prices, billing) * factor);
  return offer.tiers.map(({ name, kind, prices }) => ({
    displayName: name,
    currency: offer.currency,
    ...(kind === 'priced' && {
      monthlyPriceInCents: cents(prices, 'monthly'),
      annualPricePerMonthInCents: cents(prices, 'annual'),
    }),
  }));
}

function amountOf(prices: readonly OfferPrice[], wanted: OfferPrice['billing']): number {
  return Number(prices.find(({ billing }) => billing === wanted)?.amount ?? 0);
}

export const both = (offer: Offer) =>
  hasBothBillings(offer) &&
  offer.tiers.every(({ prices }) => new Set(prices.map(({ billing }) => billing)).size === prices.length) &&
  offer.tiers.every(({ kind, prices }) => kind !== 'priced' || prices.length === 2) &&
  offer.tiers.every(({ prices }) => prices.every(({ kind, per }) => kind === 'list' && per === 'month'));
export const listed = (offer: Offer) => offer.tiers.length > 1 && hasListPricesOnly(offer);

const nextData = (plans: Plain[]) =>
  `<script id="__NEXT_DATA__" type="application/json">${scriptJson({ props: { pageProps: { plans } } })}</script>`;

export const nextState = dataLayout('next-state', {
  shows: 'one',
  suits: both,
  tail: (offer) => nextData(byBilling(offer)),
});

/** The amount in sight does not say how it is billed; only the data does. */
export const nextBare = dataLayout('next-bare', {
  shows: 'bare',
  suits: both,
  tail: (offer) => nextData(byBilling(offer)),
});

export const flightState = dataLayout('flight-state', {
  shows: 'one',
  suits: both,
  tail(offer) {
    const row = `7:["$","$L4",null,{"plans":${JSON.stringify(inCents(offer))}}]\n`;
    const half = row.indexOf('"', row.length / 2);
    return [`1:"$Sreact.fragment"\n`, row.slice(0, half), row.slice(half)]
      .map((chunk) => `<script>self.__next_f.push([1,${scriptJson(chunk)}])</script>`)
      .join('');
  },
});

/** Nuxt 2: the state as what a function returns, values that recur as its arguments. */
export const nuxtState = dataLayout('nuxt-state', {
  shows: 'one',
  suits: both,
  tail(offer) {
    const plans = byInterval(offer)
      .map((plan) => scriptLiteral(plan))
      .join(',');
    return `<script>window.__NUXT__=(function(a,b){return {layout:"default",data:[{plans:[${plans}]}],fetch:{},error:a,serverRendered:b}}(null,!0));</script>`;
  },
});

/** Nuxt 3: a list in which objects hold the places of their parts. */
export const nuxtPayload = dataLayout('nuxt-payload', {
  shows: 'one',
  suits: both,
  tail(offer) {
    const flat = flattened(['Reactive', { data: { 'pricing-page': { plans: byBilling(offer) } } }]);
    return `<script type="application/json" id="__NUXT_DATA__" data-ssr="true">${scriptJson(flat)}</script>`;
  },
});

export const astroIsland = dataLayout('astro-island', {
  shows: 'one',
  suits: both,
  tail: (offer) =>
    `<astro-island uid="Z1x" component-url="/_astro/Plans.js" props="${escapeHtml(JSON.stringify({ plans: wrapped(byBilling(offer)) }))}" client="load"></astro-island>`,
});

export const stateShell = dataLayout('state-shell', {
  shows: 'none',
  suits: listed,
  tail: (offer) =>
    `<script>window.__INITIAL_STATE__ = ${scriptJson({ pricing: { plans: byInterval(offer) } })};</script>`,
});

/** What the page shows is right; its data is of last year, dearer by half and a little. */
export const staleState = dataLayout('stale-state', {
  shows: 'all',
  suits: listed,
  tail(offer) {
    const tiers = offer.tiers.map((tier) => ({
      ...tier,
      prices: tier.prices.map((price) => ({ ...price, amount: timesAmount(price.amount, '1.55') })),
    }));
    return nextData(byInterval({ ...offer, tiers }));
  },
});

/** No page at all: what the vendor's own script would fetch. */
export const pricingJson: Layout = {
  name: 'pricing-json',
  of: 'tiers',
  format: 'json',
  render: 'http',
  suits: listed,
  page: (offer: Offer, _random: Random) =>
    `${JSON.stringify({ updated: '2026-01-05', plans: byInterval(offer) }, null, 1)}\n`,
};

/** As a bundler writes an object: names without quotes. */
export function scriptLiteral(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(scriptLiteral).join(',')}]`;
  if (typeof value === 'boolean') return value ? '!0' : '!1';
  if (value === null || typeof value !== 'object') return scriptJson(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}:${scriptLiteral(each)}`)
    .join(',')}}`;
}

function flattened(value: Plain): Plain[] {
  const flat: Plain[] = [];
  const add = (each: Plain): number => {
    const at = flat.push(null) - 1;
    if (Array.isArray(each)) flat[at] = each[0] === 'Reactive' ? ['Reactive', add(each[1] as Plain)] : each.map(add);
    else if (each !== null && typeof each === 'object')
      flat[at] = Object.fromEntries(Object.entries(each).map(([key, part]) => [key, add(part)]));
    else flat[at] = each;
    return at;
  };
  add(value);
  return flat;
}

function wrapped(value: Plain): Plain {
  if (Array.isArray(value)) return [1, value.map(wrapped)];
  if (value === null || typeof value !== 'object') return [0, value];
  return [0, Object.fromEntries(Object.entries(value).map(([key, part]) => [key, wrapped(part)]))];
}
