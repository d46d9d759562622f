/**
 * Every text that a hostile page could hold, in every slot that a vendor’s page fills, through every answer, page and
 * feed: it comes out as text, and does nothing. The texts are those that the small web of vendors serves to crawlers.
 */
import { load } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoggedChange } from '../../../data/change.ts';
import type { PublishedProduct } from '../../../data/store/generation-content.ts';
import { operations } from '../../../serve/operations.ts';
import {
  customTier,
  evidence,
  freeTier,
  price,
  product,
  rate,
  record,
  snapshot,
  tier,
  verification,
} from '../../builders.ts';
import { INJECTIONS } from '../../vendor-web/injection.ts';
import { type Served, served } from '../served.ts';

/** What no text of an answer may hold: controls, and what is there and can’t be seen. */
const UNSEEN = /(?![\t\n])\p{Cc}|\p{Cs}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/u;

function hostile(
  text: string,
  index: number,
): { published: PublishedProduct; change: LoggedChange; proof: ReturnType<typeof evidence> } {
  const slug = `hostile-${index}`;
  const name = text.slice(0, 80);
  const proof = evidence({ quote: text.slice(0, 200), textStart: index });
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
  const rates = [rate({ model: name, aliases: [name], band: name.slice(0, 40), evidence: [proof.id] })];
  const said = { reasons: [text.slice(0, 160)] };
  return {
    proof,
    change: {
      type: 'price_changed',
      slug,
      subject: 'pro',
      before: { name, amount: '10.00', currency: 'USD' },
      after: { name, amount: '12.00', currency: 'USD' },
      evidence: [proof.id],
      observedAt: proof.capturedAt,
      recordedAt: proof.capturedAt,
      seq: index + 1,
    },
    published: {
      product: product({ slug, name: 'Plain', tokenPriced: true }),
      record: record({
        slug,
        name: 'Plain',
        tiers,
        rates,
        evidence: [proof],
        hiddenCosts: [{ label: name, cost: name, kind: 'other', origin: 'observed', evidence: proof.id }],
        verification: verification(said),
      }),
      snapshots: [snapshot({ slug, tiers, rates, evidence: [proof] })],
    },
  };
}

const ALL = INJECTIONS.map(({ text }, index) => hostile(text, index));
const CLEAN = hostile('Team', INJECTIONS.length);
const SLUGS = [...ALL, CLEAN].map(({ published }) => published.product.slug);
const CLEAN_SLUG = CLEAN.published.product.slug;

let server: Served;
beforeAll(async () => {
  server = await served({
    products: [...ALL, CLEAN].map(({ published }) => published),
    evidence: [...ALL, CLEAN].map(({ proof, published }, index) => {
      const text = INJECTIONS[index]?.text ?? 'Team';
      return {
        evidence: proof,
        slug: published.product.slug,
        before: text,
        after: text,
        finalUrl: 'https://acme.example/pricing',
      };
    }),
    changes: [...ALL, CLEAN].map(({ change }) => change),
  });
});

/** What is asked of an operation so that each product is in an answer of it. */
function requestsOf({ rest, params }: (typeof operations)[number]): { path: string; body?: string }[] {
  const { path } = rest;
  if (rest.method === 'post') return SLUGS.map((slug) => ({ path, body: JSON.stringify({ slug, tier: 'pro' }) }));
  if (path.includes('{slug}')) return SLUGS.map((slug) => ({ path: path.replace('{slug}', slug) }));
  if (path.includes('{id}')) return [...ALL, CLEAN].map(({ proof }) => ({ path: path.replace('{id}', proof.id) }));
  if ('slugs' in params.shape)
    return SLUGS.map((slug, at) => ({ path: `${path}?slugs=${slug},${SLUGS[(at + 1) % SLUGS.length]}` }));
  return [{ path: 'limit' in params.shape ? `${path}?limit=200` : path }];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
    : [];
}

describe('hostile text of a vendor’s page', () => {
  it.each(operations)(
    'is data in the answers of $id, and in no header [D1.vendor-text] [D1.vendor-text.inert]',
    async (operation) => {
      for (const { path, body } of requestsOf(operation)) {
        const posted = { method: 'POST', body: body ?? '', headers: { 'Content-Type': 'application/json' } };
        const response = await server.get(path, body === undefined ? {} : posted);
        const text = await response.text();
        // A guide needs something to say; what is told in its place is held to the same.
        expect([200, 404], `${path}: ${text}`).toContain(response.status);
        for (const [name, value] of response.headers) expect(value, name).toMatch(/^[\x20-\x7E]*$/);
        const answer: unknown = JSON.parse(text);
        if (response.status === 200)
          expect(operation.response.safeParse(answer), path).toMatchObject({ success: true });
        for (const each of textsIn(answer)) {
          expect(each).not.toMatch(UNSEEN);
          expect(each.length).toBeLessThanOrEqual(1_200);
        }
        const { attribution } = answer as { attribution?: string };
        if (attribution !== undefined) expect(attribution.match(/\]\(/g)).toHaveLength(2);
      }
    },
  );

  it('is text on every page: the same elements, links and attributes as beside a harmless one [D1.vendor-text.inert]', async () => {
    const skeletonOf = async (slug: string) => {
      const html = await (await server.get(`/tools/${slug}/pricing`, { headers: { Accept: 'text/html' } })).text();
      expect(html).not.toMatch(UNSEEN);
      const $ = load(html);
      return $('*')
        .toArray()
        .map((element) => {
          const attributes = 'attribs' in element ? element.attribs : {};
          const held = Object.entries(attributes).filter(([name]) => !['title', 'content', 'datetime'].includes(name));
          return `${'tagName' in element ? element.tagName : ''} ${held.map(([name, value]) => `${name}=${value}`).join(' ')}`
            .replaceAll(slug, 'SLUG')
            .replaceAll(/ev_[0-9a-f]{20}/g, 'EVIDENCE');
        });
    };
    const clean = await skeletonOf(CLEAN_SLUG);
    expect(clean.length).toBeGreaterThan(50);
    for (const slug of SLUGS) expect(await skeletonOf(slug), slug).toEqual(clean);
  });

  it('is text in the feed: as many elements as for harmless events, and none of its own [D1.vendor-text.inert]', async () => {
    const xml = await (await server.get('/feed.xml')).text();
    expect(xml).not.toMatch(UNSEEN);
    expect(xml.match(/<!|<\?/g)).toEqual(['<?']);
    const elements = new Set([...xml.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name));
    expect([...elements].toSorted()).toEqual([
      'author',
      'category',
      'entry',
      'feed',
      'id',
      'link',
      'name',
      'published',
      'summary',
      'title',
      'updated',
      'uri',
    ]);
    expect(load(xml, { xml: true })('entry')).toHaveLength(SLUGS.length);
  });
});
