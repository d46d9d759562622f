import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { actionOf } from '../../../data/pipeline/operator-action.ts';
import type { RecipeOutcome } from '../../../data/reading.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { archivedCaptures } from '../../../data/store/ledger-queries/archived-captures.ts';
import { auditLog } from '../../../data/store/ledger-queries/audit-log.ts';
import { recipeReliability } from '../../../data/store/ledger-queries/recipe-reliability.ts';
import { besideWriter } from '../../../data/store/ledger-queries/source-facts.ts';
import { daysAfterNoon, entry, NOON, statement } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { testVerifier } from '../../verifier/test-verifier.ts';
import { teamPage } from '../../verifier/vendor-page.ts';

const now = new Date(NOON);
const asked = (salt: string, reason = 'the vendor announced a change') =>
  actionOf({ action: 'check_requested', slug: 'acme', by: 'ada', reason }, { now, salt });

describe('what a person had done', () => {
  test('is a row under the chain, once, and nothing follows from it', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    const ledger = openLedger(file);
    ledger.append([entry({ statement: statement() })], now);
    const before = [...ledger.state('acme').sources];
    expect(ledger.recordAction(asked('aaaa'), now)).toBe('written');
    expect(ledger.recordAction(asked('aaaa'), now)).toBe('duplicate');
    expect(ledger.recordAction({ ...asked('bbbb'), slug: 'not-yet-known' }, now)).toBe('written');
    expect([...ledger.state('acme').sources]).toEqual(before);
    expect(ledger.position().entries).toBe(3);
    expect(ledger.verifyChain()).toEqual({ ok: true });
    expect(besideWriter(file, (reader) => auditLog(reader, { limit: 1 }))).toMatchObject([{ slug: 'not-yet-known' }]);
    expect(besideWriter(file, (reader) => auditLog(reader, { limit: 9, before: 3 }))).toEqual([
      {
        seq: 2,
        id: asked('aaaa').id,
        slug: 'acme',
        action: 'check_requested',
        by: 'ada',
        reason: 'the vendor announced a change',
        recordedAt: NOON,
        isEdit: false,
      },
    ]);
    ledger.close();
  });

  test.each([
    ['without a name', { by: ' ' }],
    ['without a reason', { reason: '' }],
    ['with a reason of several lines', { reason: 'one\ntwo' }],
  ])('is refused %s', (_, wrong) => {
    expect(() => actionOf({ ...asked('cccc'), ...wrong }, { now, salt: 'cccc' })).toThrow();
  });
});

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
  await verifier.decide(verifier.waits(), 22, { action: 'accept' });
  expect(captures(1)?.[0]?.[3]).toBe('150.00');
});

test('counts how a recipe fared since it was taught, and what people decided against what it had read', async () => {
  const verifier = await testVerifier(undefined, daysAfterNoon(60));
  const visited = async (day: number, outcome: RecipeOutcome, price = '12') => {
    const page = teamPage(price, { confidence: 0.97, salt: `day ${day}` });
    const faults = outcome === 'met' ? [] : ['one plan is missing'];
    await verifier.visit(page, day, { ...page.reading, recipe: { outcome, faults } });
  };
  await verifier.visit(teamPage('11'), 0);
  await visited(1, 'abstained');
  await visited(7, 'met');
  await visited(14, 'relocated');
  await visited(21, 'met', '120');
  await verifier.decide(verifier.waits(), 22, { action: 'reject' });
  await visited(28, 'abstained', '15');
  await verifier.decide(verifier.waits(), 29, { action: 'reject' });
  await visited(35, 'met');
  await verifier.decide(verifier.standing(), 36, { action: 'withdraw' });
  const since = (day: number) =>
    besideWriter(verifier.file, (ledger) =>
      recipeReliability(ledger)({ slug: 'acme', source: 'pricing', on: daysAfterNoon(day).slice(0, 10) }),
    );
  expect(since(7)).toMatchObject({ met: 3, relocated: 1, abstained: 1, overruled: 2, last: { outcome: 'met' } });
  expect(since(28)).toMatchObject({ met: 1, relocated: 0, abstained: 1, overruled: 1 });
  expect(since(40)).toEqual({ met: 0, relocated: 0, abstained: 0, overruled: 0 });
});
