import { describe, expect, test } from 'vitest';
import {
  accepted,
  Draft,
  draftOf,
  factsIn,
  type PointedAt,
  pointedAt,
  without,
  withSiblings,
} from '../../console/pages/teach/draft.ts';
import { boardIn, stepped } from '../../console/pages/teach/steps.ts';

const block = { start: 0, end: 90 };
const at = (kind: PointedAt['kind'], words: string, start: number, terms: Partial<PointedAt> = {}): PointedAt => ({
  ...{ kind, words, start, end: start + words.length, block },
  ...terms,
});
const seed = at('name', 'Seed', 10);
const nine = at('amount', '$9', 20, { amount: '9.00', currency: 'USD', per: 'month', unit: 'user' });
const year = at('amount', '$90', 30, { amount: '90.00', currency: 'USD', per: 'year', billing: 'annual' });
const empty = Draft.parse({});
const point = (...all: PointedAt[]) => all.reduce((draft, each) => pointedAt(draft, 'auto', each), empty);

describe('what is pointed at', () => {
  test('is a plan with its prices, in any order', () => {
    const wanted = [
      {
        name: 'Seed',
        prices: [
          { amount: '9.00', per: 'month', unit: 'user' },
          { amount: '90.00', billing: 'annual' },
        ],
      },
    ];
    expect(point(seed, nine, year).plans).toMatchObject(wanted);
    expect(point(nine, seed, year).plans).toMatchObject(wanted);
    expect(factsIn(point(nine, seed))).toMatchObject({ facts: { plans: [{ name: 'Seed' }] } });
  });

  test('is taken back when it is pointed at again', () => {
    expect(point(seed, nine, nine).plans).toMatchObject([{ name: 'Seed', prices: [] }]);
    const ignoring = pointedAt(empty, 'ignore', seed);
    expect(ignoring.ignored).toEqual([block]);
    expect(pointedAt(ignoring, 'ignore', nine).ignored).toEqual([]);
  });

  test('says free, contact sales or add-on', () => {
    const zero = at('amount', '$0', 40, { amount: '0', currency: 'USD' });
    expect(point(seed, zero).plans).toMatchObject([{ isFree: true, prices: [] }]);
    expect(point(seed, nine, at('contact', 'Talk to us', 50)).plans).toMatchObject([{ isCustom: true, prices: [] }]);
    expect(point(at('free', 'Free', 60)).plans).toMatchObject([{ name: 'Free', isFree: true }]);
    const addon = pointedAt(pointedAt(point(seed, nine), 'addon', at('name', 'Backups', 70)), 'auto', year);
    expect(addon.plans).toMatchObject(
      [{ name: 'Backups', isAddOn: true, prices: [{ amount: '90.00' }] }, { name: 'Seed' }].toReversed(),
    );
  });

  test('corrects a reading: the right price replaces the wrong one', () => {
    const prices = [{ amount: '19.00', currency: 'USD', per: 'month' as const }];
    const read = draftOf({
      plans: [
        { name: 'Seed', prices },
        { name: 'Tree', prices },
      ],
      ignored: [],
    });
    const corrected = accepted(pointedAt(pointedAt(read, 'auto', seed), 'auto', nine));
    expect(factsIn(corrected)).toMatchObject({
      facts: {
        plans: [
          { name: 'Seed', prices: [{ amount: '9.00' }] },
          { name: 'Tree', prices: [{ amount: '19.00' }] },
        ],
      },
    });
  });

  test('is not proposed again once it was dropped', () => {
    const facts = {
      plans: [...point(seed, nine).plans, { name: 'Tree', prices: [] }, { name: 'Forest', prices: [] }],
      ignored: [],
    };
    const proposed = withSiblings(point(seed, nine), facts);
    expect(proposed.plans.map(({ name }) => name)).toEqual(['Seed', 'Tree', 'Forest']);
    expect(withSiblings(without(proposed, 1), facts).plans.map(({ name }) => name)).toEqual(['Seed', 'Forest']);
  });

  test('is no fact before it is whole', () => {
    expect(factsIn(empty)).toMatchObject({ missing: expect.stringContaining('No plan is confirmed') });
    expect(factsIn(point(seed))).toEqual({
      missing: '“Seed” has no price. Select one, or mark the plan as free or contact sales',
    });
    expect(factsIn(point(nine))).toEqual({ missing: 'Plan 1 has no name' });
  });

  test('is completed by siblings of what was read, when a person asks for them', async () => {
    const prices = [{ amount: '9.00', currency: 'USD', per: 'month' as const }];
    const form = new FormData();
    form.set('draft', JSON.stringify(draftOf({ plans: [{ name: 'Seed', prices }], ignored: [] })));
    form.set('do', 'more');
    const tree = { name: 'Tree', prices };
    const step = await stepped(boardIn(form), form, async ({ plans, ignored }) => ({
      plans: [...plans, tree],
      ignored,
    }));
    expect(step.board).toMatchObject({
      draft: { confirmed: 1, plans: [{ name: 'Seed' }, tree] },
      said: 'All are confirmed. 1 more plan proposed.',
    });
  });
});
