import { counted, number } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { type Request, requestOf } from '../../interface/examples.ts';
import { isProblemCode, PROBLEMS } from '../../interface/problem.ts';
import type { Store } from '../../store/store.ts';
import { tools } from '../../tools/list.ts';
import { PRODUCTS, storeLayout } from '../parts/layout.ts';
import { prose, separated, table } from '../parts/markup.ts';
import {
  answerOf,
  type Endpoint,
  errorsOf,
  type Manifest,
  namedIn,
  nameOf,
  parametersOf,
  type Schema,
} from './openapi.ts';
import { curlOf, type Given, sampleOf, typescriptOf } from './samples.ts';

export function operationPage(
  store: Store,
  { endpoint, manifest, now }: { endpoint: Endpoint; manifest: Manifest; now: Date },
): Html {
  const { method, path, operation } = endpoint;
  const { summary, description, operationId } = operation;
  const given = sampleOf(store, endpoint, now);
  const request = given && requestOf(endpoint, given);
  const answer = answerOf(endpoint);
  const isJson = answer?.mediaType.includes('json') ?? false;
  const asTools = tools
    .filter((tool) => tool.operation.id === operationId)
    .map(({ name }) => html`<a href="/docs#mcp"><code>${name}</code></a>`);
  return storeLayout(store, {
    title: `${summary}: API reference`,
    description: `${method.toUpperCase()} ${path}: ${summary}. Parameters, answer, errors and a sample request.`,
    path: `/docs/${operationId}`,
    crumbs: [PRODUCTS, { path: '/docs', text: 'API reference' }],
    scripts: ['try', 'copy'],
    main: html`
<h1>${summary}</h1>
<p class="endpoint"><code><strong>${method.toUpperCase()}</strong> ${path}</code></p>
${description !== undefined && html`<p class="lead">${prose(description)}</p>`}
${asTools.length > 0 && html`<p class="quiet">For agents: ${separated(asTools)}</p>`}
${parameters(endpoint)}
${request && html`<h2 id="samples">Sample request</h2>${samples(request, store.site.baseUrl, isJson)}`}
${request && given && tryForm(endpoint, given, request)}
${answer && html`<h2>Answer</h2><p class="quiet"><code>${answer.mediaType}</code>${isJson && '; “?” marks optional fields'}</p>${members(answer.schema)}${shapes(namedIn(answer.schema, manifest), manifest)}`}
${errors(endpoint)}
`,
  });
}

function parameters(endpoint: Endpoint): Html {
  const rows = parametersOf(endpoint).map(({ name, in: place, required, description, schema }) => {
    const limits = limitsOf(schema);
    const meaning = description ?? schema.description;
    return html`<tr><th scope="row"><code>${name}</code> <span class="quiet">${place}${required === true && ', required'}</span></th>
<td>${typeOf(schema)}${limits !== '' && html` <span class="quiet">${limits}</span>`}</td>
<td>${meaning !== undefined && prose(meaning)}${schema.default !== undefined && html` <span class="quiet">Default: <code>${String(schema.default)}</code>.</span>`}</td></tr>
`;
  });
  if (rows.length === 0) return html`<p>No parameters.</p>`;
  return html`<h2>Parameters</h2>${table('parameters', ['Name', 'Type and limits', 'Meaning'], rows)}`;
}

function samples(request: Request, baseUrl: string, isJson: boolean): Html {
  return html`${request.method === 'GET' && html`<p><a href="${request.target}">${request.target}</a></p>`}
<pre class="cite" data-copy id="curl">${curlOf(request, baseUrl)}</pre>
<details><summary>TypeScript</summary><pre class="cite" data-copy>${typescriptOf(request, baseUrl, isJson)}</pre></details>`;
}

/** Its script shows it. */
function tryForm(endpoint: Endpoint, given: Given, { body }: Request): Html {
  const { method, path } = endpoint;
  const fields = parametersOf(endpoint)
    .filter((each) => each.in !== 'header')
    .map(({ name, schema, required }) => {
      const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
      const value = String(given[name] ?? '');
      if (choices === undefined)
        return html`<label>${name}<input type="text" name="${name}" value="${value}" autocomplete="off"${required === true && html` required`}></label>`;
      return html`<label>${name}<select name="${name}"><option value=""></option>${choices.map((choice) => html`<option${String(choice) === value && html` selected`}>${String(choice)}</option>`)}</select></label>`;
    });
  const bodyField = html`<label>Body<textarea name="body" rows="6" spellcheck="false">${JSON.stringify(JSON.parse(body ?? '{}'), undefined, 2)}</textarea></label>`;
  return html`<section class="try" aria-labelledby="try" hidden data-try><h2 id="try">Try it</h2>
<form class="search" method="get" action="${path.replaceAll(/[{}]/g, '')}" data-path="${path}" data-method="${method.toUpperCase()}">${method === 'post' ? bodyField : fields}<button>Send</button></form>
<div data-answer role="status"></div></section>`;
}

function shapes(names: readonly string[], { components }: Manifest): Html | false {
  const entries = names.map((name) => {
    const schema = components.schemas[name] ?? {};
    return html`<details class="named" id="shape-${name}"><summary><code>${name}</code>${meaningOf(schema.description)}</summary>${members(schema)}</details>
`;
  });
  return entries.length > 0 && html`<h3>Types</h3>${entries}`;
}

function meaningOf(description: string | undefined): Html | false {
  return description !== undefined && html` <span class="quiet">${prose(description)}</span>`;
}

function errors(endpoint: Endpoint): Html {
  const rows = errorsOf(endpoint).map(
    ({ status, code }) =>
      html`<tr><th scope="row">${status}</th><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${isProblemCode(code) && PROBLEMS[code].title}</td></tr>
`,
  );
  return html`<h2>Errors</h2>${table('parameters', ['Status', 'Code', 'Meaning'], rows)}`;
}

function members(schema: Schema): Html {
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([name, of]) => member(name, of, required.includes(name)));
  return rows.length === 0 ? html`<p>${typeOf(schema)}</p>` : html`<ul class="shape">${rows}</ul>`;
}

function member(name: string, of: Schema, isRequired: boolean): Html {
  const inside = innermost(of);
  const isNested = nameOf(inside) === undefined && Object.keys(inside.properties ?? {}).length > 0;
  const head = html`<code>${name}</code>${!isRequired && html`<span class="quiet" title="Optional">?</span>`} <span class="type">${typeOf(of)}</span>${meaningOf(of.description ?? inside.description)}`;
  if (!isNested) return html`<li>${head}</li>`;
  return html`<li><details><summary>${head}</summary>${members(inside)}</details></li>`;
}

/** Through lists and maps. */
function innermost({ items, additionalProperties, ...schema }: Schema): Schema {
  if (items !== undefined) return innermost(items);
  return typeof additionalProperties === 'object' ? innermost(additionalProperties) : schema;
}

/** "string", "list of Price", "monthly | annual". */
function typeOf(schema: Schema): Html {
  const { type = 'anything', items, additionalProperties, format, anyOf, oneOf, allOf } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return html`<a href="#shape-${name}">${name}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return separated(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' | ',
    );
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object') return html`map to ${typeOf(additionalProperties)}`;
  const several = anyOf ?? oneOf ?? allOf;
  if (several !== undefined) return separated(several.map(typeOf), ' or ');
  return html`${[type].flat().join(' or ')}${format !== undefined && ` (${format})`}`;
}

/** "1 to 1,000,000", "at most 120 characters". */
function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  return [
    ...range(minimum, maximum),
    ...range(minLength, maxLength, 'character'),
    ...range(minItems, maxItems, 'item'),
  ].join(', ');
}

function range(least: number | undefined, most: number | undefined, one?: string): string[] {
  const said = (count: number) => (one === undefined ? number(count) : counted(count, one));
  if (least !== undefined && least === most) return [said(least)];
  if (least !== undefined && most !== undefined) return [`${number(least)} to ${said(most)}`];
  if (least !== undefined) return [`at least ${said(least)}`];
  return most === undefined ? [] : [`at most ${said(most)}`];
}
