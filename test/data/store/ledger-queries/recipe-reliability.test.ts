import { expect, test } from 'vitest';
import type { RecipeOutcome } from '../../../../data/reading.ts';
import { recipeReliability } from '../../../../data/store/ledger-queries/recipe-reliability.ts';
import { besideWriter } from '../../../../data/store/ledger-queries/source-facts.ts';
import { decisionOn, type Resolution } from '../../../../verifier/review/review.ts';
import { daysAfterNoon } from '../../../builders.ts';
import { testVerifier } from '../../../verifier/test-verifier.ts';
import { teamPage } from '../../../verifier/vendor-page.ts';

test('counts how a recipe fared since it was taught, and what people decided against what it had read', async () => {
  const verifier = await testVerifier(undefined, daysAfterNoon(60));
  const visited = async (day: number, outcome: RecipeOutcome, price = '12') => {
    const page = teamPage(price, { confidence: 0.97, salt: `day ${day}` });
    const faults = outcome === 'met' ? [] : ['one plan is missing'];
    await verifier.visit(page, day, { ...page.reading, recipe: { outcome, faults } });
  };
  const decide = async (on: Parameters<typeof decisionOn>[0], action: Resolution['action'], day: number) => {
    await verifier.submit(decisionOn(on, { action, by: 'ada', reason: 'seen', decidedAt: daysAfterNoon(day) }));
  };
  const standing = () => {
    const found = verifier.ledger.standing('acme', 'pricing');
    if (found === undefined) throw new Error('Nothing is stated');
    return found;
  };
  await verifier.visit(teamPage('11'), 0);
  await visited(1, 'abstained');
  await visited(7, 'met');
  await visited(14, 'relocated');
  await visited(21, 'met', '120');
  await decide(verifier.waits(), 'reject', 22);
  await visited(28, 'abstained', '15');
  await decide(verifier.waits(), 'reject', 29);
  await visited(35, 'met');
  await decide(standing(), 'withdraw', 36);
  const since = (day: number) =>
    besideWriter(verifier.file, (ledger) =>
      recipeReliability(ledger)({ slug: 'acme', source: 'pricing', on: daysAfterNoon(day).slice(0, 10) }),
    );
  expect(since(7)).toMatchObject({ met: 3, relocated: 1, abstained: 1, overruled: 2, last: { outcome: 'met' } });
  expect(since(28)).toMatchObject({ met: 1, relocated: 0, abstained: 1, overruled: 1 });
  expect(since(40)).toEqual({ met: 0, relocated: 0, abstained: 0, overruled: 0 });
});
