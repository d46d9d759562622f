/**
 * Every text that a hostile page could hold, in every slot that a vendor’s page fills, through every answer, page and
 * feed: it comes out as text, and does nothing. The texts are those that the small web of vendors serves to crawlers.
 */
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import type { ApiFacts } from '../../../data/api-facts.ts';
import type { LoggedChange } from '../../../data/change.ts';
import type { Fact } from '../../../data/record.ts';
import type { PublishedProduct } from '../../../data/store/generation/content.ts';
import { pricingJson, toolsJson } from '../../../serve/files/feeds/catalogue.ts';
import { operations } from '../../../serve/operations/list.ts';
import { tools } from '../../../serve/tools/list.ts';
import { hiddenCostsOf } from '../../../verifier/record/hidden-costs.ts';
import { apiFacts, observedReference } from '../../api-facts.ts';
import { customTier, evidence, freeTier, price, rate, snapshot, tier, verification } from '../../builders.ts';
import { INJECTIONS, someOfEachKind } from '../../vendor-web/injection.ts';
import { words } from '../../words.ts';
import { expectDeadJson, expectDeadText, skeletonOf, UNSEEN } from '../alive.ts';
import { SITE, served, sold } from '../served.ts';
import { expectAtom, expectSitemap } from '../strangers.ts';
import { call } from '../tools/rpc.ts';

function hostile(
  text: string,
  index: number,
): { published: PublishedProduct; change: LoggedChange; proof: ReturnType<typeof evidence> } {
  const slug = `hostile-${index}`;
  const name = text.slice(0, 80);
  // What a page is called is the vendor’s to say too, as far as an address can hold it.
  const url = addressHolding(text);
  const proof = evidence({ quote: text.slice(0, 200), textStart: index, path: text.slice(0, 600), url });
  const tiers = [
    freeTier({ name, features: [text.slice(0, 300)], evidence: proof.id }),
    tier({
      id: 'pro',
      name,
      features: [text.slice(0, 300)],
      prices: [price({ evidence: proof.id }), price({ amount: '120.00', billing: 'annual', per: 'year' })],
    }),
    customTier({ name }),
  ];
  const unit = 'user';
  const fee = { amount: '10.00', currency: 'USD', evidence: proof.id };
  const facts: Fact[] = [
    { kind: 'add_on', name, per: 'month', ...fee },
    { kind: 'support_fee', name, per: 'month', ...fee },
    { kind: 'overage', unit, ...fee },
    { kind: 'setup_fee', ...fee },
    { kind: 'programme', programme: 'startup', percent: 50, evidence: proof.id },
    { kind: 'capability', capability: 'sso', tiers: [{ tier: 'pro', state: 'included' }], evidence: proof.id },
  ];
  const rates = [rate({ model: name, aliases: [name], band: name.slice(0, 40), evidence: [proof.id] })];
  const stated = { tiers, rates, facts, evidence: [proof] };
  const plain = { name: 'Plain', tokenPriced: true };
  const said = { reasons: [text.slice(0, 160)], source: url };
  return {
    proof,
    change: {
      type: 'price_changed',
      slug,
      subject: name,
      reason: text.slice(0, 160),
      before: { name, amount: '10.00', currency: 'USD' },
      after: { name, amount: '12.00', currency: 'USD' },
      evidence: [proof.id],
      observedAt: proof.capturedAt,
      recordedAt: proof.capturedAt,
      seq: index + 1,
    },
    published: {
      ...sold({ slug, ...stated, hiddenCosts: hiddenCostsOf(stated), verification: verification(said) }, plain),
      snapshots: [snapshot({ slug, ...stated })],
      api: observedReference({ facts: hostileApi(text.slice(0, 120)) }),
    },
  };
}

/** What a description of an API may call its parts. */
function hostileApi(name: string): ApiFacts {
  const facts = apiFacts();
  return {
    ...facts,
    title: name,
    version: name,
    schemes: facts.schemes.map((scheme) => ({
      ...scheme,
      id: name,
      ...('parameter' in scheme && { parameter: name }),
      ...('format' in scheme && { format: name }),
    })),
    endpoints: facts.endpoints.map((endpoint) => ({
      ...endpoint,
      path: `/${name}`,
      operation: name,
      resource: name,
      required: endpoint.required.map((parameter) => ({ ...parameter, name })),
    })),
    limits: {
      ...facts.limits,
      headers: facts.limits.headers.map((header) => ({ ...header, name })),
      pagination: facts.limits.pagination.map((parameter) => ({ ...parameter, name })),
    },
    errors: facts.errors.map((error) => ({ ...error, schema: name })),
    samples: facts.samples.map((sample) => ({ ...sample, language: name })),
  };
}

function addressHolding(text: string): string {
  return new URL(`https://acme.example/pricing?plan=${text.slice(0, 60)}#(${text.slice(0, 20)})`).href;
}

const TEXTS = someOfEachKind();
const ALL = TEXTS.map(({ text }, index) => hostile(text, index));
const CLEAN = hostile('Team', TEXTS.length);
const SLUGS = [...ALL, CLEAN].map(({ published }) => published.product.slug);
const CLEAN_SLUG = CLEAN.published.product.slug;

const server = await served(
  {
    products: [...ALL, CLEAN].map(({ published }) => published),
    evidence: [...ALL, CLEAN].map(({ proof, published }, index) => {
      const text = TEXTS[index]?.text ?? 'Team';
      return {
        evidence: proof,
        slug: published.product.slug,
        before: text,
        after: text,
        finalUrl: addressHolding(text),
      };
    }),
    changes: [...ALL, CLEAN].map(({ change }) => change),
  },
  { feeds: true },
);

/** What is asked of an operation so that each product is in an answer of it. */
function requestsOf({ id, rest, params }: (typeof operations)[number]): { path: string; body?: string }[] {
  const { path } = rest;
  if (id === 'calculateStack')
    return SLUGS.map((slug) => ({ path, body: JSON.stringify({ items: [{ slug, tier: 'pro' }] }) }));
  if (id === 'resolveProduct') return SLUGS.map((slug) => ({ path: `${path}?q=${slug}` }));
  if (rest.method === 'post') return SLUGS.map((slug) => ({ path, body: JSON.stringify({ slug, tier: 'pro' }) }));
  if (path.includes('{slug}')) return SLUGS.map((slug) => ({ path: path.replace('{slug}', slug) }));
  if (path.includes('{id}')) return [...ALL, CLEAN].map(({ proof }) => ({ path: path.replace('{id}', proof.id) }));
  if ('slugs' in params.shape)
    return SLUGS.map((slug, at) => ({ path: `${path}?slugs=${slug},${SLUGS[(at + 1) % SLUGS.length]}` }));
  return [{ path: 'limit' in params.shape ? `${path}?limit=200` : path }];
}

describe('hostile text of a vendor’s page', () => {
  it('is of every kind, and there is much of it', () => {
    expect(INJECTIONS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(INJECTIONS.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(10);
  });

  it.each(operations)(
    'is data in the answers of $id, and in no header [D1.vendor-text] [D1.vendor-text.inert]',
    async (operation) => {
      const requests = requestsOf(operation);
      const answers: { path: string; status: number; text: string }[] = [];
      for (const { path, body } of requests) {
        const posted = { method: 'POST', body: body ?? '', headers: { 'Content-Type': 'application/json' } };
        const response = await server.get(path, body === undefined ? {} : posted);
        const text = await response.text();
        expect(response.status, `${path}: ${text}`).toBe(200);
        expect(
          [...response.headers].filter(([, value]) => !/^[\x20-\x7E]*$/.test(value)),
          path,
        ).toEqual([]);
        expect(operation.response.safeParse(JSON.parse(text)), path).toMatchObject({ success: true });
        answers.push({ path, status: response.status, text });
      }
      // The last is about harmless words alone, or there is one for all of them.
      const clean = answers.at(-1)?.text ?? '';
      for (const [at, { text }] of answers.entries())
        expectDeadJson(text, { clean, injected: requests.length > 1 ? (TEXTS[at]?.text ?? '') : '' });
    },
    120_000,
  );

  it.each(tools)(
    'is data in the results of the tool $name [D1.vendor-text.inert]',
    async ({ name, takes, response }) => {
      const results: string[] = [];
      for (const [at, slug] of SLUGS.entries()) {
        const several = { slugs: [slug, SLUGS[(at + 1) % SLUGS.length]] };
        const given = takes.includes('slug')
          ? { slug }
          : takes.includes('slugs')
            ? several
            : takes.includes('q')
              ? { q: slug }
              : {};
        const { content, structuredContent, isError } = await call(server, name, given);
        expect(isError, `${slug}: ${content[0]?.text}`).toBeUndefined();
        expect(content.map(({ type }) => type)).toEqual(['text']);
        expect(response.safeParse(structuredContent)).toMatchObject({ success: true });
        results.push(content[0]?.text ?? '');
      }
      const clean = results.at(-1) ?? '';
      for (const [at, text] of results.entries())
        expectDeadJson(text, { clean, injected: takes.includes('slug') ? (TEXTS[at]?.text ?? '') : '' });
    },
    120_000,
  );

  it.each(
    words(`
    /tools/SLUG/pricing /tools/SLUG/cost-guide /tools/SLUG/negotiation-email /tools/SLUG/api /tools/SLUG/alternatives
    /calculators/tco?product=SLUG /compare?slugs=SLUG`),
  )(
    'is text on the page %s: the same elements, links, attributes and members of JSON-LD as beside a harmless one [D1.vendor-text.inert]',
    async (path) => {
      const shown = async (slug: string) => {
        const other = path.startsWith('/compare') ? `,${CLEAN_SLUG}` : '';
        const response = await server.get(path.replace('SLUG', `${slug}${other}`), {
          headers: { Accept: 'text/html' },
        });
        expect(response.status).toBe(200);
        const html = await response.text();
        // Pages lead to other products of the category too; no slug is then cut within a longer one.
        const elements = skeletonOf(html, [CLEAN_SLUG, ...SLUGS.toSorted((a, b) => b.length - a.length)]);
        return { elements, linked: load(html)('script[type="application/ld+json"]').text() };
      };
      const [first = ''] = SLUGS;
      const clean = await shown(path.startsWith('/compare') ? first : CLEAN_SLUG);
      expect(clean.elements.length).toBeGreaterThan(30);
      for (const slug of path.startsWith('/compare') ? SLUGS.slice(1, -1) : SLUGS) {
        const { elements, linked } = await shown(slug);
        expect(elements, slug).toEqual(clean.elements);
        expect(linked).not.toMatch(/[<>]/);
        if (linked !== '') expectDeadJson(linked, { clean: clean.linked, injected: '' });
      }
    },
    120_000,
  );

  it('is text in the feed of changes: Atom by its schema, with an entry for each event and no element more [D1.vendor-text.inert]', async () => {
    let entries = 0;
    for (let path = '/feed.xml'; path !== ''; ) {
      const xml = await (await server.get(path)).text();
      expect(xml).not.toMatch(UNSEEN);
      expect(xml.match(/<!|<\?/g)).toEqual(['<?']);
      expectAtom(xml);
      const $ = load(xml, { xml: true });
      for (const entry of $('entry').toArray())
        expect(
          $(entry)
            .children()
            .toArray()
            .map(({ tagName }) => tagName),
        ).toEqual(['id', 'title', 'updated', 'published', 'category', 'link', 'link', 'summary']);
      for (const link of $('link').toArray()) expect($(link).attr('href')).toMatch(/^https:\/\/assay\.example\//);
      entries += $('entry').length;
      path = $('feed > link[rel="next"]').attr('href')?.replace(SITE.baseUrl, '') ?? '';
    }
    expect(entries).toBe(SLUGS.length);
  });

  it('is code in the plain text: no line begins with it, and nothing of it is a heading, a link or a tag [D1.vendor-text.inert]', async () => {
    const text = await (await server.get('/llms-full.txt')).text();
    const records = text.split('\n---\n').slice(1);
    expect(records).toHaveLength(SLUGS.length);
    const bySlug = new Map(records.map((record) => [/^- Product: (.+)$/m.exec(record)?.[1] ?? '', record]));
    for (const [at, { text: injected }] of TEXTS.entries())
      expectDeadText(bySlug.get(`hostile-${at}`) ?? '', { injected, hosts: ['assay.example', 'acme.example'] });
  });

  it.each([toolsJson, pricingJson])('is data in $path [D1.vendor-text.inert]', async ({ path, response }) => {
    const text = await (await server.get(path)).text();
    expect(response?.safeParse(JSON.parse(text))).toMatchObject({ success: true });
    const [entries] = Object.values(JSON.parse(text) as Record<string, { slug: string }[]>);
    expect(entries).toHaveLength(SLUGS.length);
    const clean = JSON.stringify(entries?.find(({ slug }) => slug === CLEAN_SLUG));
    for (const [at, { text: injected }] of TEXTS.entries())
      expectDeadJson(JSON.stringify(entries?.find(({ slug }) => slug === `hostile-${at}`)), { clean, injected });
  });

  it('is not in the other feeds at all', async () => {
    expectSitemap(await (await server.get('/sitemap.xml')).text());
    for (const path of ['/llms.txt', '/sitemap.xml', '/robots.txt', '/.well-known/api-catalog']) {
      const text = await (await server.get(path)).text();
      for (const { text: injected } of TEXTS) if (injected.length > 12) expect(text).not.toContain(injected);
    }
  });
});
