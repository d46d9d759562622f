/** Memory that is used again must never hold the bytes of another answer. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedCache } from '../../../serve/cache/bounded-cache.ts';
import { type Wire, wireOf } from '../../../serve/http/wire.ts';
import { WireMemory } from '../../../serve/http/wire-memory.ts';

const MB = 1024 * 1024;

function bodyOf({ bytes, bodyAt }: Wire): string {
  return bytes.toString('utf8', bodyAt);
}

function cacheOf(most: number): { cache: BoundedCache<Wire>; memory: WireMemory } {
  const memory = new WireMemory();
  const cache = new BoundedCache<Wire>(most, { enter: (wire) => memory.enter(wire), turn: () => memory.turn() });
  return { cache, memory };
}

it('whatever is asked for in whatever order is what was kept under that name', () => {
  const asked = fc.record({ name: fc.nat(60), kilobytes: fc.integer({ min: 1, max: 300 }) });
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 300 }), (all) => {
      const { cache } = cacheOf(6 * MB);
      for (const { name, kilobytes } of all) {
        const known = cache.get(String(name));
        if (known !== undefined) {
          expect(bodyOf(known)).toBe(`${name}:`.padEnd(known.bytes.length - known.bodyAt, String(name)));
          continue;
        }
        const body = `${name}:`.padEnd(kilobytes * 1024, String(name));
        cache.set(String(name), wireOf(200, [], body), body.length);
      }
    }),
    { numRuns: 60 },
  );
});

it('takes little more than the cache has room for, however much goes through it', () => {
  const { cache, memory } = cacheOf(8 * MB);
  for (let at = 0; at < 5_000; at += 1) {
    const wire = wireOf(200, [], String(at).padEnd(10_000));
    cache.set(String(at), wire, wire.bytes.length);
  }
  expect(memory.count).toBeLessThanOrEqual(10);
});

it('does not use again what a socket still has to take', () => {
  const { cache } = cacheOf(4 * MB);
  const slow = wireOf(200, [], 'slow'.padEnd(50_000));
  cache.set('slow', slow, slow.bytes.length);
  const waiting = slow.bytes;
  if (slow.piece !== undefined) slow.piece.isLent = true;
  for (let at = 0; at < 2_000; at += 1) {
    const wire = wireOf(200, [], String(at).padEnd(10_000));
    cache.set(String(at), wire, wire.bytes.length);
  }
  expect(cache.get('slow')).toBeUndefined();
  expect(waiting.toString('utf8', slow.bodyAt)).toBe('slow'.padEnd(50_000));
});
