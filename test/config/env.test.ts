import { expect, test } from 'vitest';
import { readEnvironment } from '../../config/env.ts';

test('a client may ask 20 times a second and 100 times at once, unless it is set otherwise [S8.guidance] [D3.throttling.default]', () => {
  expect(readEnvironment({}).rateLimit).toEqual({ perSecond: 20, burst: 100 });
  const set = { RATE_LIMIT_PER_SECOND: '2', RATE_LIMIT_BURST: '5' };
  expect(readEnvironment(set).rateLimit).toEqual({ perSecond: 2, burst: 5 });
  expect(readEnvironment({ RATE_LIMIT_PER_SECOND: '0' }).rateLimit).toBeUndefined();
});

test('generations are taken from another node over HTTPS, from this machine, or where it is stated otherwise', () => {
  expect(readEnvironment({}).generationSource).toBeUndefined();
  for (const url of ['https://one.example/', 'http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])
    expect(readEnvironment({ GENERATION_URL: url }).generationSource?.url).toBe(url.replace(/\/$/, ''));
  expect(() => readEnvironment({ GENERATION_URL: 'http://one.example' })).toThrow('use https for another machine');
  expect(() => readEnvironment({ GENERATION_URL: 'http://127.0.0.1.evil.example' })).toThrow('use https');
  expect(() => readEnvironment({ GENERATION_URL: 'ftp://one.example' })).toThrow();
  expect(() => readEnvironment({ GENERATION_URL: 'https://me:secret@one.example' })).toThrow('password');
  const stated = { GENERATION_URL: 'http://one.example', GENERATION_URL_PLAIN: '1', GENERATION_POLL_MS: '1000' };
  expect(readEnvironment(stated).generationSource).toEqual({ url: 'http://one.example', pollMs: 1_000 });
});

test.each(['0.0.0.0', '::', '192.0.2.1', 'console.example', '127.0.0.1.evil.example'])(
  'without a token the console may not listen at %s',
  (host) => {
    expect(() => readEnvironment({ CONSOLE_HOST: host })).toThrow('needs a CONSOLE_TOKEN');
    expect(readEnvironment({ CONSOLE_HOST: host, CONSOLE_TOKEN: 'x'.repeat(16) }).consoleHost).toBe(host);
  },
);
