import { describe, expect, test } from 'vitest';
import { confidenceNow } from '../../../data/confidence/decay.ts';
import { hazardOf } from '../../../data/confidence/hazard-priors.ts';
import { StatedValues } from '../../../data/pipeline/review-decision.ts';
import type { CatalogueProduct } from '../../../data/product.ts';
import { readWatching } from '../../../data/store/ledger-queries/source-facts.ts';
import { forecastsOf } from '../../../verifier/publish/track-record.ts';
import { decisionOn } from '../../../verifier/review/review.ts';
import { daysAfterNoon, failure, product as productOf, unchanged } from '../../builders.ts';
import { type Kept, kept, readAgain } from '../test-verifier.ts';
import { vendorPage, visit } from '../vendor-page.ts';

const product = productOf();
const at12 = vendorPage([{ name: 'Team', monthly: '12' }]);
const at15 = vendorPage([{ name: 'Team', monthly: '15' }]);

const forecasts = ({ ledger }: Kept, of: CatalogueProduct = product) => forecastsOf(of, ledger.track(of.slug));
const came = (house: Kept) => forecasts(house).map((forecast) => forecast.came);

/** What we would have answered on that day, by the record as the ledger has it now. */
function stated(house: Kept, day: number): number {
  const { ledger } = house;
  const record = house.record();
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
    const house = await kept();
    await house.take(visit(at12, { at: daysAfterNoon(0) }), at12);
    await house.take(failure({ at: daysAfterNoon(1) }));
    const wall = { ...at12.reading, verdict: 'challenge' as const, reason: 'a puzzle', tiers: [], readings: [] };
    await house.take(visit(at12, { at: daysAfterNoon(2) }, wall), at12);
    const far = vendorPage([{ name: 'Team', monthly: '120' }]);
    expect(await house.take(visit(far, { at: daysAfterNoon(3) }), far)).toMatchObject({ outcome: 'contradicted' });
    expect(forecasts(house)).toEqual([]);
  });

  test('holds where the page still says so, and fails where it does not, with the confidence of the day', async () => {
    const house = await kept();
    await house.take(visit(at12, { at: daysAfterNoon(0) }), at12);
    const first = stated(house, 30);
    await house.take(unchanged({ at: daysAfterNoon(30) }, at12.sha256));
    const second = stated(house, 230);
    await house.take(visit(at15, { at: daysAfterNoon(230) }), at15);
    const third = stated(house, 260);
    await house.take(unchanged({ at: daysAfterNoon(260) }, at15.sha256));
    expect(forecasts(house)).toEqual([
      { p: expect.closeTo(first, 10), came: true },
      { p: expect.closeTo(second, 10), came: false },
      { p: expect.closeTo(third, 10), came: true },
    ]);
    expect(second).toBeLessThan(first);
  });

  test('a misreading that visits confirmed has failed each time, once it is set right', async () => {
    const house = await kept();
    const page = vendorPage([{ name: 'Team', monthly: '15' }]);
    const misread = vendorPage([{ name: 'Team', monthly: '15', annual: '12' }]);
    const careless = {
      ...misread.reading,
      tiers: page.reading.tiers,
      readings: misread.reading.readings.map((each) => ({ ...each, tiers: page.reading.tiers })),
    };
    await house.take(visit(misread, { at: daysAfterNoon(0) }, careless), misread);
    await house.take(unchanged({ at: daysAfterNoon(7) }, misread.sha256));
    await house.take(unchanged({ at: daysAfterNoon(14) }, misread.sha256));
    expect(came(house)).toEqual([true, true]);
    const verdict = await house.take(readAgain(misread, { at: daysAfterNoon(0) }));
    expect(verdict).toMatchObject({ outcome: 'changed' });
    expect(came(house)).toEqual([false, false, false]);
    await house.take(unchanged({ at: daysAfterNoon(21) }, misread.sha256));
    expect(came(house)).toEqual([false, false, false, true]);
  });

  test('what a person decides of a reading that waited puts to the test what we said when it was first seen', async () => {
    const house = await kept();
    await house.take(visit(at12, { at: daysAfterNoon(0) }), at12);
    const expected = stated(house, 20);
    const cut = vendorPage([{ name: 'Team', monthly: '2' }]);
    await house.take(visit(cut, { at: daysAfterNoon(20) }), cut);
    const [waits] = house.ledger.waiting('acme');
    expect(forecasts(house)).toEqual([]);
    const said = { by: 'ada', reason: 'compared with the page', decidedAt: daysAfterNoon(30) };
    if (waits !== undefined) await house.take(decisionOn(waits, { action: 'accept', ...said }));
    expect(forecasts(house)).toEqual([{ p: expect.closeTo(expected, 10), came: false }]);
    await house.take(unchanged({ at: daysAfterNoon(40) }, cut.sha256));
    expect(came(house)).toEqual([false, true]);
  });

  test('a change that was corrected is no move of the vendor’s, for its hazard, its plan and its track record', async () => {
    const house = await kept();
    const { ledger } = house;
    const movesOf = () => [ledger.watched('acme')?.changes, readWatching(house.file).get('acme')?.changes];
    await house.take(visit(at12, { at: daysAfterNoon(0) }), at12);
    await house.take(visit(at15, { at: daysAfterNoon(30) }), at15);
    expect(movesOf()).toEqual([1, 1]);
    const standing = ledger.standing('acme', 'pricing');
    const monthly = { amount: '12.00', currency: 'USD', per: 'month' as const, billing: 'monthly' as const };
    const values = StatedValues.parse({ tiers: [{ tier: 'Team', prices: [monthly] }] });
    const said = { by: 'ada', reason: 'the page said so all along', decidedAt: daysAfterNoon(40) };
    if (standing !== undefined) await house.take(decisionOn(standing, { action: 'correct', values, ...said }));
    expect(movesOf()).toEqual([0, 0]);
    await house.take(unchanged({ at: daysAfterNoon(40) }, at15.sha256));
    const expected = stated(house, 60);
    await house.take(visit(at12, { at: daysAfterNoon(60) }), at12);
    expect(forecasts(house).at(-1)?.p).toBeCloseTo(expected, 10);
    // One that is corrected to another amount moved all the same.
    await house.take(visit(at15, { at: daysAfterNoon(90) }), at15);
    expect(movesOf()).toEqual([1, 1]);
    const again = ledger.standing('acme', 'pricing');
    const other = StatedValues.parse({ tiers: [{ tier: 'Team', prices: [{ ...monthly, amount: '14.00' }] }] });
    if (again !== undefined) await house.take(decisionOn(again, { action: 'correct', values: other, ...said }));
    expect(movesOf()).toEqual([1, 1]);
  });

  test('of several sources, the record is as sure as the least of them, and a source is judged by its own page', async () => {
    const sources = ['pricing', 'docs'].map((id) => ({ ...(product.sources[0] as (typeof product.sources)[0]), id }));
    const both = { ...product, sources };
    const house = await kept([both]);
    await house.take(visit(at12, { at: daysAfterNoon(0) }), at12);
    const other = vendorPage([{ name: 'Scale', monthly: '40' }]);
    await house.take(visit(other, { at: daysAfterNoon(20), source: 'docs' }), other);
    expect(forecasts(house, both)).toEqual([]);
    await house.take(unchanged({ at: daysAfterNoon(40), source: 'docs' }, other.sha256));
    const [only] = forecasts(house, both);
    const score = Math.min(...house.ledger.observations('acme', { limit: 9 }).map(({ verdict }) => verdict.score));
    expect(only).toEqual({
      p: expect.closeTo(
        // As old as the page that nobody has looked at since; watched for no time until then.
        confidenceNow(
          { score, hazard: hazardOf(both, { changes: 0, days: 0 }), decaysFrom: daysAfterNoon(0) },
          new Date(daysAfterNoon(40)),
        ),
        10,
      ),
      came: true,
    });
    expect(forecasts(house, { ...both, sources: sources.slice(0, 1) })).toEqual([]);
  });
});
