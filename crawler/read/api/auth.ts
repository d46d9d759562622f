/** How callers prove who they are, and which operations ask it of them. Pure. */

import type { AuthScheme, OAuthFlow } from '../../../data/api-facts.ts';
import { defined } from '../../../data/defined.ts';
import { label } from '../page/label.ts';
import type { Node } from './node.ts';
import { mostUsed, type Operation } from './operations.ts';

const MAX_SCHEMES = 20;

const FLOWS: Record<string, OAuthFlow['flow']> = {
  authorizationCode: 'authorization_code',
  accessCode: 'authorization_code',
  clientCredentials: 'client_credentials',
  application: 'client_credentials',
  implicit: 'implicit',
  password: 'password',
};

/** The schemes, and how many operations need one and how many need none. */
export function authOf(root: Node, operations: readonly Operation[]) {
  const declared = root.get('swagger').isThere
    ? root.get('securityDefinitions')
    : root.get('components', 'securitySchemes');
  const uses = new Map<string, number>();
  let [secured, open] = [0, 0];
  for (const { node } of operations) {
    const needs = needsOf(node, root);
    if (needs === undefined) continue;
    if (needs.isOpen) open += 1;
    else secured += 1;
    for (const id of new Set(needs.choices.flat())) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  const schemes = declared
    .entries(MAX_SCHEMES)
    .flatMap(([id, node]) => schemeOf(node, label(id, 120), uses.get(id) ?? 0) ?? []);
  return { schemes: mostUsed(schemes, MAX_SCHEMES), secured, open };
}

interface Needs {
  /** Any one of these does; all schemes of it together. */
  choices: string[][];
  isOpen: boolean;
}

/** What the operation says of security, else the document; undefined where neither says anything. */
export function needsOf(operation: Node, root: Node): Needs | undefined {
  const own = operation.get('security');
  const security = Array.isArray(own.value) ? own : root.get('security');
  if (!Array.isArray(security.value)) return undefined;
  const choices = security.items(20).map((choice) => choice.entries(10).map(([id]) => id));
  return { choices, isOpen: choices.length === 0 || choices.some((ids) => ids.length === 0) };
}

function schemeOf(node: Node, id: string, operations: number): AuthScheme | undefined {
  const base = { id, pointer: node.pointer, operations };
  if (id === '') return undefined;
  switch (node.words('type')) {
    case 'basic':
      return { kind: 'basic', ...base };
    case 'apiKey':
      return apiKey(node, base);
    case 'http':
      return httpScheme(node, base);
    case 'oauth2':
      return { kind: 'oauth2', ...base, flows: flowsOf(node) };
    case 'openIdConnect':
      return { kind: 'openid_connect', ...base, ...defined({ discoveryUrl: node.url('openIdConnectUrl') }) };
    case 'mutualTLS':
      return { kind: 'mutual_tls', ...base };
    default:
      return undefined;
  }
}

type Base = Pick<AuthScheme, 'id' | 'pointer' | 'operations'>;

function apiKey(node: Node, base: Base): AuthScheme | undefined {
  const [place, parameter] = [node.words('in'), node.name('name')];
  if (parameter === undefined || (place !== 'header' && place !== 'query' && place !== 'cookie')) return undefined;
  return { kind: 'api_key', ...base, in: place, parameter };
}

function httpScheme(node: Node, base: Base): AuthScheme | undefined {
  const scheme = node.name('scheme', 40);
  const format = node.name('bearerFormat', 40);
  if (scheme === undefined) return undefined;
  if (/^bearer$/i.test(scheme)) return { kind: 'bearer', ...base, ...defined({ format }) };
  return /^basic$/i.test(scheme) ? { kind: 'basic', ...base } : { kind: 'http', ...base, scheme };
}

function flowsOf(node: Node): OAuthFlow[] {
  const flows: [string, Node][] = node.get('flows').isThere
    ? node.get('flows').entries(8)
    : [[node.words('flow') ?? '', node]];
  return flows
    .flatMap(([name, flow]): OAuthFlow[] => {
      const known = Object.hasOwn(FLOWS, name) ? FLOWS[name] : undefined;
      if (known === undefined) return [];
      const [authorizationUrl, tokenUrl] = [flow.url('authorizationUrl'), flow.url('tokenUrl')];
      const scopes = flow.get('scopes').entries(2_000).length;
      return [{ flow: known, ...defined({ authorizationUrl, tokenUrl }), scopes }];
    })
    .slice(0, 4);
}
