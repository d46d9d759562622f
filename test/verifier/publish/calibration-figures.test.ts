import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reliabilityOf, talliesOf } from '../../../data/reliability.ts';
import { calibrationOf, labelledReliability } from '../../../verifier/publish/calibration-figures.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const HELD = [
  { p: 0.9, came: true },
  { p: 0.91, came: false },
];
const other = [{ p: 0.3, came: false }];

test('the tallies of all products make one reliability, and nothing is made of none', () => {
  expect(calibrationOf([], undefined)).toBeUndefined();
  const tallies = [HELD, other].map((forecasts) => ({ tallies: talliesOf(forecasts) }));
  expect(calibrationOf(tallies, undefined)).toEqual({
    field: {
      n: 3,
      products: 2,
      brier: Number(reliabilityOf([...HELD, ...other]).brier.toFixed(6)),
      logLoss: expect.closeTo(reliabilityOf([...HELD, ...other]).logLoss, 6),
      bins: [
        expect.objectContaining({ from: 0.2, n: 1, came: 0 }),
        expect.objectContaining({ from: 0.9, n: 2, came: 0.5, given: 0.905 }),
      ],
    },
  });
});

test('the figures of labelled pages are read where they are, and refused where they are none', () => {
  const file = join(temporaryDirectory(), 'reliability.json');
  expect(labelledReliability(file)).toBeUndefined();
  const reliability = reliabilityOf(HELD);
  writeFileSync(file, JSON.stringify({ ...reliability, fittedOn: 'pages' }));
  expect(labelledReliability(file)).toEqual(reliability);
  expect(calibrationOf([], reliability)).toMatchObject({ labelled: { n: 2 } });
  writeFileSync(file, '{"n": 2}');
  expect(() => labelledReliability(file)).toThrow(/brier/);
});
