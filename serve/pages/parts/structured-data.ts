/** What pages say to search engines, in the words of schema.org: never more than stands on the page. Pure. */
import type { Site } from '../../../config/site.ts';
import type { Link } from './navigation.ts';

/** A thing of schema.org, by its type and the names of its properties. What is absent is left out. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

export function graph(things: readonly Thing[]): object {
  return { '@context': 'https://schema.org', '@graph': things };
}

/** The way to the page; the last is the page itself, which needs no address. */
export function breadcrumbList(
  { baseUrl }: Site,
  way: readonly (Pick<Link, 'text'> & { path: string | undefined })[],
): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ path, text }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      item: path === undefined ? undefined : baseUrl + path,
    })),
  };
}

/** The whole, and how it is searched. */
export function website({ baseUrl, brand }: Site): Thing {
  return {
    '@type': 'WebSite',
    name: brand,
    url: `${baseUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/?q={words}` },
      'query-input': 'required name=words',
    },
  };
}
