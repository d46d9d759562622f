/** What stands around every answer, asked of the real server over HTTP. Titles cite test/requirements.yaml. */

import { describe, expect, it } from 'vitest';
import { operations } from '../../../serve/operations/list.ts';
import { GROUP_LICENSES, listEnvelope } from '../../../serve/record/envelope.ts';
import { RecordData } from '../../../serve/record/shape.ts';
import { words } from '../../words.ts';
import { askExample } from '../ask-example.ts';
import { FIGURES, MARKET } from '../market-of-crm.ts';
import { SITE, served } from '../served.ts';

type Answer = Record<string, unknown> & { links: Record<string, string>; license: Record<string, string> };

/** By operation, the answers to all of its examples that succeed. */
const answers: { id: string; path: string; answer: Answer }[] = [];
const server = await served({ ...MARKET, quality: FIGURES });
for (const operation of operations)
  for (const given of Object.values(operation.examples)) {
    const { path, response } = await askExample(server, operation, given);
    expect(response.headers.get('content-type')).toMatch(/^application\/(?:problem\+)?json(?:$|;)/);
    if (response.status === 200) answers.push({ id: operation.id, path, answer: (await response.json()) as Answer });
  }

const record = async (slug: string, query = '') => (await server.json(`/api/v2/pricing/${slug}${query}`)) as Answer;

describe('every answer', () => {
  it('of every operation is JSON and a 200 where it succeeds [S4.1.json] [S4.2.others] [S4.2.pricing.found]', () => {
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(operations.map(({ id }) => id)));
  });

  it('has links, attribution, licence, version and generation [D1.every-answer] [S2.2.schemaVersion] [S2.1.home]', () => {
    for (const { path, answer } of answers) {
      expect(answer, path).toMatchObject({ schemaVersion: '2.0.0', generation: '000001' });
      expect(answer.links.home, path).toBe(`${SITE.baseUrl}/`);
      expect(answer.links.page, path).toMatch(/^https:\/\/assay\.example\//);
      expect(answer.attribution, path).toMatch(
        /^Data from \[Assay\]\(https:\/\/assay\.example\/\)\. See \[[^\]]+\]\([^)]+\) \([^)]+\)\. Free to cite with attribution\.(?: Includes: [^\n]+\.)?$/,
      );
    }
  });

  it('says of the groups that it has how they may be reused, and of no other [D1.license.groups] [D1.license.owned] [D1.license.restricted] [S2.2.license]', () => {
    for (const { path, answer } of answers)
      for (const [group, license] of Object.entries(answer.license))
        if (license === 'owned') expect(GROUP_LICENSES[group as keyof typeof GROUP_LICENSES], path).toBe('owned');
    const restricted = Object.entries(GROUP_LICENSES).filter(([, license]) => license === 'restricted');
    expect(restricted.map(([group]) => group)).toEqual(['referencePrices', 'marketData', 'userRating']);
    for (const group of words(
      'priceRange tiers discounts hiddenCosts capabilities planAdvice verdict positioning history rateCard costGuide',
    ))
      expect(GROUP_LICENSES).toHaveProperty(group, 'owned');
  });

  it('follows the origin of the facts: what a dataset states is not owned, and its author is named', async () => {
    const BETA = { dataset: 'example/prices', license: 'Apache-2.0' };
    const beta = await record('beta');
    expect(beta.license).toMatchObject({ priceRange: 'restricted', tiers: 'restricted', hiddenCosts: 'owned' });
    expect(beta.datasets).toEqual([BETA]);
    expect(beta.attribution).toMatch(/ Includes: example\/prices, Apache-2\.0\.$/);
    expect(beta.licenseNote).toContain('`datasets`');
    const acme = await record('acme', '?fields=tiers,hiddenCosts');
    expect(acme.license).toEqual({ tiers: 'owned', hiddenCosts: 'restricted' });
    expect(acme.datasets).toMatchObject([{ dataset: 'example/sso-list' }]);
    const own = await record('acme', '?fields=tiers,startingPrice');
    expect(own.license).toEqual({ priceRange: 'owned', tiers: 'owned' });
    expect(own).not.toHaveProperty('datasets');
    for (const path of ['pricing?slugs=acme,beta', 'compare?slugs=acme,beta', 'discover?category=crm']) {
      const list = (await server.json(`/api/v2/${path}`)) as Answer;
      expect([list.license.priceRange, list.license.tiers], path).toEqual(['restricted', 'restricted']);
      expect(list.attribution, path).toContain('example/prices');
    }
    expect(((await server.json('/api/v2/history/beta')) as Answer).license).toEqual({ history: 'restricted' });
  });

  it('of a record names the groups that are in it [S2.2.shown] [D1.license.groups]', async () => {
    for (const slug of ['acme', 'beta', 'gamma', 'tokens']) {
      const answer = await record(slug);
      const there = Object.keys(GROUP_LICENSES).filter((group) => answer[group] !== undefined);
      expect(Object.keys(answer.license)).toEqual(there);
    }
  });

  it('of some fields names the group of each field that is in it, and no other [D1.license.groups]', async () => {
    const groups = async (fields: string) => Object.keys((await record('acme', `?fields=${fields}`)).license);
    const alone = Object.keys(RecordData.shape).map(async (field) => {
      const found = await groups(field);
      return found.length === 0 ? [] : [[field, found.join()]];
    });
    expect(Object.fromEntries((await Promise.all(alone)).flat())).toEqual({
      priceRange: 'priceRange',
      startingPrice: 'priceRange',
      startingPriceBasis: 'priceRange',
      priceState: 'tiers',
      freeTier: 'tiers',
      tiers: 'tiers',
      discounts: 'discounts',
      hiddenCosts: 'hiddenCosts',
      positioning: 'positioning',
      evidence: 'tiers',
      planAdvice: 'planAdvice',
      verdict: 'verdict',
      expertTake: 'verdict',
      quickAnswer: 'verdict',
      sentences: 'verdict',
      markets: 'tiers',
    });
    expect(await groups('startingPrice,freeTier')).toEqual(['priceRange', 'tiers']);
    const { license } = (await server.json('/api/v2/pricing?slugs=acme,beta&fields=freeTier')) as Answer;
    expect(license).toEqual({ tiers: 'owned' });
  });

  it('explains what is restricted exactly where something is [S2.2.licenseNote] [D1.licenseNote]', () => {
    for (const { path, answer } of answers) {
      const isRestricted = Object.values(answer.license).includes('restricted');
      expect(Object.hasOwn(answer, 'licenseNote'), path).toBe(isRestricted);
    }
    const about = { id: '000001', publishedAt: '2026-11-21T12:00:00.000Z' };
    expect(listEnvelope(SITE, about, { groups: ['tiers', 'marketData'] }).licenseNote).toMatch(/restricted/);
    expect(listEnvelope(SITE, about, { groups: ['tiers'] })).not.toHaveProperty('licenseNote');
  });
});

describe('links', () => {
  it('of a record lead to its page and, where one is known, to the vendor through us [S2.1.page] [S2.1.vendor] [D1.vendor-src]', async () => {
    const { links } = await record('acme');
    expect(links.page).toBe(`${SITE.baseUrl}/tools/acme/pricing`);
    expect(links.vendor).toBe(`${SITE.baseUrl}/go/acme?src=api_v2`);
  });

  it('of a list lead to the page of that listing [D1.list-page]', async () => {
    const pageOf = async (path: string) => ((await server.json(path)) as Answer).links.page ?? '';
    expect(await pageOf('/api/v2/discover?q=acme')).toBe(`${SITE.baseUrl}/?q=acme`);
    expect(await pageOf('/api/v2/quality')).toBe(`${SITE.baseUrl}/quality`);
    expect(await pageOf('/api/v2/discover?category=crm&limit=1')).toBe(`${SITE.baseUrl}/category/crm`);
    expect(await pageOf('/api/v2/discover?category=crm&q=acme')).toBe(`${SITE.baseUrl}/?q=acme&category=crm`);
    expect(await pageOf('/api/v2/changes')).toBe(`${SITE.baseUrl}/changes`);
    const filter = 'changes?slug=acme&type=price_changed';
    expect(await pageOf(`/api/v2/${filter}&limit=1`)).toBe(`${SITE.baseUrl}/${filter}`);
    for (const path of [
      'discover?q=acme',
      'discover?category=crm',
      filter,
      'quality',
      'categories',
      'changes',
      'compare?slugs=acme,tokens',
    ])
      expect((await server.get((await pageOf(`/api/v2/${path}`)).replace(SITE.baseUrl, ''))).status, path).toBe(200);
  });
});

describe('the attribution', () => {
  it('is the sentence that consumers paste [S2.2.attribution] [D1.attribution]', async () => {
    expect((await record('acme', '?fields=tiers')).attribution).toBe(
      'Data from [Assay](https://assay.example/). See [Acme pricing](https://assay.example/tools/acme/pricing) (verified 2026-11-21). Free to cite with attribution.',
    );
  });

  it('of what was never confirmed says so in place of the date [D1.attribution.unverified]', async () => {
    expect((await record('beta')).attribution).toMatch(/pricing\) \(not yet verified\)\. Free/);
  });
});
