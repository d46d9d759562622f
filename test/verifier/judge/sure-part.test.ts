import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import type { Statement } from '../../../data/pipeline/verdict.ts';
import type { Tier } from '../../../data/record.ts';
import { surePart } from '../../../verifier/judge/sure-part.ts';
import { sameFacts } from '../../../verifier/record/facts.ts';
import { startOf } from '../../../verifier/record/headline.ts';
import { evidence, freeTier, price, rate, statement, tier } from '../../builders.ts';

const plan = (id: string, amount: string, confidence: number, overrides: Partial<Tier> = {}) =>
  tier({ id, prices: [price({ amount, confidence })], ...overrides });
const of = (...tiers: Tier[]): Statement => statement({ tiers, absent: ['free_plan'] });
const published = (known: Statement | undefined, next: Statement) => {
  const { part, against } = surePart(known, next);
  return against.length > 0
    ? against
    : part.tiers.map(({ id, prices }) => `${id} ${prices.map(({ amount }) => amount)}`);
};
const pro = plan('pro', '12.00', 0.97);

describe('of a first reading', () => {
  test.each<[string, Statement, string[]]>([
    ['a plan that costs more waits alone', of(pro, plan('team', '24.00', 0.89)), ['pro 12.00']],
    [
      'a cheaper plan makes all wait',
      of(plan('lite', '5.00', 0.6), pro),
      ['not enough confidence to publish: the starting price'],
    ],
    [
      'a free plan makes all wait',
      of(freeTier({ confidence: 0.6 }), pro),
      ['not enough confidence to publish: a free tier'],
    ],
    [
      'that a cheaper plan may have been missed makes all wait',
      { ...of(pro), negatives: [{ kind: 'cheapest', confidence: 0.6 }] },
      ['not enough confidence to publish: a cheaper plan may be missing'],
    ],
    [
      'the other billing of a plan waits alone',
      of(
        tier({ prices: [price({ confidence: 0.97 }), price({ amount: '10.00', billing: 'annual', confidence: 0.3 })] }),
      ),
      ['pro 12.00'],
    ],
  ])('%s', (_, next, expected) => {
    expect(published(undefined, next)).toEqual(expected);
  });

  test('rates are published one by one, and no absence is said of a part', () => {
    const rates = [rate({ confidence: 0.95 }), rate({ model: 'small-1', confidence: 0.4 })];
    const { part, isWhole, against } = surePart(undefined, statement({ tiers: [], rates, absent: ['free_plan'] }));
    expect([part.rates.map(({ model }) => model), isWhole, against, part.absent]).toEqual([
      ['large-1'],
      false,
      [],
      undefined,
    ]);
  });
});

test('that there is no free plan is said where it is sure, or known, or of before facts had a confidence', () => {
  const absentOf = (confidence: number | undefined, known?: Statement) => {
    const negatives = confidence && { negatives: [{ kind: 'no_free_tier' as const, confidence }] };
    return surePart(known, { ...of(pro), ...negatives }).part.absent;
  };
  expect([absentOf(0.9), absentOf(0.89), absentOf(undefined), absentOf(0.5, of(pro))]).toEqual([
    ['free_plan'],
    undefined,
    ['free_plan'],
    ['free_plan'],
  ]);
});

describe('of a known source', () => {
  test('what is known is published again whatever its confidence, and stays as sure as it was', () => {
    const { part, isWhole, against } = surePart(of(pro), of(plan('pro', '12.00', 0.3), plan('team', '24.00', 0.97)));
    expect([isWhole, against]).toEqual([true, []]);
    expect(part.tiers[0]?.prices[0]?.confidence).toBe(0.97);
  });

  test('a known price that is read otherwise, and not surely, makes all wait', () => {
    const team = plan('team', '24.00', 0.97);
    expect(published(of(pro, team), of(pro, plan('team', '30.00', 0.7)))).toEqual([
      'not enough confidence to publish: new values of Team',
    ]);
    expect(published(of(pro, team), of(pro, plan('team', '30.00', 0.95)))).toEqual(['pro 12.00', 'team 30.00']);
    expect(published(of(pro, team), of(pro, plan('crew', '30.00', 0.7)))).toEqual([
      'not enough confidence to publish: new values of Team',
    ]);
  });

  const priced = (amount: string, confidence: number, [path, quote]: [path: string, quote: string]) => {
    const proof = evidence({ path, quote });
    const tiers = [tier({ prices: [price({ amount, confidence, evidence: proof.id })] })];
    return statement({ tiers, evidence: [proof], negatives: [{ kind: 'cheapest', confidence }] });
  };
  const CARD = 'main > div:nth-child(2) > p';

  test.each<[string, [path: string, quote: string], number, string[]]>([
    ['in the place and form of one that a person accepted is published', [CARD, '$15 a month'], 0.98, ['pro 15.00']],
    ['in another card of the same list too', ['main > div:nth-child(3) > p', '$15 a month'], 0.98, ['pro 15.00']],
    ['in another form waits', [CARD, 'from $15'], 0.98, ['not enough confidence to publish']],
    ['in another place waits', ['footer > p', '$15 a month'], 0.98, ['not enough confidence to publish']],
    [
      'in the place of one that readers were less sure of waits',
      [CARD, '$15 a month'],
      0.97,
      ['not enough confidence to publish'],
    ],
  ])('an unsure price %s', (_, place, before, expected) => {
    expect(published(priced('12.00', before, [CARD, '$12 a month']), priced('15.00', 0.6, place))).toEqual(expected);
  });

  test('an unsure price under other terms than the accepted one waits', () => {
    const next = priced('15.00', 0.6, [CARD, '$15 a month']);
    const [each] = next.tiers;
    if (each === undefined) throw new Error('There is one');
    const known = priced('12.00', 0.98, [CARD, '$12 a month']);
    for (const other of [{ billing: 'annual' }, { kind: 'promo' }, { unit: 'project' }] as const) {
      const prices = each.prices.map((was) => ({ ...was, ...other }));
      expect(surePart(known, { ...next, tiers: [{ ...each, prices }] }).against).not.toEqual([]);
    }
  });

  test('a new plan that is not sure waits, and the known ones are confirmed', () => {
    const { part, isWhole, against } = surePart(of(pro), of(pro, plan('team', '24.00', 0.7)));
    expect([isWhole, against, sameFacts(part, of(pro))]).toEqual([false, [], true]);
  });
});

test('a part never has another starting price or fewer free tiers than the reading, and each fact of it is sure', () => {
  const anyPlan = fc.record({
    amount: fc.integer({ min: 1, max: 99 }).map((whole) => `${whole}.00`),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    claim: fc.constantFrom('none', 'free', 'custom'),
  });
  fc.assert(
    fc.property(fc.array(anyPlan, { minLength: 1, maxLength: 5 }), (plans) => {
      const next = of(
        ...plans.map(({ amount, confidence, claim }, i) =>
          claim === 'none'
            ? plan(`t${i}`, amount, confidence)
            : tier({ id: `t${i}`, isFree: claim === 'free', isCustom: claim === 'custom', prices: [], confidence }),
        ),
      );
      const { part, against } = surePart(undefined, next);
      if (against.length > 0) return;
      const free = ({ tiers }: Statement) => tiers.filter(({ isFree }) => isFree).length;
      expect([startOf(part)?.amount, free(part)]).toEqual([startOf(next)?.amount, free(next)]);
      const facts = part.tiers.flatMap(({ prices, ...each }) => [each.confidence, ...prices.map((p) => p.confidence)]);
      for (const each of facts) expect(each ?? 1).toBeGreaterThanOrEqual(TRUST.publishFrom);
    }),
  );
});
