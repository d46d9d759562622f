/** A page as a browser asks for it. */
import { expect } from 'vitest';
import type { Served } from '../served.ts';

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
