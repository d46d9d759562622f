import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../data/catalogue/catalogue.ts';
import type { HistoryFact } from '../../../data/catalogue/imported-history.ts';
import type { Ledger } from '../../../data/store/ledger/ledger.ts';
import { atOnce } from '../../../data/store/steps.ts';
import { recordHistories, snapshotsOf } from '../../../verifier/record/imported-history.ts';
import {
  daysAfterNoon,
  entry,
  importedFrom,
  NOON,
  observation,
  price,
  product,
  statement,
  tier,
} from '../../builders.ts';
import { temporaryLedger } from '../../temporary-ledger.ts';

const NOW = new Date(NOON);

const LARGE = { subject: 'large-1', value: '2.00', currency: 'USD', asOf: '2026-01-01' };
const RATES = importedFrom({ dataset: 'example/rates:acme.csv@v1' });
const PLANS = importedFrom({ dataset: 'example/plans:acme.yml@v1' });
const fact = (overrides: Partial<HistoryFact> = {}): HistoryFact => ({
  ...{ kind: 'token_rate', metric: 'input_per_mtok', ...RATES, ...LARGE },
  ...overrides,
});
const listed = (overrides: Partial<HistoryFact>): HistoryFact => ({
  ...{ kind: 'tier', per: 'month', ...PLANS, ...LARGE },
  ...overrides,
});

const catalogueOf = (...facts: HistoryFact[]): Catalogue => ({
  products: [product()],
  categories: [],
  observed: new Map(),
  apis: new Map(),
  history: new Map([['acme', { facts, leftOut: [] }]]),
});

describe('snapshots of a dataset', () => {
  it('have no base price and no price with single sign-on: their dataset names no tier', () => {
    const unnamed = (kind: 'base_price' | 'sso_price') => listed({ kind, subject: 'base plan', value: '8.00' });
    expect(snapshotsOf([unnamed('base_price'), unnamed('sso_price')], NOW)).toEqual([]);
    const ledger = temporaryLedger();
    atOnce(
      recordHistories(ledger, catalogueOf(listed({ kind: 'base_price', value: '8.00', asOf: '2027-01-01' })), NOW),
    );
    expect(ledger.announced('acme')).toEqual([]);
  });

  it('say of rates what it said last, each with its own day', () => {
    const told = snapshotsOf(
      [
        fact(),
        fact({ metric: 'output_per_mtok', value: '8.00' }),
        fact({ subject: 'small-1', value: '0.10', asOf: '2026-02-01' }),
        fact({ value: '3.00', asOf: '2026-03-01' }),
      ],
      NOW,
    );
    const stated = told.map(({ validFrom, rates }) => [
      validFrom.slice(0, 10),
      ...rates.map(
        ({ model, inputPerMTok, outputPerMTok, imported }) =>
          `${model}: ${inputPerMTok} and ${outputPerMTok}, ${imported?.asOf}`,
      ),
    ]);
    expect(stated).toEqual([
      ['2026-01-01', 'large-1: 2.00 and 8.00, 2026-01-01'],
      ['2026-02-01', 'large-1: 2.00 and 8.00, 2026-01-01', 'small-1: 0.10 and undefined, 2026-02-01'],
      ['2026-03-01', 'large-1: 3.00 and 8.00, 2026-03-01', 'small-1: 0.10 and undefined, 2026-02-01'],
    ]);
  });

  it('replace a price list by the next one, whole', () => {
    const told = snapshotsOf(
      [
        listed({ subject: 'TEAM', value: '10.00' }),
        listed({ subject: 'FREE', value: '0.00' }),
        listed({ subject: 'PLUS', value: '12.00', asOf: '2027-01-01' }),
        listed({ subject: 'PLUS', value: '12.00', asOf: '2026-02-01' }),
      ],
      NOW,
    );
    expect(told.map(({ tiers }) => tiers.map(({ id, isFree }) => `${id} ${isFree}`))).toEqual([
      ['team false', 'free true'],
      ['plus false'],
    ]);
  });
});

describe('recording histories', () => {
  it('is done once, whatever the day, and makes no event', () => {
    const ledger = temporaryLedger();
    const catalogue = catalogueOf(fact(), fact({ asOf: '2026-02-01', value: '3.00' }), listed({ subject: 'PRO' }));
    for (const day of [0, 1, 400]) atOnce(recordHistories(ledger, catalogue, new Date(daysAfterNoon(day))));
    expect(ledger.position()).toMatchObject({ entries: 1, changes: 0 });
    expect(ledger.snapshots('acme').map(({ origin }) => origin)).toEqual(['imported', 'imported', 'imported']);
  });

  it('withdraws what the dataset says no more', () => {
    const ledger = temporaryLedger();
    atOnce(recordHistories(ledger, catalogueOf(fact(), fact({ asOf: '2026-02-01', value: '99.00' })), NOW));
    for (const _ of [1, 2]) atOnce(recordHistories(ledger, catalogueOf(fact()), NOW));
    const standing = ledger.snapshots('acme').filter(({ superseded }) => superseded !== true);
    expect(standing.map(({ rates, validTo }) => [rates[0]?.inputPerMTok, validTo])).toEqual([['2.00', undefined]]);
    expect(ledger.position().entries).toBe(2);
  });

  it('leaves our own line, its record and its figures as they were', () => {
    const ledger = temporaryLedger();
    const tiers = [tier({ prices: [price()] })];
    const first = { ...statement({ tiers }), origin: 'observed' as const, validFrom: NOON };
    ledger.append([entry({ observation: observation(), statement: statement({ tiers }), snapshot: first })], NOW);
    const ours = () => ledger.snapshots('acme').filter(({ origin }) => origin !== 'imported');
    const before = [ours(), ledger.watched('acme'), ledger.state('acme')];
    const between = listed({ subject: 'PRO', value: '99.00', asOf: '2026-11-25' });
    atOnce(recordHistories(ledger, catalogueOf(fact(), between), new Date(daysAfterNoon(30))));
    expect([ours(), ledger.watched('acme'), ledger.state('acme')]).toEqual(before);
    expect(ledger.snapshots('acme')).toHaveLength(3);
  });
});

describe('what a dataset dates ahead', () => {
  const ahead = fact({ asOf: '2027-01-01', value: '1.50' });
  const typesIn = (ledger: Ledger) => ledger.changesSince(0, 10).map(({ type }) => type);

  it('is announced once, and holds from its day on', () => {
    const ledger = temporaryLedger();
    for (const day of [0, 1]) atOnce(recordHistories(ledger, catalogueOf(fact(), ahead), new Date(daysAfterNoon(day))));
    expect(ledger.changesSince(0, 10)).toMatchObject([
      {
        type: 'announced',
        subject: 'large-1',
        after: { amount: '1.50', currency: 'USD', rate: 'inputPerMTok', effectiveFrom: '2027-01-01' },
        imported: { dataset: 'example/rates:acme.csv@v1', license: 'MIT' },
        evidence: [],
      },
    ]);
    expect(ledger.snapshots('acme')).toHaveLength(1);
    atOnce(recordHistories(ledger, catalogueOf(fact(), ahead), new Date('2027-01-01T00:00:00.000Z')));
    expect(ledger.snapshots('acme').map(({ rates }) => rates[0]?.inputPerMTok)).toEqual(['2.00', '1.50']);
    expect(typesIn(ledger)).toEqual(['announced']);
  });

  it('is retracted when the dataset drops it before its day, and not by another version of the same', () => {
    const ledger = temporaryLedger();
    atOnce(recordHistories(ledger, catalogueOf(ahead), NOW));
    atOnce(recordHistories(ledger, catalogueOf({ ...ahead, dataset: 'example/rates:acme.csv@v2' }), NOW));
    expect(typesIn(ledger)).toEqual(['announced']);
    for (const day of [1, 2]) atOnce(recordHistories(ledger, catalogueOf(), new Date(daysAfterNoon(day))));
    expect(typesIn(ledger)).toEqual(['announced', 'announcement_retracted']);
    expect(ledger.announced('acme')).toEqual([]);
  });
});
