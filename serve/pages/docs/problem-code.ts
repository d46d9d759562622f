/** The page of a problem code, with an example. */
import * as z from 'zod';
import type { Site } from '../../../config/site.ts';
import { type Html, html } from '../../../web/html.ts';
import { EXAMPLES, requestLine, spokenOf } from '../../interface/examples.ts';
import { fixedPage } from '../../interface/page.ts';
import { isProblemCode, PROBLEMS, Problem, type ProblemCode } from '../../interface/problem.ts';
import { MANIFEST_PATH } from '../../interface/published-files.ts';
import { operations } from '../../operations/list.ts';
import { layout } from '../parts/layout.ts';
import { prose } from '../parts/markup.ts';

export const problemCodePage = fixedPage({
  id: 'problem',
  path: '/problems/{code}',
  params: z.object({ code: z.string().max(100) }),
  render(site, { code }) {
    if (!isProblemCode(code)) throw new Problem('not_found', 'Unknown problem code');
    const { title, status, meaning, remedy } = PROBLEMS[code];
    const others = Object.entries(PROBLEMS).filter(([other]) => other !== code);
    const asked = operations.filter(({ problems }) => problems.includes(code));
    return layout(site, {
      title,
      description: `${code}: ${meaning}`,
      path: `/problems/${code}`,
      main: html`
<h1>${title}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<p class="lead">${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
${asked.length > 0 && html`<h2>Operations with this error</h2><ul>${asked.map(({ rest, summary }) => html`<li>${summary}: <code>${rest.method.toUpperCase()} ${rest.path}</code></li>`)}</ul>`}
${example(code, site)}
<h2>Error format</h2>
<p><code>application/problem+json</code> (RFC 9457): <code>code</code> is for programs, <code>detail</code> for people, <code>errors</code> lists the invalid parameters. Include the <code>instance</code> in reports. The <a href="${MANIFEST_PATH}">OpenAPI description</a> lists the errors of each operation.</p>
<h2>Other errors</h2>
<ul>${others.map(([other, { title }]) => html`<li><a href="/problems/${other}">${title}</a> <code>${other}</code></li>`)}</ul>
`,
    });
  },
});

function example(code: ProblemCode, site: Site): Html | false {
  for (const operation of operations)
    for (const [name, given] of Object.entries(operation.examples)) {
      const body = EXAMPLES[operation.id]?.[name]?.body;
      if (typeof body !== 'object' || body === null || !('code' in body) || body.code !== code) continue;
      return html`<h2>Example with a fictional catalogue</h2>
<pre><code>${requestLine(operation, given)}</code></pre>
<pre><code>${spokenOf(site, body, 2)}</code></pre>`;
    }
  return false;
}
