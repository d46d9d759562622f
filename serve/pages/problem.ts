/** What a person sees in place of a page that there is not. */
import type { Site } from '../../config/site.ts';
import { Tombstone } from '../lookup.ts';
import { PROBLEMS, type Problem } from '../problem.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { day } from './words.ts';

export function problemPage(problem: Problem, site: Site, requestId: string): Html {
  const { title, meaning } = PROBLEMS[problem.code];
  const suggestions = problem.members.suggestions;
  const ended = Tombstone.safeParse(problem.members.tombstone).data;
  const slugs = Array.isArray(suggestions) ? suggestions.filter((slug) => typeof slug === 'string') : [];
  return layout(site, {
    title,
    description: meaning,
    noIndex: true,
    main: html`
<p class="crumbs">${problem.status}</p>
<h1>${title}</h1>
<p class="lead">${problem.message}.</p>
${slugs.length > 0 && html`<p>Did you mean ${slugs.map((slug, index) => html`${index > 0 && ', '}<a href="/tools/${slug}/pricing">${slug}</a>`)}?</p>`}
${ended && html`<p>${ended.reason}${ended.retiredOn && html`, on ${day(ended.retiredOn)}`}. <a href="/api/v2/history/${ended.slug}">Its past prices</a> stay.</p>`}
${ended?.successor && html`<p>See <a href="/tools/${ended.successor}/pricing">${ended.successor}</a>.</p>`}
<p><a href="/">All products</a></p>
<p class="quiet">Request ${requestId}</p>
`,
  });
}
