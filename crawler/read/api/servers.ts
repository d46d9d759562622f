/** Base URLs: `servers` (3.x), or scheme, host and base path (2.0). Pure. */
import type { ApiFacts } from '../../../data/api-facts.ts';
import { httpUrl, type Node } from './node.ts';
import type { Operation } from './operations.ts';

type Server = ApiFacts['servers'][number];

const MAX_SERVERS = 10;

/** @param url where the document itself was found, which relative URLs are relative to */
export function serversOf(root: Node, url: string): Server[] {
  const found = root.get('swagger').isThere ? hostOf(root, url) : listed(root, url);
  const distinct = new Map(found.map((server) => [server.url, server]));
  // Of two that are the same otherwise, the encrypted one is the one to use.
  const inOrder = [...distinct.values()].toSorted(
    (a, b) => Number(b.url.startsWith('https:')) - Number(a.url.startsWith('https:')),
  );
  return inOrder.filter(({ url: each }) => !isNobodys(each)).slice(0, MAX_SERVERS);
}

/** Of one operation: its own servers, or those of its path, stand in for the document's. */
export function baseUrlOf(
  { node, path }: Pick<Operation, 'node' | 'path'>,
  root: Node,
  url: string,
): string | undefined {
  const at = [node, root.get('paths', path)].find((each) => each.get('servers').items(1).length > 0);
  return serversOf(at ?? root, url)[0]?.url;
}

/** Names that are reserved for examples and for what is not on the internet (RFC 2606, 6761, 6762). */
function isNobodys(url: string): boolean {
  const { hostname } = new URL(url.replaceAll(/\{[\w.-]{1,60}\}/g, 'x'));
  return /(?:^|\.)(?:local|localhost|invalid|test|internal|example\.(?:com|net|org))$|^[\d.]{7,15}$|^\[/.test(hostname);
}

function hostOf(root: Node, url: string): Server[] {
  const host = root.words('host');
  const schemes = root
    .get('schemes')
    .items(4)
    .map(({ value }) => value);
  const scheme = schemes.includes('https') || !schemes.includes('http') ? 'https' : 'http';
  const path = (root.words('basePath') ?? '').replace(/^(?=[^/])/, '/');
  const base = `${host === undefined ? '' : `${scheme}://${host}`}${path}`;
  return absolute(base === '' ? '/' : base, url).map((each) => ({
    url: each,
    pointer: `${root.pointer}/${host === undefined ? 'basePath' : 'host'}`,
  }));
}

function listed(root: Node, url: string): Server[] {
  return root
    .get('servers')
    .items(40)
    .flatMap((server) =>
      absolute(withDefaults(server), url).map((each) => ({ url: each, pointer: `${server.pointer}/url` })),
    );
}

/** A variable with a default that is a part of a host or path has it; any other stays, for the caller to put in. */
function withDefaults(server: Node): string {
  const template = server.words('url') ?? '';
  return template.slice(0, 300).replaceAll(/\{([\w.-]{1,60})\}/g, (whole, name: string) => {
    const variable = server.get('variables', name);
    const value = variable.words('default') ?? '';
    // A sample subdomain is nobody's: what may be anything is the caller's to say.
    const isChoice = variable.get('enum').items(1).length > 0 || name === 'basePath' || name === 'version';
    return isChoice && /^[\w./:-]{1,100}$/.test(value) ? value : whole;
  });
}

function absolute(template: string, base: string): string[] {
  const text = template.trim().replace(/\/{1,20}$/, '');
  if (/^https?:\/\//.test(text)) {
    // Braces are no characters of a host; they stand in for some.
    const isUrl = httpUrl(text.replaceAll(/\{[\w.-]{1,60}\}/g, 'x')) !== undefined;
    return isUrl && !/[{}]/.test(text.replaceAll(/\{[\w.-]{1,60}\}/g, '')) && !/[?#]/.test(text) ? [text] : [];
  }
  // Without a host it is on the document's own, which is known only where that is the vendor's.
  if (!text.startsWith('/') || text.startsWith('//') || !URL.canParse(base)) return text === '' ? root(base) : [];
  const resolved = new URL(text, base).href.replace(/\/$/, '');
  return /[{}]/.test(text) ? [] : [resolved];
}

function root(base: string): string[] {
  return URL.canParse(base) ? [new URL(base).origin] : [];
}
