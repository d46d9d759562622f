/** What stands in the columns of a row, case by case. */
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../data/record.ts';
import { HISTORY_COLUMNS, type Row } from '../../../../serve/files/exports/columns.ts';
import { historyRows } from '../../../../serve/files/exports/history-rows.ts';
import { evidence, freeTier, price, rate, snapshot, tier } from '../../../builders.ts';

const SUBJECT = {
  slug: 'acme',
  name: 'Acme',
  vendor: 'Acme Inc.',
  category: 'crm',
  page: 'https://assay.example/acme',
};

const rowsOf = (what: Partial<Snapshot>): Row[] => historyRows(SUBJECT, snapshot({ tiers: [], rates: [], ...what }));

describe('a row of the history', () => {
  it('has no column but those described, and a value wherever one is required', () => {
    const names: string[] = HISTORY_COLUMNS.map(({ name }) => name);
    for (const row of rowsOf({ tiers: [tier(), freeTier()], rates: [rate()] })) {
      expect(Object.keys(row).filter((name) => !names.includes(name))).toEqual([]);
      expect(HISTORY_COLUMNS.filter(({ name, nullable }) => !nullable && row[name] === undefined)).toEqual([]);
    }
  });

  it('says of a price what the page says, and what was assumed', () => {
    const [row] = rowsOf({
      tiers: [
        tier({
          minimumUnits: 3,
          includedUnits: 5,
          prices: [price({ kind: 'promo', until: '2026-12-31', isFloor: true, assumed: ['currency', 'per'] })],
        }),
      ],
    });
    expect(row).toMatchObject({
      fact: 'price',
      amount: '12.00',
      kind: 'promo',
      until: '2026-12-31',
      isFloor: true,
      assumed: 'currency per',
      minimumUnits: 3,
      includedUnits: 5,
    });
  });

  it.each([
    ['a free tier', [freeTier()], ['free']],
    ['a free tier at 0', [freeTier({ prices: [price({ amount: '0.00' })] })], ['free']],
    ['a free tier with a price beside', [freeTier({ prices: [price()] })], ['free', 'price']],
    ['a tier whose price was not found', [tier({ prices: [] })], ['no_price']],
    ['a tier with a struck price alone', [tier({ prices: [price({ kind: 'struck' })] })], ['no_price']],
    ['"contact us"', [tier({ isCustom: true, prices: [] })], ['contact_us']],
    ['no tier', [], []],
  ])('of %s there is what is known', (_, tiers, facts) => {
    const rows = rowsOf({ tiers });
    expect(rows.map(({ fact }) => fact)).toEqual(facts);
    for (const { fact, amount } of rows) expect(amount === undefined).toBe(fact !== 'price');
  });

  it('what a person stated has their source and no quote', () => {
    const research = { by: 'jo', reason: 'a picture', asOf: '2026-10-01', sourceUrl: 'https://acme.example/picture' };
    const [row] = rowsOf({ origin: 'correction', tiers: [tier({ origin: 'research', research })] });
    expect(row).toMatchObject({ origin: 'correction', statedBy: 'research', sourceUrl: research.sourceUrl });
    expect(row?.quote).toBeUndefined();
  });

  it('an imported tier names its own dataset, not that of the interval', () => {
    const imported = { dataset: 'a/b:c@1', license: 'MIT', asOf: '2025-01-01', asOfBasis: 'field' };
    const [row] = rowsOf({ tiers: [tier({ origin: 'imported', imported })] });
    expect(row).toMatchObject({ statedBy: 'imported', dataset: 'a/b:c@1', license: 'MIT', datasetAsOf: '2025-01-01' });
  });

  it('rates share the words that say several', () => {
    const [input, output] = [
      evidence({ quote: '$2.50 in', textStart: 1 }),
      evidence({ quote: '$10 out', textStart: 2 }),
    ];
    const shared = rowsOf({ rates: [rate({ evidence: [input.id] })], evidence: [input] });
    expect(shared.map((row) => [row.rate, row.quote, row.evidence])).toEqual([
      ['input', '$2.50 in', input.id],
      ['output', '$2.50 in', input.id],
    ]);
    const mixed = rowsOf({
      rates: [rate({ cachedInputPerMTok: '0.25', evidence: [input.id, output.id] })],
      evidence: [input, output],
    });
    expect(mixed.map(({ quote }) => quote)).toEqual(Array.from({ length: 3 }, () => '$2.50 in\n$10 out'));
  });
});
