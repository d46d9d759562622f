import { chmodSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { POLITENESS, userAgent } from '../../../config/politeness.ts';
import { BUCKET_CREDENTIALS } from '../../../config/process-variables.ts';
import { type Browser, type BrowserOptions, startBrowser } from '../../../crawler/fetch/browser.ts';
import { CHROMIUM_MEMORY_MB } from '../../../crawler/fetch/chromium-user.ts';
import { type EgressProxy, startEgressProxy } from '../../../crawler/fetch/egress-proxy.ts';
import { FetchFailure } from '../../../crawler/fetch/fetched.ts';
import type { PageQuestion } from '../../../crawler/fetch/http.ts';
import { isPicture } from '../../../data/page.ts';
import { descendantsOf, signal } from '../../chaos/descendants.ts';
import { eventually } from '../../eventually.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { chromiumPath } from '../chromium.ts';
import { type LoopbackServer, serve, writeEndlessly } from '../loopback-server.ts';

const html = (body: string) => `<!doctype html><html><head><title>Acme</title></head><body>${body}</body></html>`;
const AGENT = userAgent('https://assay.test/bot');
const clock = () => new Date('2026-11-21T12:00:00Z');

/** Every setting and credential that the crawler may have. */
const SECRETS = Object.fromEntries(
  ['REDIS_URL', 'CONSOLE_TOKEN', ...BUCKET_CREDENTIALS].map((name) => [name, `secret-of-${name}`]),
);

let server: LoopbackServer;
let secret: LoopbackServer;
let proxy: EgressProxy;
/** Of files that were tried in this process before. */
let portsBefore: number[];
let options: BrowserOptions;
let browser: Browser;
let answer: RequestListener = (_req, res) => res.end();

describe.skipIf(chromiumPath === undefined)('a page through Chromium', () => {
  beforeAll(async () => {
    portsBefore = listeningPorts().map(({ port }) => port);
    server = await serve((req, res) => answer(req, res));
    secret = await serve((_req, res) => res.writeHead(200, { 'access-control-allow-origin': '*' }).end('the secret'));
    const loopbackVendors = new Map([
      ['acme.test', server.port],
      ['www.acme.test', server.port],
      ['static.acme.test', server.port],
      ['foreign.test', server.port],
      ['strange.test', server.port],
    ]);
    proxy = await startEgressProxy(
      { loopbackVendors, connectTimeoutMs: 1_000 },
      { maxBytes: 2_000_000, maxMs: 20_000 },
    );
    for (const [name, value] of Object.entries(SECRETS)) vi.stubEnv(name, value);
    options = {
      executablePath: chromiumPath ?? '',
      proxy,
      userAgent: AGENT,
      loopbackVendors,
      limits: { ...POLITENESS, totalTimeoutMs: 8_000 },
      tabs: 2,
      leastMs: 0,
    };
    browser = await startBrowser(options);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await browser.stop();
    await proxy.close();
  });
  afterEach(() => {
    server.requests.length = 0;
  });

  const shown = (listener: RequestListener, question: Partial<PageQuestion> = {}) => {
    answer = listener;
    return browser.fetch({ url: 'https://acme.test/pricing', clock, ...question });
  };
  /** The browser has these options until the page is shown. */
  const shownWith = (changed: Partial<BrowserOptions>, listener: RequestListener) => {
    const usual = { ...options };
    Object.assign(options, changed);
    return shown(listener).finally(() => Object.assign(options, usual));
  };
  const hurried = { limits: { ...POLITENESS, totalTimeoutMs: 1_500 } };
  const textOf = (result: Awaited<ReturnType<typeof shown>>) =>
    result.kind === 'page' ? Buffer.from(result.bytes).toString() : '';
  const page =
    (body: string): RequestListener =>
    (req, res) => {
      if (req.url === '/pricing') res.writeHead(200, { 'content-type': 'text/html' }).end(html(body));
      else res.writeHead(404).end();
    };

  it('has nothing of our environment, and where the machine can, is sandboxed as an ordinary user', async () => {
    let environments: string[] = [];
    let renderers: string[] = [];
    let isSandboxed = true;
    // While a page is open: its renderer ends with it.
    await shown((req, res) => {
      const processes = descendantsOf(process.pid);
      environments = processes.map(({ pid }) => procFile(pid, 'environ'));
      isSandboxed = !processes.some(({ command }) => command.includes(AGENT) && command.includes('--no-sandbox'));
      renderers = processes.flatMap(({ pid, command }) =>
        command.includes('--type=renderer') ? [procFile(pid, 'status')] : [],
      );
      if (req.url === '/pricing')
        res.writeHead(200, { 'content-type': 'text/html' }).end(html(`<script>fetch('/open')</script>Pro $12`));
      else res.writeHead(404).end();
    });
    expect(environments.join('')).toContain('PATH=');
    for (const secret of Object.values(SECRETS)) expect(environments.join('\n')).not.toContain(secret);
    expect(renderers.length).toBeGreaterThan(0);
    for (const status of isSandboxed ? renderers : []) {
      // Seccomp's filters are the sandbox's second half.
      expect(status).toMatch(/^Seccomp:\t2$/m);
      expect(status).not.toMatch(/^Uid:\t0\t/m);
    }
  });

  it('waits for an amount that a script fills in late', async () => {
    const late = `<p id="p">Loading</p><script>setTimeout(() => { p.textContent = '$12 per month'; }, 1500)</script>`;
    const result = await shownWith({ leastMs: 2_000 }, page(late));
    expect(textOf(result)).toContain('<p id="p">$12 per month</p>');
  });

  it('marks what an external style sheet hides', async () => {
    const body = `<link rel="stylesheet" href="/s.css"><p class="old">$7</p><p class="pale">$8</p><p>$12</p>`;
    const result = await shown((req, res) => {
      if (req.url === '/s.css')
        res.writeHead(200, { 'content-type': 'text/css' }).end('.old { display: none } .pale { visibility: hidden }');
      else page(body)(req, res);
    });
    expect(textOf(result)).toContain(
      '<p class="old" data-not-drawn="">$7</p><p class="pale" data-not-drawn="">$8</p><p>$12</p>',
    );
  });

  // The doors of test/vendor-web/vendors try every other way that a page has.
  it('blocks what leads to a private address by another spelling, and tells the script so', async () => {
    const place = `http://127.0.0.1:${secret.port}/`;
    const result = await shown(
      page(`<p id=out>Pro $12</p><script>
        const say = (text) => { out.textContent += ' ' + text; };
        fetch('${place}fetch').then((r) => r.text()).then(say, () => say('blocked'));
        fetch('http://localhost:${secret.port}/').then((r) => r.text()).then(say, () => say('blocked'));
        fetch('http://[::1]/').then((r) => r.text()).then(say, () => say('blocked'));
        new WebSocket('ws://127.0.0.1:${secret.port}/').onerror = () => say('no socket');
      </script>`),
    );
    expect(result.kind === 'page' && result.bytes.toString()).toMatch(
      /<p id="out">Pro \$12(?: blocked| no socket){4}<\/p>/,
    );
    expect(secret.requests).toEqual([]);
  });

  it('refuses a redirect of the top page inwards, also to another port of loopback', async () => {
    for (const location of ['http://169.254.169.254/latest/', `http://127.0.0.1:${secret.port}/`])
      expect(await shown((_req, res) => res.writeHead(302, { location }).end())).toMatchObject({
        kind: 'failure',
        failure: 'blocked_address',
      });
    expect(secret.requests).toEqual([]);
  });

  it.each([
    [429, 'refused'],
    [503, 'bad_status'],
  ])('keeps status %i, which is %s', async (status, failure) => {
    const result = await shown((_req, res) => res.writeHead(status, { 'retry-after': '60' }).end(html('no')));
    expect(result).toMatchObject({ kind: 'failure', failure, status, retryAfterMs: 60_000 });
  });

  it('says which redirects are too many, which download is no page, and which type', async () => {
    const loop = await shown((req, res) => res.writeHead(302, { location: `/${(req.url?.length ?? 0) % 7}x` }).end());
    expect(loop).toMatchObject({ kind: 'failure', failure: 'too_many_redirects' });
    const download = await shown((_req, res) =>
      res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }).end('x'),
    );
    expect(download).toMatchObject({ kind: 'failure', failure: 'wrong_type' });
    const json = await shown((_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    expect(json).toMatchObject({ kind: 'failure', failure: 'wrong_type' });
  });

  it('gives up on a script that never ends, and goes on with the next page', async () => {
    const hung = await shownWith(hurried, page('<p>before</p><script>for (;;);</script>'));
    expect(hung).toMatchObject({ kind: 'failure', failure: 'timeout' });
    expect(await shown(page('<p>Team $5</p>'))).toMatchObject({ kind: 'page' });
  });

  it('reads a page that is made by a script after it fetched its data, from another host of the vendor', async () => {
    const result = await shown((req, res) => {
      if (req.headers.host === 'static.acme.test') {
        res.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
        setTimeout(() => res.end('{"price":"$49"}'), 300);
      } else if (req.url === '/pricing') {
        res.writeHead(200, { 'content-type': 'text/html' }).end(
          html(`<div id=root></div><script>fetch('http://static.acme.test/plans').then((r) => r.json()).then(({ price }) =>
            setTimeout(() => { root.innerHTML = '<h2>Pro</h2><b>' + price + '</b>'; }, 200));</script>`),
        );
      } else res.writeHead(404).end();
    });
    expect(result).toMatchObject({
      kind: 'page',
      via: 'browser',
      charset: 'utf-8',
      finalUrl: 'https://acme.test/pricing',
      status: 200,
    });
    expect(result.kind === 'page' && result.bytes.toString()).toContain('<h2>Pro</h2><b>$49</b>');
  });

  it('reads a page that never rests as it stands', async () => {
    const result = await shown(
      page('<p>Pro $12</p><i id=n></i><script>setInterval(() => { n.textContent = Math.random(); }, 20);</script>'),
    );
    expect(result.kind === 'page' && result.bytes.toString()).toContain('Pro $12');
  });

  it('says who we are, with no cookie of the last visit, and loads neither images nor fonts', async () => {
    const setting: RequestListener = (req, res) => {
      if (req.url === '/pricing') {
        res
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1' })
          .end(html('<img src=/logo.png><p>Pro $12</p>'));
      } else res.writeHead(404).end();
    };
    await shown(setting);
    await shown(setting);
    const pages = server.requests.filter(({ url }) => url === '/pricing');
    expect(pages).toHaveLength(2);
    for (const { headers } of pages) {
      expect(headers['user-agent']).toBe(AGENT);
      expect(headers).not.toHaveProperty('cookie');
    }
    expect(server.requests.map(({ url }) => url)).not.toContain('/logo.png');
  });

  it('follows a redirect to https of a vendor on loopback, and says where it ended', async () => {
    const result = await shown((req, res) => {
      if (req.headers.host === 'acme.test') res.writeHead(301, { location: 'https://www.acme.test/plans' }).end();
      else res.writeHead(200, { 'content-type': 'text/html' }).end(html('<p>Pro $12</p>'));
    });
    expect(result).toMatchObject({ kind: 'page', finalUrl: 'http://www.acme.test/plans' });
  });

  it('asks before the page, and again for where scripts moved it', async () => {
    const hops: string[] = [];
    const result = await shown(
      (req, res) => {
        const moved = html(req.url === '/pricing' ? `<script>location.href = '/plans'</script>` : '<p>Pro $12</p>');
        res.writeHead(200, { 'content-type': 'text/html' }).end(moved);
      },
      {
        beforeHop: async (url) => {
          hops.push(url.pathname);
          if (url.pathname === '/plans') throw new FetchFailure('disallowed', 'robots.txt says no');
        },
      },
    );
    expect(result).toMatchObject({ kind: 'failure', failure: 'disallowed' });
    expect(hops).toEqual(['/pricing', '/plans']);
  });

  it('gives a page at most so much memory', async () => {
    const taking = `const all = []; try { for (;;) all.push(new Uint8Array(1e7)); }
      catch { n.textContent = all.length * 10 + ' MB'; }`;
    const megabytes = /(\d+) MB/.exec(textOf(await shown(page(`<p id=n></p><script>${taking}</script>`))))?.[1];
    expect(Number(megabytes)).toBeGreaterThan(400);
    expect(Number(megabytes)).toBeLessThan(CHROMIUM_MEMORY_MB);
  });

  it('refuses a DOM that outgrows the limit, and an answer that never ends', async () => {
    const grown = await shown(
      // In a comment, since Chromium takes seconds to lay so much text out.
      page(
        `<p>Pro</p><script>document.body.append(document.createComment('x'.repeat(${POLITENESS.maxDecodedBytes + 1})))</script>`,
      ),
    );
    expect(grown).toMatchObject({ kind: 'failure', failure: 'too_large' });
    const endless = await shownWith(hurried, (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html' });
      writeEndlessly(res, '<p>'.repeat(20_000));
    });
    expect(endless.kind).toBe('failure');
  });

  it('survives the death of Chromium: the visit under way is told, the next one finds a new browser', async () => {
    answer = (req, res) => {
      if (req.url === '/pricing')
        res.writeHead(200, { 'content-type': 'text/html' }).end(html('<script src=/slow.js></script>'));
    };
    const dying = browser.fetch({ url: 'https://acme.test/pricing', clock });
    await eventually('the page to load', () => server.requests.some(({ url }) => url === '/slow.js'));
    const browsers = descendantsOf(process.pid).filter(({ command }) => command.includes('--remote-debugging-pipe'));
    // One may have ended with another.
    for (const { pid } of browsers) signal(pid, 'SIGKILL');
    expect(await dying).toMatchObject({ kind: 'failure', failure: 'crashed' });
    // As BullMQ would retry it; the death may be noticed one visit later.
    const next = await shown(page('<p>Team $5</p>'));
    if (next.kind !== 'page') expect(next).toMatchObject({ failure: 'crashed' });
    expect(await shown(page('<p>Team $5</p>'))).toMatchObject({ kind: 'page' });
  });

  it('starts no process for a page of its own, and leaves off what Playwright does', async () => {
    let running: string[] = [];
    const result = await shown((req, res) => {
      if (req.url === '/data') running = descendantsOf(process.pid).map(({ command }) => command);
      page(`<p>Pro $12</p><iframe src="http://foreign.test/pricing?"></iframe>
        <iframe src="http://strange.test/pricing?"></iframe><script>onload = () => fetch('/data')</script>`)(req, res);
    });
    expect(result).toMatchObject({ kind: 'page' });
    const chromium = running.find((command) => command.includes('--remote-debugging-pipe')) ?? '';
    const [theirs = [], ...ours] = [...chromium.matchAll(/--disable-features=(\S+)/g)].map(([, list]) =>
      list?.split(','),
    );
    expect(ours).toEqual([expect.arrayContaining(theirs)]);
    expect(theirs).not.toEqual([]);
    const renderers = running.filter((command) => command.includes('--type=renderer'));
    // Its frames are drawn in the same process.
    expect(renderers).toHaveLength(1);
    expect(renderers.filter((command) => command.includes('--top-chrome-webui'))).toEqual([]);
  });

  describe('pictures it', () => {
    const pictured = async (body: string, isPictured = true) => {
      const result = await shown(page(body), { isPictured: async () => isPictured });
      if (result.kind !== 'page') throw new Error(`no page: ${result.kind}`);
      return result.picture;
    };

    it('with the surroundings of its first price, in a bounded WebP', async () => {
      const picture = await pictured(
        `<div style="height:5000px">Top</div><h2>Pro</h2><p><b>$</b><b>29</b> a month</p><div style="height:5000px">End</div>`,
      );
      expect(picture && isPicture(picture)).toBe(true);
      // Width and height of an extended WebP.
      expect([picture?.readUIntLE(24, 3), picture?.readUIntLE(27, 3)]).toEqual([1279, 799]);
    });

    it.each([
      ['nobody asks for it', '<p>$29</p>', false],
      ['no price is drawn', '<p>Prices on request</p><p hidden>$29</p>', true],
      ['its own scripts keep it busy', '<p>$29</p><script>onresize = () => { for (;;); }</script>', true],
    ])('but not where %s', async (_, html, isPictured) => {
      expect(await pictured(html, isPictured)).toBeUndefined();
    });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'where its sandbox cannot start, does without as root, and warns why',
    async () => {
      const executablePath = join(temporaryDirectory(), 'chromium');
      writeFileSync(executablePath, '#!/bin/sh\necho "No usable sandbox!" >&2\nexit 1\n', { mode: 0o755 });
      chmodSync(dirname(executablePath), 0o755);
      const warnings: string[] = [];
      const hear = ({ message }: Error) => warnings.push(message);
      process.on('warning', hear);
      const started = await startBrowser({ ...options, executablePath });
      const said = 'Chromium runs as root and without its sandbox: No usable sandbox!';
      await eventually('it warns', () => warnings.includes(said));
      process.off('warning', hear);
      await started.stop();
    },
  );

  it('opens no door of its own: only the proxy listens, and on loopback', async () => {
    const ours = [server, secret].map(({ port }) => port).concat(Number(new URL(proxy.url).port));
    const opened = () => listeningPorts().filter(({ port }) => !portsBefore.includes(port));
    await eventually('strange doors to close', () => opened().every(({ port }) => ours.includes(port)));
    expect(opened().every(({ isLoopback }) => isLoopback)).toBe(true);
  });
});

describe('a machine without Chromium', () => {
  it('says so at once', async () => {
    const options = { executablePath: '/nowhere/chromium' } as Parameters<typeof startBrowser>[0];
    await expect(startBrowser(options)).rejects.toMatchObject({ kind: 'browser_missing' });
  });
});

/** Sockets on which this very process listens. */
function listeningPorts(): { port: number; isLoopback: boolean }[] {
  const ours = new Set(readdirSync('/proc/self/fd').map(socketOf));
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/self/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && ours.has(`socket:[${inode}]`))
      .map(([, local = '']) => ({
        port: Number.parseInt(local.split(':')[1] ?? '', 16),
        isLoopback: local.startsWith('0100007F:'),
      })),
  );
}

function socketOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // The descriptor of the listing itself, closed by now.
    return undefined;
  }
}

/** Empty where the process has ended, or its sandbox hides it. */
function procFile(pid: number, name: 'environ' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
