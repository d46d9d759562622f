/** The doctor's look at the network, by local servers: each place where the way to a vendor may end is told from the others. */
import type { lookup as systemLookup } from 'node:dns';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostsOf, networkCheck, networkFound, type Reached, reach, stageOf } from '../../cli/doctor/network.ts';
import { readEnvironment } from '../../config/env.ts';
import { createHttpClient } from '../../crawler/fetch/exchange.ts';
import { freePort } from '../../supervisor/port.ts';
import { product } from '../builders.ts';
import { serve } from '../crawler/loopback-server.ts';
import { install, placesOf } from '../verifier/verifier-process.ts';

const vendors = await serve((request, response) => {
  const status = { 'missing.example': 404, 'proxy.example': 407, 'moved.example': 301 }[request.headers.host ?? ''];
  if (request.headers.host === 'hangs.example') return;
  response.writeHead(status ?? 200, status === 301 ? { location: 'https://elsewhere.example/robots.txt' } : {});
  response.end('User-agent: *\nAllow: /\n');
});

function clientOf(ports: Record<string, number>, lookup?: typeof systemLookup) {
  const loopbackVendors = new Map(Object.entries(ports));
  const guard = { loopbackVendors, connectTimeoutMs: 1_000, ...(lookup !== undefined && { lookup }) };
  const client = createHttpClient({ ...guard, userAgent: 'AssayBot/1.0' });
  onTestFinished(() => client.agent.destroy());
  return client;
}

/** What the machine's resolver calls back with. */
function resolver(answer: NodeJS.ErrnoException | string): typeof systemLookup {
  const lookup = (_host: string, _options: object, done: (error: Error | null, addresses: object[]) => void) =>
    typeof answer === 'string' ? done(null, [{ address: answer, family: 4 }]) : done(answer, []);
  return lookup as unknown as typeof systemLookup;
}
const failing = (code: string) => resolver(Object.assign(new Error(code), { code }));

describe('the way to a host', () => {
  it.each([
    ['acme.example', 'answered'],
    ['missing.example', 'answered'],
    ['moved.example', 'answered'],
    ['proxy.example', 'proxy'],
    ['hangs.example', 'no_answer'],
  ])('%s: %s', async (host, stage) => {
    expect(await reach(host, clientOf({ '*': vendors.port }), 500)).toEqual({ host, stage });
  });

  it('ends at a closed port', async () => {
    const found = await reach('acme.example', clientOf({ '*': await freePort('127.0.0.1') }));
    expect(found).toEqual({ host: 'acme.example', stage: 'tcp', code: 'ECONNREFUSED' });
  });

  it.each([
    [failing('ENOTFOUND'), 'dns_unknown'],
    [failing('EAI_AGAIN'), 'dns_silent'],
    [resolver('10.0.0.7'), 'dns_private'],
  ])('ends at the name server: %#', async (lookup, stage) => {
    expect(await reach('acme.example', clientOf({}, lookup))).toMatchObject({ stage });
  });

  it('ends where TLS begins', async () => {
    const socket = connect({ host: '127.0.0.1', port: vendors.port });
    const [error] = await once(socket, 'error').catch((thrown: unknown) => [thrown]);
    expect(stageOf(error)).toMatchObject({ stage: 'tls' });
    expect(stageOf(Object.assign(new Error(), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }))).toMatchObject({ stage: 'tls' });
    expect(stageOf(Object.assign(new Error(), { code: 'ENETUNREACH' }))).toMatchObject({ stage: 'no_route' });
  });
});

describe('what the doctor says', () => {
  const machine = { hasAddress: true };
  const lost = (stage: Reached['stage']) => ['a.example', 'b.example', 'c.example'].map((host) => ({ host, stage }));

  it.each<[Reached['stage'], RegExp]>([
    ['dns_silent', /resolv\.conf/],
    ['tls', /NODE_EXTRA_CA_CERTS/],
    ['proxy', /proxy/],
    ['no_answer', /firewall or proxy/],
  ])('%s at each host is broken, with what to do', (stage, mend) => {
    const [found] = networkFound(lost(stage), machine);
    expect(found).toMatchObject({ severity: 'broken', mend: expect.stringMatching(mend) });
  });

  it('no network at all, and a proxy that the crawler does not use', () => {
    expect(networkFound(lost('dns_silent'), { hasAddress: false })).toMatchObject([
      {
        severity: 'broken',
        cause: expect.stringContaining('has no network'),
        mend: expect.stringContaining('--offline'),
      },
    ]);
    expect(networkFound(lost('tcp'), { ...machine, proxy: 'HTTPS_PROXY' })).toMatchObject([
      { severity: 'broken', cause: expect.stringContaining('HTTPS_PROXY is set') },
    ]);
  });

  it('one vendor that does not answer is no fault', () => {
    const [, ...others] = lost('answered');
    expect(networkFound([{ host: 'a.example', stage: 'tcp' }, ...others], machine)).toMatchObject([
      { severity: 'note', found: '1 of 3 hosts did not respond' },
    ]);
  });

  it('asks for robots.txt of three hosts, others each day, as the crawler', async () => {
    const products = Array.from({ length: 7 }, (_, at) => product({ slug: `acme-${at}` }));
    const days = [0, 1, 2].map((at) => hostsOf(products, new Date(at * 86_400_000)).map((host) => host.charAt(5)));
    expect(days.map((hosts) => hosts.join(''))).toEqual(['012', '345', '601']);
    const installation = await install(4);
    const environment = readEnvironment({ ...placesOf(installation), LOOPBACK_VENDORS: `*=${vendors.port}` });
    vendors.requests.length = 0;
    const found = await networkCheck({ isOffline: false }).inspect({ environment, now: new Date(0) });
    expect(found).toEqual([{ severity: 'ok', found: 'acme-0.example, acme-1.example, acme-2.example responded' }]);
    expect(vendors.requests.map(({ url, headers }) => [url, headers['user-agent']?.split('/')[0]])).toEqual(
      Array(3).fill(['/robots.txt', 'AssayBot']),
    );
    const skipped = await networkCheck({ isOffline: true }).inspect({ environment, now: new Date(0) });
    expect(skipped).toMatchObject([{ severity: 'note' }]);
    expect(vendors.requests).toHaveLength(3);
  });
});
