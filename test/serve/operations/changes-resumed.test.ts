/**
 * The law of cursors: whoever follows the log from any cursor, in steps of any size, through generations that come
 * meanwhile and behind one that lags, sees every event that matches the filter once and in order. One that lags behind the
 * cursor refuses it, and the cursor stays.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangeType } from '../../../data/change.ts';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { changes } from '../../../serve/operations/changes.ts';
import { openStore, type Store } from '../../../serve/store/store.ts';
import { change, NOON } from '../../builders.ts';
import { publisher, SITE, sold } from '../served.ts';

const TYPES = ['price_changed', 'announced', 'announcement_retracted', 'correction'] as const satisfies ChangeType[];
const SLUGS = ['acme', 'beta'];
/** Lengths of the log in generations that follow one another; one brought nothing new. */
const LENGTHS = [0, 1, 7, 7, 20, 41];
const LOG = Array.from({ length: 41 }, (_, n) => ({
  ...change({ slug: SLUGS[(n * 7) % 3 === 0 ? 0 : 1] ?? 'acme', type: TYPES[(n * 5) % 4] ?? 'correction' }),
  seq: n + 1,
}));

const stores: Store[] = [];
beforeAll(async () => {
  const { dir, publish } = publisher();
  for (const [i, length] of LENGTHS.entries()) {
    const products = SLUGS.map((slug) => sold({ slug, category: slug === 'acme' ? 'crm' : 'hr' }));
    const categories = ['crm', 'hr'].map((id) => ({ id, name: id }));
    publish({ products, categories, changes: LOG.slice(LENGTHS[i - 1] ?? 0, length) });
    const current = readCurrent(dir);
    if (current === undefined) throw new Error('It was published just now');
    stores.push(await openStore(openGeneration(dir, current), SITE));
  }
});
afterAll(() => {
  for (const { generation } of stores) generation.close();
});

const filters = fc.record(
  { slug: fc.constantFrom(...SLUGS), category: fc.constantFrom('crm', 'hr'), type: fc.constantFrom(...TYPES) },
  { requiredKeys: [] },
);
const steps = fc.array(fc.record({ generation: fc.nat(LENGTHS.length - 1), limit: fc.integer({ min: 1, max: 9 }) }), {
  maxLength: 25,
});

it('resuming from any cursor neither repeats nor skips an event [D3.changes.resume]', () => {
  fc.assert(
    fc.property(filters, steps, fc.nat(LOG.length), (filter, walk, from) => {
      const seen: number[] = [];
      let cursor = String(from);
      const step = (generation: number, limit: number) => {
        const store = stores[generation];
        if (store === undefined) throw new Error('There is no such generation');
        if (Number(cursor) > store.generation.lastChangeSeq()) {
          expect(() => changes.run(store, { cursor, limit, ...filter }, new Date(NOON))).toThrow('Beyond the end');
          return true;
        }
        const page = changes.run(store, { cursor, limit, ...filter }, new Date(NOON));
        seen.push(...page.changes.map(({ seq }) => seq));
        expect(Number(page.nextCursor)).toBeGreaterThanOrEqual(Number(cursor));
        cursor = page.nextCursor;
        return page.hasMore;
      };
      // Any node may answer, also one that has not the newest generation yet.
      for (const { generation, limit } of walk) step(generation, limit);
      while (step(LENGTHS.length - 1, 5)) expect(seen.length).toBeLessThanOrEqual(LOG.length);
      const wanted = LOG.filter(
        ({ seq, slug, type }) =>
          seq > from &&
          (filter.slug ?? slug) === slug &&
          (filter.type ?? type) === type &&
          (filter.category ?? (slug === 'acme' ? 'crm' : 'hr')) === (slug === 'acme' ? 'crm' : 'hr'),
      );
      expect(seen).toEqual(wanted.map(({ seq }) => seq));
      expect(cursor).toBe(String(LOG.length));
    }),
    { numRuns: 300 },
  );
});
