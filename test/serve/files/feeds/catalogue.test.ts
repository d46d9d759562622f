/** The feeds of all products say of each what its own answer says, and nothing else. */
import { describe, expect, it } from 'vitest';
import { pricingJson, toolsJson } from '../../../../serve/files/feeds/catalogue.ts';
import { RecordView } from '../../../../serve/record/shape.ts';
import { price, tier } from '../../../builders.ts';
import { MARKET } from '../../market-of-crm.ts';
import { SITE, served, sold } from '../../served.ts';
import { readMarkdown } from '../../strangers.ts';

const SOLD = ['acme', 'beta', 'delta', 'epsilon', 'eta', 'gamma', 'tokens', 'zeta'];

const records = new Map<string, RecordView>();
const server = await served(MARKET, { feeds: true });
for (const slug of SOLD) records.set(slug, RecordView.parse(await server.json(`/api/v2/pricing/${slug}`)));

const recordOf = (slug: string) => records.get(slug) ?? expect.fail(slug);
const feedLinks = ({ links }: RecordView) => ({ ...links, vendor: links.vendor?.replace('src=api_v2', 'src=feed') });

describe('the catalogue as JSON', () => {
  interface Entry extends Record<string, unknown> {
    slug: string;
    plans: { name: string; price?: number | null; highlights: string[] }[];
  }

  const feedOf = async ({ path, response }: typeof toolsJson, name: string) => {
    const answer = await server.json(path);
    expect(response?.safeParse(answer)).toMatchObject({ success: true });
    return { answer, entries: answer[name] as Entry[] };
  };

  it('has each product once, in the older shape, in an envelope [S4.4.tools] [D5.tools] [D1.every-answer]', async () => {
    const { answer, entries } = await feedOf(toolsJson, 'tools');
    expect(entries.map(({ slug }) => slug)).toEqual(SOLD);
    expect(answer).toMatchObject({
      links: { home: `${SITE.baseUrl}/`, page: `${SITE.baseUrl}/` },
      schemaVersion: '2.0.0',
      generation: '000001',
    });
    for (const entry of entries) {
      const record = recordOf(entry.slug);
      expect(entry).toMatchObject({
        name: record.name,
        category: record.category,
        startingPrice: record.startingPrice,
        attribution: record.attribution,
        links: feedLinks(record),
        status: record.verification.status,
        confidence: record.verification.confidence,
      });
      expect(entry.freePlan).toBe(record.freeTier);
      expect(entry.verifiedAt).toBe(record.verification.verifiedAt);
      expect(entry.plans.map(({ name, price }) => [name, price])).toEqual(
        record.tiers?.map(({ name, price }) => [name, price]),
      );
      expect(entry.description).toMatch(/\S/);
      const features = record.tiers?.flatMap((tier) => tier.features ?? []);
      expect(entry.features).toEqual([...new Set(features)]);
    }
  });

  it('keeps free, on request and not known apart', async () => {
    const { entries } = await feedOf(toolsJson, 'tools');
    const acme = entries.find(({ slug }) => slug === 'acme');
    expect(acme?.plans.map(({ price }) => price)).toEqual([0, 12, 29.9, null]);
    expect(acme?.plans[1]?.highlights).toEqual(['Unlimited users', 'Reports', 'API']);
    const gamma = entries.find(({ slug }) => slug === 'gamma');
    expect(gamma).toMatchObject({ startingPrice: null, plans: [] });
    expect(gamma).not.toHaveProperty('freePlan');
  });

  it('of prices alone has the rates of tokens too [D5.pricing]', async () => {
    const { entries } = await feedOf(pricingJson, 'pricing');
    expect(entries.map(({ slug }) => slug)).toEqual(SOLD);
    for (const entry of entries) {
      const record = recordOf(entry.slug);
      expect(entry.tokenPricing).toEqual(record.rateCard);
      expect(entry.links).toEqual(feedLinks(record));
    }
  });

  it('without a product is an empty list in its envelope', async () => {
    const empty = await served({ products: [] }, { feeds: true });
    expect(await empty.json('/llms-tools.json')).toMatchObject({ tools: [], license: {}, generation: '000001' });
  });
});

describe('the catalogue as text', () => {
  it('states the least number of units where it is more than one', async () => {
    const tiers = [1, 2].map((minimumUnits) =>
      tier({ id: `from-${minimumUnits}`, minimumUnits, prices: [price({ unit: 'flat' })] }),
    );
    const own = await served({ products: [sold({ tiers })] }, { feeds: true });
    const text = await (await own.get('/llms-full.txt')).text();
    expect(text.match(/at least .*/g)).toEqual(['at least 2 units.']);
    expect(text).toMatch(/records of 1 software product\n/);
  });

  it('has one record of each product, with price, proof, status and citation [S4.4.full] [D5.full]', async () => {
    const text = await (await server.get('/llms-full.txt')).text();
    const [head = '', ...parts] = text.split('\n---\n');
    expect(head).toMatch(/^# Assay: records of 8 software products\n\n> /);
    expect(parts).toHaveLength(SOLD.length);
    for (const [at, part] of parts.entries()) {
      const record = recordOf(SOLD[at] ?? '');
      expect(part).toContain(`\n## ${record.name} pricing\n`);
      expect(part).toContain(`- Product: ${record.slug}\n`);
      expect(part).toContain(`- Attribution: ${record.attribution}\n`);
      expect(part).toContain(`- Page: <${record.links.page}>\n`);
      expect(part).toContain(`- Vendor: <${SITE.baseUrl}/go/${record.slug}?src=feed>\n`);
      expect(part).toContain(`confidence ${record.verification.confidence}`);
      for (const { name } of record.tiers ?? []) expect(part).toContain(`\`${name}\``);
      for (const { quote } of record.evidence ?? []) expect(part).toContain(`\`${quote}\``);
    }
    const acme = parts[0] ?? '';
    for (const said of [
      '`Free`: free (quote: `Free, for ever`).',
      '$12 per user a month, billed monthly (quote: `$12 per user/month`); $120 per user a year, billed annually (quote: `$120 per user/year`)',
      'at least 3 users. Features: `Unlimited users`',
      '`Enterprise`: Contact sales.',
      'Price: starts at $12 a month',
      'Free tier: yes',
    ])
      expect(acme).toContain(said);
    expect(parts[1]).toContain('Imported from `example/prices` (`Apache-2.0`), as of 2026-01-01; not read by us.');
    expect(parts[6]).toContain('`large-1` (`over 200K tokens`): input $5, output $15.');
  });

  it('is Markdown of headings, lists and links to ours and the vendor’s own page', async () => {
    const text = await (await server.get('/llms-full.txt')).text();
    const { headings, links, html, images } = readMarkdown(text);
    expect(headings).toHaveLength(SOLD.length + 1);
    expect([...html, ...images]).toEqual([]);
    for (const { href } of links) expect(href).toMatch(/^https:\/\/(?:assay\.example\/|acme\.example\/pricing$)/);
  });
});
