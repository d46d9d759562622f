/** Facts of an API in words. */
import { STATUS_CODES } from 'node:http';
import type {
  ApiFacts,
  AuthScheme,
  OAuthFlow,
  PageParameter,
  SampleRequest,
  StatedLimit,
} from '../../../data/api-facts.ts';
import { counted } from '../../../data/text/figures.ts';
import { label } from '../../record/vendor-text.ts';

export function authWords(scheme: AuthScheme): string {
  switch (scheme.kind) {
    case 'api_key':
      return `API key in the ${PLACES[scheme.in]} ${name(scheme.parameter)}`;
    case 'basic':
      return 'Basic authentication';
    case 'bearer':
      return scheme.format === undefined ? 'Bearer token' : `Bearer token (${name(scheme.format)})`;
    case 'http':
      return `HTTP authentication: ${name(scheme.scheme)}`;
    case 'oauth2':
      return scheme.flows.length === 0
        ? 'OAuth 2.0'
        : `OAuth 2.0 (${scheme.flows.map(({ flow }) => FLOWS[flow]).join(', ')})`;
    case 'openid_connect':
      return 'OpenID Connect';
    case 'mutual_tls':
      return 'Client certificate (mutual TLS)';
    default:
      return scheme satisfies never;
  }
}

const PLACES = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const;

export function whereWords(scheme: AuthScheme): string {
  if (scheme.kind === 'api_key') return `${PLACES[scheme.in]} ${name(scheme.parameter)}`;
  return scheme.kind === 'mutual_tls' ? 'the connection' : 'header Authorization';
}

const FLOWS: Record<OAuthFlow['flow'], string> = {
  authorization_code: 'authorization code',
  client_credentials: 'client credentials',
  implicit: 'implicit',
  password: 'password',
};

export function scopesOf(scheme: AuthScheme): number {
  return scheme.kind === 'oauth2' ? Math.max(0, ...scheme.flows.map(({ scopes }) => scopes)) : 0;
}

export function oauthUrls(scheme: AuthScheme): string[] {
  if (scheme.kind === 'openid_connect') return [scheme.discoveryUrl ?? []].flat();
  if (scheme.kind !== 'oauth2') return [];
  const urls = scheme.flows.flatMap(({ authorizationUrl, tokenUrl }) =>
    [authorizationUrl ?? [], tokenUrl ?? []].flat(),
  );
  return [...new Set(urls)];
}

export function limitWords({ requests, every, per }: StatedLimit): string {
  const period = every === undefined ? per : `${every} ${per}s`;
  return `${counted(requests, 'request')} per ${period}`;
}

export function pageWords({ name: parameter, role, default: preset, maximum }: PageParameter): string {
  const byDefault = preset !== undefined && `${preset} by default`;
  const bounds = [byDefault, maximum !== undefined && `at most ${maximum}`].filter((bound) => bound !== false);
  const what = role === 'size' ? 'sets the page size' : 'selects the page';
  return `${name(parameter)} ${what}${bounds.length === 0 ? '' : ` (${bounds.join(', ')})`}`;
}

export function isGeneral({ pointer }: StatedLimit): boolean {
  return pointer.startsWith('#/info/');
}

/** Undefined where the description names no way to authenticate. */
export function authPhrase({ schemes, operations }: ApiFacts): string | undefined {
  const used = schemes.filter((scheme) => scheme.operations > 0);
  const told = (used.length > 0 ? used : schemes).slice(0, 3).map(authWords);
  // Whether one suffices or all are needed differs by operation.
  if (told.length > 0) return [...new Set(told)].join('; ');
  return operations.total > 0 && operations.open === operations.total ? 'Not required' : undefined;
}

/** Undefined where none is stated. */
export function limitsPhrase({ limits }: ApiFacts): string | undefined {
  const { stated, headers, tooMany } = limits;
  const general = stated.filter(isGeneral);
  if (general.length > 0) return general.slice(0, 3).map(limitWords).join('; ');
  if (stated.length > 0) return 'stated for some operations';
  const names = headers.slice(0, 3).map((header) => name(header.name));
  if (names.length > 0) return `no number; see headers ${names.join(', ')}`;
  return tooMany === undefined ? undefined : 'no number; status 429 beyond the limit';
}

const STANDARD = [
  400, 402, 403, 404, 405, 406, 408, 409, 410, 412, 415, 416, 423, 424, 428, 429, 451, 500, 501, 502, 503, 504,
];

/** What a status means by the standard (RFC 9110 §15 and RFC 6585), not by the vendor. */
const MEANINGS: Record<string, string> = {
  ...Object.fromEntries(STANDARD.map((status) => [status, sentenceCase(STATUS_CODES[status] ?? '')])),
  '401': 'Not authenticated',
  '413': 'Content too large',
  '422': 'Unprocessable content',
  '4XX': 'Any client error',
  '5XX': 'Any server error',
  default: 'Any other response',
};

function sentenceCase(words: string): string {
  return words.slice(0, 1) + words.slice(1).toLowerCase();
}

export function meaningOf(status: string): string {
  return MEANINGS[status] ?? (status.startsWith('4') ? 'Client error' : 'Server error');
}

function name(text: string): string {
  return label(text, 120);
}

/** Runs in any POSIX shell. */
export function curlOf({ method, url, headers, user, body }: SampleRequest): string {
  const parts = [
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    `--url ${quoted(label(url, 1_000))}`,
    ...(user === undefined ? [] : [`--user ${quoted(label(user, 1_000))}`]),
    ...headers.map((header) => `--header ${quoted(label(`${header.name}: ${header.value}`, 1_000))}`),
    ...(body === undefined ? [] : [`--data ${quoted(body)}`]),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

/** Within single quotes only the quote itself is special to a shell (POSIX.1-2024, Shell §2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
