/** The crawler's way into the web, of which every host is one server on loopback. */
import type { Redis } from 'ioredis';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import { openWeb, type Web } from '../../crawler/fetch/web.ts';
import { chromiumPath } from './chromium.ts';

export function openLoopbackWeb(redis: Redis, port: number, options: Partial<Parameters<typeof openWeb>[0]> = {}): Web {
  return openWeb({
    redis,
    userAgent: userAgent('https://assay.test/bot'),
    loopbackVendors: new Map([['*', port]]),
    hostSpacingMs: 0,
    chromiumPath,
    limits: POLITENESS,
    clock: () => new Date(),
    ...options,
  });
}
