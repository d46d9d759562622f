import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import { statusNow } from '../../../data/confidence/decay.ts';
import type { Verification } from '../../../data/record.ts';
import type { ListedProduct } from '../../../data/store/generation/content.ts';
import { generationSummary, STATUSES, trustFigures } from '../../../data/store/generation/summary.ts';
import { atOnce } from '../../../data/store/steps.ts';
import { quality } from '../../../serve/operations/quality.ts';
import { daysAfterNoon, NOON, verification } from '../../builders.ts';
import { type Content, served, sold } from '../served.ts';

async function answerOf(content: Content) {
  return quality.response.parse(await (await served(content)).json('/api/v2/quality'));
}

describe('the quality of the dataset', () => {
  it('what is not known is not there', async () => {
    const answer = await answerOf({ products: [] });
    expect(answer).toMatchObject({
      records: { count: 0, byStatus: { verified: { count: 0 } } },
      flow: { goingStalePerDay: 0, sufficient: false },
      calibration: {},
    });
    for (const name of ['confirmedAge', 'extractors', 'imported']) expect(answer).not.toHaveProperty(name);
    expect(answer.records.byStatus.verified).not.toHaveProperty('share');
    expect(answer.flow).not.toHaveProperty('confirmationsPerDay');
    expect(answer.calibration).toEqual({});
  });

  it('a young ledger’s rate says that it is one', async () => {
    const checks = { from: daysAfterNoon(-2), until: NOON, days: 2, confirmations: 4 };
    expect((await answerOf({ products: [], quality: { checks } })).flow).toMatchObject({
      confirmationsPerDay: 2,
      sufficient: false,
    });
  });

  it('ages are of the day that is asked on, by nearest rank', async () => {
    const products = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 400].map((age, at) =>
      sold({ slug: `p-${at}`, verification: verification({ confirmedAt: daysAfterNoon(-age) }) }),
    );
    // At the start of the UTC day, half a day before noon.
    expect((await answerOf({ products })).confirmedAge).toEqual({
      minDays: 0,
      medianDays: 3.5,
      p90Days: 7.5,
      sampleSize: 10,
    });
  });
});

const anyVerification = fc
  .record({
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    // Of no later day than today: one that a clock was ahead with is stale until its day comes, and not any more then.
    age: fc.double({ min: -0.49, max: 3_000, noNaN: true }),
    changes: fc.double({ min: 0.2, max: 30, noNaN: true }),
    days: fc.double({ min: 10, max: 4_000, noNaN: true }),
    disputed: fc.boolean(),
    isConfirmed: fc.boolean(),
  })
  .map(({ age, changes, days, isConfirmed, ...rest }): Verification => {
    const { confirmedAt, ...base } = verification({
      ...rest,
      hazard: { changes, days },
      confirmedAt: daysAfterNoon(-age),
    });
    return isConfirmed && confirmedAt !== undefined ? { ...base, confirmedAt } : base;
  });

/** Confirmed, and not sure enough to be verified: it is stale a moment later. */
const UNSURE = verification({ score: 0.5, hazard: { changes: 0.2, days: 10 }, confirmedAt: NOON });

const listed = (verifications: Verification[]): ListedProduct[] =>
  verifications.map((each, at) => ({
    slug: `p-${at}`,
    name: `P ${at}`,
    category: 'crm',
    vendor: 'P',
    aliases: [],
    retired: false,
    freeTier: false,
    has: [],
    verification: each,
  }));

const TODAY = new Date(`${NOON.slice(0, 10)}T00:00:00.000Z`);

describe('how the records stand', () => {
  const summaryOf = (verifications: Verification[]) =>
    atOnce(generationSummary(listed(verifications), { thresholds: TRUST, placeOf: () => 0, at: NOON }));
  const inDays = (days: number) => new Date(TODAY.getTime() + days * 86_400_000);

  it('is on every later day what the records say themselves', () => {
    fc.assert(
      fc.property(fc.array(anyVerification, { maxLength: 20 }), fc.nat({ max: 400 }), (verifications, days) => {
        const { count, byStatus, goingStale } = trustFigures(summaryOf(verifications), inDays(days));
        const statuses = verifications.map((each) => statusNow(each, inDays(days), TRUST));
        expect(count).toBe(verifications.length);
        for (const status of STATUSES)
          expect(byStatus[status], status).toBe(statuses.filter((each) => each === status).length);
        for (const { days: ahead, records } of goingStale) {
          const then = verifications.map((each) => statusNow(each, inDays(days + ahead), TRUST));
          expect(records).toBe(then.filter((each, at) => each === 'stale' && statuses[at] !== 'stale').length);
        }
      }),
      { examples: [[[UNSURE], 0]] },
    );
  });
});
