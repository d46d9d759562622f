/** Which product an address, a domain, a package, a model or a name is of: candidates, each with the reason. */
import * as z from 'zod';
import {
  hostKey,
  IDENTIFIED_AS,
  type Identified,
  type IdentifiedAs,
  modelIdKey,
  nameKeyOf,
  packageKey,
  repositoryAt,
} from '../../data/identity/identifiers.ts';
import { Slug } from '../../data/product.ts';
import { operation } from '../interface/operation.ts';
import { textParameter } from '../interface/parameters.ts';
import { invalidParameter, type Problem } from '../interface/problem.ts';
import { Envelope, listEnvelope, productPageUrl } from '../record/envelope.ts';
import { label } from '../record/vendor-text.ts';
import type { Store } from '../store/store.ts';

const MOST = 10;
const MOST_WORDS = 5;

const MATCHES = [...IDENTIFIED_AS, 'parent_domain', 'words', 'similar_name'] as const;
type Match = (typeof MATCHES)[number];

const Candidate = z.strictObject({
  slug: Slug,
  name: z.string(),
  vendor: z.string(),
  category: Slug,
  match: z.enum(MATCHES).meta({ description: 'What the query matched, the strongest.' }),
  value: z.string().meta({ description: 'The product’s own identifier that was matched.' }),
  why: z.string().meta({ description: 'The reason as a sentence.' }),
  source: z.url().optional().meta({ description: 'Where the identifier is stated, if not in the catalogue.' }),
  successor: Slug.optional().meta({ description: 'Of a discontinued product.' }),
  retired: z.boolean(),
  links: z.strictObject({ page: z.url() }),
});
type Candidate = z.infer<typeof Candidate>;

const Resolved = z.strictObject({
  count: z.int(),
  candidates: z.array(Candidate).meta({ description: 'The strongest first; none if nothing matches.' }),
  ...Envelope.shape,
});

export const resolve = operation({
  id: 'resolveProduct',
  summary: 'Find the product of a URL, domain, package, model or name',
  description:
    'Candidates with reasons, the strongest first. Of several products on one host, the longest matching path comes first; a product whose pages are at other paths is no candidate. Give exactly one of `url`, `domain` and `q`.',
  tag: 'Discovery',
  rest: { method: 'get', path: '/api/v2/resolve' },
  tools: [
    {
      name: 'resolve',
      title: 'Find the product of a URL, domain or name',
      description:
        'Finds the slug of a product by a URL, a domain, or `q`: a name, vendor, model id, package URL or Wikidata id. Each candidate has the reason for the match; if several are equally strong, ask or compare.',
      takes: ['url', 'domain', 'q'],
      quotes: 'own',
      response: Resolved,
    },
  ],
  params: z.object({
    url: z
      .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL' })
      .max(2_000)
      .optional()
      .meta({ description: 'Any page of a vendor.', examples: ['https://slack.com/pricing'] }),
    domain: z
      .string()
      .max(253)
      .regex(
        /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}\.?$/u,
        'Must be a domain name',
      )
      // A last label that is a number makes it an invalid IPv4 address (WHATWG URL).
      .refine((domain) => URL.canParse(`https://${domain}`), 'Must be a domain name')
      .optional()
      .meta({ examples: ['slack.com'] }),
    q: textParameter(200)
      .optional()
      .meta({ description: 'Name, slug, vendor, model id, package URL or Wikidata id.', examples: ['pkg:npm/slack'] }),
  }),
  response: Resolved,
  problems: [],
  examples: {
    url: { url: 'https://acme.example/pricing/teams' },
    name: { q: 'Acme' },
    nothing: { domain: 'nobody.example' },
    both: { url: 'https://acme.example', q: 'acme' },
    notAUrl: { url: 'javascript:alert(1)' },
  },
  run(store, { url, domain, q }) {
    const given = [url, domain, q].filter((each) => each !== undefined);
    if (given.length !== 1) throw exactlyOne(given.length);
    const found = new Map<string, Hit>();
    for (const hit of hitsOf(store, { url, domain, q })) {
      const known = found.get(hit.slug);
      if (known === undefined || strengthOf(hit) > strengthOf(known)) found.set(hit.slug, hit);
    }
    const candidates = [...found.values()]
      .sort((a, b) => strengthOf(b) - strengthOf(a) || (a.slug < b.slug ? -1 : 1))
      .slice(0, MOST)
      .flatMap((hit) => candidateOf(store, hit) ?? []);
    return { count: candidates.length, candidates, ...listEnvelope(store.site, store.generation, { groups: [] }) };
  },
});

function exactlyOne(count: number): Problem {
  const reason = count === 0 ? 'Give one of `url`, `domain` and `q`' : 'Give only one of `url`, `domain` and `q`';
  return invalidParameter('q', reason);
}

interface Hit {
  slug: string;
  match: Match;
  named: Identified;
  /** Length of the path that two URLs share. */
  path: number;
}

const STRENGTH: Readonly<Record<Match, number>> = {
  ...{ package: 6, wikidata: 6, name: 6, alias: 6, model: 5 },
  ...{ pricing_page: 4, homepage: 4, domain: 4 },
  ...{ parent_domain: 3, vendor: 2, words: 1, similar_name: 1 },
};

/** A page within a product's own path is of the product; one elsewhere on its host may be of another. */
function strengthOf({ match, path }: Hit): number {
  return path > 1 ? 10 + path : STRENGTH[match];
}

interface Asked {
  url: string | undefined;
  domain: string | undefined;
  q: string | undefined;
}

function hitsOf(store: Store, { url, domain, q = '' }: Asked): readonly Hit[] {
  if (url !== undefined) return hitsOfUrl(store, new URL(url));
  if (domain !== undefined) return hitsOfHost(store, new URL(`https://${domain}`));
  if (/^pkg:/i.test(q)) return named(store, packageKey(q));
  if (/^q\d+$/i.test(q)) return named(store, `wikidata:${q.toLowerCase()}`);
  if (/^https?:\/\//i.test(q) && URL.canParse(q)) return hitsOfUrl(store, new URL(q));
  const exact = [
    ...['name', 'vendor'].flatMap((kind) => named(store, nameKeyOf(kind as 'name' | 'vendor', q))),
    ...named(store, modelIdKey(q)),
    ...(/^[\w-]+(?:\.[\w-]+)+$/.test(q) && URL.canParse(`https://${q}`)
      ? hitsOfHost(store, new URL(`https://${q}`))
      : []),
  ];
  return exact.length > 0 ? exact : similar(store, q);
}

function named({ generation }: Store, key: string): Hit[] {
  return generation
    .identified(key)
    .flatMap(({ slug, names }) => names.map((each) => ({ slug, match: each.as, named: each, path: 0 })));
}

/** Other people's repositories are no pages of the host's vendor. */
function hitsOfUrl(store: Store, url: URL): readonly Hit[] {
  const repository = repositoryAt(url);
  if (repository === undefined) return hitsOfHost(store, url);
  return [...named(store, packageKey(repository)), ...hitsOfHost(store, url).filter(({ path }) => path > 1)];
}

/** Of the host, else of the nearest domain above it that any product has. */
function hitsOfHost(store: Store, url: URL): readonly Hit[] {
  const labels = url.hostname.split('.');
  for (let from = 0; labels.length - from >= 2; from += 1) {
    const hits = named(store, hostKey(labels.slice(from).join('.')));
    const isExact = from === 0 || labels.slice(0, from).join('.') === 'www';
    if (hits.length === 0) continue;
    if (!isExact) return hits.map((hit) => ({ ...hit, match: 'parent_domain' as const }));
    return atPath(
      hits.map((hit) => ({ ...hit, path: sharedPath(hit.named, url) })),
      url,
    );
  }
  return [];
}

/** Of a host that products share, without those whose pages are all at other paths: the URL is of another product. */
function atPath(hits: readonly Hit[], url: URL): readonly Hit[] {
  const own = new Set(hits.flatMap((hit) => (hit.path > 0 || pathOf(hit.named) === '' ? hit.slug : [])));
  const isShared = new Set(hits.map(({ slug }) => slug)).size > 1;
  return isShared && url.pathname !== '/' ? hits.filter(({ slug }) => own.has(slug)) : hits;
}

/** Characters of the identifier's path, if the URL is within it. */
function sharedPath(named: Identified, { pathname }: URL): number {
  const own = pathOf(named);
  return pathname === own || pathname.startsWith(`${own}/`) ? own.length : 0;
}

/** Empty for a whole host. */
function pathOf({ as, value }: Identified): string {
  return as === 'domain' ? '' : new URL(value).pathname.replace(/\/$/, '');
}

function similar(store: Store, q: string): Hit[] {
  const words = store.discovery.find({ q, sort: 'relevance', limit: MOST_WORDS, offset: 0 });
  const slugs = Array.from(words.rows, (row) => store.discovery.productAt(row).slug);
  const [match, near] =
    slugs.length > 0 ? (['words', slugs] as const) : (['similar_name', store.suggestions.for(q)] as const);
  return near.map((slug) => ({ slug, match, named: { as: 'name', value: slug }, path: 0 }));
}

const WHY: Readonly<Record<IdentifiedAs, string>> = {
  pricing_page: 'Its pricing page is on this host',
  homepage: 'Its homepage is on this host',
  domain: 'It has this domain',
  package: 'It has this package or repository',
  wikidata: 'It has this Wikidata id',
  name: 'It has this name',
  alias: 'It also has this name',
  model: 'It has a rate for this model',
  vendor: 'Its vendor has this name',
};

function whyOf({ match, named: { as }, path }: Hit): string {
  if (path > 1) return `The URL is within its ${as === 'homepage' ? 'homepage' : 'pricing page'}`;
  if (match === 'parent_domain') return WHY[as].replace('this host', 'a domain above this one');
  if (match === 'words') return 'Its name or category has these words';
  return match === 'similar_name' ? 'Its name is similar' : WHY[as];
}

function candidateOf({ generation, site }: Store, hit: Hit): Candidate | undefined {
  const {
    match,
    named: { value, source },
  } = hit;
  const slug = generation.canonical(hit.slug) ?? hit.slug;
  const product = generation.product(slug);
  if (product === undefined) return undefined;
  const { name, vendor, category, retired } = product;
  return {
    ...{ slug, name, vendor, category, match },
    value: label(value, 200),
    why: whyOf(hit),
    source,
    successor: retired?.successor,
    retired: retired !== undefined,
    links: { page: productPageUrl(site, slug) },
  };
}
