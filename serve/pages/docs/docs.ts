/** The API reference, made from the manifest. */
import * as z from 'zod';
import { type Html, html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { PROBLEMS, Problem } from '../../interface/problem.ts';
import { EXPORTS, MANIFEST_PATH, TOOLS_PATH } from '../../interface/published-files.ts';
import { citationRules, READING, SCHEMA_VERSION, USE, VENDORS_WORDS } from '../../record/envelope.ts';
import type { Store } from '../../store/store.ts';
import { tools } from '../../tools/list.ts';
import { PRODUCTS, storeLayout } from '../parts/layout.ts';
import { prose } from '../parts/markup.ts';
import { type Endpoint, endpointsOf, type Manifest } from './openapi.ts';
import { operationPage } from './operation.ts';

export const docsPage = page({
  id: 'docs',
  path: '/docs',
  listed: true,
  params: z.object({}),
  render(store, _params, { manifest }) {
    const described = manifestOf(store, manifest);
    const endpoints = endpointsOf(described);
    const { site } = store;
    return storeLayout(store, {
      title: 'API reference',
      description:
        'Software prices over REST, MCP, feeds and files: all operations with parameters, answers and errors.',
      path: '/docs',
      crumbs: [PRODUCTS],
      scripts: ['copy'],
      main: html`
<h1>API reference</h1>
<p class="lead">${prose(USE)}</p>
<pre class="cite" data-copy>curl '${site.baseUrl}/api/v2/discover?q=crm&limit=3'</pre>
<p><a href="${MANIFEST_PATH}">OpenAPI 3.1</a>, version ${described.info.version}. This page is generated from it.</p>
${described.tags.map((tag) => group(tag, endpoints))}
<section aria-labelledby="mcp"><h2 id="mcp">Tools for agents</h2>
<p>Model Context Protocol over HTTP at <code>${site.baseUrl}${TOOLS_PATH}</code>, without a session or a key. Over stdio: <code>@assay/mcp-server</code> with <code>ASSAY_URL=${site.baseUrl}</code>. Each result carries the attribution and the quotes of its prices.</p>
<pre class="cite" data-copy>${JSON.stringify({ mcpServers: { prices: { type: 'http', url: `${site.baseUrl}${TOOLS_PATH}` } } }, undefined, 2)}</pre>
<ul class="operations">${tools.map(({ name, title, description, operation }) => html`<li><details><summary><code>${name}</code> ${title}</summary><p>${prose(description)} Returns the same as <a href="/docs/${operation.id}">${operation.summary}</a>.</p></details></li>`)}</ul></section>
<section aria-labelledby="files"><h2 id="files">Files</h2>
<p>${EXPORTS.summary}, at <a href="${EXPORTS.path}">${EXPORTS.path}</a>, with size, SHA-256, rows and licence of each. The bytes of a file never change; ranges are supported.</p></section>
<section aria-labelledby="reading"><h2 id="reading">Reading answers</h2><ul>${[...READING, VENDORS_WORDS].map((line) => html`<li>${prose(line)}</li>`)}</ul></section>
<section aria-labelledby="citing"><h2 id="citing">Citation</h2><ol>${citationRules(site).map((rule) => html`<li>${prose(rule)}</li>`)}</ol></section>
<section aria-labelledby="versions"><h2 id="versions">Versions</h2>
<p>Every answer has <code>schemaVersion</code> (${SCHEMA_VERSION}) and <code>generation</code>, the published data that it is computed from. Fields may be added at any time; within <code>/api/v2</code> existing fields keep their name and type. Unknown parameters are ignored; repeated or nested parameters are an error.</p></section>
<section aria-labelledby="limits"><h2 id="limits">Limits and caching</h2>
<p>Keep to a few requests a second. <code>RateLimit-Policy</code> and <code>RateLimit</code> state the limit and the remaining requests; beyond it the answer is <a href="/problems/rate_limited">429</a> with <code>Retry-After</code>. For many products, use a batch, a feed or a file. Answers have strong entity tags: with <code>If-None-Match</code>, unchanged data costs a 304. Encodings: zstd, br, gzip. CORS is open.</p></section>
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p><code>application/problem+json</code> (RFC 9457): <code>code</code> is for programs, <code>detail</code> for people, <code>errors</code> lists the invalid parameters.</p>
<ul class="points">${Object.entries(PROBLEMS).map(([code, { status, title }]) => html`<li><a href="/problems/${code}"><code>${code}</code></a> <span class="quiet">${status}, ${title}</span></li>`)}</ul></section>
`,
    });
  },
});

export const docsOperationPage = page({
  id: 'docs-operation',
  path: '/docs/{operation}',
  params: z.object({ operation: z.string().max(100) }),
  render(store, { operation }, { now, manifest }) {
    const described = manifestOf(store, manifest);
    const endpoint = endpointsOf(described).find((each) => each.operation.operationId === operation);
    if (endpoint === undefined) throw new Problem('not_found', 'Unknown operation');
    return operationPage(store, { endpoint, manifest: described, now });
  },
});

/** Parsed once per generation. */
function manifestOf({ derived, discovery }: Store, manifest: () => string): Manifest {
  return derived.of(discovery, 'manifest', () => JSON.parse(manifest()) as Manifest); // our own document
}

function group({ name, description }: Manifest['tags'][number], endpoints: readonly Endpoint[]): Html | false {
  const own = endpoints.filter(({ operation }) => operation.tags.includes(name));
  if (own.length === 0) return false;
  return html`<section aria-labelledby="tag-${name}"><h2 id="tag-${name}">${name}</h2><p class="quiet">${prose(description)}</p>
<ul class="operations">${own.map(({ method, path, operation }) => html`<li><a href="/docs/${operation.operationId}">${operation.summary}</a> <code class="quiet">${method.toUpperCase()} ${path}</code></li>`)}</ul></section>
`;
}
