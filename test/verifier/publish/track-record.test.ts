import { describe, expect, test } from 'vitest';
import { confidenceNow } from '../../../data/confidence/decay.ts';
import { hazardOf } from '../../../data/confidence/hazard-priors.ts';
import { StatedValues } from '../../../data/pipeline/review-decision.ts';
import type { CatalogueProduct } from '../../../data/product.ts';
import { readWatching } from '../../../data/store/ledger-queries/source-facts.ts';
import { forecastsOf } from '../../../verifier/publish/track-record.ts';
import { daysAfterNoon, failure, product as productOf, sources, unchanged } from '../../builders.ts';
import { type TestVerifier, testVerifier } from '../test-verifier.ts';
import { type VendorPage, vendorPage, visit } from '../vendor-page.ts';

const product = productOf();
const at12 = vendorPage([{ name: 'Team', monthly: '12' }]);
const at15 = vendorPage([{ name: 'Team', monthly: '15' }]);

const forecasts = ({ ledger }: TestVerifier, of: CatalogueProduct = product) => forecastsOf(of, ledger.track(of.slug));
const came = (verifier: TestVerifier) => forecasts(verifier).map((forecast) => forecast.came);

/** What we would have answered on that day, by the record as the ledger has it now. */
function stated(verifier: TestVerifier, day: number): number {
  const { ledger } = verifier;
  const record = verifier.record();
  const watched = ledger.watched('acme');
  const { confirmedAt } = record.verification;
  const hazard = hazardOf(
    product,
    watched && confirmedAt
      ? { changes: watched.changes, days: (Date.parse(confirmedAt) - Date.parse(watched.since)) / 86_400_000 }
      : undefined,
  );
  return confidenceNow({ ...record.verification, hazard }, new Date(daysAfterNoon(day)));
}

describe('our confidence, put to the test', () => {
  test('is not, by a first reading, a failure, a wall or a reading that waits', async () => {
    const verifier = await testVerifier();
    await verifier.visit(at12, 0);
    await verifier.submit(failure({ at: daysAfterNoon(1) }));
    const wall = { ...at12.reading, verdict: 'challenge' as const, reason: 'a puzzle', tiers: [], readings: [] };
    await verifier.visit(at12, 2, wall);
    const far = vendorPage([{ name: 'Team', monthly: '120' }]);
    expect(await verifier.visit(far, 3)).toMatchObject({ outcome: 'contradicted' });
    expect(forecasts(verifier)).toEqual([]);
  });

  test('holds where the page still says so, and fails where it does not, with the confidence of the day', async () => {
    const verifier = await testVerifier();
    await verifier.visit(at12, 0);
    const first = stated(verifier, 30);
    await verifier.unchanged(at12, 30);
    const second = stated(verifier, 230);
    await verifier.visit(at15, 230);
    const third = stated(verifier, 260);
    await verifier.unchanged(at15, 260);
    expect(forecasts(verifier)).toEqual([
      { p: expect.closeTo(first, 10), came: true },
      { p: expect.closeTo(second, 10), came: false },
      { p: expect.closeTo(third, 10), came: true },
    ]);
    expect(second).toBeLessThan(first);
  });

  test('a misreading that visits confirmed has failed each time, once it is set right', async () => {
    const verifier = await testVerifier();
    const page = vendorPage([{ name: 'Team', monthly: '15' }]);
    const misread = vendorPage([{ name: 'Team', monthly: '15', annual: '12' }]);
    const careless = {
      ...misread.reading,
      tiers: page.reading.tiers,
      readings: misread.reading.readings.map((each) => ({ ...each, tiers: page.reading.tiers })),
    };
    await verifier.visit(misread, 0, careless);
    await verifier.unchanged(misread, 7);
    await verifier.unchanged(misread, 14);
    expect(came(verifier)).toEqual([true, true]);
    const verdict = await verifier.reread(misread, 0);
    expect(verdict).toMatchObject({ outcome: 'changed' });
    expect(came(verifier)).toEqual([false, false, false]);
    await verifier.unchanged(misread, 21);
    expect(came(verifier)).toEqual([false, false, false, true]);
  });

  test('what a person decides of a reading that waited puts to the test what we said when it was first seen', async () => {
    const verifier = await testVerifier();
    await verifier.visit(at12, 0);
    const expected = stated(verifier, 20);
    const cut = vendorPage([{ name: 'Team', monthly: '2' }]);
    await verifier.visit(cut, 20);
    expect(forecasts(verifier)).toEqual([]);
    await verifier.decide(verifier.waits(), 30, { action: 'accept' });
    expect(forecasts(verifier)).toEqual([{ p: expect.closeTo(expected, 10), came: false }]);
    await verifier.unchanged(cut, 40);
    expect(came(verifier)).toEqual([false, true]);
  });

  test('a contradiction lowers it until the reading is released', async () => {
    const verifier = await testVerifier();
    await verifier.visit(at12, 0);
    await verifier.visit(vendorPage([{ name: 'Team', monthly: '2' }]), 20);
    const disputed = stated(verifier, 30);
    await verifier.visit(at12, 30);
    const expected = stated(verifier, 60);
    await verifier.unchanged(at12, 60);
    expect(forecasts(verifier)).toEqual([
      { p: expect.closeTo(disputed, 10), came: true },
      { p: expect.closeTo(expected, 10), came: true },
    ]);
    expect(disputed).toBeLessThan(0.7 * expected);
  });

  const cut = (salt: string) => vendorPage([{ name: 'Team', monthly: '2' }], { salt });
  test.each<[string, [VendorPage, day: number][]]>([
    ['a change', [[at15, 30]]],
    [
      'a change that waited',
      [
        [cut('first'), 20],
        [cut('later'), 30],
      ],
    ],
  ])(
    '%s that was corrected is no move of the vendor’s, for its hazard, its plan and its track record',
    async (_, pages) => {
      const verifier = await testVerifier();
      const { ledger } = verifier;
      const movesOf = () => [
        ledger.watched('acme')?.changes,
        readWatching(verifier.file, ['acme']).get('acme')?.changes,
      ];
      await verifier.visit(at12, 0);
      for (const [page, day] of pages) await verifier.visit(page, day);
      expect(movesOf()).toEqual([1, 1]);
      const monthly = { amount: '12.00', currency: 'USD', per: 'month' as const, billing: 'monthly' as const };
      const values = StatedValues.parse({ tiers: [{ tier: 'Team', prices: [monthly] }] });
      await verifier.decide(verifier.standing(), 40, { action: 'correct', values });
      expect(movesOf()).toEqual([0, 0]);
      for (const [page] of pages.slice(-1)) await verifier.unchanged(page, 40);
      const expected = stated(verifier, 60);
      await verifier.visit(at12, 60);
      expect(forecasts(verifier).at(-1)?.p).toBeCloseTo(expected, 10);
      // One that is corrected to another amount moved all the same.
      await verifier.visit(at15, 90);
      expect(movesOf()).toEqual([1, 1]);
      const other = StatedValues.parse({ tiers: [{ tier: 'Team', prices: [{ ...monthly, amount: '14.00' }] }] });
      await verifier.decide(verifier.standing(), 40, { action: 'correct', values: other });
      expect(movesOf()).toEqual([1, 1]);
    },
  );

  test('of several sources, the record is as sure as the least of them, and a source is judged by its own page', async () => {
    const both = productOf({ sources: sources('pricing', 'docs') });
    const verifier = await testVerifier([both]);
    await verifier.visit(at12, 0);
    const other = vendorPage([{ name: 'Scale', monthly: '40' }]);
    await verifier.submit(visit(other, { at: daysAfterNoon(20), source: 'docs' }), other);
    expect(forecasts(verifier, both)).toEqual([]);
    await verifier.submit(unchanged({ at: daysAfterNoon(40), source: 'docs' }, other.sha256));
    const [only] = forecasts(verifier, both);
    const score = Math.min(...verifier.ledger.track('acme').entries.map((entry) => entry.score));
    expect(only).toEqual({
      p: expect.closeTo(
        // As old as the page that nobody has looked at since; watched for no time until then.
        confidenceNow(
          { score, hazard: hazardOf(both, { changes: 0, days: 0 }), decaysFrom: daysAfterNoon(0), disputed: false },
          new Date(daysAfterNoon(40)),
        ),
        10,
      ),
      came: true,
    });
    expect(forecasts(verifier, product)).toEqual([]);
  });
});
