/**
 * Pages with honest prices that, once Chromium shows them, try to reach an address inside, by every way that a page has:
 * each target is the trap, where a connection or a datagram is a hole in the guard.
 */
import { HTML, send } from '../answer.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { truthOf } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { vendorOf } from '../page-vendor.ts';
import type { Expectation, Vendor, World } from '../vendor.ts';

const SOLD = offer('Doors', { tiers: [paid('Team', { monthly: '26' }), paid('Company', { monthly: '62' })] });
const PAGE = layOut(SOLD, layoutNamed('list-cards')).body;

/** What the trap's page states. */
const TRAPPED = '666';

interface Door {
  /** For the end of the body, or of the head. `TRAP` is the trap's host and port, `OWN` the page's own path without its end. */
  markup: string;
  /** Beside the page itself: a script, a worker, by the last part of its path. */
  files?: Readonly<Record<string, readonly [type: string, body: string]>>;
  expect?: Expectation;
}

function door(slug: string, { markup, files = {}, expect = 'prices' }: Door): Vendor {
  const filled = (text: string, { trapPort, base }: World) =>
    text.replaceAll('TRAP', `127.0.0.1:${trapPort}`).replaceAll('OWN', base);
  const vendor = vendorOf(
    {
      slug: `door-${slug}`,
      name: `Door ${slug}`,
      expect,
      truth: () => truthOf(SOLD),
      decoys: [TRAPPED],
      render: 'browser',
    },
    (_request, response, world) => {
      const [type, file] = files[world.path.slice(1)] ?? [];
      if (file !== undefined) return send(response, filled(file, world), { type: type ?? HTML });
      if (world.path !== '/pricing') return send(response, 'Nothing here\n', { status: 404, type: 'text/plain' });
      send(
        response,
        PAGE.replace('</body>', () => `${filled(markup, world)}</body>`),
      );
    },
  );
  return vendor;
}

const script = (code: string) => `<script>${code}</script>`;
const SCRIPT = 'text/javascript';

const loads: readonly Vendor[] = [
  door('frame', { markup: '<iframe src="http://TRAP/frame"></iframe><iframe src="//TRAP/pricing"></iframe>' }),
  door('object', { markup: '<object data="http://TRAP/o"></object><embed src="http://TRAP/e">' }),
  door('picture', {
    markup:
      '<img src="http://TRAP/i.png"><picture><source srcset="http://TRAP/s.webp"><img></picture><video poster="http://TRAP/p" src="http://TRAP/v"></video>',
  }),
  door('style', {
    markup:
      '<link rel="stylesheet" href="http://TRAP/s.css"><style>@import "http://TRAP/i.css";@font-face{font-family:x;src:url(http://TRAP/f)}body{background:url(http://TRAP/b);font-family:x}</style>',
  }),
  door('script', {
    markup: '<script src="http://TRAP/s.js"></script><script type="module" src="http://TRAP/m.js"></script>',
  }),
  door('hints', {
    markup:
      '<link rel="dns-prefetch" href="//TRAP"><link rel="preconnect" href="http://TRAP"><link rel="prefetch" href="http://TRAP/p"><link rel="preload" as="script" href="http://TRAP/l"><link rel="modulepreload" href="http://TRAP/m"><script type="speculationrules">{"prerender":[{"urls":["http://TRAP/r"]}],"prefetch":[{"urls":["http://TRAP/s"]}]}</script>',
  }),
];

const talks: readonly Vendor[] = [
  door('fetch', {
    markup:
      script(`for (const host of ['TRAP', 'localhost:' + 'TRAP'.split(':')[1], '[::1]:' + 'TRAP'.split(':')[1], '0.0.0.0:' + 'TRAP'.split(':')[1]]) {
      fetch('http://' + host + '/fetch', { mode: 'no-cors' }).catch(() => {});
      const asked = new XMLHttpRequest(); asked.open('GET', 'http://' + host + '/xhr'); asked.onerror = () => {}; asked.send();
    }`),
  }),
  door('beacon', {
    markup: script(`navigator.sendBeacon('http://TRAP/beacon', 'x'); new Image().src = 'http://TRAP/ping';`),
  }),
  door('event-source', { markup: script(`new EventSource('http://TRAP/events');`) }),
  door('web-socket', { markup: script(`new WebSocket('ws://TRAP/socket'); new WebSocket('wss://TRAP/socket');`) }),
  // By UDP to a STUN server, by UDP and TCP to a TURN server: none of these asks a proxy by itself.
  door('web-rtc', {
    markup: script(`const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:TRAP' }, { urls: ['turn:TRAP?transport=udp', 'turn:TRAP?transport=tcp', 'turns:TRAP?transport=tcp'], username: 'x', credential: 'y' },
    ] });
    peer.createDataChannel('x');
    peer.createOffer().then((made) => peer.setLocalDescription(made));`),
  }),
  door('web-transport', {
    markup: script(`try { new WebTransport('https://TRAP/').ready.catch(() => {}); } catch {}`),
  }),
  door('worker', {
    markup: script(
      `new Worker('OWN/worker.js'); new Worker(URL.createObjectURL(new Blob(["importScripts('http://TRAP/blob')"])));`,
    ),
    files: {
      'worker.js': [SCRIPT, `fetch('http://TRAP/worker', { mode: 'no-cors' }); importScripts('http://TRAP/import');`],
    },
  }),
  // One that is let in answers for the page from then on, and for whoever comes next.
  door('service-worker', {
    markup: script(`navigator.serviceWorker?.register('OWN/service.js').catch(() => {});`),
    files: {
      'service.js': [
        SCRIPT,
        `fetch('http://TRAP/service', { mode: 'no-cors' });
        self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
        self.addEventListener('fetch', (event) => event.respondWith(new Response('<h1>Pricing</h1><ul><li><h3>Team</h3><p>$${TRAPPED} per month</p></li></ul>', { headers: { 'content-type': 'text/html' } })));`,
      ],
    },
  }),
];

/** They leave the page, or open another: who follows has no page of the vendor any more. */
const leaves: readonly Vendor[] = [
  door('refresh', { markup: '<meta http-equiv="refresh" content="0;url=http://TRAP/pricing">', expect: 'survives' }),
  door('location', { markup: script(`location.href = 'http://TRAP/pricing';`), expect: 'survives' }),
  door('later', {
    markup: script(`setTimeout(() => location.replace('http://TRAP/pricing'), 700);`),
    expect: 'survives',
  }),
  door('form', {
    markup: `<form id="f" method="post" action="http://TRAP/form"><input name="x" value="y"></form>${script('f.submit();')}`,
    expect: 'survives',
  }),
  door('link', { markup: `<a id="a" href="http://TRAP/pricing">Plans</a>${script('a.click();')}`, expect: 'survives' }),
  door('window', {
    markup: script(`open('http://TRAP/pricing'); open('http://TRAP/pricing', '_self');`),
    expect: 'survives',
  }),
  door('file', { markup: script(`location.href = 'file:///etc/passwd';`), expect: 'survives' }),
  door('settings', {
    markup: script(`location.href = 'chrome://crash'; open('chrome://settings');`),
    expect: 'survives',
  }),
  door('data', {
    markup: script(`location.href = 'data:text/html,<h1>Pricing</h1><h3>Team</h3><p>$${TRAPPED} per month</p>';`),
    expect: 'survives',
  }),
  door('blob', {
    markup: script(
      `location.href = URL.createObjectURL(new Blob(['<h1>Pricing</h1><ul><li><h3>Team</h3><p>$${TRAPPED} per month</p></li></ul>'], { type: 'text/html' }));`,
    ),
    expect: 'survives',
  }),
];

export const DOORS: readonly Vendor[] = [...loads, ...talks, ...leaves];
