import { expect, test } from 'vitest';
import { archivedCaptures } from '../../../../data/store/ledger-queries/archived-captures.ts';
import { besideWriter } from '../../../../data/store/ledger-queries/source-facts.ts';
import { decisionOn } from '../../../../verifier/review/review.ts';
import { daysAfterNoon } from '../../../builders.ts';
import { testVerifier } from '../../../verifier/test-verifier.ts';
import { teamPage } from '../../../verifier/vendor-page.ts';

test('lists each archived page of a source once, the latest first, with what was stated then', async () => {
  const verifier = await testVerifier(undefined, daysAfterNoon(60));
  const [first, raised, tenfold] = [teamPage('12'), teamPage('15'), teamPage('150')];
  await verifier.visit(first, 0);
  await verifier.visit(first, 7);
  await verifier.visit(raised, 14);
  await verifier.visit(tenfold, 21);
  const captures = (limit: number) =>
    besideWriter(verifier.file, (ledger) =>
      archivedCaptures(ledger, { slug: 'acme', source: 'pricing', limit }).map(
        ({ page, outcome, observedAt, known }) => [
          ...[page.sha256, outcome, observedAt],
          known?.tiers.find(({ id }) => id === 'team')?.prices[0]?.amount,
        ],
      ),
    );
  expect(captures(9)).toEqual([
    [tenfold.sha256, 'contradicted', daysAfterNoon(21), '15.00'],
    [raised.sha256, 'changed', daysAfterNoon(14), '15.00'],
    [first.sha256, 'changed', daysAfterNoon(0), '12.00'],
  ]);
  expect(captures(1)).toHaveLength(1);
  const decidedAt = daysAfterNoon(22);
  await verifier.submit(decisionOn(verifier.waits(), { action: 'accept', by: 'ada', reason: 'seen', decidedAt }));
  expect(captures(1)?.[0]?.[3]).toBe('150.00');
});
