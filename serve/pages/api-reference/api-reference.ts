/**
 * What a product's own API asks of a caller, as the vendor's description of it states it (docs/api-reference.md). The
 * parts and their order are those of the interface.
 */
import * as z from 'zod';
import type { ApiFacts } from '../../../data/api-facts.ts';
import type { ApiReference } from '../../../data/api-reference.ts';
import { type Html, href, html } from '../../../web/html.ts';
import { find } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { slugParameter } from '../../interface/parameters.ts';
import { Problem } from '../../interface/problem.ts';
import { grouped, numberOf } from '../../record/counts.ts';
import { label } from '../../record/vendor-text.ts';
import { layout } from '../parts/layout.ts';
import { day, wideTable } from '../parts/wording.ts';
import { curlOf } from './curl.ts';
import { questionsOf } from './questions.ts';
import { type Rating, ratingOf } from './rating.ts';
import {
  authPhrase,
  authWords,
  isGeneral,
  limitsPhrase,
  limitWords,
  meaningOf,
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
    const reference = store.generation.api(product.slug);
    if (reference === undefined)
      throw new Problem('not_found', `No description of the API of ${product.name} is known here`);
    const { facts } = reference;
    const rating = ratingOf(reference);
    return layout(store.site, {
      title: `${product.name} API`,
      description: `Authentication, base URL, core endpoints, limits and errors of the ${product.name} API, each with its source.`,
      path: `/tools/${slug}/api`,
      crumbs: [
        { path: '/', text: 'Products' },
        { path: `/tools/${slug}/pricing`, text: `${product.name} pricing` },
      ],
      generation: store.generation.id,
      scripts: ['copy'],
      main: html`
<h1>${product.name} API</h1>
${ratingBlock(rating)}
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
${questionsOf(product.name, reference).map(({ question, answer, pointers }) => html`<h3>${question}</h3><p>${answer}${pointers.map((pointer) => html` ${place(pointer)}`)}</p>`)}
<h2>Sources</h2>
${sources(reference)}
`,
    });
  },
});

function ratingBlock({ points, criteria }: Rating): Html {
  const rows = criteria.flatMap((criterion) => [
    html`<tr><th scope="row">${criterion.name}</th><td class="number">${criterion.points} of ${criterion.most}</td><td>${criterion.parts.map(({ points: got, most, because }, at) => html`${at > 0 && '; '}${because} (${got} of ${most})`)}</td></tr>
`,
  ]);
  return html`<p class="lead">Rated <strong>${points}</strong> of 100 for how well it is described</p>
<details class="proof"><summary>What the points are for</summary>${wideTable(
    'Points by criterion',
    html`<table><thead><tr><th scope="col">Criterion</th><th scope="col" class="number">Points</th><th scope="col">Because</th></tr></thead><tbody>
${rows}</tbody></table>`,
  )}</details>`;
}

/** By rule: what it is, how callers prove who they are, whether limits are stated; and how far to trust that. */
function verdict(reference: ApiReference): Html {
  const { facts, imported, observed, attempt, source } = reference;
  const auth = authPhrase(facts);
  const limited = limitsPhrase(facts);
  const sourcesChecked = observed === undefined ? 0 : 1;
  return html`<section class="trust" aria-label="Verdict">
<p>${label(facts.title)} is described in OpenAPI ${facts.spec}: ${numberOf(facts.operations.total, 'operation')} on ${numberOf(facts.resources, 'resource')}${facts.operations.deprecated > 0 && html`, ${facts.operations.deprecated} of them deprecated`}. ${auth === undefined ? 'It names no way to authenticate' : html`Authentication: ${auth}`}. ${limited === undefined ? 'It states no rate limit' : html`Rate limits: ${limited}`}.</p>
<dl>
<div><dt>Verified</dt><dd>${observed === undefined ? 'not yet by us' : day(observed.confirmedAt)}</dd></div>
<div><dt>Sources checked</dt><dd>${sourcesChecked}${imported && ' (1 dataset imported)'}</dd></div>
${attempt && html`<div><dt>Last checked</dt><dd>${day(attempt.checkedAt)} (${attempt.outcome})</dd></div>`}
</dl>
${imported && html`<p class="quiet">From the description as ${label(imported.dataset.split(':')[0] ?? '')} carries it, ${day(imported.asOf)} (${label(imported.asOfBasis, 160)}); not yet re-checked by us.${source === undefined && ' No address of it that could be read again is known.'}</p>`}
${attempt?.disputed && html`<p>The last reading contradicts this and waits for another look.</p>`}
</section>`;
}

function keyFacts(facts: ApiFacts): Html {
  const [server] = facts.servers;
  const [primary] = facts.endpoints;
  const rows: [string, Html | string][] = [
    ['Authentication', authPhrase(facts) ?? 'not stated'],
    ['Base URL', server === undefined ? 'not stated' : html`<code>${label(server.url, 300)}</code>`],
    [
      'Primary endpoint',
      primary === undefined ? 'none' : html`<code>${primary.method} ${label(primary.path, 300)}</code>`,
    ],
    ['Limits', limitsPhrase(facts) ?? 'not stated'],
  ];
  return html`<h2>Key facts</h2><dl class="facts">${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function firstRequest({ request, servers }: ApiFacts): Html {
  if (request === undefined)
    return html`<p>${servers.length === 0 ? 'The description names no base URL, so no request can be shown.' : 'No operation can be asked by a simple request.'}</p>`;
  return html`<pre class="cite" data-copy><code>${curlOf(request)}</code></pre>
<p class="quiet">Made from ${place(request.pointer)}; words in capitals are yours to put in.</p>`;
}

function authentication({ schemes, operations }: ApiFacts): Html {
  if (schemes.length === 0) return html`<p>The description names no way to authenticate.</p>`;
  return html`${table(
    ['Scheme', 'Where', 'Scopes named', 'Operations', 'Stated at'],
    schemes.map((scheme) => [
      html`${authWords(scheme)}${oauthUrls(scheme)}`,
      whereWords(scheme),
      scheme.kind === 'oauth2' ? String(scopesOf(scheme)) : '–',
      `${grouped(scheme.operations)} of ${grouped(operations.total)}`,
      place(scheme.pointer),
    ]),
  )}`;
}

function oauthUrls(scheme: ApiFacts['schemes'][number]): Html[] {
  const urls =
    scheme.kind === 'oauth2'
      ? scheme.flows.flatMap(({ authorizationUrl, tokenUrl }) => [authorizationUrl ?? [], tokenUrl ?? []].flat())
      : scheme.kind === 'openid_connect'
        ? [scheme.discoveryUrl ?? []].flat()
        : [];
  return [...new Set(urls)].map((url) => html`<br><code>${label(url, 300)}</code>`);
}

function endpoints({ endpoints: core }: ApiFacts): Html {
  if (core.length === 0) return html`<p>The description has no operation that is not deprecated.</p>`;
  return html`${table(
    ['Endpoint', 'About', 'Needs', 'Stated at'],
    core.map(({ method, path, resource, required, pointer }) => [
      html`<code>${method} ${label(path, 300)}</code>`,
      label(resource),
      required.length === 0
        ? '–'
        : required.map((need) => `${label(need.name)}${need.in === 'body' ? '' : ` (${need.in})`}`).join(', '),
      place(pointer),
    ]),
  )}`;
}

function limits({ limits: { stated, headers, tooMany, pagination } }: ApiFacts): Html {
  const rows: Cell[][] = [
    ...stated.map((limit): Cell[] => [
      isGeneral(limit) ? 'Rate' : 'Rate of some operations',
      limitWords(limit),
      place(limit.pointer),
    ]),
    ...headers.map(({ name, operations, pointer }): Cell[] => [
      'Header',
      html`<code>${label(name)}</code>, in answers of ${numberOf(operations, 'operation')}`,
      place(pointer),
    ]),
    ...(tooMany === undefined
      ? []
      : [
          [
            'Answer',
            `429 (${meaningOf('429').toLowerCase()}), documented by ${numberOf(tooMany.operations, 'operation')}`,
            place(tooMany.pointer),
          ],
        ]),
    ...pagination.map((parameter): Cell[] => [
      'Pages',
      `${pageWords(parameter)}, at ${numberOf(parameter.operations, 'operation')}`,
      place(parameter.pointer),
    ]),
  ];
  if (rows.length === 0) return html`<p>The description states no limit. That is not the same as none.</p>`;
  return table(['Kind', 'What is stated', 'Stated at'], rows);
}

function samples({ samples: languages, spec, documentation }: ApiFacts): Html {
  const rows: Cell[][] = [
    ['Description', `OpenAPI ${spec}`, place('#/info')],
    ...(documentation === undefined
      ? []
      : [['Documentation', outward(documentation.url), place(documentation.pointer)]]),
    ...languages.map(({ language, operations, pointer }): Cell[] => [
      'Code samples',
      `${label(language)}, for ${numberOf(operations, 'operation')}`,
      place(pointer),
    ]),
  ];
  return html`${table(['Kind', 'What there is', 'Stated at'], rows)}
${languages.length === 0 && html`<p class="quiet">The description names no SDK and has no code samples.</p>`}`;
}

function errors({ errors: documented }: ApiFacts): Html {
  if (documented.length === 0) return html`<p>The description documents no errors.</p>`;
  return table(
    ['Status', 'Meaning by the HTTP standard', 'Body', 'Operations', 'Stated at'],
    documented.map(({ status, schema, operations, pointer }) => [
      status,
      meaningOf(status),
      schema === undefined ? '–' : html`<code>${label(schema)}</code>`,
      grouped(operations),
      place(pointer),
    ]),
  );
}

const CHECKED = 'authentication, base URL, endpoints, limits, errors';

function sources({ facts, imported, observed, attempt, source }: ApiReference): Html {
  const version = facts.version === undefined ? '' : `, version ${label(facts.version, 60)}`;
  const rows: Cell[][] = [
    ...(observed === undefined
      ? []
      : [
          [
            html`${outward(observed.url)}, the vendor’s own description${version}`,
            html`${CHECKED}. Archived as <code>${observed.pageSha256.slice(0, 12)}…</code>`,
            attempt === undefined ? day(observed.confirmedAt) : day(attempt.checkedAt),
          ],
        ]),
    ...(imported === undefined
      ? []
      : [
          [
            html`${label(imported.dataset, 300)} (${label(imported.license, 40)})${version}, of ${outward(imported.url)}. ${label(imported.official, 160)}.`,
            html`${CHECKED}, as the dataset carries them`,
            html`as of ${day(imported.asOf)}; not by us`,
          ],
          ...(source === undefined
            ? []
            : [
                [
                  outward(source),
                  'the same, to replace what is imported',
                  attempt === undefined ? 'not yet' : html`${day(attempt.checkedAt)} (${attempt.outcome})`,
                ],
              ]),
        ]),
  ];
  return table(['Source', 'What was checked', 'Last checked'], rows);
}

type Cell = string | Html;

/** The first column names the row. */
function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const head = columns.map((name) => html`<th scope="col">${name}</th>`);
  const body = rows.map(
    ([
      first,
      ...rest
    ]) => html`<tr><th scope="row">${first}</th>${rest.map((cell, at) => html`<td data-of="${columns[at + 1]}">${cell}</td>`)}</tr>
`,
  );
  return html`<table class="parameters"><thead><tr>${head}</tr></thead><tbody>
${body}</tbody></table>`;
}

/** Where in the description it stands. */
function place(pointer: string): Html {
  return html`<code class="quiet">${label(pointer, 200)}</code>`;
}

function outward(url: string): Html {
  return html`<a href="${href(url)}" rel="nofollow noopener external">${label(url.replace(/^https?:\/\/(?:www\.)?/, ''), 80)}</a>`;
}
