import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { actionOf } from '../../../../data/pipeline/operator-action.ts';
import { openLedger } from '../../../../data/store/ledger/ledger.ts';
import { auditLog } from '../../../../data/store/ledger-queries/audit-log.ts';
import { besideWriter } from '../../../../data/store/ledger-queries/source-facts.ts';
import { entry, NOON, statement } from '../../../builders.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';

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
