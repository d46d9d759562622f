/** The frame of every page of the console. */
import { join } from 'node:path';
import { type Asset, scriptsIn, styleOf } from '../../web/assets.ts';
import { type Html, html } from '../../web/html.ts';

const STYLE = styleOf(join(import.meta.dirname, '../style'));
const scripts = scriptsIn(join(import.meta.dirname, '../browser'));

export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  [STYLE, ...scripts.values()].map((asset) => [asset.path, asset]),
);

/** Where people go, in the order in which they look. */
const PLACES = [
  ['/', 'Overview'],
  ['/checks', 'Checks'],
  ['/review', 'Review'],
  ['/failures', 'Failures'],
  ['/readers', 'Readers'],
  ['/products', 'Products'],
  ['/budget', 'Budget'],
  ['/calibration', 'Calibration'],
  ['/watchlists', 'Watchlists'],
  ['/activity', 'Activity log'],
  ['/queues', 'Queues'],
] as const;

/** The place that a path is, or is below. */
export function placeOf(path: string): (typeof PLACES)[number] | undefined {
  return PLACES.find(([place]) => place !== '/' && `${path}/`.startsWith(`${place}/`));
}

export interface Frame {
  brand: string;
  /** Who is logged in, or the name that is set; undefined before a login. */
  who: string | undefined;
  /** There is a login to leave. */
  hasLogin: boolean;
}

export interface Content {
  title: string;
  /** Path of the place it belongs to. */
  place?: string;
  main: Html;
  /** Parts marked `data-live` follow what happens, where script runs; a reload does the same. */
  isLive?: boolean;
  /** The name of its own script in browser/; those that have one have keys, too. */
  script?: string;
}

export function layout({ brand, who, hasLogin }: Frame, { title, place, main, isLive = false, script }: Content): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${brand} console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE.path}">
${isLive && html`<script type="module" src="${scripts.get('live')?.path ?? ''}"></script>`}
${script !== undefined && ['keys', script].map((name) => html`<script type="module" src="${scripts.get(name)?.path ?? ''}"></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead">
<a class="brand" href="/">${brand} <span>console</span></a>
${
  who !== undefined &&
  html`<nav aria-label="Console"><ul>${PLACES.map(
    ([path, name]) => html`<li><a href="${path}"${path === place && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>
<div class="who"><span title="The activity log records this name">${who}</span>${hasLogin && html`<form method="post" action="/logout"><button class="plain">Log out</button></form>`}</div>`
}
</header>
<main id="main">
${main}
</main>
</body>
</html>
`;
}
