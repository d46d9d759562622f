/** Addresses of a sitemap or of an index of sitemaps (sitemaps.org), or of a list in plain text. Pure. */

interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

const MAX_ADDRESSES = 50_000;
const MAX_ADDRESS = 500;
const LOC = /<loc>([^<]{1,2000})<\/loc>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' };

export function sitemapOf(text: string): Sitemap {
  const isXml = /^\s*</.test(text.replace(/^\u{feff}/u, '').slice(0, 100));
  const found = isXml ? Array.from(text.matchAll(LOC), ([, address = '']) => address) : text.split(/\r?\n/);
  const addresses = found
    .slice(0, MAX_ADDRESSES)
    .map((address) => unescaped(address.trim()))
    .filter((address) => address.length <= MAX_ADDRESS && /^https?:\/\//i.test(address) && URL.canParse(address));
  return isXml && /<sitemapindex[\s>]/i.test(text.slice(0, 5_000))
    ? { pages: [], sitemaps: addresses }
    : { pages: addresses, sitemaps: [] };
}

function unescaped(text: string): string {
  return text
    .replace(/^<!\[CDATA\[(.*)\]\]>$/, '$1')
    .replaceAll(/&(amp|apos|quot|lt|gt);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
