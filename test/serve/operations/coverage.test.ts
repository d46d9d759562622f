import { describe, expect, it } from 'vitest';
import { GROUP_LICENSES } from '../../../serve/record/envelope.ts';
import { daysAfterNoon, verification } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { served, sold } from '../served.ts';

const PATH = '/api/v2/coverage';
/** Confirmed so many days before noon, and never again. */
function confirmed(slug: string, days: number, disputed = false) {
  return sold({ slug, verification: verification({ confirmedAt: daysAfterNoon(-days), disputed }) });
}
const more = [
  confirmed('month', 30),
  confirmed('season', 150),
  confirmed('years', 1_500),
  confirmed('doubted', 0, true),
];
const server = await served({ ...MARKET, products: [...MARKET.products, ...more] });

interface Covered {
  slug: string;
  fields: Record<string, Record<string, unknown>>;
}

async function covered(query: string): Promise<Covered[]> {
  return (await server.json(`${PATH}?${query}`)).products as Covered[];
}

describe('the request', () => {
  it('of 200 products is answered, and what is not there is listed', async () => {
    const slugs = ['acme', 'old-acme', 'bygone', ...Array.from({ length: 197 }, (_, index) => `p-${index}`)];
    const answer = await server.json(`${PATH}?slugs=${slugs}`);
    expect(answer).toMatchObject({ count: 1, products: [{ slug: 'acme' }], retired: [{ slug: 'bygone' }] });
    expect(answer.notFound).toHaveLength(198);
  });
});

describe('[S2.4.coverage] [D3.coverage] the coverage of a product', () => {
  it('has each group that is asked for, whatever is known of it', async () => {
    const [acme] = await covered('slugs=acme');
    expect(Object.keys(acme?.fields ?? {})).toEqual(Object.keys(GROUP_LICENSES));
    const answer = await server.json(`${PATH}?slugs=acme&fields=rateCard,tiers`);
    expect((answer.products as Covered[])[0]?.fields).toEqual({
      tiers: { available: true, verifiedAt: '2026-11-21', ageDays: 0, freshness: 'fresh', license: 'owned' },
      rateCard: { available: false, freshness: 'never', license: 'owned' },
    });
    expect(answer.license).toEqual({ tiers: 'owned', rateCard: 'owned' });
  });

  it('says which groups are restricted', async () => {
    expect(await server.json(`${PATH}?slugs=acme&fields=marketData`)).toMatchObject({
      products: [{ fields: { marketData: { license: 'restricted', available: false } } }],
      licenseNote: expect.any(String),
    });
  });

  it('is as fresh as its confirmation is sure, by its own pace', async () => {
    const products = await covered('slugs=month,season,years,doubted,beta&fields=tiers');
    expect(products.map(({ slug, fields: { tiers } }) => [slug, tiers?.freshness, tiers?.ageDays])).toEqual([
      ['month', 'fresh', 30],
      ['season', 'aging', 150],
      ['years', 'stale', 1_500],
      ['doubted', 'fresh', 0],
      ['beta', 'never', undefined],
    ]);
  });

  it('is of what the record answers with', async () => {
    const slugs = ['acme', 'beta', 'gamma', 'tokens'];
    for (const { slug, fields } of await covered(`slugs=${slugs}`)) {
      const { license } = await server.json(`/api/v2/pricing/${slug}`);
      // They have operations of their own.
      const others = ['history', 'costGuide'];
      const known = Object.keys(fields).filter((group) => fields[group]?.available === true && !others.includes(group));
      // A record names the groups of empty lists too: they are in it.
      expect(Object.keys(license as object)).toEqual(expect.arrayContaining(known));
    }
  });

  it('of advice and guides is of what there is of them', async () => {
    const [acme, delta] = await covered('slugs=acme,delta&fields=verdict,planAdvice,costGuide');
    const isThere = (product: typeof acme) => Object.values(product?.fields ?? {}).map((group) => group?.available);
    expect(isThere(acme)).toEqual([true, true, true]);
    expect((await server.get('/api/v2/cost-guide/acme')).status).toBe(200);
    expect(delta?.fields).toMatchObject({ planAdvice: { available: false }, costGuide: { available: false } });
  });
});
