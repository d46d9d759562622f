/**
 * Which few operations stand for an API, by a rule that is published (docs/api-reference.md): one for each of the
 * resources that most operations are about, the one that reads it if there is one. Pure.
 */
import type { Endpoint } from '../../../data/api-facts.ts';
import { defined } from '../../../data/defined.ts';
import { label } from '../page/label.ts';
import { isPlain, type Operation } from './operations.ts';

const MAX_ENDPOINTS = 8;

/** Parts of a path that say where an API is, not what it is about. */
const NO_RESOURCE =
  /^(?:api|apis|rest|services?|public|external|v?\d+(?:[._-]\d+)*|v\d\w{0,10}|\d{4}-\d{2}(?:-\d{2})?|beta|alpha)$/i;

export interface Chosen {
  endpoint: Endpoint;
  operation: Operation;
}

export function coreEndpoints(operations: readonly Operation[]): { chosen: Chosen[]; resources: number } {
  const current = operations.filter(({ deprecated }) => !deprecated);
  const shared = sharedParts(current.map(({ path }) => path));
  const byResource = Map.groupBy(current, ({ path }) => resourceOf(path, shared));
  // Ties stay in the order of the document.
  const resources = [...byResource].toSorted(([, a], [, b]) => b.length - a.length);
  const readers = resources.map(([resource, own]) => ({ resource, operation: bestOf(own, readRank) }));
  const writers = resources.map(([resource, own]) => ({ resource, operation: bestOf(own, writeRank) }));
  const chosen = new Map<Operation, string>();
  for (const { resource, operation } of [...readers, ...writers]) {
    if (chosen.size === MAX_ENDPOINTS) break;
    if (operation !== undefined) chosen.set(operation, resource);
  }
  return {
    chosen: [...chosen].map(([operation, resource]) => ({ endpoint: endpointOf(operation, resource), operation })),
    resources: byResource.size,
  };
}

/** A GET before all others, one that needs nothing before one that needs something, a short path before a long one. */
function readRank({ method, path, parameters }: Operation): number {
  const needs = parameters.filter(({ required }) => required).length;
  return (method === 'GET' ? 0 : 10_000) + needs * 500 + path.length;
}

/** What creates: a POST; it can be none that is a reading. */
function writeRank({ method, path }: Operation): number {
  return method === 'POST' ? (path.match(/\{/g)?.length ?? 0) * 500 + path.length : Number.POSITIVE_INFINITY;
}

function bestOf(operations: readonly Operation[], rank: (operation: Operation) => number): Operation | undefined {
  let best: { operation: Operation; rank: number } | undefined;
  for (const operation of operations) {
    const own = rank(operation) + (isPlain(operation) ? 0 : 5_000);
    if (own < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { operation, rank: own };
  }
  return best?.operation;
}

/** How many parts all paths begin with. */
function sharedParts(paths: readonly string[]): number {
  const [first = [], ...others] = paths.map((path) => path.slice(1).split('/'));
  // A single path would be all shared.
  if (others.length === 0) return 0;
  let shared = 0;
  while (shared < first.length - 1 && others.every((parts) => parts[shared] === first[shared])) shared += 1;
  return shared;
}

/** The first part of the path that names something, behind what all paths begin with. */
function resourceOf(path: string, shared: number): string {
  const parts = path.slice(1).split('/');
  const named = parts.slice(shared).find(isNamed) ?? parts.find(isNamed);
  return label((named ?? '').replace(/\.(?:json|xml)$/, ''), 120) || '/';
}

function isNamed(part: string): boolean {
  return part !== '' && !part.includes('{') && !NO_RESOURCE.test(part);
}

function endpointOf({ method, path, node, parameters, body }: Operation, resource: string): Endpoint {
  const required = parameters.flatMap(({ name, in: place, required }): Endpoint['required'] =>
    required && (place === 'path' || place === 'query' || place === 'header' || place === 'cookie')
      ? [{ name, in: place }]
      : [],
  );
  return {
    method,
    path: path.slice(0, 300),
    ...defined({ operation: node.name('operationId') }),
    resource,
    required: [...required, ...(body === undefined ? [] : [{ name: 'body', in: 'body' as const }])].slice(0, 12),
    pointer: node.pointer,
  };
}
