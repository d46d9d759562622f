/**
 * Pages with honest prices that are a nuisance to whoever shows them: they ask, pop up, download, store, burn, grow,
 * reload and hang. What they state is read, or nothing is; the pages after them are read all the same.
 */
import { HTML, send } from '../answer.ts';
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

const asks: readonly Vendor[] = [
  nuisance('alerts', {
    expect: 'survives',
    script: `for (let at = 0; at < 50; at += 1) { alert('Buy now'); confirm('Really?'); prompt('Why not?'); } setInterval(() => alert('Still here'), 50);`,
  }),
  nuisance('stays', {
    script: `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; }); onunload = () => alert('Bye');`,
  }),
  nuisance('print', { script: `print(); setInterval(print, 50);` }),
  nuisance('windows', {
    expect: 'survives',
    script: `for (let at = 0; at < 100; at += 1) open('?w=' + at); setInterval(() => open('?more'), 20);`,
  }),
  nuisance('permissions', {
    script: `Notification.requestPermission?.(); navigator.geolocation.getCurrentPosition(() => {}, () => {}); navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => {}); navigator.clipboard?.readText().catch(() => {}); document.documentElement.requestFullscreen?.().catch(() => {});`,
  }),
  nuisance('downloads', {
    expect: 'survives',
    script: `for (let at = 0; at < 20; at += 1) { const link = document.createElement('a'); link.download = 'setup' + at + '.exe'; link.href = URL.createObjectURL(new Blob(['x'.repeat(1e6)])); link.click(); }`,
  }),
  nuisance('attachment', {
    expect: 'survives',
    script: `location.href = 'setup.exe';`,
    other: (_request, response) =>
      send(response, Buffer.alloc(1 << 20), {
        type: 'application/octet-stream',
        headers: { 'content-disposition': 'attachment; filename="setup.exe"' },
      }),
  }),
  nuisance('speech', {
    script: `speechSynthesis?.speak(new SpeechSynthesisUtterance('Buy now')); new AudioContext?.().resume().catch(() => {});`,
  }),
];

const stores: readonly Vendor[] = [
  nuisance('cookies', {
    script: `for (let at = 0; at < 400; at += 1) document.cookie = 'c' + at + '=' + 'x'.repeat(4000) + ';max-age=31536000';`,
  }),
  nuisance('storage', {
    expect: 'survives',
    script: `try { for (let at = 0; ; at += 1) localStorage.setItem('k' + at, 'x'.repeat(1e6)); } catch {} indexedDB.open('x').onupgradeneeded = (event) => { const kept = event.target.result.createObjectStore('s'); for (let at = 0; at < 50; at += 1) kept.put('x'.repeat(1e6), at); };`,
  }),
  nuisance('history', {
    expect: 'survives',
    script: `for (let at = 0; at < 2000; at += 1) { try { history.pushState({}, '', '?h=' + at); } catch { break; } }`,
  }),
  nuisance('console', {
    expect: 'survives',
    script: `for (let at = 0; at < 20000; at += 1) console.log('x'.repeat(200), at);`,
  }),
];

const burns: readonly Vendor[] = [
  nuisance('workers', {
    expect: 'survives',
    script: `for (let at = 0; at < 4; at += 1) new Worker(URL.createObjectURL(new Blob(['const end = Date.now() + 3000; while (Date.now() < end);'])));`,
  }),
  nuisance('errors', {
    expect: 'survives',
    script: `setInterval(() => { throw new Error('x'.repeat(10000)); }, 1); Promise.reject(new Error('lost'));`,
  }),
  nuisance('reloads', { script: `setTimeout(() => location.reload(), 100);`, expect: 'survives' }),
  nuisance('frames', {
    script: `if (location.search.length < 40) for (let at = 0; at < 2; at += 1) { const frame = document.createElement('iframe'); frame.src = location.search === '' ? '?f' : location.href + 'f'; document.body.append(frame); }`,
    expect: 'survives',
  }),
  nuisance('recursion', {
    expect: 'survives',
    script: `const on = () => on(); try { on(); } catch {} try { 'x'.repeat(2 ** 30); } catch {} try { new Array(2 ** 32); } catch {}`,
  }),
  nuisance('expression', {
    script: `setTimeout(() => /^(a+)+$/.test('a'.repeat(26) + 'b'), 100);`,
    expect: 'survives',
  }),
  nuisance('grows', {
    script: `setInterval(() => { for (let at = 0; at < 200; at += 1) document.body.append(document.createElement('p').appendChild(document.createTextNode('x'.repeat(1000)))); }, 10);`,
    expect: 'survives',
  }),
  nuisance('hangs-later', {
    // When it is shown, and before it can be said to be at rest.
    script: `setTimeout(() => { for (;;); }, 300);`,
    expect: 'unreadable',
    failures: ['timeout', 'crashed'],
  }),
  nuisance('takes-back', {
    script: `setTimeout(() => { document.documentElement.innerHTML = ''; }, 100);`,
    expect: 'survives',
  }),
  nuisance('closes', {
    script: `close(); window.stop(); document.open(); document.write('<h1>Pricing</h1>'); document.close();`,
    expect: 'survives',
  }),
  // What the page's own functions say is the page's own word.
  nuisance('redefines', {
    script: `document.querySelectorAll = () => []; Object.defineProperty(document, 'documentElement', { get: () => null }); window.MutationObserver = class { observe() { throw new Error('no'); } }; Promise.prototype.then = () => {}; XMLSerializer.prototype.serializeToString = () => '<li><h3>Team</h3>$${DECOY} per month</li>';`,
    expect: 'survives',
  }),
];

const CARDS = /<ul class[\s\S]*<\/ul>/;
const cards = CARDS.exec(PAGE)?.[0] ?? '';

const reveals: readonly Vendor[] = [
  nuisance('after-click', {
    page: PAGE.replace(CARDS, () => '<button id="show">Show prices</button><div id="plans"></div>'),
    script: `document.getElementById('show').onclick = () => { document.getElementById('plans').innerHTML = ${JSON.stringify(cards).replaceAll('<', '\\u003c')}; };`,
    expect: 'no_price',
  }),
  nuisance('after-scroll', {
    page: PAGE.replace(CARDS, () => '<div style="height:5000px"></div><div id="plans"></div>'),
    script: `addEventListener('scroll', () => { document.getElementById('plans').innerHTML = ${JSON.stringify(cards).replaceAll('<', '\\u003c')}; });`,
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
    script: `if (!navigator.webdriver && !/Headless|Bot/.test(navigator.userAgent)) document.querySelector('ul').outerHTML = ${JSON.stringify(cards).replaceAll('<', '\\u003c')};`,
    expect: 'no_price',
  }),
];

export const NUISANCES: readonly Vendor[] = [...asks, ...stores, ...burns, ...reveals];
