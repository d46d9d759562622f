import type { Site } from '../../config/site.ts';
import { type Html, html } from '../../web/html.ts';
import { namesIn } from '../interface/lookup.ts';
import { PROBLEMS, type Problem } from '../interface/problem.ts';
import { Tombstone } from '../interface/problem-shape.ts';
import { label } from '../record/vendor-text.ts';
import { layout } from './parts/layout.ts';
import { externalLink, productLink } from './parts/markup.ts';
import { day } from './parts/wording.ts';

interface ErrorContext {
  site: Site;
  requestId: string;
  path: string;
  /** Undefined where nothing is published. */
  nameOf(slug: string): string | undefined;
}

export function problemPage(problem: Problem, { site, requestId, path, nameOf }: ErrorContext): Html {
  const { code, status, message, errors, members, headers } = problem;
  const { title, meaning } = PROBLEMS[code];
  const ended = Tombstone.safeParse(members.tombstone).data;
  const seconds = headers['Retry-After'];
  const near = slugsIn(members.suggestions);
  const known = namesIn(path).find((name) => nameOf(name) !== undefined && !near.includes(name));
  const link = (slug: string) => productLink({ slug, name: nameOf(slug) ?? slug });
  return layout(site, {
    title,
    description: meaning,
    noIndex: true,
    isSearch: status === 404,
    main: html`
<p class="quiet">${status}</p>
<h1>${title}</h1>
<p class="lead">${message}.</p>
${errors.length > 0 && html`<ul>${errors.map(({ parameter, reason, allowed = [] }) => html`<li><code>${parameter}</code>: ${reason}${allowed.length > 0 && html`. Allowed: ${allowed.slice(0, 100).join(', ')}`}</li>`)}</ul>`}
${seconds !== undefined && html`<p>Try again in ${seconds === '1' ? 'a second' : `${seconds} seconds`}.</p>`}
${ended && tombstone(ended, link)}
${status === 404 && elsewhere(path, { near, known, link })}
<p><a href="/">Home</a> · <a href="/?page=1">All products</a> · <a href="/problems/${code}">About this error</a></p>
<p class="quiet">Request ${requestId}</p>
`,
  });
}

type LinkOf = (slug: string) => Html;

function tombstone({ name, slug, reason, retiredOn, successor, source }: Tombstone, link: LinkOf): Html {
  return html`<dl class="facts">
<div><dt>Reason</dt><dd>${reason} (${externalLink(source, 'source')})</dd></div>
${retiredOn !== undefined && html`<div><dt>Since</dt><dd>${day(retiredOn)}</dd></div>`}
${successor !== undefined && html`<div><dt>Successor</dt><dd>${link(successor)}</dd></div>`}
<div><dt>What stays</dt><dd><a href="/tools/${slug}/history">The past prices of ${name}</a></dd></div>
</dl>`;
}

interface Elsewhere {
  near: readonly string[];
  /** A product that the path names and that lacks this page. */
  known: string | undefined;
  link: LinkOf;
}

function elsewhere(path: string, { near, known, link }: Elsewhere): Html {
  return html`${known !== undefined && html`<p>Pricing record: ${link(known)}</p>`}
${near.length > 0 && html`<h2>Did you mean</h2><ul>${near.map((slug) => html`<li>${link(slug)}</li>`)}</ul>`}
<form class="search" role="search" aria-label="Products" action="/" method="get">
<div class="find"><input type="search" name="q" data-search aria-label="Search products" value="${wordsOf(path)}" maxlength="100" autocomplete="off"></div>
<button>Search</button>
</form>`;
}

function wordsOf(path: string): string {
  return label(
    namesIn(path)
      .at(-1)
      ?.replaceAll(/[-_.+]+/g, ' ') ?? '',
    100,
  ).trim();
}

function slugsIn(suggestions: unknown): string[] {
  return Array.isArray(suggestions) ? suggestions.filter((slug) => typeof slug === 'string') : [];
}
