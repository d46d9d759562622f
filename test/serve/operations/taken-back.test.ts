/** A published price that is taken back, from the ledger to what consumers get. */
import { describe, expect, it } from 'vitest';
import { earlierStatements } from '../../../data/store/ledger/review.ts';
import { besideWriter } from '../../../data/store/ledger-queries/source-facts.ts';
import { decisionOn, type Resolution } from '../../../verifier/review/review.ts';
import { daysAfterNoon, product } from '../../builders.ts';
import { type TestVerifier, testVerifier } from '../../verifier/test-verifier.ts';
import { teamPage } from '../../verifier/vendor-page.ts';
import { served } from '../served.ts';

/** Days on which something is recorded. */
const READ = 0;
const MISREAD = 7;
const WITHDRAWN = 20;
const REVERTED = 30;

const on = (day: number) => daysAfterNoon(day).slice(0, 10);

let day = READ;
const verifier = await testVerifier(undefined, () => daysAfterNoon(day));
await verifier.visit(teamPage('12'), READ);
day = MISREAD;
await verifier.visit(teamPage('13'), MISREAD);

async function decide(decision: Pick<Resolution, 'action' | 'to'>) {
  const standing = verifier.ledger.standing('acme', 'pricing');
  if (standing === undefined) throw new Error('The source was never visited');
  const resolution = { ...decision, by: 'ada', reason: 'read from a picture', decidedAt: daysAfterNoon(day) };
  await verifier.submit(decisionOn(standing, resolution));
}

/** As published on that day. */
function publishedBy({ ledger, record }: TestVerifier) {
  const published = { product: product(), record: record(), snapshots: ledger.snapshots('acme') };
  const content = { products: [published], changes: ledger.changesSince(0, 100) };
  return served(content, { clock: () => Date.parse(daysAfterNoon(REVERTED + 1)) });
}

day = WITHDRAWN;
await decide({ action: 'withdraw' });
const withdrawn = await publishedBy(verifier);
day = REVERTED;
const [, first] =
  besideWriter(verifier.file, (ledger) => {
    const standing = verifier.ledger.standing('acme', 'pricing');
    return standing && earlierStatements(ledger, standing);
  }) ?? [];
await decide({ action: 'revert', to: first?.on });
const reverted = await publishedBy(verifier);

type Served = typeof withdrawn;

async function startingAt(server: Served, query = ''): Promise<unknown> {
  return (await server.json(`/api/v2/pricing/acme?${query}`)).startingPrice;
}

async function teamPrices(server: Served, query = ''): Promise<unknown[]> {
  const { snapshots } = await server.json(`/api/v2/history/acme?${query}`);
  return (snapshots as { validFrom: string; tiers: { id: string; price: number }[] }[]).map(({ validFrom, tiers }) => [
    validFrom.slice(0, 10),
    tiers.find(({ id }) => id === 'team')?.price,
  ]);
}

describe('withdrawn', () => {
  it('no price is stated, and the record says who withdrew it and why', async () => {
    const record = await withdrawn.json('/api/v2/pricing/acme');
    expect(record).toMatchObject({ priceState: 'not_known', startingPrice: null, tiers: [] });
    expect(record).not.toHaveProperty('freeTier');
    expect((record.verification as { reasons: string[] }).reasons).toContain('withdrawn by ada: read from a picture');
  });

  it('history has the interval without a price, and by the other clock what was said before', async () => {
    expect(await teamPrices(withdrawn)).toEqual([
      [on(READ), 12],
      [on(MISREAD), undefined],
    ]);
    expect(await teamPrices(withdrawn, `recordedBefore=${on(WITHDRAWN - 1)}`)).toEqual([
      [on(READ), 12],
      [on(MISREAD), 13],
    ]);
  });

  it('a past day is answered by both clocks', async () => {
    expect(await startingAt(withdrawn, `asOf=${on(MISREAD + 1)}`)).toBe(null);
    expect(await startingAt(withdrawn, `asOf=${on(MISREAD + 1)}&recordedBefore=${on(MISREAD + 2)}`)).toBe(13);
    expect(await startingAt(withdrawn, `asOf=${on(READ + 1)}`)).toBe(12);
  });

  it('the change log has corrections with the reason', async () => {
    const { changes } = await withdrawn.json('/api/v2/changes?slug=acme');
    expect(changes).toContainEqual(
      expect.objectContaining({
        type: 'correction',
        subject: 'team',
        before: expect.objectContaining({ amount: '13.00' }),
        reason: 'withdrawn by ada: read from a picture',
        observedAt: daysAfterNoon(MISREAD),
        recordedAt: daysAfterNoon(WITHDRAWN),
      }),
    );
  });
});

describe('reverted', () => {
  it('the earlier price is served with its quote, as our correction', async () => {
    const record = await reverted.json('/api/v2/pricing/acme?depth=full');
    expect(record).toMatchObject({ priceState: 'known', startingPrice: 12 });
    expect(JSON.stringify(record.evidence)).toContain('$12 per month billed monthly, Team');
    expect(await teamPrices(reverted)).toEqual([
      [on(READ), 12],
      [on(MISREAD), 12],
    ]);
  });

  it.each([
    [MISREAD, 13],
    [WITHDRAWN, null],
    [REVERTED, 12],
  ])('what was said on day %d stays known', async (said, price) => {
    expect(await startingAt(reverted, `asOf=${on(said)}&recordedBefore=${on(said)}`)).toBe(price);
  });

  it('pages say that the correction is ours, and why', async () => {
    const page = await reverted.get('/tools/acme/history');
    expect(await page.text()).toContain('reverted by ada: read from a picture');
  });
});
