/** The operations of a description, of all versions in one form. Pure. */
import { Method } from '../../../data/api-facts.ts';
import type { Node } from './node.ts';

/** More than any vendor documents in one document. */
const MAX_PATHS = 5_000;
const MAX_OPERATIONS = 10_000;
const MAX_PARAMETERS = 100;
const MAX_RESPONSES = 60;

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  node: Node;
  /** Where its type, default and bounds stand: in itself (2.0), or in its schema. */
  schema: Node;
}

export interface Operation {
  method: Method;
  path: string;
  node: Node;
  parameters: Parameter[];
  /** By status, as written: "429", "4XX", "default". */
  responses: [status: string, response: Node][];
  deprecated: boolean;
  /** The schema of its JSON body, where it must have one. */
  body: Node | undefined;
}

export function operationsOf(root: Node): Operation[] {
  const operations: Operation[] = [];
  for (const [path, item] of root.get('paths').entries(MAX_PATHS)) {
    if (!/^\/[\x21-\x7e]*$/.test(path)) continue;
    const shared = item.get('parameters').items(MAX_PARAMETERS);
    for (const method of Method.options) {
      const node = item.get(method.toLowerCase());
      if (typeof node.value !== 'object' || node.value === null) continue;
      if (operations.length === MAX_OPERATIONS) return operations;
      const own = node.get('parameters').items(MAX_PARAMETERS);
      const parameters = parametersOf([...own, ...shared]);
      operations.push({
        method,
        path,
        node,
        parameters,
        responses: node.get('responses').entries(MAX_RESPONSES),
        deprecated: node.get('deprecated').value === true,
        body: bodyOf(node, parameters),
      });
    }
  }
  return operations;
}

/** An operation's own parameter replaces the path's of the same name and place. */
function parametersOf(nodes: readonly Node[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const node of nodes) {
    const [name, place] = [node.name('name'), node.name('in')];
    if (name === undefined || place === undefined || found.has(`${place} ${name}`)) continue;
    const schema = node.get('schema');
    const required = place === 'path' || node.get('required').value === true;
    found.set(`${place} ${name}`, { name, in: place, required, node, schema: schema.isThere ? schema : node });
  }
  return [...found.values()];
}

/** Counts one more operation under the key, which keeps what was first seen there. */
export function countUse<T extends { operations: number }>(
  found: Map<string, T>,
  key: string,
  first: Omit<T, 'operations'>,
): T {
  const seen = found.get(key) ?? ({ ...first, operations: 0 } as T);
  seen.operations += 1;
  found.set(key, seen);
  return seen;
}

export function mostUsed<T extends { operations: number }>(all: Iterable<T>, most: number): T[] {
  return [...all].sort((a, b) => b.operations - a.operations).slice(0, most);
}

const JSON_TYPE = /^application\/(?:[\w.-]{1,60}\+)?json\b/i;

function bodyOf(operation: Node, parameters: readonly Parameter[]): Node | undefined {
  const inParameter = parameters.find((parameter) => parameter.in === 'body' && parameter.required);
  if (inParameter !== undefined) return inParameter.schema;
  const body = operation.get('requestBody');
  if (body.get('required').value !== true) return undefined;
  return body
    .get('content')
    .entries(20)
    .find(([type]) => JSON_TYPE.test(type))?.[1]
    .get('schema');
}

/** Whether a request by this operation can be written as a line of curl: no file, no form, no path that is none. */
export function isPlain({ path, node, parameters, body }: Operation): boolean {
  if (path.includes('#')) return false;
  const needsOther = node.get('requestBody', 'required').value === true && body === undefined;
  return !needsOther && !parameters.some((parameter) => parameter.in === 'formData' && parameter.required);
}
