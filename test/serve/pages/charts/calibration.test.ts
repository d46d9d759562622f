import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reliabilityOf } from '../../../../data/reliability.ts';
import { calibrationPlot } from '../../../../serve/pages/charts/calibration.ts';
import { expectSoundDrawing } from './drawn.ts';

const bin = { from: 0.7, to: 0.8, n: 1_200, given: 0.75, came: 0.72, low: 0.68, high: 0.77, sufficient: true };

describe('the calibration plot', () => {
  it('says in words how far what was stated and what came agree', () => {
    const { description, texts } = expectSoundDrawing(
      calibrationPlot(
        [{ ...bin, from: 0, to: 0.1, n: 3, given: 0.05, came: 0.6, low: 0.2, high: 0.9, sufficient: false }, bin],
        'the record was right',
      ),
    );
    expect(description).toBe(
      'In 1 of 2 bins the stated confidence lies within the observed interval: stated 5 %, the record was right 60 % of 3 times (20 % to 90 %), too few; stated 75 %, the record was right 72 % of 1,200 times (68 % to 77 %).',
    );
    expect(texts).toEqual(expect.arrayContaining(['3', '1,200', '100 %']));
  });

  it('agrees with a count of one', () => {
    const { description } = expectSoundDrawing(calibrationPlot([{ ...bin, n: 1 }], 'it held'));
    expect(description).toBe(
      'In 1 of 1 bin the stated confidence lies within the observed interval: stated 75 %, it held 72 % of 1 time (68 % to 77 %).',
    );
  });

  it('marks bins of too few apart, not by colour alone', () => {
    expect(String(calibrationPlot([{ ...bin, sufficient: false }], 'it held'))).toContain('class="bin few"');
    expect(String(calibrationPlot([bin], 'it held'))).toContain('class="bin"');
  });

  it('keeps the numbers clear of the label of the diagonal, even at the top', () => {
    const top = String(calibrationPlot([{ ...bin, given: 0.97, came: 0.99, high: 1, n: 614 }], 'it held'));
    const yOf = (words: string) => Number(new RegExp(`y="([\\d.]+)"[^>]*>${words}<`).exec(top)?.[1]);
    expect(yOf('614') - yOf('accurate')).toBeGreaterThanOrEqual(12);
  });

  it('is sound whatever was forecast and came, and where nothing was', () => {
    const forecast = fc.record({ p: fc.double({ min: 0, max: 1, noNaN: true }), came: fc.boolean() });
    fc.assert(
      fc.property(fc.array(forecast, { maxLength: 60 }), (forecasts) => {
        const bins = reliabilityOf(forecasts).bins.map((each) => ({ ...each, sufficient: each.n >= 20 }));
        expectSoundDrawing(calibrationPlot(bins, 'it held'));
      }),
    );
  });
});
