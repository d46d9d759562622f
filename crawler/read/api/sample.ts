/**
 * A first request made of a description: what its operation needs and nothing else. Values that only the caller has
 * are words in capitals. Pure.
 */

import type { AuthScheme, SampleRequest } from '../../../data/api-facts.ts';
import { defined } from '../../../data/defined.ts';
import { needsOf } from './auth.ts';
import type { Chosen } from './core-endpoints.ts';
import type { Node } from './node.ts';
import { isPlain, type Operation, type Parameter } from './operations.ts';
import { baseUrlOf } from './servers.ts';

const MAX_BODY = 2_000;
const MAX_BODY_DEPTH = 4;
const MAX_FIELDS = 12;
/** RFC 9110 §5.6.2, as names of headers are. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,80}$/;

interface Given {
  root: Node;
  /** Where the description was found. */
  url: string;
  schemes: readonly AuthScheme[];
}

/** Of the chosen operation that is easiest to ask; undefined where the base URL is not known. */
export function sampleRequest(
  chosen: readonly Chosen[],
  { root, url: found, schemes }: Given,
): SampleRequest | undefined {
  const operation = easiest(chosen.map(({ operation }) => operation));
  const base = operation && baseUrlOf(operation, root, found);
  if (operation === undefined || base === undefined) return undefined;
  const shown = schemesFor(operation, root, schemes);
  const proofs = shown.map(proofBy);
  const body = operation.body === undefined ? undefined : JSON.stringify(bodyOf(operation.body, 0), null, 2);
  if (body !== undefined && body.length > MAX_BODY) return undefined;
  const headers = [
    ...proofs.flatMap(({ header }) => header ?? []),
    ...requiredIn('header', operation).filter(({ name }) => !isHandled(name)),
    { name: 'Accept', value: 'application/json' },
    ...(body === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
  ].filter(({ name }) => TOKEN.test(name));
  const query = [...requiredIn('query', operation), ...proofs.flatMap((proof) => proof.query ?? [])];
  const url = urlOf(base, operation, query);
  const user = proofs.find((proof) => proof.user !== undefined)?.user;
  if (url.length > 1_000) return undefined;
  return {
    method: operation.method,
    url,
    headers: headers.slice(0, 8),
    ...defined({ user, body }),
    schemes: shown.map(({ id }) => id),
    pointer: operation.node.pointer,
  };
}

/** A reading without parameters, else the first that a line of curl can ask. */
function easiest(operations: readonly Operation[]): Operation | undefined {
  const plain = operations.filter(isPlain);
  const needs = ({ parameters }: Operation) => parameters.filter(({ required }) => required).length;
  const reads = plain.filter(({ method }) => method === 'GET');
  return reads.find((operation) => needs(operation) === 0) ?? reads[0] ?? plain[0];
}

/** All that the first choice asks for which each part can be shown: a key, a token, a name with a password. */
function schemesFor(operation: Operation, root: Node, schemes: readonly AuthScheme[]): AuthScheme[] {
  const needs = needsOf(operation.node, root);
  // A description that names one scheme and says nowhere where it applies can only mean everywhere.
  const choices = needs?.choices ?? (schemes.length === 1 ? [schemes.map(({ id }) => id)] : []);
  for (const ids of choices) {
    const named = ids.flatMap((id) => schemes.find((scheme) => scheme.id === id) ?? []);
    if (named.length === ids.length && named.every(({ kind }) => kind !== 'mutual_tls')) return named.slice(0, 8);
  }
  return [];
}

interface Field {
  name: string;
  value: string;
}

interface Proof {
  header?: Field;
  user?: string;
  query?: Field;
}

function proofBy(scheme: AuthScheme): Proof {
  switch (scheme.kind) {
    case 'api_key':
      return keyIn(scheme);
    case 'basic':
      return { user: 'YOUR_USERNAME:YOUR_PASSWORD' };
    case 'bearer':
    case 'oauth2':
    case 'openid_connect':
      return { header: { name: 'Authorization', value: 'Bearer YOUR_ACCESS_TOKEN' } };
    case 'http':
      return /^[\w-]{1,40}$/.test(scheme.scheme)
        ? { header: { name: 'Authorization', value: `${scheme.scheme} YOUR_CREDENTIALS` } }
        : {};
    case 'mutual_tls':
      return {};
    default:
      return scheme satisfies never;
  }
}

function keyIn({ in: place, parameter }: Extract<AuthScheme, { kind: 'api_key' }>): Proof {
  const field = { name: parameter, value: 'YOUR_API_KEY' };
  if (place === 'query') return { query: field };
  if (place === 'header') return { header: field };
  // RFC 6265 §4.1.1: a cookie's name is a token.
  return TOKEN.test(parameter) ? { header: { name: 'Cookie', value: `${parameter}=YOUR_API_KEY` } } : {};
}

function requiredIn(place: 'header' | 'query', { parameters }: Operation): Field[] {
  return parameters
    .filter((parameter) => parameter.in === place && parameter.required)
    .map((parameter) => ({ name: parameter.name, value: textFor(parameter) }));
}

/** Headers that the request has anyway. */
function isHandled(name: string): boolean {
  return /^(?:accept|content-type|authorization|content-length|host)$/i.test(name);
}

function urlOf(base: string, { path, parameters }: Operation, query: readonly Field[]): string {
  const filled = `${base}${path}`
    .replaceAll(/\{([^{}]{0,80})\}/g, (_, name: string) => {
      const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
      return encodeURIComponent(parameter === undefined ? placeholder(name) : textFor(parameter));
    })
    .replaceAll(/[^\w\-.~:/?@!$&'()*+,;=%]/g, encodeURIComponent);
  if (query.length === 0) return filled;
  // Two parameters that say the same, as a key does that is declared twice, are one.
  const distinct = new Map(query.map(({ name, value }) => [encodeURIComponent(name), encodeURIComponent(value)]));
  return `${filled}${filled.includes('?') ? '&' : '?'}${Array.from(distinct, (pair) => pair.join('=')).join('&')}`;
}

/** The only value that it may have, the first of a few, its default; else a word for what the caller must put in. */
function textFor({ name, schema }: Parameter): string {
  const [choice] = schema.get('enum').items(1);
  const given = [choice?.value, schema.get('default').value].find(isShort);
  if (given !== undefined) return String(given);
  return /^(?:integer|number)$/.test(schema.words('type') ?? '') && !/id$/i.test(name) ? '1' : placeholder(name);
}

function isShort(value: unknown): value is string | number | boolean {
  return (
    ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && /^[\w.,:/+-]{1,60}$/.test(value))
  );
}

/** "spaceId" → "SPACE_ID". */
function placeholder(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]{1,80}/g, '_')
    .replaceAll(/^_|_$/g, '');
  return words === '' ? 'VALUE' : words.toUpperCase().slice(0, 60);
}

/** What the schema says that a body must have. */
function bodyOf(schema: Node, depth: number): unknown {
  const [choice] = schema.get('enum').items(1);
  if (choice !== undefined && isShort(choice.value)) return choice.value;
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return schema.integer('minimum') ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return depth < MAX_BODY_DEPTH ? [bodyOf(schema.get('items'), depth + 1)] : [];
    case 'object':
      return objectOf(schema, depth);
    default:
      return 'TEXT';
  }
}

function objectOf(schema: Node, depth: number): Record<string, unknown> {
  const parts = [schema, ...schema.get('allOf').items(6)];
  const fields = new Map<string, unknown>();
  for (const part of parts) {
    for (const { value } of part.get('required').items(MAX_FIELDS)) {
      if (typeof value !== 'string' || value.length > 80 || fields.size === MAX_FIELDS || depth >= MAX_BODY_DEPTH)
        continue;
      const field = parts.map((each) => each.get('properties', value)).find(({ isThere }) => isThere);
      const own = field === undefined ? 'TEXT' : bodyOf(field, depth + 1);
      fields.set(value, own === 'TEXT' ? placeholder(value) : own);
    }
  }
  return Object.fromEntries(fields);
}

/** 3.1 may name several types: the first that is not null. */
function typeOf(schema: Node): string | undefined {
  const { value } = schema.get('type');
  const named = Array.isArray(value) ? value.find((each) => each !== 'null') : value;
  if (typeof named === 'string') return named;
  return schema.get('properties').isThere || schema.get('allOf').isThere ? 'object' : undefined;
}
