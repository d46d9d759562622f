import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LoggedChange, PRICE_MOVES } from '../../data/change.ts';
import { percentOf } from '../../data/watch/percent.ts';
import { isWatched, subscriptionsOf, Watchlist } from '../../data/watch/watchlist.ts';
import { digestAfter, type Log, nextDue, retryAfter } from '../../notifier/plan.ts';
import { change } from '../builders.ts';

const CHANNELS = [{ kind: 'mail', to: ['ada@example.com'] }];
const watchlist = (more: object = {}) =>
  Watchlist.parse({ name: 'x', products: ['acme'], channels: CHANNELS, ...more });
const priced = (before: string, after: string, terms: object = {}) =>
  change({ before: { amount: before, currency: 'USD' }, after: { amount: after, currency: 'USD', ...terms } });
const categoryOf = (slug: string) => (slug === 'acme' ? 'crm' : undefined);

test('a move is in percent of the price before, where both have the same terms', () => {
  expect(percentOf(priced('10.00', '12.00'))).toBe(20);
  expect(percentOf(priced('12.00', '9.00'))).toBe(-25);
  expect(percentOf(priced('0.00', '9.00'))).toBeUndefined();
  expect(percentOf(priced('10.00', '12.00', { currency: 'EUR' }))).toBeUndefined();
  expect(percentOf(priced('10.00', '12.00', { billing: 'annual' }))).toBeUndefined();
  expect(percentOf(change({ before: { name: 'Pro' } }))).toBeUndefined();
});

test.each([
  ['a move of a percent', priced('100', '101'), true],
  ['a smaller one', priced('100', '100.99'), false],
  ['one down', priced('100', '50'), true],
  ['a plan that is gone', change({ type: 'tier_removed', before: { name: 'Pro' } }), true],
  ['a correction', change({ type: 'correction' }), false],
  ['a redesign', change({ type: 'changed_with_redesign' }), false],
  ['an added plan', change({ type: 'tier_added' }), false],
  ['another product', change({ slug: 'other' }), false],
])('by default, %s', (_, event, isExpected) => {
  expect(isWatched(watchlist(), event, categoryOf)).toBe(isExpected);
});

test('each address of a mail channel is delivered to by itself, since a server may refuse one of them', () => {
  const to = ['ada@example.com', 'bob@example.com', 'ada@example.com'];
  const [alone, both] = [watchlist(), watchlist({ channels: [{ kind: 'mail', to }] })].map((list) =>
    subscriptionsOf('x', list).map(({ id, channel }) => [id, channel]),
  );
  expect(both).toEqual([...(alone ?? []), [expect.any(String), { kind: 'mail', to: ['bob@example.com'] }]]);
});

test('a category stands for its products, and corrections are sent where they are asked for', () => {
  const crm = watchlist({ products: undefined, category: 'crm', corrections: true });
  expect(isWatched(crm, change({ type: 'correction' }), categoryOf)).toBe(true);
  expect(isWatched(crm, change({ slug: 'other' }), categoryOf)).toBe(false);
});

test.each([
  [{ products: undefined }, /products or a category/],
  [{ category: 'crm' }, /products or a category/],
  [{ channels: [] }, /channels/],
  [{ channels: [{ kind: 'webhook', url: 'ftp://x', secrets: [] }] }, /url/],
  [{ channels: [{ kind: 'webhook', url: 'https://x.example', secrets: ['secret'] }] }, /whsec_/],
])('a watchlist with a fault is refused: %j', (more, message) => {
  expect(() => watchlist(more)).toThrow(message);
});

const event = fc.record({
  slug: fc.constantFrom('acme', 'other'),
  type: fc.constantFrom(...PRICE_MOVES, 'correction' as const, 'product_added' as const),
  after: fc.record({ amount: fc.constantFrom('10.00', '10.05', '20.00'), currency: fc.constant('USD') }),
});

function logOf(events: readonly Partial<LoggedChange>[]): Log {
  const changes = events.map((each, at) => ({ ...change(each), seq: at + 1 }));
  return {
    end: changes.length,
    changes: ({ after, limit }) => changes.slice(after, after + limit),
    categoryOf,
  };
}

test('following the log from delivery to delivery meets every watched event once, in order, whatever the digest', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 1_300, size: 'max' }),
      fc.constantFrom('instant', 'daily'),
      (events, digest) => {
        const log = logOf(events);
        const list = watchlist({ digest });
        const met: number[] = [];
        for (let cursor = 0; ; ) {
          const due = nextDue({ watchlist: list }, { cursor }, log);
          if ('skipTo' in due) break;
          expect(due.seq).toBeGreaterThan(cursor);
          met.push(...due.events.map(({ seq }) => seq));
          cursor = due.seq;
        }
        const wanted = log
          .changes({ after: 0, limit: events.length })
          .filter((each) => isWatched(list, each, categoryOf));
        expect(met).toEqual(wanted.map(({ seq }) => seq));
      },
    ),
    { numRuns: 40 },
  );
});

test('digests are due at seven, weekly ones on Mondays, always later than now', () => {
  expect(digestAfter('daily', new Date('2026-11-24T06:59:00Z')).toISOString()).toBe('2026-11-24T07:00:00.000Z');
  expect(digestAfter('daily', new Date('2026-11-24T07:00:00Z')).toISOString()).toBe('2026-11-25T07:00:00.000Z');
  expect(digestAfter('weekly', new Date('2026-11-24T08:00:00Z')).toISOString()).toBe('2026-11-30T07:00:00.000Z');
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
      const next = digestAfter('weekly', now);
      expect(next.getUTCDay()).toBe(1);
      expect(next.getTime() - now.getTime()).toBeGreaterThan(0);
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 86_400_000);
    }),
  );
});

test('waits double up to two hours, and a day has some twenty attempts', () => {
  const waits = Array.from({ length: 30 }, (_, at) => retryAfter(at + 1, 0));
  expect(waits.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(Math.max(...waits)).toBe(7_200_000);
  expect(retryAfter(3, 0.999)).toBeGreaterThanOrEqual(15_000);
  let [sum, count] = [0, 0];
  for (; sum < 86_400_000; count += 1) sum += waits[count] ?? 7_200_000;
  expect(count).toBeGreaterThan(15);
});
