import * as fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { type RateLimit, RateLimiter } from '../../../web/rate-limit.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const PATH = '/api/v2/pricing/acme';

describe('a budget', () => {
  it('is never exceeded over any time, and what is refused may come after the time that is told [S8.no-quota]', () => {
    const gaps = fc.array(fc.record({ client: fc.nat(3), afterMs: fc.nat(3_000) }), { maxLength: 200 });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 12 }),
        (requests, perSecond, burst) => {
          const limiter = new RateLimiter({ perSecond, burst });
          const allowed = new Map<number, number[]>();
          let now = 0;
          for (const { client, afterMs } of requests) {
            now += afterMs;
            const { isAllowed, retryAfter } = limiter.take(String(client), now);
            const times = allowed.get(client) ?? [];
            allowed.set(client, times);
            if (isAllowed) times.push(now);
            else expect(retryAfter).toBeGreaterThan(0);
            // From any one request on, no more than what the bucket held and what has run into it since.
            for (const [index, since] of times.entries())
              expect(times.length - index).toBeLessThanOrEqual(burst + ((now - since) * perSecond) / 1000 + 1e-9);
          }
        },
      ),
    );
  });

  it('is whole again after the time that it takes to fill, and what is whole is forgotten', () => {
    const limiter = new RateLimiter({ perSecond: 20, burst: 100 });
    expect(limiter.policy).toBe('"default";q=100;w=5');
    for (let at = 0; at < 100; at += 1) expect(limiter.take('a', 0).isAllowed).toBe(true);
    expect(limiter.take('a', 0)).toEqual({ isAllowed: false, header: '"default";r=0;t=5', retryAfter: 1 });
    expect(limiter.take('a', 50)).toMatchObject({ isAllowed: true });
    expect(limiter.take('a', 5_100)).toMatchObject({ isAllowed: true, header: '"default";r=99;t=1' });
    limiter.take('b', 10_200);
    limiter.take('b', 15_300);
    expect(limiter.size).toBe(1);
  });

  it('remembers no more than 200,000 clients, however many come at once', () => {
    const limiter = new RateLimiter({ perSecond: 20, burst: 100 });
    let most = 0;
    for (let client = 0; client < 300_000; client += 1) {
      limiter.take(`2001:db8:${client >> 16}:${client & 0xffff}::/64`, client / 1_000);
      most = Math.max(most, limiter.size);
    }
    expect(most).toBe(200_000);
  });
});

describe('a budget that several processes hold', () => {
  const TELL_MS = 100;

  /** Processes that tell each other what they gave, every so often. */
  function sharing(processes: number, limit: RateLimit) {
    const limiters = Array.from({ length: processes }, () => new RateLimiter(limit, processes));
    return {
      take: (process: number, now: number) => limiters[process % processes]?.take('a', now).isAllowed === true,
      tell(now: number) {
        const told = limiters.map((limiter) => limiter.takenHere());
        for (const [at, limiter] of limiters.entries())
          for (const [from, taken] of told.entries()) if (from !== at) limiter.takenElsewhere(taken, now);
      },
    };
  }

  it('is the whole one for who asks one of them, and at no time more than each giving it once', () => {
    const requests = fc.array(fc.record({ process: fc.nat(2), afterMs: fc.nat(60) }), { maxLength: 300 });
    const limits = fc.record({ perSecond: fc.integer({ min: 1, max: 9 }), burst: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(requests, fc.integer({ min: 2, max: 3 }), limits, (asked, processes, limit) => {
        const shared = sharing(processes, limit);
        const alone = sharing(processes, limit);
        const one = new RateLimiter(limit);
        let now = 0;
        let toldAt = 0;
        let allowed = 0;
        for (const { process, afterMs } of asked) {
          now += afterMs;
          for (; toldAt + TELL_MS <= now; toldAt += TELL_MS)
            for (const each of [shared, alone]) each.tell(toldAt + TELL_MS);
          if (shared.take(process, now)) allowed += 1;
          expect(alone.take(0, now)).toBe(one.take('a', now).isAllowed);
          expect(allowed).toBeLessThanOrEqual(processes * (limit.burst + (now * limit.perSecond) / 1000) + 1e-9);
        }
      }),
    );
  });

  it.each([2, 4])('comes to the budget over time, by %i that are all asked without pause', (processes) => {
    const shared = sharing(processes, { perSecond: 20, burst: 100 });
    const seconds = 60;
    let allowed = 0;
    for (let now = 0; now < seconds * 1_000; now += 5) {
      if (now % TELL_MS === 0) shared.tell(now);
      for (let process = 0; process < processes; process += 1) if (shared.take(process, now)) allowed += 1;
    }
    const budget = 100 + 20 * seconds;
    // What each may give before it hears of the others: what runs in meanwhile, and one begun.
    expect(allowed).toBeLessThanOrEqual(budget + processes * (20 * (TELL_MS / 1_000) + 1));
    expect(allowed).toBeGreaterThanOrEqual(budget - processes * (20 * (TELL_MS / 1_000) + 1));
  });
});

describe('over HTTP', () => {
  const rateLimit = { perSecond: 1, burst: 3 };

  it('is told with every answer, and more than it is a 429 that says when to come back; probes are let through [S7.throttled] [S8.throttling] [D3.problem.rate_limited]', async () => {
    let now = 0;
    const server = await served(MARKET, { rateLimit, stopwatch: () => now });
    const left: (string | null)[] = [];
    for (const path of [PATH, PATH, '/api/v2/pricing/nobody']) {
      const response = await server.get(path);
      expect(response.headers.get('ratelimit-policy')).toBe('"default";q=3;w=3');
      left.push(response.headers.get('ratelimit'));
      await response.text();
    }
    expect(left).toEqual(['"default";r=2;t=1', '"default";r=1;t=2', '"default";r=0;t=3']);
    for (const path of [PATH, '/', '/api/v2/nowhere']) {
      const refused = await server.get(path, { headers: { Accept: 'application/json' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=3');
      expect(refused.headers.get('cache-control')).toBe('no-store');
      // Clients of tools hand on the body and drop the headers.
      expect((await expectProblem(refused, 429, 'rate_limited')).detail).toMatch(/; retry in 1 s$/);
    }
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await server.get(path)).status).toBe(200);
    now += 1_000;
    expect((await server.get(PATH)).status).toBe(200);
    expect(await (await server.get('/metrics')).text()).toMatch(
      /assay_http_requests_total\{operation="none",status="429"\} 3/,
    );
  });

  async function statuses(trustedHops: number, forwarded: string[]): Promise<number[]> {
    const server = await served(MARKET, { rateLimit: { perSecond: 1, burst: 1 }, trustedHops, stopwatch: () => 0 });
    const seen: number[] = [];
    for (const value of forwarded) {
      const { statusCode, body } = await request(server.url + PATH, { headers: { 'x-forwarded-for': value } });
      await body.dump();
      seen.push(statusCode);
    }
    return seen;
  }

  it('believes nothing of X-Forwarded-For without a proxy of ours', async () => {
    expect(await statuses(0, ['192.0.2.1', '192.0.2.2'])).toEqual([200, 429]);
  });

  it('behind proxies is for the address that the outermost of ours was asked from, whatever was sent to it [D3.throttling]', async () => {
    expect(await statuses(1, ['192.0.2.1', '192.0.2.2', '9.9.9.9, 192.0.2.1'])).toEqual([200, 200, 429]);
    expect(await statuses(2, ['9.9.9.9, 192.0.2.1, 10.0.0.1', '8.8.8.8, 192.0.2.1, 10.0.0.2'])).toEqual([200, 429]);
    expect(await statuses(1, ['nonsense', '<b>', '127.0.0.1'])).toEqual([200, 429, 429]);
  });

  it('is for a network of IPv6 and not for an address of it, and IPv4 is itself in any clothes', async () => {
    expect(await statuses(1, ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'])).toEqual([200, 429, 200]);
    expect(await statuses(1, ['::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.2'])).toEqual([200, 429, 200]);
  });
});
