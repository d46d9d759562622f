/** Visits to the description of an API, judged and written by a real verifier on a real ledger. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiFacts } from '../../../data/api-facts.ts';
import type { Observation } from '../../../data/observation.ts';
import { apiReferenceOf } from '../../../verifier/record/api-reference.ts';
import { apiFacts, IMPORTED_FROM } from '../../api-facts.ts';
import { daysAfterNoon, failure, observation, product, sha256Of, sources, unchanged } from '../../builders.ts';
import { greenhouse, orchard } from '../../crawler/read/api/descriptions.ts';
import { type TestVerifier, testVerifier } from '../test-verifier.ts';
import { vendorPage } from '../vendor-page.ts';

const [pricing, api] = sources('pricing', 'openapi.json');
const PRODUCT = product({ sources: [pricing, { ...api, id: 'api', kind: 'openapi' }] });

const WHOLE = apiFacts();
const NEWER = apiFacts(greenhouse({ info: { ...greenhouse().info, version: '5' } }));
const SHRUNK = apiFacts(greenhouse({ paths: { '/v4/weather': { get: { responses: {} } } } }));
const EMPTY = apiFacts(greenhouse({ paths: {} }));
const OTHER = apiFacts({ ...orchard(), paths: { ...greenhouse().paths } });

let verifier: TestVerifier;
beforeEach(async () => {
  verifier = await testVerifier([PRODUCT], daysAfterNoon(100));
});

const at = (day: number) => ({ source: 'api', at: daysAfterNoon(day) });
const hashOf = (facts: ApiFacts) => sha256Of(JSON.stringify(facts));

function described(facts: ApiFacts, day: number, sha256 = hashOf(facts)): Observation {
  return observation(at(day), {
    page: { format: 'json', sha256 },
    reading: { verdict: 'api_description', reason: 'The API was read', tiers: [], readings: [], api: facts },
  });
}

async function outcomes(...jobs: Observation[]): Promise<string[]> {
  const told: string[] = [];
  for (const job of jobs) {
    const verdict = await verifier.submit(job);
    told.push(verdict === 'duplicate' ? verdict : `${verdict.outcome}${verdict.disputed ? ', disputed' : ''}`);
  }
  return told;
}

const reference = (imported?: Parameters<typeof apiReferenceOf>[2]) =>
  apiReferenceOf(PRODUCT, verifier.ledger.state('acme'), imported);

describe('a description', () => {
  test('is taken at first sight, confirmed when it is the same, and replaced when it is another', async () => {
    expect(
      await outcomes(
        described(WHOLE, 0),
        unchanged(at(1), hashOf(WHOLE)),
        // Other bytes that state the same.
        described(WHOLE, 2, sha256Of('spaces')),
        described(NEWER, 3),
      ),
    ).toEqual(['changed', 'confirmed', 'confirmed', 'changed']);
    expect(reference()).toMatchObject({
      facts: { version: '5' },
      observed: { url: 'https://acme.example/openapi.json', pageSha256: hashOf(NEWER), confirmedAt: daysAfterNoon(3) },
      attempt: { outcome: 'changed', disputed: false },
    });
  });

  test.each([
    ['lost most of its operations', SHRUNK],
    ['belongs to another API', OTHER],
  ])('that %s waits, and is taken when other bytes of a later day state it', async (_, facts) => {
    expect(await outcomes(described(WHOLE, 0), described(facts, 1))).toEqual(['changed', 'contradicted, disputed']);
    expect(reference()).toMatchObject({ facts: WHOLE, attempt: { disputed: true } });
    const same = [unchanged(at(2), hashOf(facts)), described(facts, 3)];
    expect(await outcomes(...same)).toEqual(Array(2).fill('contradicted, disputed'));
    expect(verifier.ledger.waiting('acme')).toMatchObject([{ source: 'api', seen: 3, lastSeenAt: daysAfterNoon(3) }]);
    const other = sha256Of('spaces');
    expect(await outcomes(described(facts, 4, other))).toEqual(['changed']);
    expect(reference()).toMatchObject({ facts, observed: { pageSha256: other }, attempt: { disputed: false } });
  });

  test('without an operation is never taken', async () => {
    expect(await outcomes(described(EMPTY, 0))).toEqual(['unsupported']);
    expect(reference()).toBeUndefined();
    expect(await outcomes(described(WHOLE, 1), ...[2, 3, 4, 5].map((day) => described(EMPTY, day)))).toEqual([
      'changed',
      ...Array(4).fill('contradicted, disputed'),
    ]);
    expect(reference()?.facts).toEqual(WHOLE);
  });

  test('that can’t be had leaves what is known as it was', async () => {
    const page = observation(at(2), {
      reading: { verdict: 'unreadable', reason: 'no description', tiers: [], readings: [] },
    });
    expect(await outcomes(described(WHOLE, 0), failure(at(1)), page, unchanged(at(3), sha256Of('page')))).toEqual([
      'changed',
      'unreadable',
      'unreadable',
      'unreadable',
    ]);
    expect(reference()).toMatchObject({
      facts: WHOLE,
      observed: { confirmedAt: daysAfterNoon(0) },
      attempt: { outcome: 'unreadable' },
    });
  });

  test('that arrives late changes nothing', async () => {
    expect(await outcomes(described(NEWER, 2), described(WHOLE, 1))).toEqual(['changed', 'unreadable']);
    expect(reference()?.facts.version).toBe('5');
  });

  test('that we have read replaces the one of a dataset, and not before', async () => {
    const imported = { ...IMPORTED_FROM, facts: NEWER };
    await outcomes(failure(at(0)));
    expect(reference(imported)).toMatchObject({
      facts: NEWER,
      imported: IMPORTED_FROM,
      attempt: { outcome: 'unreadable' },
    });
    await outcomes(described(WHOLE, 1));
    expect(reference(imported)).toMatchObject({ facts: WHOLE, observed: {} });
    expect(reference(imported)?.imported).toBeUndefined();
  });
});

describe('prices', () => {
  const page = vendorPage([{ name: 'Pro', monthly: '12.00' }]);

  test('are not confirmed, nor made older, by a visit to a description', async () => {
    await verifier.visit(page, 0);
    const { verification } = verifier.record();
    await outcomes(described(WHOLE, 5), unchanged(at(6), hashOf(WHOLE)), failure(at(7)));
    expect(verifier.record().verification).toEqual(verification);
    expect(verifier.ledger.snapshots('acme').map(({ lastSeenAt }) => lastSeenAt)).toEqual([daysAfterNoon(0)]);
    expect(verifier.ledger.track('acme').entries.map(({ source }) => source)).toEqual(['pricing']);
    expect(verifier.ledger.changesSince(0, 100).filter(({ observedAt }) => observedAt > daysAfterNoon(0))).toEqual([]);
    expect(verifier.ledger.readerCounts('').sources).toBe(1);
    expect(verifier.ledger.verifyChain()).toEqual({ ok: true });
  });
});

test('a person decides on a description that waits, which states no prices to correct', async () => {
  await outcomes(described(WHOLE, 0), described(SHRUNK, 1));
  const decided = (action: 'accept' | 'reject' | 'correct') => {
    const values = action === 'correct' ? { values: { tiers: [{ tier: 'Pro', prices: [] }], rates: [] } } : {};
    return verifier.decide(verifier.waits(), 9, { action, ...values });
  };
  await expect(decided('correct')).rejects.toThrow(/an API description without prices/);
  await decided('reject');
  expect(await outcomes(unchanged(at(2), hashOf(SHRUNK)), described(SHRUNK, 3))).toEqual(Array(2).fill('contradicted'));
  expect(reference()?.facts).toEqual(WHOLE);
  expect(await outcomes(described(OTHER, 4))).toEqual(['contradicted, disputed']);
  await decided('accept');
  expect(reference()?.facts).toEqual(OTHER);
  expect(await outcomes(unchanged(at(5), hashOf(OTHER)))).toEqual(['confirmed']);
});
