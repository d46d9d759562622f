/** What a product's own API asks of a caller, from the vendor's description of it (docs/api-reference.md). */
import * as z from 'zod';
import type { ApiFacts } from '../../../data/api-facts.ts';
import type { ApiReference } from '../../../data/api-reference.ts';
import { counted, number } from '../../../data/text/figures.ts';
import { type Html, html } from '../../../web/html.ts';
import { find } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { Problem } from '../../interface/problem.ts';
import { label } from '../../record/vendor-text.ts';
import { PRODUCTS, pricingLink, storeLayout } from '../parts/layout.ts';
import { externalLink, figures, table, wideTable, withoutScheme } from '../parts/markup.ts';
import { day } from '../parts/wording.ts';
import { questionsOf } from './questions.ts';
import { type Rating, ratingOf } from './rating.ts';
import {
  authPhrase,
  authWords,
  curlOf,
  isGeneral,
  limitsPhrase,
  limitWords,
  meaningOf,
  oauthUrls,
  pageWords,
  scopesOf,
  whereWords,
} from './words.ts';

export const apiReferencePage = page({
  id: 'api-reference',
  path: '/tools/{slug}/api',
  params: z.object({ slug: slugParameter }),
  listed: ({ hasApi }) => hasApi,
  render(store, { slug }) {
    const { product } = find(store, slug);
    const { name } = product;
    const reference = store.generation.api(product.slug);
    if (reference === undefined) throw new Problem('not_found', `No API description of ${name} is known`);
    const { facts } = reference;
    const api = /\bAPIs?$/.test(name) ? name : `${name} API`;
    const questions = questionsOf(api, reference);
    return storeLayout(store, {
      title: api,
      description: `Authentication, base URL, core endpoints, limits and errors of the ${api}, each with its source.`,
      path: `/tools/${slug}/api`,
      crumbs: [PRODUCTS, pricingLink({ slug, name })],
      scripts: ['copy'],
      main: html`
<h1>${api}</h1>
${ratingBlock(ratingOf(reference))}
${verdict(reference)}
${keyFacts(facts)}
<h2>First request</h2>
${firstRequest(facts)}
<h2>Authentication</h2>
${authentication(facts)}
<h2>Core endpoints</h2>
${endpoints(facts)}
<h2>Rate limits</h2>
${limits(facts)}
<h2>SDKs and errors</h2>
${samples(facts)}
${errors(facts)}
<h2>Questions</h2>
${questions.map(({ question, answer, pointers }) => html`<h3>${question}</h3><p>${answer}${pointers.map((pointer) => html` ${place(pointer)}`)}</p>`)}
<h2>Sources</h2>
${sources(reference)}
`,
    });
  },
});

function ratingBlock({ points, criteria }: Rating): Html {
  const rows = criteria.map(({ name, points: got, most, parts }) => {
    const reasons = parts.map((part) => `${part.because} (${part.points} of ${part.most})`).join('; ');
    return html`<tr><th scope="row">${name}</th><td class="number">${got} of ${most}</td><td>${reasons}</td></tr>\n`;
  });
  const pointTable = table(undefined, ['Criterion', figures('Points'), 'Reasons'], rows);
  return html`<p class="lead">Documentation rating: <strong>${points}</strong> of 100</p>
<details class="proof"><summary>Points</summary>${wideTable('Points by criterion', pointTable)}</details>`;
}

/** What the API is, how callers authenticate, whether limits are stated, and how far to trust that. */
function verdict({ facts, imported, observed, attempt, source }: ApiReference): Html {
  const { title, spec, operations, resources } = facts;
  const auth = authPhrase(facts);
  const limited = limitsPhrase(facts);
  return html`<section class="trust" aria-label="Verdict">
<p>${label(title)} is described in OpenAPI ${spec}: ${counted(operations.total, 'operation')} on ${counted(resources, 'resource')}${operations.deprecated > 0 && html`, ${operations.deprecated} deprecated`}. ${auth === undefined ? 'No authentication is documented' : `Authentication: ${auth}`}. ${limited === undefined ? 'No rate limit is documented' : `Rate limits: ${limited}`}.</p>
<dl>
<div><dt>Verified</dt><dd>${observed === undefined ? 'not yet' : day(observed.confirmedAt)}</dd></div>
<div><dt>Sources checked</dt><dd>${observed === undefined ? 0 : 1}${imported && ' (1 dataset imported)'}</dd></div>
${attempt && html`<div><dt>Last checked</dt><dd>${day(attempt.checkedAt)} (${attempt.outcome})</dd></div>`}
</dl>
${imported && html`<p class="quiet">From the description in ${label(imported.dataset.split(':')[0] ?? '')}, ${day(imported.asOf)} (${label(imported.asOfBasis, 160)}); not yet verified by us.${source === undefined && ' No URL for later checks is known.'}</p>`}
${attempt?.disputed && html`<p>The last reading differs and is waiting for review.</p>`}
</section>`;
}

function keyFacts(facts: ApiFacts): Html {
  const [server] = facts.servers;
  const [primary] = facts.endpoints;
  const rows = {
    Authentication: authPhrase(facts) ?? 'not stated',
    'Base URL': server === undefined ? 'not stated' : code(label(server.url, 300)),
    'Primary endpoint': primary === undefined ? 'none' : code(`${primary.method} ${label(primary.path, 300)}`),
    Limits: limitsPhrase(facts) ?? 'not stated',
  };
  return html`<h2>Key facts</h2><dl class="facts">${Object.entries(rows).map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function firstRequest({ request, servers }: ApiFacts): Html {
  if (request === undefined)
    return html`<p>${servers.length === 0 ? 'The description has no base URL, so there is no sample request.' : 'No operation has a simple sample request.'}</p>`;
  return html`<pre class="cite" data-copy>${code(curlOf(request))}</pre>
<p class="quiet">Generated from ${place(request.pointer)}. Replace the words in capitals.</p>`;
}

function authentication({ schemes, operations }: ApiFacts): Html {
  if (schemes.length === 0) return html`<p>The description documents no authentication.</p>`;
  const rows = schemes.map((scheme): Cell[] => [
    html`${authWords(scheme)}${oauthUrls(scheme).map((url) => html`<br>${code(label(url, 300))}`)}`,
    whereWords(scheme),
    scheme.kind === 'oauth2' ? String(scopesOf(scheme)) : '–',
    `${number(scheme.operations)} of ${number(operations.total)}`,
    place(scheme.pointer),
  ]);
  return factTable(['Scheme', 'Place', 'Scopes', 'Operations', 'Location'], rows);
}

function endpoints({ endpoints: core }: ApiFacts): Html {
  if (core.length === 0) return html`<p>All operations in the description are deprecated.</p>`;
  const rows = core.map(({ method, path, resource, required, pointer }): Cell[] => {
    const needs = required.map((need) => `${label(need.name)}${need.in === 'body' ? '' : ` (${need.in})`}`);
    return [code(`${method} ${label(path, 300)}`), label(resource), needs.join(', ') || '–', place(pointer)];
  });
  return factTable(['Endpoint', 'Summary', 'Required', 'Location'], rows);
}

function limits({ limits: { stated, headers, tooMany, pagination } }: ApiFacts): Html {
  const by = ({ operations }: { operations: number }) => counted(operations, 'operation');
  const row = (kind: string, value: Cell, { pointer }: { pointer: string }) => [kind, value, place(pointer)];
  const rows = [
    ...stated.map((limit) =>
      row(isGeneral(limit) ? 'Rate limit' : 'Rate limit of some operations', limitWords(limit), limit),
    ),
    ...headers.map((header) => row('Header', html`${code(label(header.name))}, in responses of ${by(header)}`, header)),
    ...[tooMany ?? []]
      .flat()
      .map((answer) => row('Answer', `429 (${meaningOf('429').toLowerCase()}), documented by ${by(answer)}`, answer)),
    ...pagination.map((parameter) => row('Pages', `${pageWords(parameter)}, at ${by(parameter)}`, parameter)),
  ];
  if (rows.length === 0) return html`<p>The description states no limits. The API may still have some.</p>`;
  return factTable(['Kind', 'Documented value', 'Location'], rows);
}

function samples({ samples: languages, spec, documentation }: ApiFacts): Html {
  const rows: Cell[][] = [
    ['Description', `OpenAPI ${spec}`, place('#/info')],
    ...[documentation ?? []].flat().map(({ url, pointer }) => ['Documentation', outward(url), place(pointer)]),
    ...languages.map(({ language, operations, pointer }) => [
      'Code samples',
      `${label(language)}, for ${counted(operations, 'operation')}`,
      place(pointer),
    ]),
  ];
  return html`${factTable(['Kind', 'Available', 'Location'], rows)}
${languages.length === 0 && html`<p class="quiet">The description has no SDKs or code samples.</p>`}`;
}

function errors({ errors: documented }: ApiFacts): Html {
  if (documented.length === 0) return html`<p>The description documents no errors.</p>`;
  const rows = documented.map(({ status, schema, operations, pointer }): Cell[] => [
    status,
    meaningOf(status),
    schema === undefined ? '–' : code(label(schema)),
    number(operations),
    place(pointer),
  ]);
  return factTable(['Status', 'Meaning (HTTP standard)', 'Body', 'Operations', 'Location'], rows);
}

const CHECKED = 'authentication, base URL, endpoints, limits, errors';

function sources({ facts, imported, observed, attempt, source }: ApiReference): Html {
  const version = facts.version === undefined ? '' : `, version ${label(facts.version, 60)}`;
  const rows: Cell[][] = [];
  if (observed !== undefined)
    rows.push([
      html`${outward(observed.url)}, the vendor’s own description${version}`,
      html`${CHECKED}. Archived as <code>${observed.pageSha256.slice(0, 12)}…</code>`,
      day(attempt?.checkedAt ?? observed.confirmedAt),
    ]);
  if (imported !== undefined)
    rows.push([
      html`${label(imported.dataset, 300)} (${label(imported.license, 40)})${version}, of ${outward(imported.url)}. ${label(imported.official, 160)}.`,
      `${CHECKED}, from the dataset`,
      html`as of ${day(imported.asOf)}, by the dataset`,
    ]);
  if (imported !== undefined && source !== undefined)
    rows.push([
      outward(source),
      'the same facts, to replace the imported ones',
      attempt === undefined ? 'not yet' : html`${day(attempt.checkedAt)} (${attempt.outcome})`,
    ]);
  return factTable(['Source', 'What was checked', 'Last checked'], rows);
}

type Cell = string | Html;

/** The first column names the row. */
function factTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const body = rows.map(([first, ...others]) => {
    const cells = others.map((cell, at) => html`<td data-of="${columns[at + 1]}">${cell}</td>`);
    return html`<tr><th scope="row">${first}</th>${cells}</tr>\n`;
  });
  return table('parameters', columns, body);
}

function code(words: string): Html {
  return html`<code>${words}</code>`;
}

function place(pointer: string): Html {
  return html`<code class="quiet">${label(pointer, 200)}</code>`;
}

function outward(url: string): Html {
  return externalLink(url, label(withoutScheme(url), 80));
}
