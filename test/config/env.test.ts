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

test.each([
  ['PORT', 'abc', 'must be a number'],
  ['WEB_WORKERS', '1.5', 'must be a whole number'],
  // A longer timer ends at once: the other node would be polled without a pause.
  ['GENERATION_POLL_MS', '99999999999', 'Too big'],
  ['GENERATION_URL', 'prices.example', 'must be an http:// or https:// URL'],
  ['READER_MODEL_URL', 'model.example', 'must be an http:// or https:// URL'],
  ['READER_MODEL_URL', 'https://model.example', 'needs READER_MODEL'],
  ['BASE_URL', 'https://prices.example/?from=us', 'must not contain ? or #'],
  ['BASE_URL', 'https://me:secret@prices.example', 'must not contain a password'],
  ['REDIS_URL', 'localhost:6379', 'must be a URL such as'],
  ['REDIS_URL', 'redis://host:99999', 'must be a URL such as'],
  ['REDIS_URL', 'redis://host:6379/main', 'must be a URL such as'],
  ['ARCHIVE_URL', 's3://bucket?endpoint=store.example', 'may have no options but'],
  ['ARCHIVE_URL', 's3://bucket?regoin=eu-west-1', 'may have no options but'],
  ['ALLOWED_HOSTS', 'https://prices.example', 'must be host names'],
  ['SMTP_URL', 'mail.example:25', 'must be an smtp:// or smtps:// URL'],
  ['BOT_URL', 'javascript:alert(1)', 'must be an https:// or mailto: URL'],
])('%s=%s is refused by its name', (name, value, why) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(`  ${name}: ${why}`);
});

test.each([
  'redis://',
  'redis://host',
  'redis://user:word@[::1]:6379/3',
  'rediss://host:6379/0?family=6',
  'unix:///run/redis.sock?db=2',
])('%s is an address of Redis', (url) => {
  expect(readEnvironment({ REDIS_URL: url }).redisUrl).toBe(url);
});

test('blanks at the ends of a setting, as of a file from Windows, are no part of it', () => {
  const plain = { HOST: '::1', DATA_DIR: '/srv/assay', REDIS_URL: 'redis://one.example:6379/0', LOG_LEVEL: 'warn' };
  const blanks = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, ` ${value}\r`]));
  expect(readEnvironment(blanks)).toEqual(readEnvironment(plain));
});

test('a blank setting is unset', () => {
  expect(readEnvironment({ PORT: ' ', TRUST_PROXY: '', CONSOLE_USER: '  ' })).toMatchObject({
    port: 3000,
    trustedProxies: 0,
  });
});
