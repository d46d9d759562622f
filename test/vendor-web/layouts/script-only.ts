/** An application shell: the served document holds no price, and a script builds the cards from JSON it fetches. */
import { escapeHtml, scriptJson } from '../html.ts';
import type { Layout } from '../layout.ts';
import type { Offer, OfferTier } from '../offer.ts';
import type { Random } from '../random.ts';
import { type Wording, wordingOf } from '../wording.ts';

const DATA_PATH = 'plans.json';

/** Runs in Chromium as it stands; text goes in by `textContent`, as a framework would put it. */
const BUILD_CARDS = `
const add = (parent, tag, text, look) => {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (look) element.style.cssText = look;
  return parent.appendChild(element);
};
fetch('${DATA_PATH}').then((answer) => answer.json()).then((page) => {
  const root = document.getElementById('root');
  add(root, 'h1', page.title);
  const grid = add(root, 'div', '', 'display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:20px');
  for (const tier of page.tiers) {
    const card = add(grid, 'div', '', 'border:1px solid #d8dce6;border-radius:12px;padding:24px');
    add(card, 'h3', tier.name);
    for (const line of tier.struck) add(card, 's', line);
    for (const line of tier.lines) add(card, 'div', line, 'font-size:22px;font-weight:700');
    const list = add(card, 'ul');
    for (const feature of tier.features) add(list, 'li', feature);
  }
});
`;

export const scriptOnly: Layout = {
  name: 'script-only',
  of: 'tiers',
  format: 'html',
  render: 'browser',
  page(offer) {
    return `<!doctype html>
<html lang="${offer.language}"><head><meta charset="utf-8"><title>${escapeHtml(offer.product)}</title>
<style>body{font:16px system-ui,sans-serif;max-width:1000px;margin:40px auto}</style></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>
<script>${BUILD_CARDS}</script></body></html>
`;
  },
  data: { path: DATA_PATH, json: stateJson },
};

function stateJson(offer: Offer, random: Random): string {
  const wording = wordingOf(offer, random);
  return scriptJson({
    title: wording.labels.title,
    tiers: offer.tiers.map((tier) => ({
      name: tier.name,
      struck: tier.prices.filter(({ kind }) => kind === 'struck').map((price) => wording.line(price)),
      lines: lines(tier, wording),
      features: [wording.minimum(tier), ...tier.features].filter((line) => line !== undefined),
    })),
  });
}

function lines(tier: OfferTier, wording: Wording): string[] {
  if (tier.kind === 'free') return [wording.free];
  if (tier.kind === 'custom') return [wording.custom];
  return tier.prices.filter(({ kind }) => kind !== 'struck').map((price) => wording.line(price));
}
