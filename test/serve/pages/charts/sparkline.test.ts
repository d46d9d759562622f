import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../data/record.ts';
import { historySparkline } from '../../../../serve/pages/charts/sparkline.ts';
import { customTier, daysAfterNoon, freeTier, NOON, price, snapshot, tier } from '../../../builders.ts';
import { anyAmount, anyWords, expectSoundDrawing } from './drawn.ts';

const now = new Date(NOON);

/** Held from so many days ago on, until the next of them begins; the last still holds. */
function historyOf(...held: [daysAgo: number, amount: string, more?: Partial<Snapshot>][]): Snapshot[] {
  return held.map(([daysAgo, amount, more], index) => {
    const next = held[index + 1]?.[0];
    return snapshot({
      validFrom: daysAfterNoon(-daysAgo),
      lastSeenAt: daysAfterNoon(-(next ?? 0)),
      ...(next !== undefined && { validTo: daysAfterNoon(-next) }),
      tiers: [freeTier(), tier({ prices: [price({ amount })] }), customTier()],
      ...more,
    });
  });
}

function drawn(snapshots: Snapshot[], name = 'Acme') {
  const chart = historySparkline({ name, snapshots }, now);
  if (chart === undefined) throw new Error('nothing is drawn');
  const lines = [...String(chart).matchAll(/<line[^>]*>/g)].map(([line]) => line);
  return { ...expectSoundDrawing(chart), lines };
}

describe('the sparkline of a product', () => {
  it('is not drawn where no paid price by the month is known', () => {
    expect(historySparkline({ name: 'Acme', snapshots: [] }, now)).toBeUndefined();
    const unpriced = snapshot({ tiers: [freeTier(), customTier(), tier({ prices: [price({ per: 'once' })] })] });
    expect(historySparkline({ name: 'Acme', snapshots: [unpriced] }, now)).toBeUndefined();
  });

  it('says in words what it shows', () => {
    const { title, description } = drawn(historyOf([400, '10.00'], [200, '12.50']));
    expect(title).toBe('Starting price of Acme since 17 Oct 2025');
    expect(description).toBe(
      '$10 per user a month from 17 Oct 2025; $12.50 per user a month from 5 May 2026. Dashed: not checked.',
    );
  });

  it('steps, and never slopes', () => {
    const { lines } = drawn(historyOf([400, '10.00'], [200, '12.50'], [100, '8.00']));
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/x1="([^"]+)" x2="\1"|y1="([^"]+)" y2="\2"/);
  });

  it('dashes what nobody looked at: gaps, and the time since the last sighting', () => {
    const gaps = [{ from: daysAfterNoon(-90), to: daysAfterNoon(-20) }];
    const { lines } = drawn([snapshot({ validFrom: daysAfterNoon(-100), lastSeenAt: daysAfterNoon(-10), gaps })]);
    expect(lines.map((line) => [line.includes('dashed'), ...(line.match(/x\d="[^"]+/g) ?? [])])).toEqual([
      [false, 'x1="0%', 'x2="10%'],
      [false, 'x1="80%', 'x2="90%'],
      [true, 'x1="10%', 'x2="80%'],
      [true, 'x1="90%', 'x2="100%'],
    ]);
  });

  it('does not step where a snapshot ends and the price goes on', () => {
    expect(drawn(historyOf([400, '10.00'], [200, '10.00'])).description).toMatch(
      /^\$10 per user a month from 17 Oct 2025\./,
    );
  });

  it('breaks off where one pays for something else', () => {
    const [first, last] = historyOf([400, '10.00'], [200, '99.00']);
    if (first === undefined || last === undefined) throw new Error('two were made');
    const sites = { ...last, tiers: [tier({ prices: [price({ amount: '99.00', unit: 'site' })] })] };
    expect(drawn([first, sites]).lines).toHaveLength(2);
  });

  it('is of what we observed, or says that a dataset has it', () => {
    const imported = {
      origin: 'imported' as const,
      imported: { dataset: 'example/prices:acme.yaml', license: 'MIT', asOf: '2024-01-01', asOfBasis: 'date field' },
    };
    const early = historyOf([900, '7.00', imported], [400, '8.00', imported]);
    expect(drawn(early).title).toBe('Starting price of Acme since 4 Jun 2024, according to a dataset');
    expect(drawn([...early, ...historyOf([300, '9.00'])]).description).toMatch(/^\$9 /);
  });

  it('is sound whatever the past was, and whoever the vendor is', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 20 });
    const currency = fc.constantFrom('USD', 'USD', 'USD', 'EUR', 'JPY');
    fc.assert(
      fc.property(
        days,
        fc.array(fc.tuple(anyAmount, currency), { minLength: 20, maxLength: 20 }),
        anyWords,
        (at, amounts, name) => {
          const held = at
            .toSorted((a, b) => b - a)
            .map((daysAgo, index): [number, string, Partial<Snapshot>] => {
              const [amount, of] = amounts[index] ?? ['1.00', 'USD'];
              return [daysAgo, amount, { tiers: [tier({ prices: [price({ amount, currency: of })] })] }];
            });
          drawn(historyOf(...held), name);
        },
      ),
    );
  });
});
