import { describe, expect, it } from 'vitest';
import { RECORD_FIELDS, RecordView } from '../../../serve/record/shape.ts';
import { rate } from '../../builders.ts';
import { words } from '../../words.ts';
import { expectGolden } from '../golden.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served, sold } from '../served.ts';

const PATH = '/api/v2/pricing';
const server = await served(MARKET);

describe('a product that there is not', () => {
  it('is a 404 without suggestions where nothing is near', async () => {
    const problem = await expectProblem(await server.get(`${PATH}/photoshop`), 404, 'not_found');
    expect(problem.suggestions).toEqual([]);
  });

  it.each(['Acme', 'https%3A%2F%2Facme.example'])('is a 404 that does not repeat what is no slug: %s', async (slug) => {
    const { detail } = await expectProblem(await server.get(`${PATH}/${slug}`), 404, 'not_found');
    expect(detail).toBe('No product has this slug');
  });

  it('under another slug is answered by 308 to its own, with the query [D3.pricing.alias]', async () => {
    const response = await server.get(`${PATH}/acme-crm?depth=summary`);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`${PATH}/acme?depth=summary`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe('');
  });
});

describe('a record', () => {
  it('in summary has the tokens of context windows, not what each dataset states of them', async () => {
    const imported = { dataset: 'a/b:c.json@1', license: 'MIT', asOf: '2026-07-02', asOfBasis: 'release date' };
    const statements = [200_000, 1_000_000].map((tokens) => ({ tokens, imported }));
    const rates = [
      rate({ model: 'agreed', contextWindow: { tokens: 200_000, statements } }),
      rate({ model: 'differs', contextWindow: { statements } }),
    ];
    const { url } = await served({ products: [sold({ slug: 'acme', tiers: [], rates })] });
    const windowsAt = async (depth: string) => {
      const answer = await (await fetch(`${url}${PATH}/acme?depth=${depth}`)).json();
      return RecordView.parse(answer).rateCard?.models.map(({ contextWindow }) => contextWindow);
    };
    expect(await windowsAt('full')).toEqual(rates.map(({ contextWindow }) => contextWindow));
    expect(await windowsAt('summary')).toEqual([{ tokens: 200_000 }, undefined]);
  });

  it('in summary drops features and the list of evidence, and each price keeps its evidence id [S2.3.summary] [D2.summary]', async () => {
    const [full, summary] = [await server.json(`${PATH}/acme`), await server.json(`${PATH}/acme?depth=summary`)];
    expect(full.evidence).toHaveLength(4);
    expect(summary).not.toHaveProperty('evidence');
    const [, pro] = summary.tiers as {
      features?: string[];
      featureCount: number;
      prices: { evidence?: string }[];
    }[];
    expect(pro).toMatchObject({ featureCount: 3 });
    expect(pro).not.toHaveProperty('features');
    expect(pro?.prices.map(({ evidence }) => evidence)).toEqual([
      expect.stringMatching(/^ev_/),
      expect.stringMatching(/^ev_/),
    ]);
    expect(Object.keys(full).filter((name) => !(name in summary))).toEqual([
      'evidence',
      'planAdvice',
      'verdict',
      'expertTake',
      'quickAnswer',
      'sentences',
    ]);
  });

  it('narrowed by fields keeps whom it is about, its verification and the whole envelope [S4.1.pricing.fields] [D1.fields]', async () => {
    const [full, narrow] = [
      await server.json(`${PATH}/acme`),
      await server.json(`${PATH}/acme?fields=discounts,priceRange`),
    ];
    expect(Object.keys(narrow)).toEqual(
      words(
        'slug name category priceRange discounts verification source links attribution license schemaVersion generation',
      ),
    );
    expect(narrow.license).toEqual({ priceRange: 'owned', discounts: 'owned' });
    expect(narrow.links).toEqual(full.links);
    // The full record has hidden costs of a dataset, whose author it names.
    expect(String(full.attribution).startsWith(String(narrow.attribution))).toBe(true);
  });
});

describe('as of a day', () => {
  it('it is the record that held at the end of that day [D3.pricing.asOf]', async () => {
    const then = await server.json(`${PATH}/acme?asOf=2026-01-01`);
    expect(then).toMatchObject({
      asOf: '2026-01-01',
      startingPrice: 10,
      interval: { validFrom: '2025-10-17T12:00:00.000Z', validTo: '2026-05-05T12:00:00.000Z', origin: 'observed' },
      hiddenCosts: [],
    });
    expect(then).not.toHaveProperty('positioning');
    expect(then.verification).toEqual({
      verifiedAt: '2025-10-17',
      confirmedAt: '2025-10-17T12:00:00.000Z',
      reasons: ['unchanged before and after this date'],
    });
    expectGolden('pricing-as-of', JSON.stringify(then));
  });

  it.each([
    ['2026-05-04', 10],
    ['2026-05-05', 12],
  ])('%s, about the change of the price, it is %d', async (day, startingPrice) => {
    expect(await server.json(`${PATH}/acme?asOf=${day}`)).toMatchObject({ startingPrice });
  });

  it('that is today it is the record of today', async () => {
    const { asOf, ...then } = await server.json(`${PATH}/acme?asOf=2026-11-21`);
    expect(asOf).toBe('2026-11-21');
    expect(then).toEqual(await server.json(`${PATH}/acme`));
  });

  it.each([
    'pricing/acme?asOf',
    'pricing/acme?recordedBefore',
    'pricing?slugs=acme,beta&asOf',
    'compare?slugs=acme,beta&asOf',
  ])('after today is an error: /%s [D3.bad-parameter]', async (asked) => {
    const problem = await expectProblem(await server.get(`/api/v2/${asked}=2026-11-22`), 400, 'invalid_parameter');
    const parameter = asked.split(/[?&]/).at(-1);
    expect(problem.errors).toEqual([{ parameter, reason: 'Must not be after today, 2026-11-21 UTC' }]);
  });

  it.each([
    ['asOf=2026-13-01', 'asOf: Must be a date such as 2026-06-30'],
    ['market=q1', 'market: Must be a country code of ISO 3166-1 such as DE, or EU'],
  ])('%s is a 400 that says what it must be', async (query, detail) => {
    const problem = await expectProblem(await server.get(`${PATH}/acme?${query}`), 400, 'invalid_parameter');
    expect(problem).toMatchObject({ detail });
  });

  it('before anything was known it is a 404 that says since when it is', async () => {
    const problem = await expectProblem(await server.get(`${PATH}/acme?asOf=2020-01-01`), 404, 'not_found');
    expect(problem.detail).toBe('No price of Acme is known for 2020-01-01. History begins on 2025-10-17');
  });
});

describe('what is not sure or fresh enough', () => {
  const kept = (record: Record<string, unknown>) =>
    Object.keys(record).filter((name) => RECORD_FIELDS.includes(name as never));
  const withheldOf = (record: Record<string, unknown>) => record.withheld as { field: string; missed: string[] }[];

  it('is withheld with the reason, and everything that says how sure it is stays [D3.pricing.withheld]', async () => {
    const plain = await server.json(`${PATH}/beta`);
    const record = await server.json(`${PATH}/beta?minConfidence=0.9`);
    expect(kept(record)).toEqual([]);
    expect(withheldOf(record).map(({ field }) => field)).toEqual(kept(plain));
    const { confidence } = record.verification as { confidence: number };
    expect(withheldOf(record)[0]).toEqual({
      field: 'priceRange',
      missed: ['minConfidence'],
      reason: `confidence ${confidence} is below 0.9`,
      confidence,
    });
    expect(record.verification).toEqual(plain.verification);
    expect(record.links).toEqual(plain.links);
    expect(record.license).toEqual({});
    expect(RecordView.parse(record)).toBeTruthy();
  });

  it('is never what was confirmed lately and surely: then nothing is withheld, and that is said', async () => {
    const { withheld, ...record } = await server.json(`${PATH}/delta?minConfidence=0.9&maxAgeDays=0`);
    expect(withheld).toEqual([]);
    expect(record).toEqual(await server.json(`${PATH}/delta`));
  });

  it('is what no page of the vendor’s ever said, whatever the age that is allowed', async () => {
    const record = await server.json(`${PATH}/beta?maxAgeDays=36500&fields=tiers`);
    expect(withheldOf(record)).toEqual([
      {
        field: 'tiers',
        missed: ['maxAgeDays'],
        reason: 'never confirmed on the vendor’s page',
        confidence: expect.any(Number),
      },
    ]);
  });

  it('is a hidden cost of a dataset beside prices that were read today', async () => {
    const record = await server.json(`${PATH}/acme?maxAgeDays=100`);
    // With the sentences that repeat it.
    expect(withheldOf(record)).toMatchObject(
      ['hiddenCosts', 'verdict', 'sentences'].map((field) => ({ field, missed: ['maxAgeDays'] })),
    );
    expect(withheldOf(await server.json(`${PATH}/acme?maxAgeDays=100&fields=verdict`))).toHaveLength(1);
    expect(record).toMatchObject({ startingPrice: 12 });
    expect(record).not.toHaveProperty('hiddenCosts');
  });

  it('on a past day has an age up to that day, and no confidence at all', async () => {
    expect(await server.json(`${PATH}/acme?asOf=2025-11-16&maxAgeDays=30`)).toMatchObject({
      startingPrice: 10,
      withheld: [],
    });
    const record = await server.json(`${PATH}/acme?asOf=2025-11-17&maxAgeDays=30&minConfidence=0&fields=startingPrice`);
    expect(record).not.toHaveProperty('startingPrice');
    expect(withheldOf(record)).toEqual([
      {
        field: 'startingPrice',
        missed: ['minConfidence', 'maxAgeDays'],
        reason: 'past records have no confidence; last confirmed 31 days ago, more than 30',
        ageDays: 31,
      },
    ]);
  });
});

describe('what nobody had recorded by a day', () => {
  it('is a 404 that says so', async () => {
    const problem = await expectProblem(await server.get(`${PATH}/acme?recordedBefore=2020-01-01`), 404, 'not_found');
    expect(problem.detail).toBe('No price of Acme was recorded by 2020-01-01. History begins on 2025-10-17');
  });
});
