import crypto from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  type AdmissionRequest,
  admission,
  type GateSettings,
  isSame,
  loginCookie,
} from '../../console/http/admission.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const alone: GateSettings = { token: undefined, hosts: [], user: 'ada' };
const guarded: GateSettings = { ...alone, token: 'a-token-of-sixteen', hosts: ['console.example'] };
const asked = (headers: AdmissionRequest['headers'], method = 'GET'): AdmissionRequest => ({ method, headers });

describe('on this machine, without a token', () => {
  test.each(['localhost:3001', '127.0.0.1:3001', '[::1]:3001', 'console.localhost', '192.0.2.7'])(
    '%s may ask',
    (host) => {
      expect(admission(alone, asked({ host }), now)).toEqual({ who: 'ada' });
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'user@localhost', '', 'localhost/x'])(
    'a name that may have been made to lead here, "%s", may not',
    (host) => {
      expect(admission(alone, asked({ host }), now)).toEqual({ refused: 'host' });
    },
  );

  test.each([
    ['no origin', undefined],
    ['an origin of elsewhere', 'http://evil.example'],
    ['another port of this machine', 'http://localhost:3000'],
    ['an opaque one', 'null'],
  ])('%s changes nothing', (_, origin) => {
    const headers = { host: 'localhost:3001', ...(origin !== undefined && { origin }) };
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect(admission(alone, asked(headers, method), now)).toEqual({ refused: 'origin' });
  });

  test('a page of its own does', () => {
    const headers = { host: 'localhost:3001', origin: 'http://localhost:3001' };
    expect(admission(alone, asked(headers, 'POST'), now)).toEqual({ who: 'ada' });
  });
});

describe('with a token', () => {
  const host = 'console.example';
  const login = (who: string, token = guarded.token ?? '', at = now) =>
    loginCookie(token, who, { now: at, isSecure: true }).split(';')[0] ?? '';

  test('nobody is let in without it', () => {
    expect(admission(guarded, asked({ host }), now)).toEqual({ who: undefined });
    expect(admission(guarded, asked({ host, authorization: 'Bearer a-token-of-sixtee' }), now)).toEqual({
      who: undefined,
    });
  });

  test('a program that brings it may do anything, under the name that it gives', () => {
    const headers = { host, authorization: `Bearer ${guarded.token}` };
    expect(admission(guarded, asked(headers, 'POST'), now)).toEqual({ who: 'ada' });
    expect(admission(guarded, asked({ ...headers, 'x-console-user': 'nightly job' }, 'POST'), now)).toEqual({
      who: 'nightly job',
    });
  });

  test('even so, by another name it is not asked', () => {
    const headers = { host: 'evil.example', authorization: `Bearer ${guarded.token}` };
    expect(admission(guarded, asked(headers), now)).toEqual({ refused: 'host' });
  });

  test('a login is good for twelve hours, under its name', () => {
    const cookie = `other=1; ${login('Grace Ünal')}`;
    expect(admission(guarded, asked({ host, cookie }), now)).toEqual({ who: 'Grace Ünal' });
    const later = new Date(now.getTime() + 12 * 3_600_000);
    expect(admission(guarded, asked({ host, cookie }), later)).toEqual({ who: undefined });
  });

  test('a page of elsewhere can’t use it', () => {
    const headers = { host, cookie: login('grace'), origin: 'https://evil.example' };
    expect(admission(guarded, asked(headers, 'POST'), now)).toEqual({ refused: 'origin' });
  });

  test.each([
    ['signed with another token', login('grace', 'another-token-of-16')],
    [
      'for another name',
      login('grace').replace(Buffer.from('grace').toString('base64url'), Buffer.from('ada').toString('base64url')),
    ],
    ['for longer', login('grace').replace(/\.\d+\./, '.9999999999999.')],
    ['of nothing', 'assay_console=..'],
  ])('one %s is none', (_, cookie) => {
    expect(admission(guarded, asked({ host, cookie }), now)).toEqual({ who: undefined });
  });

  test.each(['x', 'a-token-of-sixteen'])(
    'it takes as long for %s: two hashes of 32 bytes are compared once, in constant time',
    (guess) => {
      const compare = vi.spyOn(crypto, 'timingSafeEqual');
      syncBuiltinESMExports();
      try {
        isSame(guess, guarded.token ?? '');
        admission(guarded, asked({ host, cookie: `assay_console=Z3JhY2U.1.${guess}` }), now);
        const sizes = compare.mock.calls.map(([given, wanted]) => [given.byteLength, wanted.byteLength]);
        expect(sizes).toEqual([
          [32, 32],
          [32, 32],
        ]);
      } finally {
        compare.mockRestore();
        syncBuiltinESMExports();
      }
    },
  );

  test('nothing else of the console compares a token or a signature', () => {
    const root = join(import.meta.dirname, '../..');
    const compared = globSync('console/**/*.ts', { cwd: root }).flatMap(
      (file) =>
        readFileSync(join(root, file), 'utf8').match(
          /(?:token|signature)\s*[!=]==?(?!=|\s*undefined)|[!=]==?\s*(?:\w+\.)*(?:token|signature)\b/gi,
        ) ?? [],
    );
    expect(compared).toEqual([]);
  });

  test('its cookie is out of reach of scripts and of other sites', () => {
    const cookie = loginCookie('a-token-of-sixteen', 'ada', { now, isSecure: true });
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
  });
});
