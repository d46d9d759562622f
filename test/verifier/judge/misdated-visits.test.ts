/** A clock that was months ahead for an hour, and is right again: on a real ledger, through the verifier. */
import { expect, it } from 'vitest';
import { confidenceNow, confirmedBy, statusNow } from '../../../data/confidence/decay.ts';
import { daysAfterNoon, failure, NOON, unchanged } from '../../builders.ts';
import { testVerifier } from '../test-verifier.ts';
import { teamPage, visit } from '../vendor-page.ts';

const offer = (monthly: string) => teamPage(monthly);
const [TWELVE, FIFTEEN, EIGHTEEN] = [offer('12'), offer('15'), offer('18')];
const AHEAD = daysAfterNoon(90);
/** The clock is right again. */
const AGAIN = daysAfterNoon(0.1);
const THRESHOLDS = { verifiedFrom: 0.95, witnesses: 2, agingBelow: 0.85, staleBelow: 0.6 };

/** 12 is read by a right clock, 15 by one that is 90 days ahead; then it is right again. */
async function verifier() {
  let now = NOON;
  const own = await testVerifier(undefined, () => now);
  const at = (date: string) => {
    now = date;
    return { at: date };
  };
  await own.submit(visit(TWELVE, at(NOON)), TWELVE);
  await own.submit(visit(FIFTEEN, at(AHEAD)), FIFTEEN);
  const past = () =>
    own.ledger.snapshots('acme').map(({ validFrom, validTo, lastSeenAt, tiers, superseded }) => ({
      amount: tiers[1]?.prices[0]?.amount,
      validFrom,
      ...(validTo !== undefined && { validTo }),
      lastSeenAt,
      ...(superseded && { superseded }),
    }));
  return { ...own, at, past };
}

it('the same bytes again confirm, and hold from a date that can be trusted', async () => {
  const { submit, at, past, record, ledger } = await verifier();
  const verdict = await submit(unchanged(at(AGAIN), FIFTEEN.sha256));
  expect(verdict).toMatchObject({ outcome: 'confirmed' });
  expect(past()).toEqual([
    { amount: '12.00', validFrom: NOON, validTo: AGAIN, lastSeenAt: NOON },
    { amount: '15.00', validFrom: AGAIN, lastSeenAt: AGAIN },
  ]);
  expect(record().verification).toMatchObject({ confirmedAt: AGAIN, checkedAt: AGAIN, decaysFrom: AGAIN });
  expect(record().evidence.map(({ capturedAt }) => capturedAt)).toSatisfy((all: string[]) =>
    all.every((each) => each === AGAIN),
  );
  expect(ledger.changesSince(0, 9)).toHaveLength(1);
  expect(ledger.past('acme').snapshotAt(daysAfterNoon(100))).toMatchObject({ validFrom: AGAIN });
  expect(ledger.past('acme').statementsAt(daysAfterNoon(1)).get('pricing')?.tiers[1]?.prices[0]?.amount).toBe('15.00');
  expect(ledger.past('acme').nextStatement('pricing', AGAIN)).toBeUndefined();
  expect(ledger.watched('acme')).toEqual({ since: NOON, changes: 1 });
});

it('what the vendor does next is judged, told and kept in its order, also once that date has come', async () => {
  const { submit, at, past, record, ledger } = await verifier();
  await submit(visit(EIGHTEEN, at(AGAIN)), EIGHTEEN);
  expect(past().map(({ amount, validFrom }) => [amount, validFrom])).toEqual([
    ['12.00', NOON],
    ['18.00', AGAIN],
  ]);
  expect(record().tiers[1]?.prices[0]?.amount).toBe('18.00');
  await submit(visit(TWELVE, at(daysAfterNoon(40))), TWELVE);
  await submit(unchanged(at(daysAfterNoon(95)), TWELVE.sha256));
  expect(past().map(({ amount, validFrom }) => [amount, validFrom])).toEqual([
    ['12.00', NOON],
    ['18.00', AGAIN],
    ['12.00', daysAfterNoon(40)],
  ]);
  expect(ledger.changesSince(0, 9)).toHaveLength(3);
});

it('where the vendor is not reached any more, nobody says that it was confirmed, nor how long ago', async () => {
  const { submit, at, record, ledger } = await verifier();
  const told = record().verification;
  const now = new Date(AGAIN);
  expect(confirmedBy(told.confirmedAt, now)).toBeUndefined();
  expect([confidenceNow(told, now), statusNow(told, now, THRESHOLDS)]).toEqual([0, 'stale']);
  await submit(failure(at(AGAIN)));
  const { verification } = record();
  expect(verification).toMatchObject({ checkedAt: AGAIN, outcome: 'unreadable' });
  expect(verification.confirmedAt).toBeUndefined();
  expect(confidenceNow(verification, new Date(AHEAD))).toBeLessThan(0.1);
  expect(statusNow(verification, new Date(AHEAD), THRESHOLDS)).toBe('unverified');
  await submit(unchanged(at(daysAfterNoon(2)), FIFTEEN.sha256));
  expect(record().verification.confirmedAt).toBe(daysAfterNoon(2));
  expect(ledger.snapshots('acme').at(-1)).toMatchObject({ validFrom: daysAfterNoon(2) });
});
