/** Vendors with a whole site, each of which leads to its price list in another way, or to none. Hosts: `<slug>.test`. */
import { gzipSync } from 'node:zlib';
import { HTML, send, sendNotFound, TEXT } from '../answer.ts';
import { free, offer, paid } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor, World } from '../vendor.ts';

type Answer = string | Buffer | { body: string | Buffer; type: string };

interface Site {
  slug: string;
  name: string;
  /** Of the price list; absent where it has none. */
  path?: string;
  robots?: string;
  /** By path: HTML, or bytes of a type. */
  pages: Readonly<Record<string, Answer | ((world: World) => Answer)>>;
}

const XML = 'application/xml';
const home = (name: string, links: string, more = '') =>
  `<!doctype html><html lang="en"><head><title>${name} – The quiet CRM</title><meta name="description" content="Contacts, deals and the pipeline of a sales team.">${more}</head><body><nav>${links}</nav><h1>Close deals without noise</h1><p>${name} keeps your contacts and your sales pipeline in one place, for teams of every size that would rather sell.</p></body></html>`;
const links = (...all: readonly [path: string, words: string][]) =>
  all.map(([path, words]) => `<a href="${path}">${words}</a>`).join(' ');
const urlset = (host: string, paths: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>https://${host}${path}</loc></url>`).join('')}</urlset>`;
const index = (host: string, paths: readonly string[]) =>
  `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<sitemap><loc>https://${host}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

const ARTICLE = `<!doctype html><title>How we set our pricing | Blog</title><article><h1>How we set our pricing</h1><p>By Ada, 3 May 2026.</p><p>Two years ago we charged $99 per month. We learned a lot.</p></article>`;

function site({ slug, name, path = '/nowhere', robots, pages }: Site): Vendor {
  const list = offerVendor({
    slug,
    name,
    path,
    category: 'crm',
    offer: offer(name, { tiers: [free('Seed'), paid('Grove', { monthly: '14' }), paid('Forest', { monthly: '39' })] }),
    ...(robots !== undefined && { robots: (_request, response) => send(response, robots, { type: TEXT }) }),
  });
  return {
    ...list,
    respond(request, response, world) {
      const known = pages[world.path];
      const found = typeof known === 'function' ? known(world) : known;
      if (found === undefined) {
        if (path === '/nowhere' && world.path === path) return sendNotFound(response);
        return list.respond(request, response, world);
      }
      const { body, type } = typeof found === 'string' || Buffer.isBuffer(found) ? { body: found, type: HTML } : found;
      return send(response, body, { type });
    },
  };
}

const DECLARED = `<meta property="og:site_name" content="Larkspur"><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Larkspur Labs GmbH"}]}</script>`;

export const SITES: readonly Vendor[] = [
  // Beside the right link: an article, the same page twice, another site, and a page that only sounds like it.
  site({
    slug: 'larkspur',
    name: 'Larkspur',
    path: '/product/pricing',
    pages: {
      '/': home(
        'Larkspur',
        links(
          ['/blog/our-pricing', 'How we set our pricing'],
          ['https://elsewhere.test/pricing', 'Pricing'],
          ['/product/pricing#team', 'Prices'],
          ['/product/pricing', 'Pricing'],
          ['/editions', 'Editions'],
          ['/about', 'About'],
        ),
        DECLARED,
      ),
      '/blog/our-pricing': ARTICLE,
      '/editions': home('Larkspur editions', ''),
    },
  }),
  // Its path says nothing; its words do, in German.
  site({
    slug: 'tannenhof',
    name: 'Tannenhof',
    path: '/de/s/117',
    pages: {
      '/': home('Tannenhof', links(['/de/s/110', 'Funktionen'], ['/de/s/117', 'Preise'], ['/de/s/118', 'Kontakt'])),
    },
  }),
  // Nothing links to it; a gzipped sitemap, named by an index that robots.txt names, has it.
  site({
    slug: 'undergrowth',
    name: 'Undergrowth',
    path: '/crm/plans-and-pricing',
    robots: 'User-agent: *\nAllow: /\nSitemap: https://undergrowth.test/maps/index.xml\n',
    pages: {
      '/': home('Undergrowth', links(['/about', 'About'])),
      '/maps/index.xml': { body: index('undergrowth.test', ['/maps/blog.xml', '/maps/pages.xml.gz']), type: XML },
      '/maps/blog.xml': { body: urlset('undergrowth.test', ['/blog/our-pricing']), type: XML },
      '/maps/pages.xml.gz': {
        body: gzipSync(urlset('undergrowth.test', ['/about', '/crm/plans-and-pricing'])),
        type: 'application/gzip',
      },
    },
  }),
  // No link, no sitemap.
  site({ slug: 'bareroot', name: 'Bareroot', path: '/plans', pages: { '/': home('Bareroot', '') } }),
  // robots.txt keeps visitors from one of two.
  site({
    slug: 'hedgerow',
    name: 'Hedgerow',
    path: '/plans',
    robots: 'User-agent: *\nDisallow: /pricing\n',
    pages: {
      '/': home('Hedgerow', links(['/pricing', 'Pricing'], ['/plans', 'Plans'])),
      '/pricing': '<!doctype html><h1>Pricing</h1><h3>Trap</h3><p>$666 per month</p>',
    },
  }),
  site({ slug: 'walled', name: 'Walled', path: '/pricing', robots: 'User-agent: *\nDisallow: /\n', pages: {} }),
  // Nothing is sold, and its sitemaps never end.
  site({
    slug: 'labyrinth',
    name: 'Labyrinth',
    pages: {
      '/': home('Labyrinth', links(['/blog/our-pricing', 'Our pricing'])),
      '/blog/our-pricing': ARTICLE,
      '/sitemap.xml': {
        body: index(
          'labyrinth.test',
          Array.from({ length: 20_000 }, (_, at) => `/sitemap.xml?${at}`),
        ),
        type: XML,
      },
    },
  }),
];
