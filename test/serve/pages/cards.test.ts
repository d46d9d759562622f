/** The pictures beside shared links: of the record, whole, and never larger than their frame. */
import { Resvg } from '@resvg/resvg-wasm';
import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { renderer } from '../../../serve/http/png.ts';
import { fitted } from '../../../serve/pages/cards/frame.ts';
import { price, snapshot, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, type Served, SITE, served, sold } from '../served.ts';
import { pageAt } from './page-at.ts';

const server = await served(MARKET);

async function svgAt(from: Served, path: string): Promise<string> {
  const response = await from.get(`${path}.svg`);
  expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/svg+xml']);
  return response.text();
}

/** The words of a well-formed card, in order. */
function wordsOf(svg: string): string {
  using document = XmlDocument.fromString(svg);
  return document
    .find('//*[local-name()="text"]')
    .map((node) => ('content' in node ? node.content : ''))
    .join('\n');
}

async function nameOnCard(name: string): Promise<{ svg: string; words: string; png: Response }> {
  const { slug = '' } = sold().product;
  const other = await served({ products: [sold({ name }, { name })] });
  const svg = await svgAt(other, `/tools/${slug}/card`);
  return { svg, words: wordsOf(svg), png: await other.get(`/tools/${slug}/card.png`) };
}

describe('a product’s card', () => {
  it('says what the record says: price, unit, billing, state and day', async () => {
    const words = wordsOf(await svgAt(server, '/tools/acme/card'));
    expect(words).toBe(
      'Assay\nCRM\nAcme\n$12 per user a month, billed monthly\nFree plan · Verified · read on the vendor’s page 21 Nov 2026\nStarting price since 17 Oct 2025',
    );
  });

  it('names the dataset of an imported price, and its day', async () => {
    expect(wordsOf(await svgAt(server, '/tools/beta/card'))).toMatch(/Unverified · from example\/prices, \d/);
  });

  it('says "from" where the vendor does, and who stated a price by hand', async () => {
    const research = { by: 'An author', reason: 'A picture', asOf: '2026-09-01', sourceUrl: 'https://acme.example' };
    const tiers = [tier({ prices: [price({ isFloor: true })], origin: 'research', research })];
    const words = wordsOf(await svgAt(await served({ products: [sold({ tiers })] }), '/tools/acme/card'));
    expect(words).toContain('from $12 per user a month, billed monthly');
    expect(words).toContain(' · entered by An author, 1 Sep 2026');
  });

  it('shows no amount where none is known', async () => {
    expect(wordsOf(await svgAt(server, '/tools/gamma/card'))).toBe('Assay\nCRM\nGamma\nNot known yet');
  });

  it('has no chart of a single price', async () => {
    const still = sold({ tiers: [tier()] });
    const one = await served({ products: [{ ...still, snapshots: [snapshot({ tiers: [tier()] })] }] });
    expect(await svgAt(one, '/tools/acme/card')).not.toContain('Starting price since');
  });

  it.each([
    ['</text></svg><script>x</script>', '</text></svg><script>x</script>'],
    ['A&B "C" &#x0; <![CDATA[x]]>\u0000\u202E\uFFFE', 'A&B "C" &#x0; <![CDATA[x]]>'],
  ])('shows the name %j as text', async (name, shown) => {
    const { words, png } = await nameOnCard(name);
    expect(words.split('\n')[2]).toBe(shown);
    expect(png.status).toBe(200);
  });

  it('takes the slug for a name in a script that the font lacks', async () => {
    const { words, png } = await nameOnCard('日本の会計');
    expect([words.split('\n')[2], png.status]).toEqual(['acme', 200]);
  });

  it('of an alias is at its slug, and of no product is a problem', async () => {
    for (const type of ['svg', 'png']) {
      const moved = await server.get(`/tools/acme-crm/card.${type}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([308, `/tools/acme/card.${type}`]);
      await expectProblem(await server.get(`/tools/nosuch/card.${type}`), 404, 'not_found');
    }
    await expectProblem(await server.get('/category/nosuch/card.png'), 404, 'not_found');
  });
});

describe('as PNG', () => {
  it('is 1200 by 630, drawn once, and conditional', async () => {
    const first = await server.get('/tools/acme/card.png');
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(first.headers.get('content-type')).toBe('image/png');
    expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
      'PNG',
      1200,
      630,
    ]);
    const etag = first.headers.get('etag') ?? '';
    const again = await server.get('/tools/acme/card.png?any=thing', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });

  it('answers several at once', async () => {
    const paths = ['/card', '/compare/card', '/category/crm/card', '/tools/beta/card', '/tools/tokens/card'];
    const answers = await Promise.all(paths.map((path) => server.get(`${path}.png`)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  });
});

describe('a page', () => {
  it.each([
    ['/', '/card.png'],
    ['/compare?slugs=acme,delta', '/compare/card.png'],
    ['/category/crm', '/category/crm/card.png'],
    ['/tools/acme/pricing', '/tools/acme/card.png'],
  ])('%s is shared with %s', async (path, card) => {
    const page = await pageAt(server, path);
    expect(page).toContain(`<meta property="og:image" content="${SITE.baseUrl}${card}">`);
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect((await server.get(card)).headers.get('content-type')).toBe('image/png');
  });
});

const drawing = await renderer();

describe('fitted text', () => {
  const room = { width: 1040, most: 92, least: 44 };
  const widthOf = (words: string, size: number) => {
    const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="100" font-family="Inter" font-weight="700" font-size="${size}">${escaped}</text></svg>`;
    return new Resvg(svg, drawing).getBBox()?.width ?? 0;
  };

  it('keeps within its room, whatever the letters', () => {
    const letters = fc.constantFrom(
      ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 &.,-()/$€@%ÆŒÄßéøЖщΩ',
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 120 }), (text) => {
        const { words, size } = fitted(text, room);
        expect(size).toBeGreaterThanOrEqual(room.least);
        expect(widthOf(words, size)).toBeLessThanOrEqual(room.width);
      }),
    );
  });

  it('leaves room for the terms of a long amount', () => {
    const amount = fitted('from $1,250.50', { width: 520, most: 72, least: 40 });
    const terms = fitted('per workspace a month, billed monthly', { width: 1040 - amount.width, most: 40, least: 20 });
    expect([amount.words, terms.words]).toEqual(['from $1,250.50', 'per workspace a month, billed monthly']);
  });

  it('is cut only at the least size', () => {
    expect(fitted('Notion', room)).toMatchObject({ words: 'Notion', size: 92 });
    expect(fitted('Databricks Mosaic AI Model Serving', room).words).not.toContain('…');
    expect(fitted('W'.repeat(40), room)).toMatchObject({ words: `${'W'.repeat(21)}…`, size: 44 });
  });
});
