/** What the `type` of a problem leads to: the error, explained. */
import * as z from 'zod';
import { page } from '../page.ts';
import { isProblemCode, PROBLEMS, Problem } from '../problem.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

export const problemCodePage = page({
  id: 'problem',
  path: '/problems/{code}',
  params: z.object({ code: z.string().max(100) }),
  render({ site }, { code }) {
    if (!isProblemCode(code)) throw new Problem('not_found', 'There is no problem with this code');
    const { title, status, meaning } = PROBLEMS[code];
    const others = Object.keys(PROBLEMS).filter((other) => other !== code);
    return layout(site, {
      title,
      description: meaning,
      main: html`
<p class="crumbs">Errors of the API</p>
<h1>${title}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<p class="lead">${meaning}</p>
<p>Errors are <code>application/problem+json</code> (RFC 9457), with <code>code</code> for programs and <code>detail</code> for people. Quote the <code>instance</code> when you report one.</p>
<h2>Other errors</h2>
<ul>${others.map((other) => html`<li><a href="/problems/${other}">${other}</a></li>`)}</ul>
`,
    });
  },
});
