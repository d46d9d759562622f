import { describe, expect, test } from 'vitest';
import { productReport, sumReport } from '../../../crawler/reread/report.ts';
import { compare, tally } from '../../../crawler/reread/tally.ts';
import { PLAIN } from '../../../data/text/terminal.ts';
import { NOON, pageReading, readPrice, readTier, sha256Of } from '../../builders.ts';

const at = (amount: string) => pageReading({ tiers: [readTier({ prices: [readPrice({ amount })] })] });
const both = pageReading({
  tiers: [readTier({ prices: [readPrice({ amount: '12.00' }), readPrice({ amount: '10.00', billing: 'annual' })] })],
});
const nothing = pageReading({ verdict: 'not_pricing', tiers: [], readings: [] });

describe('two readings', () => {
  test('of the same facts do not differ, whatever the words, the order and the way of writing an amount', () => {
    const one = pageReading({ tiers: [readTier(), readTier({ name: 'Team', isCustom: true, prices: [] })] });
    const other = pageReading({
      tiers: [
        readTier({ name: 'team plan', isCustom: true, prices: [], features: ['more'] }),
        readTier({ prices: [readPrice({ amount: '12.0' })] }),
      ],
      readerVersion: 'another',
    });
    expect(compare(one, other)).toEqual([]);
  });

  test('differ in what is gained, lost and moved', () => {
    expect(compare(at('12.00'), both)).toMatchObject([{ kind: 'gained', subject: 'Pro', after: '10.00 USD' }]);
    expect(compare(both, at('12.00'))).toMatchObject([{ kind: 'lost', before: '10.00 USD' }]);
    expect(compare(at('12.00'), at('15.00'))).toMatchObject([
      { kind: 'moved', before: '12.00 USD', after: '15.00 USD', terms: 'per month, monthly, per user' },
    ]);
    expect(compare(at('12.00'), nothing)).toMatchObject([{ kind: 'lost' }]);
  });

  test('free, for the asking and a price are three different things', () => {
    const claim = (isFree: boolean) => pageReading({ tiers: [readTier({ isFree, isCustom: !isFree, prices: [] })] });
    expect(compare(claim(true), claim(false))).toMatchObject([{ before: 'free', after: 'contact us' }]);
    expect(compare(claim(true), at('12.00')).map(({ kind }) => kind)).toEqual(['gained', 'lost']);
  });

  test('of rates differ by model, band and rate', () => {
    const models = (inputPerMTok: string) =>
      pageReading({ tiers: [], models: [{ model: 'Large-1', currency: 'USD', inputPerMTok, evidence: {} }] });
    expect(compare(models('2.50'), models('2.5'))).toEqual([]);
    expect(compare(models('2.50'), models('3.00'))).toMatchObject([
      { kind: 'moved', subject: 'Large-1', terms: 'input', before: '2.50 USD' },
    ]);
  });
});

describe('the tally of a product', () => {
  const page = (sha: string, before = both, after = both, source = 'pricing') => ({
    source,
    observedAt: NOON,
    sha256: sha256Of(sha),
    before,
    after,
  });

  test('tells a reader’s difference from a vendor’s', () => {
    const counting = tally('acme');
    counting.page(page('a', at('12.00'), at('12.00')));
    // The vendor moved its price; both readers saw it.
    counting.page(page('b', at('15.00'), at('15.00')));
    // The bytes differ and the prices do not; the reader of then misread them.
    counting.page(page('c', at('99.00'), at('15.00')));
    // The same page again is nobody's change.
    counting.page(page('c', at('15.00'), at('15.00')));
    counting.page(page('d', at('1.00'), at('1.00'), 'docs'));
    expect(counting.result.figures).toMatchObject({
      pages: 5,
      same: 4,
      other: 1,
      vendorChanges: 1,
      vendorChangesAsRead: 2,
    });
  });

  test('calls a page better, worse or other', () => {
    const counting = tally('acme');
    counting.page(page('a', at('12.00'), both));
    counting.page(page('b', both, at('12.00')));
    counting.page(page('c', both, nothing));
    counting.page(page('d', at('12.00'), at('13.00')));
    counting.unread();
    expect(counting.result.figures).toMatchObject({ pages: 5, better: 1, worse: 2, other: 1, unread: 1, same: 0 });
  });

  test('keeps some of the differences and counts all', () => {
    const counting = tally('acme');
    for (let i = 0; i < 200; i += 1) counting.page(page(String(i), at('12.00'), both));
    expect(counting.result.figures.better).toBe(200);
    expect(counting.result.differences).toHaveLength(50);
  });

  test('is told to a person in a few lines, and not at all where nothing differs', () => {
    const counting = tally('acme');
    expect(productReport(counting.result, PLAIN)).toBe('');
    for (let i = 0; i < 9; i += 1) counting.page(page(String(i), at('12.00'), both));
    const text = productReport(counting.result, PLAIN);
    expect(text).toContain('acme: 9 pages, 0 unchanged, 9 better');
    expect(text).toContain('2026-11-21 pricing + Pro 10.00 USD per month, annual, per user "$12 per user/month"');
    expect(text.split('\n')).toHaveLength(9);
    expect(sumReport(counting.result.figures, { products: 1, isApplied: false })).toContain('Nothing was written');
  });

  test('a vendor’s words can’t steer the terminal', () => {
    const counting = tally('acme');
    const hostile = pageReading({ tiers: [readTier({ name: 'Pro\u001b[31m\u202e' })] });
    counting.page(page('a', nothing, hostile));
    expect(productReport(counting.result, PLAIN)).not.toMatch(/[\u001b\u202e]/);
  });
});
