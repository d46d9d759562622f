/** Pricing pages with amounts where nobody sees them, and pricing pages whose price nobody can read as text. */

import { HTML, send, stream } from '../answer.ts';
import { escapeHtml } from '../html.ts';
import { custom, offer, paid } from '../offers.ts';
import { offerVendor, pageVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const DECOY = '7';
const BAIT = `<div class="plan"><h3>Pro</h3><p>$${DECOY} per month</p></div>`;

/** The real prices are in sight; the bait is put before them by `hide`. */
function baited(slug: string, hide: (bait: string) => string): Vendor {
  return offerVendor({
    slug,
    name: slug,
    offer: offer('Baited', { tiers: [paid('Pro', { monthly: '29' }), paid('Max', { monthly: '59' })] }),
    edit: (body) => body.replace('<main>', (main) => main + hide(BAIT)),
    decoys: [DECOY],
  });
}

const styled = (slug: string, style: string) =>
  baited(`decoy-${slug}`, (bait) => `<div style="${style}">${bait}</div>`);

const hidden: readonly Vendor[] = [
  styled('display', 'display:none'),
  styled('visibility', 'visibility:hidden'),
  styled('opacity', 'opacity:0'),
  styled('tiny', 'font-size:0'),
  styled('far-away', 'position:absolute;left:-9999px;top:0'),
  styled('clipped', 'position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden'),
  styled('same-colour', 'color:#f6f7fb;background:#f6f7fb'),
  baited('decoy-attribute', (bait) => `<div hidden>${bait}</div>`),
  baited('decoy-stylesheet', (bait) => `<style>.old-offer{display:none}</style><div class="old-offer">${bait}</div>`),
  baited('decoy-comment', (bait) => `<!-- ${bait} -->`),
  baited('decoy-template', (bait) => `<template>${bait}</template>`),
  baited('decoy-noscript', (bait) => `<noscript>${bait}</noscript>`),
  baited(
    'decoy-script',
    (bait) => `<script>const oldOffer = ${JSON.stringify(bait).replaceAll('</', '<\\/')};</script>`,
  ),
  baited('decoy-textarea', (bait) => `<textarea hidden>${escapeHtml(bait)}</textarea>`),
  baited('decoy-alt', () => `<img src="/old.png" alt="Pro, $${DECOY} per month" width="1" height="1">`),
  baited('decoy-title', () => `<span title="Pro: $${DECOY} per month"></span>`),
  baited('decoy-meta', () => `<meta name="description" content="Pro for only $${DECOY} per month">`),
  baited(
    'decoy-json-ld',
    () =>
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Pro","offers":{"@type":"Offer","price":"${DECOY}.00","priceCurrency":"USD"}}</script>`,
  ),
];

const unpriced = offer('Unpriced', { tiers: [paid('Starter', { monthly: '45' }), paid('Growth', { monthly: '95' })] });

/** Paid tiers whose amounts the page does not state as text: no price, and above all not "free". */
function withoutAmounts(slug: string, price: (amount: string) => string): Vendor {
  const vendor = offerVendor({
    slug,
    name: slug,
    expect: 'no_price',
    offer: unpriced,
    edit: (body) => body.replaceAll(/\$(45|95)(?=<)/g, (_match, amount: string) => price(amount)),
    decoys: ['45', '95'],
  });
  const tiers = unpriced.tiers.map(({ name }) => ({ name, isFree: false, isCustom: false, prices: [] }));
  return { ...vendor, truth: () => ({ tiers, tokenRates: [] }) };
}

const unreadable: readonly Vendor[] = [
  withoutAmounts('price-image', (amount) => `<img src="/price-${amount}.png" alt="" width="90" height="40">`),
  withoutAmounts('price-canvas', () => '<canvas width="90" height="40"></canvas>'),
  withoutAmounts(
    'price-by-css',
    (amount) => `<style>.amount-${amount}::before{content:"$${amount}"}</style><i class="amount-${amount}"></i>`,
  ),
  withoutAmounts('placeholder-zero', () => '$0.00'),
  withoutAmounts('placeholder-dashes', () => '$--.--'),
  withoutAmounts('placeholder-template', () => '{{ tier.price }}'),
  withoutAmounts('placeholder-nan', () => '$NaN'),
  withoutAmounts('placeholder-xx', () => '$XX'),
  offerVendor({
    slug: 'quote-only',
    name: 'Quote Only',
    expect: 'no_price',
    layout: 'plan-columns',
    offer: offer('Quote Only', { tiers: [custom('Team'), custom('Company')] }),
  }),
];

const MILLION = 1_000_000;

function* manyNodes(): Generator<string> {
  yield '<!doctype html><title>Pricing</title><main><h1>Pricing</h1>';
  for (let at = 0; at < MILLION; at += 10_000) yield '<b></b>'.repeat(10_000);
  yield '<div class="card"><h3>Pro</h3><p>$31 per month</p></div></main>';
}

const DEPTH = 10_000;
const DEEP = `<!doctype html><title>Pricing</title><main><h1>Pricing</h1>${'<div>'.repeat(DEPTH)}<h3>Pro</h3><p>$31 per month</p>${'</div>'.repeat(DEPTH)}</main>`;
const WIDE_TABLE = `<!doctype html><title>Pricing</title><h1>Pricing</h1><table>${`<tr>${'<td colspan="1000" rowspan="65534">$31</td>'.repeat(40)}</tr>`.repeat(400)}</table>`;
const ONE_LINE = `<!doctype html><title>Pricing</title><h1>Pricing</h1><p>${'$1 $ 1 / mo per per '.repeat(150_000)}</p>`;
const DIGITS = `<!doctype html><title>Pricing</title><h1>Pricing</h1><div class="card"><h3>Pro</h3><p>$${'9'.repeat(400_000)}.${'9'.repeat(400_000)} per month</p></div>`;
const ATTRIBUTES = `<!doctype html><title>Pricing</title><h1>Pricing</h1><div ${Array.from({ length: 100_000 }, (_, at) => `data-a${at}="$31"`).join(' ')}></div>`;
const UNCLOSED = `<!doctype html><title>Pricing</title><h1>Pricing</h1>${'<a><b><i><p>$31 '.repeat(2000)}`;
const STATE = `<!doctype html><title>Pricing</title><h1>Pricing</h1><script id="__NEXT_DATA__" type="application/json">${'['.repeat(200_000)}${']'.repeat(200_000)}</script>`;

const heavy = (slug: string, body: string): Vendor =>
  pageVendor({ slug, name: slug, expect: 'survives', tolerated: ['31', '1'] }, (_request, response) =>
    send(response, body, { type: HTML }),
  );

const giants: readonly Vendor[] = [
  pageVendor(
    { slug: 'million-nodes', name: 'million-nodes', expect: 'survives', tolerated: ['31'] },
    (_request, response, { signal }) => {
      response.writeHead(200, { 'content-type': HTML });
      return stream(response, manyNodes(), signal);
    },
  ),
  heavy('deep-nesting', DEEP),
  heavy('wide-table', WIDE_TABLE),
  heavy('one-line', ONE_LINE),
  heavy('endless-digits', DIGITS),
  heavy('many-attributes', ATTRIBUTES),
  heavy('unclosed', UNCLOSED),
  heavy('deep-state', STATE),
];

export const DECOYS: readonly Vendor[] = [...hidden, ...unreadable, ...giants];
