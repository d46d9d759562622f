/**
 * From a vendor's description of its API (OpenAPI 2.0, 3.0, 3.1; JSON or YAML) to short facts about it.
 *
 * Pure, and safe on any input: it never throws, follows references inside the document alone, a few steps each, and
 * returns bounded facts that satisfy their schema.
 */

import { ApiFacts } from '../../../data/api-facts.ts';
import { defined } from '../../../data/defined.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { inOrder } from '../../../data/text/order.ts';
import { label } from '../page/label.ts';
import { authOf } from './auth.ts';
import { coreEndpoints } from './core-endpoints.ts';
import { limitsOf } from './limits.ts';
import { Node } from './node.ts';
import { countUse, mostUsed, type Operation, operationsOf } from './operations.ts';
import { parseDescription } from './parse.ts';
import { sampleRequest } from './sample.ts';
import { serversOf } from './servers.ts';

type ReadApi = { facts: ApiFacts } | { fault: string };

/** @param url where the document was found: base URLs may be relative to it */
export function readApi(text: string, url: string): ReadApi {
  const parsed = parseDescription(text);
  return 'fault' in parsed ? parsed : readParsedApi(parsed.value, url);
}

/** @param value the document as plain data */
export function readParsedApi(value: unknown, url: string): ReadApi {
  const root = Node.root(value);
  const spec = specOf(root);
  if (spec === undefined) return { fault: 'The document is no OpenAPI description' };
  const title = root.get('info').name('title');
  if (title === undefined) return { fault: 'The description has no title' };
  const version = root.get('info').name('version', 60);
  const documentation = documentationOf(root);
  const operations = operationsOf(root);
  const servers = serversOf(root, url);
  const { schemes, secured, open } = authOf(root, operations);
  const { chosen, resources } = coreEndpoints(operations);
  const request = sampleRequest(chosen, { root, url, schemes });
  const facts = ApiFacts.safeParse({
    spec,
    title,
    ...defined({ version, documentation, request }),
    servers,
    schemes,
    operations: { ...countsOf(operations), secured, open },
    resources,
    endpoints: chosen.map(({ endpoint }) => endpoint),
    limits: limitsOf(root, operations),
    errors: errorsOf(operations),
    samples: samplesOf(operations),
  });
  return facts.success ? { facts: facts.data } : { fault: 'The description can not be told in short facts' };
}

function specOf(root: Node): string | undefined {
  const text = root.name('openapi', 20) ?? root.name('swagger', 20) ?? '';
  if (/^2(?:\.0)?$/.test(text)) return '2.0';
  if (/^3\.[01]\.\d{1,3}$/.test(text)) return text;
  return /^3\.[01]$/.test(text) ? `${text}.0` : undefined;
}

function documentationOf(root: Node): ApiFacts['documentation'] {
  const docs = root.get('externalDocs');
  const url = docs.url('url');
  return url === undefined ? undefined : { url, pointer: `${docs.pointer}/url` };
}

function countsOf(operations: readonly Operation[]) {
  const methods: ApiFacts['operations']['methods'] = {};
  let [deprecated, described, withExamples, withErrors, parameters, describedParameters] = [0, 0, 0, 0, 0, 0];
  for (const operation of operations) {
    const { method, node } = operation;
    methods[method] = (methods[method] ?? 0) + 1;
    if (operation.deprecated) deprecated += 1;
    if (node.words('summary') !== undefined || node.words('description') !== undefined) described += 1;
    if (hasExample(operation)) withExamples += 1;
    if (operation.responses.some(([status]) => isError(status))) withErrors += 1;
    parameters += operation.parameters.length;
    describedParameters += operation.parameters.filter((each) => each.node.words('description') !== undefined).length;
  }
  const total = operations.length;
  return { total, deprecated, methods, described, withExamples, withErrors, parameters, describedParameters };
}

/** In the body of an answer: beside its schema, or in it; in 2.0 in `examples`. */
function hasExample({ responses }: Operation): boolean {
  return responses.some(
    ([, response]) =>
      response.get('examples').isThere ||
      response
        .get('content')
        .entries(10)
        .some(([, content]) =>
          ['example', 'examples'].some((key) => content.get(key).isThere || content.get('schema', key).isThere),
        ),
  );
}

const MAX_ERRORS = 30;
const MAX_SAMPLES = 15;

function isError(status: string): boolean {
  return /^(?:[45]\d\d|[45]XX|default)$/i.test(status);
}

function errorsOf(operations: readonly Operation[]): ApiFacts['errors'] {
  const found = new Map<string, { operations: number; pointer: string; schemas: Set<string | undefined> }>();
  for (const { responses } of operations) {
    for (const [status, response] of responses) {
      if (!isError(status)) continue;
      const key = status === 'default' ? status : status.toUpperCase();
      const seen = countUse(found, key, { pointer: response.pointer, schemas: new Set() });
      seen.schemas.add(schemaName(response));
    }
  }
  return [...found]
    .sort(([a], [b]) => inOrder(a, b))
    .slice(0, MAX_ERRORS)
    .map(([status, { operations, pointer, schemas }]) => {
      return { status, operations, pointer, ...defined({ schema: onlyOf(schemas) }) };
    });
}

function schemaName(response: Node): string | undefined {
  const [content] = response.get('content').entries(1);
  return (content?.[1] ?? response).schemaName('schema');
}

/** `x-codeSamples`, by its usual names. */
function samplesOf(operations: readonly Operation[]): ApiFacts['samples'] {
  const found = new Map<string, ApiFacts['samples'][number]>();
  for (const { node } of operations) {
    const samples = ['x-codeSamples', 'x-code-samples'].flatMap((key) => node.get(key).items(30));
    const languages = new Map<string, Pick<ApiFacts['samples'][number], 'language' | 'pointer'>>();
    for (const sample of samples) {
      const language = label(sample.words('lang') ?? '', 30);
      const key = language.toLowerCase();
      if (language !== '' && !languages.has(key)) languages.set(key, { language, pointer: sample.pointer });
    }
    for (const [key, first] of languages) countUse(found, key, first);
  }
  return mostUsed(found.values(), MAX_SAMPLES);
}
