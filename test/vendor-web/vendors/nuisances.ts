/**
 * Pages with honest prices that are a nuisance to whoever shows them: they ask, pop up, download, store, burn, grow,
 * reload and hang. What they state is read, or nothing is; the pages after them are read all the same.
 */
import { HTML, send } from '../answer.ts';
import { dataOf } from '../data.ts';
import { scriptJson } from '../html.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { NO_TRUTH, truthOf } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { vendorOf } from '../page-vendor.ts';
import type { Expectation, Vendor } from '../vendor.ts';

const SOLD = offer('Nuisance', { tiers: [paid('Team', { monthly: '26' }), paid('Company', { monthly: '62' })] });
const PAGE = layOut(SOLD, layoutNamed('list-cards')).body;
const WITHOUT_PRICES = PAGE.replaceAll(/\$(?:26|62)/g, '…');
const DECOY = '7';

interface Nuisance {
  script: string;
  expect?: Expectation;
  failures?: Vendor['failures'];
  /** The page before its script has run. */
  page?: string;
  /** What it answers beside its page. */
  other?: Vendor['respond'];
}

function nuisance(slug: string, { script, page = PAGE, other, expect = 'prices', failures }: Nuisance): Vendor {
  const truth = expect === 'prices' || expect === 'survives' ? truthOf(SOLD) : NO_TRUTH;
  return vendorOf(
    {
      slug: `nuisance-${slug}`,
      name: `Nuisance ${slug}`,
      expect,
      render: 'browser',
      truth: () => truth,
      decoys: [DECOY],
      ...(failures === undefined ? {} : { failures }),
    },
    (request, response, world) => {
      if (world.path !== '/pricing' && other !== undefined) return other(request, response, world);
      if (world.path !== '/pricing') return send(response, '{}', { status: 404, type: 'application/json' });
      send(
        response,
        page.replace('</body>', () => `<script>${script}</script></body>`),
        { type: HTML },
      );
    },
  );
}

const CARDS = /<ul class[\s\S]*<\/ul>/;
const cards = CARDS.exec(PAGE)?.[0] ?? '';

const inCode: readonly Vendor[] = [
  nuisance('attachment', {
    expect: 'survives',
    script: `location.href = 'setup.exe';`,
    other: (_request, response) =>
      send(response, Buffer.alloc(1 << 20), {
        type: 'application/octet-stream',
        headers: { 'content-disposition': 'attachment; filename="setup.exe"' },
      }),
  }),
  nuisance('after-click', {
    page: PAGE.replace(CARDS, () => '<button id="show">Show prices</button><div id="plans"></div>'),
    script: `document.getElementById('show').onclick = () => { document.getElementById('plans').innerHTML = ${scriptJson(cards)}; };`,
    expect: 'no_price',
  }),
  nuisance('after-scroll', {
    page: PAGE.replace(CARDS, () => '<div style="height:5000px"></div><div id="plans"></div>'),
    script: `addEventListener('scroll', () => { document.getElementById('plans').innerHTML = ${scriptJson(cards)}; });`,
    expect: 'no_price',
  }),
  nuisance('after-a-minute', {
    page: WITHOUT_PRICES,
    script: `setTimeout(() => location.reload(), 60000);`,
    expect: 'no_price',
  }),
  // The document states another price until its script has run.
  nuisance('rewrites', {
    page: PAGE.replaceAll('$26', `$${DECOY}`),
    script: `for (const each of document.querySelectorAll('li *')) if (each.children.length === 0 && each.textContent.includes('$${DECOY}')) each.textContent = each.textContent.replace('$${DECOY}', '$26');`,
  }),
  nuisance('drawn', {
    page: PAGE.replaceAll(
      /\$(26|62)(?=<)/g,
      (_all, amount: string) => `<canvas data-amount="$${amount}" width="90" height="30"></canvas>`,
    ),
    script: `for (const each of document.querySelectorAll('canvas')) { const pen = each.getContext('2d'); pen.font = '24px sans-serif'; pen.fillText(each.dataset.amount, 0, 24); each.removeAttribute('data-amount'); }`,
    expect: 'no_price',
  }),
  nuisance('in-shadow', {
    page: PAGE.replaceAll(/\$(26|62)(?=<)/g, (_all, amount: string) => `<x-price data-amount="${amount}"></x-price>`),
    script: `customElements.define('x-price', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).textContent = '$' + this.dataset.amount; delete this.dataset.amount; } });`,
    expect: 'no_price',
  }),
  // It knows a browser that nobody sits at, and has nothing to say to it.
  nuisance('shy', {
    page: WITHOUT_PRICES,
    script: `if (!navigator.webdriver && !/Headless|Bot/.test(navigator.userAgent)) document.querySelector('ul').outerHTML = ${scriptJson(cards)};`,
    expect: 'no_price',
  }),
];

export const NUISANCES: readonly Vendor[] = [
  ...Object.entries(dataOf<Record<string, Nuisance>>('nuisances')).map(([slug, page]) => nuisance(slug, page)),
  ...inCode,
];
