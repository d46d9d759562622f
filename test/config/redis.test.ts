import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { logErrors, redisOptions } from '../../config/redis.ts';

describe('redisOptions', () => {
  it('refuses a URL of no known kind, naming it', () => {
    expect(() => redisOptions('http://localhost:6379')).toThrow('http://localhost:6379');
  });

  it.each([
    ['redis://localhost', { host: 'localhost', port: 6379, db: 0 }],
    ['redis://10.0.0.7:7000/3', { host: '10.0.0.7', port: 7000, db: 3 }],
    ['redis://[::1]:7000', { host: '::1', port: 7000, db: 0 }],
    ['redis://me:p%40ss@h', { host: 'h', username: 'me', password: 'p@ss' }],
    ['rediss://h:6380', { host: 'h', port: 6380, tls: {} }],
    ['unix:///var/run/a%20b.sock', { path: '/var/run/a b.sock', db: 0 }],
    ['unix:///r.sock?db=2', { path: '/r.sock', db: 2 }],
  ])('reads %s', (url, options) => {
    expect(redisOptions(url)).toMatchObject(options);
  });

  it('gives up a connection that is silent for longer than any honest answer takes', () => {
    for (const temperament of ['producer', 'worker'] as const)
      expect(redisOptions('redis://h', temperament).socketTimeout).toBeGreaterThan(10_000);
  });

  it('makes a producer that fails at once and a worker that waits', () => {
    expect(redisOptions('redis://h', 'producer')).toMatchObject({ maxRetriesPerRequest: 1, enableOfflineQueue: false });
    expect(redisOptions('redis://h', 'worker')).toMatchObject({ maxRetriesPerRequest: null });
    expect(redisOptions('redis://h', 'worker').retryStrategy(99)).toBeLessThanOrEqual(2_000);
  });
});

it('an outage is logged once a minute, and each kind of error at once', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const warn = vi.fn();
  const client = logErrors(new EventEmitter(), { warn, fatal: warn }, 'queue_error');
  for (let attempt = 0; attempt < 3; attempt += 1) client.emit('error', new Error('refused'));
  expect(warn).toHaveBeenCalledTimes(1);
  client.emit('error', new Error('reset'));
  expect(warn).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  client.emit('error', new Error('reset'));
  expect(warn).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
