/** A page as a browser asks for it. */
import { expect } from 'vitest';
import { type Served, SITE } from '../served.ts';

export const AS_BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

/** Of status 200, unless another is expected. */
export async function pageAt(server: Served, path: string, status = 200): Promise<string> {
  const response = await server.get(path, AS_BROWSER);
  expect([response.status, response.headers.get('content-type')], path).toEqual([status, 'text/html; charset=utf-8']);
  return response.text();
}

/** As it reads: without markup, its white space as one space each. */
export function textOf(page: string): string {
  return page
    .replaceAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, ' ')
    .replaceAll(/<\/(?:p|li|td|th|tr|h\d|dt|dd|summary)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

/** Every page that these lead to, with what it answered. Comparisons lead to one another without end: forty of them. */
export async function* pagesFrom(server: Served, from: readonly string[], { site = SITE, except = [''] } = {}) {
  const seen = new Set(except);
  const open = [...from];
  let comparisons = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    if (path.includes('/compare?') && ++comparisons > 40) continue;
    seen.add(path);
    const response = await server.get(path, AS_BROWSER);
    const html = await response.text();
    yield { path, response, html };
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of html.matchAll(/href="([^"]*)"/g)) {
      const own = link.replace(site.baseUrl, '').replaceAll('&amp;', '&');
      if (own.startsWith('/')) open.push(own);
    }
  }
}
