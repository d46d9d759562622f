/** One operation: how to ask, with a request that works now, what it answers, and what goes wrong. */
import { type Html, html } from '../../../web/html.ts';
import { isProblemCode, PROBLEMS } from '../../interface/problem.ts';
import type { Store } from '../../store/store.ts';
import { tools } from '../../tools/list.ts';
import { layout } from '../parts/layout.ts';
import { prose } from '../parts/prose.ts';
import { answerOf, askedWith, type Endpoint, errorsOf, type Manifest, namedIn } from './manifest-schema.ts';
import { curlOf, type Given, type Request, requestOf, sampleOf, typescriptOf } from './samples.ts';
import { limitsOf, members, typeOf } from './schema-tree.ts';

interface Of {
  endpoint: Endpoint;
  manifest: Manifest;
  now: Date;
}

export function operationPage(store: Store, { endpoint, manifest, now }: Of): Html {
  const { site } = store;
  const { method, path, operation } = endpoint;
  const { summary, description, operationId } = operation;
  const given = sampleOf(store, endpoint, now);
  const request = given && requestOf(endpoint, given);
  const answer = answerOf(endpoint);
  const isJson = answer?.mediaType.includes('json') ?? false;
  const asTools = tools.filter((tool) => tool.operation.id === operationId);
  return layout(site, {
    title: `${summary}: API reference`,
    description: `${method.toUpperCase()} ${path}: ${summary}. Parameters, shape of the answer, errors and a request that works.`,
    path: `/docs/${operationId}`,
    crumbs: [
      { path: '/', text: 'Products' },
      { path: '/docs', text: 'API reference' },
    ],
    generation: store.generation.id,
    scripts: ['try', 'copy'],
    main: html`
<h1>${summary}</h1>
<p class="endpoint"><code><strong>${method.toUpperCase()}</strong> ${path}</code></p>
${description !== undefined && html`<p class="lead">${prose(description)}</p>`}
${asTools.length > 0 && html`<p class="quiet">For agents: ${asTools.map(({ name }, at) => html`${at > 0 && ', '}<a href="/docs#mcp"><code>${name}</code></a>`)}</p>`}
${parameters(endpoint)}
${request && html`<h2 id="samples">A request that works</h2>${samples(request, site.baseUrl, isJson)}`}
${request && given && trying(endpoint, given, request)}
${answer && html`<h2>Answer</h2><p class="quiet"><code>${answer.mediaType}</code>${isJson && '; “?” marks what may be absent'}</p>${members(answer.schema)}${shapes(namedIn(answer.schema, manifest), manifest)}`}
${errors(endpoint)}
`,
  });
}

function parameters(endpoint: Endpoint): Html {
  const asked = askedWith(endpoint);
  if (asked.length === 0) return html`<p>It takes no parameters.</p>`;
  return html`<h2>Parameters</h2><table class="parameters"><thead><tr><th scope="col">Name</th><th scope="col">Type and limits</th><th scope="col">Meaning</th></tr></thead><tbody>
${asked.map(({ name, in: place, required, description, schema }) => {
  const limits = limitsOf(schema);
  const meaning = description ?? schema.description;
  return html`<tr><th scope="row"><code>${name}</code> <span class="quiet">${place}${required === true && ', required'}</span></th>
<td>${typeOf(schema)}${limits !== '' && html` <span class="quiet">${limits}</span>`}</td>
<td>${meaning !== undefined && prose(meaning)}${schema.default !== undefined && html` <span class="quiet">By default <code>${String(schema.default)}</code>.</span>`}</td></tr>
`;
})}</tbody></table>`;
}

function samples(request: Request, baseUrl: string, isJson: boolean): Html {
  return html`${request.method === 'GET' && html`<p><a href="${request.target}">${request.target}</a></p>`}
<pre class="cite" data-copy id="curl">${curlOf(request, baseUrl)}</pre>
<details><summary>TypeScript</summary><pre class="cite" data-copy>${typescriptOf(request, baseUrl, isJson)}</pre></details>`;
}

/** Only with a script: without one the sample is a link. */
function trying(endpoint: Endpoint, given: Given, { body }: Request): Html {
  const { method, path } = endpoint;
  const fields =
    method === 'post'
      ? html`<label>Body<textarea name="body" rows="6" spellcheck="false">${JSON.stringify(JSON.parse(body ?? '{}'), undefined, 2)}</textarea></label>`
      : html`${askedWith(endpoint)
          .filter((each) => each.in !== 'header')
          .map(({ name, schema, required }) =>
            field(name, schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined), {
              value: given[name],
              required,
            }),
          )}`;
  return html`<section class="try" aria-labelledby="try" hidden data-try><h2 id="try">Try it</h2>
<form class="search" method="get" action="${path.replaceAll(/[{}]/g, '')}" data-path="${path}" data-method="${method.toUpperCase()}">${fields}<button>Send</button></form>
<div data-answer role="status"></div></section>`;
}

function field(
  name: string,
  choices: readonly unknown[] | undefined,
  { value, required }: { value: string | number | undefined; required: boolean | undefined },
): Html {
  if (choices === undefined)
    return html`<label>${name}<input type="text" name="${name}" value="${value ?? ''}" autocomplete="off"${required === true && html` required`}></label>`;
  return html`<label>${name}<select name="${name}"><option value=""></option>${choices.map((choice) => html`<option${String(choice) === value && html` selected`}>${String(choice)}</option>`)}</select></label>`;
}

function shapes(names: readonly string[], { components }: Manifest): Html | false {
  return (
    names.length > 0 &&
    html`<h3>Shapes in it</h3>${names.map((name) => {
      const schema = components.schemas[name] ?? {};
      return html`<details class="named" id="shape-${name}"><summary><code>${name}</code>${schema.description !== undefined && html` <span class="quiet">${prose(schema.description)}</span>`}</summary>${members(schema)}</details>
`;
    })}`
  );
}

function errors(endpoint: Endpoint): Html {
  const rows = errorsOf(endpoint).flatMap(({ status, codes }) =>
    codes.map(
      (code) =>
        html`<tr><th scope="row">${status}</th><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${isProblemCode(code) && PROBLEMS[code].title}</td></tr>
`,
    ),
  );
  return html`<h2>Errors</h2><table class="parameters"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Means</th></tr></thead><tbody>
${rows}</tbody></table>`;
}
