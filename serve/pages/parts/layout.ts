/** The frame of every page. */

import { join } from 'node:path';
import type { Site } from '../../../config/site.ts';
import { type Asset, scriptsIn, styleOf } from '../../../web/assets.ts';
import { dataBlock, type Html, html } from '../../../web/html.ts';
import { FEEDS } from '../../interface/published-files.ts';
import type { Store } from '../../store/store.ts';
import { CARD, cardPath } from './card-address.ts';
import { MARK_SHAPE, MARK_TICK } from './mark.ts';
import { separated } from './markup.ts';

export interface Link {
  path: string;
  text: string;
}

/** An object of schema.org. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

interface Content {
  title: string;
  /** A sentence, for search engines and previews. */
  description: string;
  main: Html;
  /** The canonical address. Absent on error pages. */
  path?: string;
  /** The topmost first. */
  crumbs?: readonly Link[];
  /** Structured data. */
  about?: readonly Thing[];
  generation?: string;
  noIndex?: boolean;
  /** In `serve/pages/browser`; the page works without them. */
  scripts?: readonly string[];
  /** The Atom feed of what the page shows; of all changes by default. */
  feed?: string;
  /** Omits the search of the masthead. */
  isSearch?: boolean;
}

/** On a narrow screen a popover, which needs no script. */
const NAVIGATION: readonly Link[] = [
  { path: '/compare', text: 'Compare' },
  { path: '/#categories', text: 'Categories' },
  { path: '/models', text: 'Token rates' },
  { path: '/calculators/tco', text: 'Calculator' },
  { path: '/changes', text: 'Changes' },
  { path: '/docs', text: 'API' },
  { path: '/quality', text: 'Quality' },
];

const FOOT: readonly Link[] = [
  { path: '/docs', text: 'API' },
  { path: FEEDS.changes.path, text: 'Feed of price changes' },
  { path: '/index', text: 'Price index' },
  { path: '/quality', text: 'Data quality' },
  { path: '/terms', text: 'Terms' },
  { path: '/bot', text: 'Our crawler' },
];

export const PRODUCTS: Link = { path: '/', text: 'Products' };

export function pricingLink({ slug, name }: { slug: string; name: string }): Link {
  return { path: `/tools/${slug}/pricing`, text: `${name} pricing` };
}

export function storeLayout({ site, generation }: Store, content: Content): Html {
  return layout(site, { ...content, generation: generation.id });
}

export function layout(site: Site, content: Content): Html {
  const { title, main, path, crumbs = [], about = [], generation, noIndex, scripts = [] } = content;
  const { brand, baseUrl } = site;
  const description = shortened(content.description);
  const full = title === brand ? `${brand}: software prices, each with proof` : `${title} · ${brand}`;
  const foot = FOOT.map(({ path: to, text }) => html`<a href="${to}">${text}</a>`);
  const things = [...about, ...(crumbs.length === 0 ? [] : [breadcrumbList(site, [...crumbs, { path, text: title }])])];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${full}</title>
<meta name="description" content="${description}">
${noIndex === true && html`<meta name="robots" content="noindex">\n`}${
  path !== undefined &&
  html`<link rel="canonical" href="${baseUrl + path}">
<meta property="og:url" content="${baseUrl + path}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${brand}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${baseUrl + cardPath(path)}">
<meta property="og:image:width" content="${CARD.width}">
<meta property="og:image:height" content="${CARD.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
`
}<link rel="icon" href="${ICON}">
<link rel="alternate" type="application/atom+xml" href="${content.feed ?? FEEDS.changes.path}" title="Price changes">
<link rel="stylesheet" href="${STYLE.path}">
${[...new Set(['search', ...scripts])].map((name) => html`<script type="module" src="${scriptPath(name)}"></script>\n`)}${things.length > 0 && dataBlock({ '@context': 'https://schema.org', '@graph': things })}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead">
<a class="brand" href="/">${MARK}${brand}</a>
${content.isSearch !== true && html`<form class="find" role="search" aria-label="Products" action="/" method="get"><input type="search" name="q" data-search aria-label="Search products" placeholder="Search products" maxlength="100" autocomplete="off"></form>`}
<button class="menu" popovertarget="menu">Menu</button>
<nav id="menu" popover aria-label="Main"><ul>${NAVIGATION.map((link) => html`<li><a href="${link.path}"${link.path === path && html` aria-current="page"`}>${link.text}</a></li>`)}</ul></nav>
</header>
${crumbs.length > 0 && html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${crumbs.map((crumb) => html`<li><a href="${crumb.path}">${crumb.text}</a></li>`)}</ol></nav>`}
<main id="main" tabindex="-1">
${main}
</main>
<footer class="foot">
<p>Every price names its source: a vendor’s page or a dataset. Free to cite with a link.</p>
<p>${separated(foot, ' · ')}</p>
${generation !== undefined && html`<p>Generation ${generation}</p>`}
</footer>
</body>
</html>
`;
}

/** Search engines show no more. */
const MOST_DESCRIBED = 160;

/** As many sentences as fit, or else as many words of the first. */
function shortened(description: string): string {
  const sentences = fitting(description.split(/(?<=\. )/), MOST_DESCRIBED);
  return sentences === '' ? `${fitting(description.split(/(?<= )/), MOST_DESCRIBED - 1)}…` : sentences;
}

/** The first parts. */
function fitting(parts: readonly string[], most: number): string {
  const ends = parts.map((_, index) =>
    parts
      .slice(0, index + 1)
      .join('')
      .trimEnd(),
  );
  return ends.findLast(({ length }) => length <= most) ?? '';
}

function breadcrumbList({ baseUrl }: Site, links: readonly { path: string | undefined; text: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: links.map(({ path, text }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      item: path === undefined ? undefined : baseUrl + path,
    })),
  };
}

const MARK = html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${MARK_SHAPE}"/><path d="${MARK_TICK}"/></svg>`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#8a5a00" d="${MARK_SHAPE}"/><path fill="none" stroke="#fff" stroke-width="2.5" d="${MARK_TICK}"/></svg>`,
)}`;

const STYLE = styleOf(join(import.meta.dirname, '..', 'style'));

const scripts = scriptsIn(join(import.meta.dirname, '..', 'browser'));

export const assets: readonly Asset[] = [STYLE, ...scripts.values()];

function scriptPath(name: string): string {
  const script = scripts.get(name);
  if (script === undefined) throw new Error(`there is no script ${name} in serve/pages/browser`);
  return script.path;
}
