/** Sources of several markets of one product, through the real verifier and ledger. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../data/observation.ts';
import { type CatalogueProduct, Product } from '../../data/product.ts';
import { forecastsOf } from '../../verifier/publish/track-record.ts';
import { daysAfterNoon, failure, product, unchanged } from '../builders.ts';
import { repetitions } from '../long.ts';
import { type TestVerifier, testVerifier } from './test-verifier.ts';
import { type Offered, type VendorPage, vendorPage, visit } from './vendor-page.ts';

const PAGES = { pricing: 'https://acme.example/pricing', preise: 'https://acme.example/de/preise' };
const { sources: SOURCES } = Product.pick({ sources: true }).parse({
  sources: [
    { id: 'pricing', url: PAGES.pricing },
    { id: 'preise', url: PAGES.preise, market: 'DE' },
  ],
});
const DEFAULT_ALONE = product({ sources: SOURCES.slice(0, 1) });
const BOTH = product({ sources: SOURCES });
const LATER = daysAfterNoon(1_000);

const TEAM = { name: 'Team', monthly: '12' };

type SourceId = keyof typeof PAGES;

function seen(source: SourceId, page: VendorPage, day: number, finalUrl = PAGES[source]): Observation {
  const found = visit(page, { source, at: daysAfterNoon(day) });
  return { ...found, url: PAGES[source], page: { ...found.page, url: PAGES[source], finalUrl } };
}

const euros = (offered: Offered[], salt = '') => vendorPage(offered, { symbol: '€', currency: 'EUR', salt });

/** All that is published of the default market, and what its confidence is computed from. */
function ofDefaultMarket({ ledger }: TestVerifier, record: TestVerifier['record'], of: CatalogueProduct) {
  const { markets: _, ...stated } = record();
  return {
    record: stated,
    snapshots: ledger.snapshots('acme', of.sources).filter(({ market }) => market === undefined),
    changes: ledger
      .changesSince(0, 1_000)
      .filter(({ market }) => market === undefined)
      .map(({ seq: _, ...change }) => change),
    watched: ledger.watched('acme'),
    forecasts: forecastsOf(of, ledger.track('acme')),
  };
}

const NAMES = ['Hobby', 'Team', 'Business', 'Profi'];
const offers = fc
  .array(fc.record({ name: fc.constantFrom(...NAMES), price: fc.integer({ min: 8, max: 60 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((tiers) => [...new Map(tiers.map(({ name, price }) => [name, { name, monthly: String(price) }])).values()]);
const visits = fc.array(
  fc.record({
    source: fc.constantFrom<SourceId>('pricing', 'preise'),
    kind: fc.constantFrom('page', 'page', 'unchanged', 'failure'),
    offered: offers,
    currency: fc.constantFrom('EUR', 'USD'),
    days: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 2, maxLength: 10 },
);

describe('a source of another market', () => {
  test('changes nothing that is published for the default market, whatever it states and when', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(visits, async (drawn) => {
        const [alone, both] = [await testVerifier([DEFAULT_ALONE], LATER), await testVerifier([BOTH], LATER)];
        const last: Partial<Record<SourceId, string>> = {};
        let day = 0;
        for (const { source, kind, offered, currency, days } of drawn) {
          day += days;
          const symbol = currency === 'EUR' ? '€' : '$';
          const page = vendorPage(offered, { symbol, currency, salt: `${source} ${day}` });
          const at = { source, at: daysAfterNoon(day) };
          const known = last[source];
          const isPage = kind === 'page' || (kind === 'unchanged' && known === undefined);
          const again = kind === 'failure' ? failure(at) : unchanged(at, known ?? '');
          const job = isPage ? seen(source, page, day) : { ...again, url: PAGES[source] };
          if (isPage) last[source] = page.sha256;
          if (source === 'pricing') await alone.submit(job, isPage ? page : undefined);
          await both.submit(job, isPage ? page : undefined);
        }
        expect(ofDefaultMarket(both, both.record, BOTH)).toEqual(ofDefaultMarket(alone, alone.record, DEFAULT_ALONE));
        expect(both.ledger.verifyChain()).toEqual({ ok: true });
        if (both.record().markets !== undefined) compared += 1;
      }),
      { numRuns: repetitions(12, 400) },
    );
    expect(compared).toBeGreaterThan(0);
  });

  test('keeps its prices, tiers, history and changes apart; a tier of the same name is the same tier', async () => {
    const verifier = await testVerifier([BOTH], LATER);
    const { submit, ledger, record } = verifier;
    const verein = { name: 'Verein', monthly: '5' };
    const page = vendorPage([TEAM, { name: 'Business', monthly: '24' }]);
    const [german, dearer] = ['14', '16'].map((monthly) => euros([{ name: 'Team', monthly }, verein]));
    if (german === undefined || dearer === undefined) throw new Error('There are two German pages');
    await submit(seen('pricing', page, 0), page);
    await submit(seen('preise', german, 1), german);
    await submit(seen('preise', dearer, 40), dearer);
    await submit({ ...unchanged({ at: daysAfterNoon(60) }, page.sha256), url: PAGES.pricing });
    const { tiers, currency, markets } = record();
    const pricesOf = (of: typeof tiers) =>
      of.map(({ id, prices }) => `${id} ${prices[0]?.amount} ${prices[0]?.currency}`);
    expect([currency, pricesOf(tiers)]).toEqual(['USD', ['team 12.00 USD', 'business 24.00 USD']]);
    expect(markets?.map((each) => [each.market, each.currency, pricesOf(each.tiers)])).toEqual([
      ['DE', 'EUR', ['team 16.00 EUR', 'verein 5.00 EUR']],
    ]);
    expect(markets?.[0]?.verification).toMatchObject({ source: PAGES.preise, confirmedAt: daysAfterNoon(40) });
    expect(ledger.changesSince(0, 10)).toMatchObject([
      { type: 'price_changed', market: 'DE', subject: 'team', before: { amount: '14.00', currency: 'EUR' } },
    ]);
    expect(
      ledger.snapshots('acme', SOURCES).map((each) => [each.market, each.validFrom, each.lastSeenAt, each.validTo]),
    ).toEqual([
      [undefined, daysAfterNoon(0), daysAfterNoon(60), undefined],
      ['DE', daysAfterNoon(1), daysAfterNoon(1), daysAfterNoon(40)],
      ['DE', daysAfterNoon(40), daysAfterNoon(40), undefined],
    ]);
  });

  test.each([
    ['that redirects to the page of the default market', PAGES.pricing, 'redirected to the page of the default market'],
    ['with the bytes of the page of the default market', PAGES.preise, 'the same page as that of the default market'],
  ])('states nothing by a page %s', async (_, finalUrl, reason) => {
    const { submit, record } = await testVerifier([BOTH], LATER);
    const page = vendorPage([TEAM]);
    await submit(seen('pricing', page, 0), page);
    expect(await submit(seen('preise', page, 1, finalUrl), page)).toMatchObject({
      outcome: 'unreadable',
      reasons: expect.arrayContaining([reason]),
    });
    expect(record()).not.toHaveProperty('markets');
  });

  test('is not published with the bytes of the page of the default market either where it was judged first', async () => {
    const { submit, record } = await testVerifier([BOTH], LATER);
    const page = vendorPage([TEAM]);
    await submit(seen('preise', page, 0), page);
    expect(record().markets).toHaveLength(1);
    await submit(seen('pricing', page, 1), page);
    expect(record()).not.toHaveProperty('markets');
  });

  test('is corrected by a person apart from the others', async () => {
    const { submit, decide, standing, ledger, record } = await testVerifier([BOTH], LATER);
    const [page, german] = [vendorPage([TEAM]), euros([{ name: 'Team', monthly: '14' }])];
    await submit(seen('pricing', page, 0), page);
    await submit(seen('preise', german, 1), german);
    const price = { amount: '15', currency: 'EUR', billing: 'monthly', per: 'month' } as const;
    const values = { tiers: [{ tier: 'team', prices: [price] }], rates: [] };
    await decide(standing('preise'), 2, { action: 'correct', values });
    const { tiers, markets } = record();
    expect([tiers[0]?.prices[0]?.amount, markets?.[0]?.tiers[0]?.prices[0]?.amount]).toEqual(['12.00', '15']);
    expect(ledger.changesSince(0, 10)).toMatchObject([{ type: 'correction', market: 'DE', after: { amount: '15' } }]);
    expect(ledger.snapshots('acme', SOURCES).filter(({ market }) => market === undefined)).toHaveLength(1);
  });
});
