import type { lookup as systemLookup } from 'node:dns';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkUrl, dial, isPublicAddress, loopbackPortOf } from '../../../crawler/fetch/guard.ts';
import { words } from '../../words.ts';
import { type LoopbackServer, serve } from '../loopback-server.ts';

const NONE = new Map<string, number>();

describe('isPublicAddress', () => {
  it.each([
    ...words(`
      127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.2.1 198.18.0.1 224.0.0.1
      240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::7f00:1 ::127.0.0.1 64:ff9b::7f00:1
      2002:7f00:1:: 2001::1 fe80::1 fe80::1%eth0 fc00::1 fec0::1 ff02::1 2001:db8::1 ::ffff:0:127.0.0.1 5f00::1
    `),
    'not an address',
    '',
  ])('denies %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('admits %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('checkUrl', () => {
  it.each([
    ...words(`
      http://127.0.0.1/ http://127.1/ http://2130706433/ http://0x7f.1/ http://017700000001/ http://0/
      http://①②⑦.0.0.1/ http://127.0.0.1./ http://[::1]/ http://[::ffff:127.0.0.1]/ http://[::127.0.0.1]/
      http://169.254.169.254/latest/meta-data/ http://[fd00:ec2::254]/ http://localhost/ http://LOCALHOST./
      http://printer.local/ http://metadata.google.internal/ https://acme.test:8443/ http://acme.test:6379/
      https://user@acme.test/ https://:secret@acme.test/ ftp://acme.test/ file:///etc/passwd data:text/html,hi
      javascript:alert(1) unix:/run/x.sock //acme.test/
    `),
    'not a url',
    '',
  ])('blocks %j', (url) => {
    expect(() => checkUrl(url)).toThrow(expect.objectContaining({ kind: 'blocked_address' }));
  });

  it.each(['https://acme.test/pricing', 'http://acme.test:80/', 'http://acme.test:443/', 'https://8.8.8.8/'])(
    'admits %s',
    (url) => {
      expect(checkUrl(url).href).toBe(new URL(url).href);
    },
  );
});

describe('loopbackPortOf', () => {
  it('knows named vendors, whatever their case, and all named hosts by *', () => {
    const vendors = new Map([
      ['acme.test', 81],
      ['*', 82],
    ]);
    expect(loopbackPortOf('ACME.test', vendors)).toBe(81);
    expect(loopbackPortOf('other.test', vendors)).toBe(82);
    expect(loopbackPortOf('acme.test', NONE)).toBeUndefined();
  });

  it('never takes an address or a local name for a vendor', () => {
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'localhost', 'a.localhost', 'x.internal', '8.8.8.8']) {
      expect(
        loopbackPortOf(
          host,
          new Map([
            ['*', 82],
            [host, 83],
          ]),
        ),
      ).toBeUndefined();
    }
  });
});

describe('dial', () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await serve((_req, res) => res.end('inside'));
  });

  /** A name server of the attacker's. */
  const resolving = (...addresses: string[]) =>
    ((_host: string, _options: object, callback: (...args: unknown[]) => void) => {
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as unknown as typeof systemLookup;

  const blocked = expect.objectContaining({ kind: 'blocked_address' });

  it('blocks a name that resolves to a private address, or to one among public ones', async () => {
    for (const addresses of [['127.0.0.1'], ['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['2606:4700::1111', '::1']]) {
      const options = { loopbackVendors: NONE, connectTimeoutMs: 1_000, lookup: resolving(...addresses) };
      await expect(dial('evil.test', '80', options)).rejects.toEqual(blocked);
    }
  });

  it('blocks addresses as they stand, and other ports', async () => {
    const options = { loopbackVendors: NONE, connectTimeoutMs: 1_000 };
    for (const [host, port] of [
      ['127.0.0.1', '80'],
      ['::1', '443'],
      ['0.0.0.0', '80'],
      ['acme.test', '6379'],
    ] as const) {
      await expect(dial(host, port, options)).rejects.toEqual(blocked);
    }
  });

  it('dials a vendor on loopback at its port, and no other place of loopback', async () => {
    const options = { loopbackVendors: new Map([['acme.test', server.port]]), connectTimeoutMs: 1_000 };
    const socket = await dial('acme.test', '443', options);
    expect([socket.remoteAddress, socket.remotePort]).toEqual(['127.0.0.1', server.port]);
    socket.destroy();
    await expect(dial('127.0.0.1', String(server.port), options)).rejects.toEqual(blocked);
    await expect(dial('127.0.0.1', '80', options)).rejects.toEqual(blocked);
  });
});
