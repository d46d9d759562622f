import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountAxis, timeAxis } from '../../../../serve/pages/charts/axis.ts';
import { daysAfterNoon, NOON } from '../../../builders.ts';

const USD = { start: 100, end: 0, currency: 'USD' };

describe('the axis of time', () => {
  it('has few ticks, apart from one another, of whole days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (days, part) => {
        const axis = timeAxis(daysAfterNoon(-days - part), NOON);
        expect(axis.ticks.length).toBeLessThanOrEqual(6);
        if (days > 10) expect(axis.ticks.length).toBeGreaterThan(1);
        for (const { at, text } of axis.ticks) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(100);
          expect(text).toMatch(/^(?:\d{4}|[A-Z][a-z]{2} \d{4}|\d{1,2} [A-Z][a-z]{2})$/);
        }
        const apart = axis.ticks.slice(1).map(({ at }, index) => at - (axis.ticks[index]?.at ?? 0));
        expect(Math.min(100, ...apart)).toBeGreaterThan(7);
      }),
    );
  });

  it('runs with time, and holds what lies outside at its ends', () => {
    const axis = timeAxis(daysAfterNoon(-100), NOON);
    expect([-200, -100, -50, -1, 0, 9].map((days) => axis.at(daysAfterNoon(days)))).toEqual([0, 0, 50, 99, 100, 100]);
  });
});

describe('the axis of amounts', () => {
  it('begins at zero, so that twice as much lies twice as far', () => {
    const axis = amountAxis([10, 20], USD);
    expect([axis.scale, axis.at(0), axis.at(10), axis.at(20)]).toEqual(['linear', 100, 50, 0]);
    expect(axis.ticks.map(({ text }) => text)).toEqual(['$0', '$5', '$10', '$15', '$20']);
  });

  it('is logarithmic only where the amounts span much, and gives zero a place of its own', () => {
    expect(amountAxis([5, 199], USD).scale).toBe('linear');
    const axis = amountAxis([0, 1, 1_000], USD);
    expect([axis.scale, axis.at(0), axis.at(1_000)]).toEqual(['log', 100, 0]);
    expect(axis.at(1)).toBeLessThan(100);
    expect(axis.ticks.map(({ text }) => text)).toEqual(['$0', '$1', '$10', '$100', '$1,000']);
  });

  it('writes its ticks exactly, however small, and large ones in few letters', () => {
    expect(amountAxis([0.000002], USD).ticks.map(({ text }) => text)).toContain('$0.000001');
    expect(amountAxis([9_000], { ...USD, currency: 'JPY' }).ticks.map(({ text }) => text)).toContain('¥8,000');
    const rupiah = amountAxis([14_900_000], { ...USD, currency: 'IDR' });
    expect(rupiah.ticks.map(({ text }) => text)).toEqual(['IDR 0', 'IDR 5M', 'IDR 10M', 'IDR 15M']);
  });

  it('has one tick where all is free, and where there is nothing', () => {
    for (const amounts of [[], [0], [0, 0]]) {
      expect(amountAxis(amounts, USD).ticks.map(({ at, text }) => [at, text])).toEqual([[100, '$0']]);
    }
  });

  it('keeps the order of any amounts, inside its ends', () => {
    const amount = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e11, noNaN: true }));
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), (amounts) => {
        const axis = amountAxis(amounts, { start: 0, end: 100, currency: 'USD' });
        const places = amounts.toSorted((a, b) => a - b).map((each) => axis.at(each));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const at of [...places, ...axis.ticks.map((tick) => tick.at)]) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
