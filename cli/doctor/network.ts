/**
 * Whether the crawler of this machine reaches vendors: robots.txt of a few hosts of the catalogue, by the crawler's own client.
 * The hosts change daily, so that no vendor is asked often.
 */
import { networkInterfaces } from 'node:os';
import { currentVariables } from '../../config/env.ts';
import { userAgent } from '../../config/politeness.ts';
import { codeOf, createHttpClient, exchange, type HttpClient } from '../../crawler/fetch/exchange.ts';
import { FetchFailure } from '../../crawler/fetch/fetched.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { broken, type Check, type Found, type Installation, note, ok } from './finding.ts';

const HOSTS = 3;
const CONNECT_MS = 5_000;
/** Bounds the check, since the hosts are asked at once. */
const ANSWER_MS = 10_000;
const DAY_MS = 86_400_000;

export function networkCheck({ isOffline }: { isOffline: boolean }): Check {
  const skipped = () => note('skipped (--offline)');
  return { name: 'network', isOfPipeline: true, inspect: isOffline ? skipped : inspect };
}

async function inspect({ environment, now }: Installation): Promise<Found[]> {
  const { loopbackVendors, botUrl, catalogueDir } = environment;
  const hosts = hostsOf(loadCatalogue(catalogueDir).products, now);
  const guard = { loopbackVendors, connectTimeoutMs: CONNECT_MS };
  const client = createHttpClient({ ...guard, userAgent: userAgent(botUrl) });
  try {
    return networkFound(await Promise.all(hosts.map((host) => reach(host, client))), {
      hasAddress: hasAddress(),
      proxy: proxyIn(currentVariables()),
    });
  } finally {
    await client.agent.destroy();
  }
}

/** A few hosts, others each day. */
export function hostsOf(
  products: readonly Pick<CatalogueProduct, 'sources' | 'retired'>[],
  now: Date,
  most = HOSTS,
): string[] {
  const urls = products.filter(({ retired }) => retired === undefined).flatMap(({ sources }) => sources);
  const hosts = [...new Set(urls.map(({ url }) => new URL(url).host))].toSorted();
  const first = (Math.floor(now.getTime() / DAY_MS) * most) % Math.max(1, hosts.length);
  return [...hosts.slice(first), ...hosts.slice(0, first)].slice(0, most);
}

/** Where the way to a host ends; `answered` whatever its status. */
type Stage =
  | 'answered'
  | 'dns_silent'
  | 'dns_unknown'
  | 'dns_private'
  | 'no_route'
  | 'tcp'
  | 'tls'
  | 'proxy'
  | 'no_answer';

export interface Reached {
  host: string;
  stage: Stage;
  /** The error's code. */
  code?: string;
}

export async function reach(host: string, client: HttpClient, timeoutMs = ANSWER_MS): Promise<Reached> {
  const signal = AbortSignal.timeout(timeoutMs);
  const question = { url: `https://${host}/robots.txt`, accept: 'text/plain', maxRedirects: 0, signal };
  try {
    const status = await exchange(question, client, (answer) => answer.status);
    return { host, stage: status === 407 ? 'proxy' : 'answered' };
  } catch (error) {
    if (error instanceof FetchFailure && error.kind === 'too_many_redirects') return { host, stage: 'answered' };
    return { host, ...stageOf(error) };
  }
}

const STAGES: readonly [RegExp, Stage][] = [
  [/^EAI_|^ESERVFAIL$|^ETIMEOUT$/, 'dns_silent'],
  [/^ENOTFOUND$|^ENODATA$/, 'dns_unknown'],
  [/^ENET|^EHOST|^EADDRNOTAVAIL$/, 'no_route'],
  [/^ECONNREFUSED$|^ETIMEDOUT$|^UND_ERR_CONNECT_TIMEOUT$/, 'tcp'],
  [/CERT|SSL|TLS|EPROTO|^SELF_SIGNED|^UNABLE_TO/, 'tls'],
];

/** Where an error of the crawler's client says that the way ended. */
export function stageOf(error: unknown): Omit<Reached, 'host'> {
  if (error instanceof FetchFailure && error.kind === 'blocked_address') return { stage: 'dns_private' };
  const code = codeOf(error);
  const stage = STAGES.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ?? 'no_answer';
  return { stage, ...(code !== undefined && { code }) };
}

const WORDS: Record<Stage, { says: string; mend: string }> = {
  answered: { says: 'answered', mend: '' },
  dns_silent: {
    says: 'the name server does not respond',
    mend: 'check the internet connection, then the name servers of this machine (/etc/resolv.conf)',
  },
  dns_unknown: {
    says: 'the name server does not know the host',
    mend: 'use name servers that resolve public names (/etc/resolv.conf)',
  },
  dns_private: {
    says: 'the host name resolves to a private address',
    mend: 'the name server filters or redirects; use another one (/etc/resolv.conf)',
  },
  no_route: { says: 'no route to the host', mend: 'check the gateway of this machine (ip route), and IPv4 or IPv6' },
  tcp: { says: 'no connection to port 443', mend: 'allow connections to ports 80 and 443 (firewall)' },
  tls: {
    says: 'invalid TLS certificate',
    mend: 'check the clock (timedatectl); if a proxy inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate',
  },
  proxy: { says: 'a proxy requires a login', mend: 'allow connections without that proxy' },
  no_answer: {
    says: 'connected, but no response',
    mend: 'a firewall or proxy may block the connection; allow connections to ports 80 and 443',
  },
};

export interface Machine {
  /** It has a network address besides loopback. */
  hasAddress: boolean;
  /** Variable that names a proxy, if one does. The crawler uses none. */
  proxy?: string | undefined;
}

export function networkFound(reached: readonly Reached[], { hasAddress, proxy }: Machine): Found[] {
  if (reached.length === 0) return note('the catalogue has no hosts to test');
  const failed = reached.filter(({ stage }) => stage !== 'answered');
  const each = failed.map(
    ({ host, stage, code }) => `${host}: ${WORDS[stage].says}${code === undefined ? '' : ` (${code})`}`,
  );
  if (failed.length === 0) return ok(`${reached.map(({ host }) => host).join(', ')} responded`);
  if (failed.length < reached.length)
    return note(`${failed.length} of ${reached.length} hosts did not respond`, { cause: each.join('; ') });
  const found = `none of ${reached.length} hosts of the catalogue can be reached; visits fail`;
  if (!hasAddress && failed.every(({ stage }) => stage !== 'tls'))
    return broken(found, {
      cause: `this machine has no network connection; ${each.join('; ')}`,
      mend: 'connect it; or run assay doctor --offline if it should have none',
    });
  const stage = commonest(failed);
  if (proxy !== undefined && stage !== 'tls')
    return broken(found, {
      cause: `${proxy} is set, but the crawler uses no proxy; ${each.join('; ')}`,
      mend: 'allow connections to ports 80 and 443 without the proxy',
    });
  return broken(found, { cause: each.join('; '), mend: WORDS[stage].mend });
}

function commonest(failed: readonly Reached[]): Stage {
  const stages = [...Map.groupBy(failed, ({ stage }) => stage)];
  return stages.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 'no_answer';
}

function hasAddress(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

const PROXY_VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

function proxyIn(variables: NodeJS.ProcessEnv): string | undefined {
  return PROXY_VARIABLES.find((name) => (variables[name] ?? '') !== '');
}
