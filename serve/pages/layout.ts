/** The frame of every page: head, masthead, main, and a foot that says what the data is. */
import type { Site } from '../../config/site.ts';
import { FEED_PATH } from '../http/headers.ts';
import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

interface Content {
  title: string;
  /** For search engines and link previews; a sentence. */
  description: string;
  main: Html;
  /** The id of the generation that the page shows, where it shows one. */
  generation?: string;
  /** Not for search engines. */
  noIndex?: boolean;
}

export function layout(site: Site, { title, description, main, generation, noIndex = false }: Content): Html {
  const { brand } = site;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === brand ? brand : `${title} · ${brand}`}</title>
<meta name="description" content="${description}">
${noIndex && html`<meta name="robots" content="noindex">`}
<link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" href="${FEED_PATH}" title="Changes of prices">
<link rel="stylesheet" href="${STYLE.path}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead"><a class="brand" href="/">${brand}</a><span>Software prices, with their proof</span></header>
<main id="main">
${main}
</main>
<footer class="foot">
<p>Every price here was read from a vendor’s page or comes from a named dataset, and says which. Free to cite with a link.</p>
<p>${generation !== undefined && html`Generation ${generation} · `}<a href="/api/v2/openapi.json">API</a> · <a href="/terms">Terms</a> · <a href="/quality">How good this data is</a> · <a href="/bot">Our crawler</a></p>
</footer>
</body>
</html>
`;
}
