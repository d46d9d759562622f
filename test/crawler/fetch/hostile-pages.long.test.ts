/** 2,000 pages that take what a browser gives: neither Chromium's memory nor its processes grow with their number. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../../config/politeness.ts';
import { startBrowser } from '../../../crawler/fetch/browser.ts';
import { startEgressProxy } from '../../../crawler/fetch/egress-proxy.ts';
import type { Fetched } from '../../../crawler/fetch/fetched.ts';
import { descendantsOf } from '../../chaos/descendants.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { chromiumPath } from '../chromium.ts';
import { serve } from '../loopback-server.ts';

const PAGES = Number(process.env.HOSTILE_PAGES ?? 2_000);
const TABS = 4;
const SAMPLES_MS = 1_000;
/** A browser is replaced after 100 pages, and the old one ends when its last tab does: two are there at most. */
const MOST_PROCESSES = 2 * (6 + 8 * TABS);
const MOST_BYTES = 3e9;

const script = (text: string) => `<p>Pro $12</p><script>${text}</script>`;
/** Each takes all of a visit's time, and more until its tab is given up: one of twenty. */
const HEAVY = [
  script('for (;;);'),
  script('const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(1)), 1);'),
  script('setInterval(() => open("/pricing"), 1);'),
  script('for (let n = 0; n < 8; n += 1) new Worker(URL.createObjectURL(new Blob(["for (;;);"])));'),
  script('const all = [], part = new Uint8Array(5e7); setInterval(() => all.push(new Blob([part])), 1);'),
  script('const all = new WebAssembly.Memory({ initial: 1 }); setInterval(() => all.grow(800), 1);'),
  script(
    'const all = []; setInterval(() => all.push(new OffscreenCanvas(4e3, 4e3).getContext("2d")?.fillRect(0, 0, 9, 9)), 1);',
  ),
];
const LIGHT = [
  script('for (let n = 0; n < 5e4; n += 1) document.body.append(document.createElement("p"));'),
  script('for (let n = 0; n < 100; n += 1) history.pushState({}, "", "/" + n);'),
  script('for (let n = 0; n < 500; n += 1) fetch("/" + n).catch(() => {});'),
  script('setInterval(() => { document.body.innerHTML += "<b>12</b>".repeat(99); }, 5);'),
  script('addEventListener("beforeunload", (event) => event.preventDefault()); alert(1); print(); prompt(1);'),
  script('for (let n = 0; n < 50; n += 1) new WebSocket("wss://acme.test/" + n);'),
  script('navigator.serviceWorker?.register("/worker.js"); caches.open("a"); localStorage.a = "a".repeat(5e6);'),
  script('document.createElement("canvas").getContext("webgl"); new AudioContext(); new OffscreenCanvas(9e3, 9e3);'),
  script('setTimeout(() => { location = "/pricing?" + Math.random(); }, 50);'),
  `<p>Pro $12</p>${Array.from({ length: 100 }, (_, n) => `<iframe src="https://f${n}.acme.test/"></iframe>`).join('')}`,
  `<p>Pro $12</p>${'<iframe src="/pricing"></iframe>'.repeat(30)}`,
  `<p>Pro $12</p>${'<div>'.repeat(20_000)}`,
  `<p>Pro $12</p><meta http-equiv="refresh" content="0;url=/pricing">`,
  `<p>Pro $12</p><video autoplay src="/video"></video><object data="/object"></object><embed src="/embed">`,
  `<p>Pro $12</p><svg>${'<g>'.repeat(5_000)}</svg><style>${'a>'.repeat(5_000)}b{}</style>`,
  `<p>Pro $12</p><a download href="/file" id="a">x</a><script>document.getElementById("a").click();</script>`,
];

function pageOf(n: number): string | undefined {
  return n % 20 === 0 ? HEAVY[(n / 20) % HEAVY.length] : LIGHT[n % LIGHT.length];
}

interface Taken {
  processes: number;
  bytes: number;
}

it.skipIf(chromiumPath === undefined)(
  `${PAGES} hostile pages leave nothing behind`,
  { timeout: 7_200_000 },
  async () => {
    const show = await browserShowing();
    const most: Taken = { processes: 0, bytes: 0 };
    const sampling = setInterval(() => {
      const { processes, bytes } = taken();
      Object.assign(most, { processes: Math.max(most.processes, processes), bytes: Math.max(most.bytes, bytes) });
    }, SAMPLES_MS);
    const kinds: Record<string, number> = {};
    let shown = 0;
    async function visitor(): Promise<void> {
      while (shown < PAGES) {
        const n = shown++;
        const result = await show(n);
        const kind = result.kind === 'failure' ? result.failure : result.kind;
        kinds[kind] = (kinds[kind] ?? 0) + 1;
        if (n % 100 === 99) console.info(`${n + 1} pages: ${JSON.stringify({ now: taken(), most, ...kinds })}`);
      }
    }
    await Promise.all(Array.from({ length: TABS }, visitor));
    clearInterval(sampling);
    expect(most.processes).toBeLessThanOrEqual(MOST_PROCESSES);
    expect(most.bytes).toBeLessThanOrEqual(MOST_BYTES);
    // It still shows a page.
    expect(await show(16)).toMatchObject({ kind: 'page' });
  },
);

/** Shows the page of that number. */
async function browserShowing(): Promise<(n: number) => Promise<Fetched>> {
  const server = await serve((request, response) => {
    const isPage = request.url?.startsWith('/pricing') === true;
    const asked = new URL(request.url ?? '', 'http://acme.test').searchParams.get('n');
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    response.end(isPage ? pageOf(Number(asked ?? 1)) : '');
  });
  const loopbackVendors = new Map([['acme.test', server.port]]);
  const proxy = await startEgressProxy({ loopbackVendors, connectTimeoutMs: 1_000 }, { maxBytes: 2e6, maxMs: 10_000 });
  const browser = await startBrowser({
    executablePath: chromiumPath ?? '',
    proxy,
    userAgent: userAgent('https://assay.test/bot'),
    loopbackVendors,
    limits: { ...POLITENESS, totalTimeoutMs: 3_000 },
    tabs: TABS,
  });
  atEndOfFile(async () => {
    await browser.stop();
    await proxy.close();
  });
  const clock = () => new Date('2026-11-21T12:00:00Z');
  return (n) => browser.fetch({ url: `https://acme.test/pricing?n=${n}`, clock });
}

/** By the processes of the browser together; shared memory counts once. */
function taken(): Taken {
  const browsers = descendantsOf(process.pid).filter(({ command }) => /chrom/i.test(command));
  return { processes: browsers.length, bytes: browsers.reduce((sum, { pid }) => sum + proportionalBytes(pid), 0) };
}

function proportionalBytes(pid: number): number {
  try {
    return 1_024 * Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // It has ended meanwhile.
  }
}
