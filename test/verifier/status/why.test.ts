/** Every reason for what is served has its own sentence, which names what happened, when, and what comes next. */
import { describe, expect, test } from 'vitest';
import { type KnownProduct, type KnownSource, whyServed, whySource } from '../../../verifier/status/why.ts';
import { daysAfterNoon, NOON, record, statement, tier, verification } from '../../builders.ts';

const now = new Date(daysAfterNoon(30));
const visited = { checkedAt: NOON, outcome: 'confirmed', failuresInARow: 0 } as const;
const well: KnownSource = {
  source: { id: 'pricing', kind: 'pricing' },
  facts: { ...visited, checkedAt: daysAfterNoon(29.875) },
  answer: { id: 'acme.pricing.1', detail: '', since: NOON },
  waiting: undefined,
  standing: { statement: statement({ tiers: [tier()] }) },
  nextAt: new Date(daysAfterNoon(32)),
};
const answer = (detail: string, recipe?: 'abstained') => ({
  id: 'x.y.1',
  detail,
  since: NOON,
  ...(recipe && { recipe }),
});
const waiting = { on: 'acme.pricing.2', kind: 'visit', isRest: false, firstSeenAt: NOON } as const;
const stated = { statement: statement({ tiers: [tier()] }) };
const NOTHING = { statement: statement({ tiers: [], rates: [] }) };

describe('a source', () => {
  test.each<[Partial<KnownSource>, string, string?]>([
    [{}, 'The last visit confirmed the prices 3 h ago; next visit in 2 d.'],
    [{ source: { id: 'api', kind: 'openapi' } }, 'The source is an API description without prices.'],
    [{ facts: undefined, nextAt: now }, 'Not visited yet; the first visit is due.'],
    [
      {
        facts: { ...visited, outcome: 'unreadable', failure: 'refused', failuresInARow: 7 },
        answer: answer('The vendor refuses https://acme.example/pricing: status 403.'),
      },
      'The last 7 visits failed since 2026-11-21 (the vendor refuses https://acme.example/pricing: status 403); next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      {
        facts: { ...visited, outcome: 'unreadable', failure: 'disallowed', failuresInARow: 1 },
        answer: answer('robots'),
      },
      'Robots.txt forbids the visit; next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      { facts: { ...visited, outcome: 'unreadable', failuresInARow: 1 }, answer: answer('the page is a challenge') },
      'The last visit found an unreadable page (the page is a challenge); next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      { facts: { ...visited, outcome: 'unsupported' }, answer: answer('no tier was found') },
      'The last page has no price with a verified quote (no tier was found); next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      { facts: { ...visited, outcome: 'contradicted' }, answer: answer('', 'abstained') },
      'The last page no longer matches the recipe, and the other readers have too little confidence; next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      { facts: { ...visited, outcome: 'contradicted' }, standing: NOTHING, answer: answer('') },
      'A person withdrew the prices; no new reading was accepted since; next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      { facts: { ...visited, outcome: 'contradicted' }, answer: answer('') },
      'A person rejected the last reading; the record is unchanged; next visit in 2 d.',
      '/checks/x.y.1',
    ],
    [
      { waiting: { ...waiting, ...stated } },
      'A reading of 2026-11-21 contradicts the record and is waiting for review.',
      '/review/acme.pricing.2',
    ],
    [{ waiting }, 'The first reading has too little confidence and is waiting for review.', '/review/acme.pricing.2'],
    [
      { waiting: { ...waiting, isRest: true } },
      'Part of the last reading has too little confidence and is waiting for review.',
      '/review/acme.pricing.2',
    ],
    [
      { waiting: { ...waiting, kind: 'rereading' } },
      'A new reading of the archived page is waiting for review.',
      '/review/acme.pricing.2',
    ],
  ])('%#', (differs, says, path) => {
    expect(whySource({ ...well, ...differs }, now)).toEqual({ says, ...(path !== undefined && { path }) });
  });
});

describe('a product', () => {
  const failing: KnownSource = {
    ...well,
    facts: { ...visited, outcome: 'unreadable', failure: 'timeout', failuresInARow: 1 },
    answer: answer('Cannot read acme.example in time'),
  };
  const FAILED = 'the last visit failed (cannot read acme.example in time); next visit in 2 d.';
  const published = (over: Parameters<typeof verification>[0]) => record({ verification: verification(over) });
  const whyOf = (over: Partial<KnownProduct>) => {
    const { state, says } = whyServed(
      {
        product: {},
        record: published({ confirmedAt: daysAfterNoon(29.875), decaysFrom: daysAfterNoon(29.875) }),
        sources: [well],
        ...over,
      },
      now,
    );
    return `${state} ${says}`;
  };
  const fading = { hazard: { changes: 2, days: 40 }, confirmedAt: NOON, decaysFrom: NOON, score: 0.96 };

  test('says its state, and the reason of the first source that has one', () => {
    expect(whyOf({})).toBe('verified Verified, last confirmed 3 h ago; next visit in 2 d.');
    expect(whyOf({ sources: [well, failing] })).toBe(`verified Verified, last confirmed 3 h ago; ${FAILED}`);
    expect(whyOf({ record: published(fading), sources: [failing] })).toMatch(
      /^stale Stale: last confirmed 30 d ago; confidence fell to 0\.\d\d, below 0\.50; the last visit failed/,
    );
    expect(
      whyOf({ record: published({ disputed: true }), sources: [{ ...well, waiting: { ...waiting, ...stated } }] }),
    ).toBe(
      'disputed Disputed, last confirmed 30 d ago; a reading of 2026-11-21 contradicts the record and is waiting for review.',
    );
    expect(whyOf({ record: published({ score: 0.91, witnesses: [] }) })).toBe(
      'unverified Unverified: confidence 0.91 when confirmed 30 d ago, below 0.95, without a second witness; next visit in 2 d.',
    );
  });

  test('of which no price is known, or nothing is published', () => {
    const { confirmedAt: _, ...never } = verification();
    expect(whyOf({ record: record({ tiers: [], rates: [] }), sources: [failing] })).toBe(
      `not_known No price is known: ${FAILED}`,
    );
    expect(whyOf({ record: undefined, sources: [] })).toBe(
      'not_published Not published yet: the product file has no source with prices.',
    );
    expect(whyOf({ record: record({ verification: never }), sources: [failing] })).toBe(
      `unverified Unverified: from a public dataset, not confirmed by a visit; ${FAILED}`,
    );
    const retired = { reason: 'merged into another product', source: 'https://acme.example' };
    expect(whyOf({ product: { retired } })).toBe('retired Retired: merged into another product.');
  });
});
