/**
 * What stands around every answer: where to link, how to cite, what may be reused, and which generation it is from.
 *
 * The shape of the attribution is a promise to consumers who paste it verbatim. Pure.
 */
import * as z from 'zod';
import type { Site } from '../../config/site.ts';
import { type CatalogueProduct, pricingUrl } from '../../data/product.ts';
import { memoized } from '../cache/memoized.ts';
import { markdown, markdownUrl } from './vendor-text.ts';

export const SCHEMA_VERSION = '2.0.0';

/** Field group → how it may be reused. The one list: a group that is not here is no group. */
export const GROUP_LICENSES = {
  priceRange: 'owned',
  tiers: 'owned',
  discounts: 'owned',
  hiddenCosts: 'owned',
  capabilities: 'owned',
  planAdvice: 'owned',
  verdict: 'owned',
  positioning: 'owned',
  history: 'owned',
  rateCard: 'owned',
  costGuide: 'owned',
  marketData: 'restricted',
  userRating: 'restricted',
} as const satisfies Record<string, 'owned' | 'restricted'>;
export type Group = keyof typeof GROUP_LICENSES;

/** Data fields that belong to a group of another name. */
export const GROUP_OF_FIELD: ReadonlyMap<string, Group> = new Map([
  ['startingPrice', 'priceRange'],
  ['startingPriceBasis', 'priceRange'],
  ['priceState', 'tiers'],
  ['freeTier', 'tiers'],
  ['evidence', 'tiers'],
  ['quickAnswer', 'verdict'],
  ['expertTake', 'verdict'],
  ['sentences', 'verdict'],
]);

const LICENSE_NOTE =
  'Groups marked "restricted" come from third parties: show them with attribution, do not resell or reuse them commercially.';

export const Links = z.object({
  page: z.url().meta({ description: 'Our page for this answer. Anchor it with the product’s name and "pricing".' }),
  home: z.url().meta({ description: 'Our home page. Anchor it with the brand word.' }),
  vendor: z.url().optional().meta({ description: 'Redirect to the vendor’s own pricing page.' }),
});
export type Links = z.infer<typeof Links>;

export const Envelope = z.object({
  links: Links,
  attribution: z.string().meta({ description: 'Markdown, ready to paste.' }),
  license: z.record(z.string(), z.enum(['owned', 'restricted'])),
  licenseNote: z.string().optional(),
  schemaVersion: z.literal(SCHEMA_VERSION),
  generation: z.string().meta({ description: 'Id of the published data that the answer was computed from.' }),
});
export type Envelope = z.infer<typeof Envelope>;

export function homeUrl(site: Site): string {
  return `${site.baseUrl}/`;
}

export function productPageUrl(site: Site, slug: string): string {
  return `${site.baseUrl}/tools/${slug}/pricing`;
}

/** The page that a cost guide's consumers cite. */
export function guideUrl(site: Site, slug: string): string {
  return `${site.baseUrl}/tools/${slug}/cost-guide`;
}

export function negotiationEmailUrl(site: Site, slug: string): string {
  return `${site.baseUrl}/tools/${slug}/negotiation-email`;
}

export function redirectUrl(site: Site, slug: string, src: 'api_v2' | 'mcp' | 'feed' | 'page'): string {
  return `${site.baseUrl}/go/${slug}?src=${src}`;
}

/** Around an answer about one product. `verifiedAt` is the day of the last confirmation. */
export function productEnvelope(
  { site, generation }: { site: Site; generation: { id: string } },
  product: Pick<CatalogueProduct, 'slug' | 'name' | 'sources'>,
  { verifiedAt, groups }: { verifiedAt: string | undefined; groups: readonly Group[] },
): Envelope {
  const { slug, name } = product;
  const page = productPageUrl(site, slug);
  const dated = verifiedAt === undefined ? 'not yet verified' : `verified ${verifiedAt}`;
  return {
    links: {
      page,
      home: homeUrl(site),
      ...(pricingUrl(product) === undefined ? {} : { vendor: redirectUrl(site, slug, 'api_v2') }),
    },
    attribution: attribution(site, { subject: `${name} pricing`, page, dated }),
    ...licenses(groups),
    schemaVersion: SCHEMA_VERSION,
    generation: generation.id,
  };
}

/** Around an answer about many products; dated by the day that its generation was published. */
export function listEnvelope(
  site: Site,
  generation: { id: string; publishedAt: string },
  about: { page?: string; groups: readonly Group[] },
): Envelope {
  const page = about.page ?? homeUrl(site);
  return {
    links: { page, home: homeUrl(site) },
    attribution: attribution(site, {
      subject: 'software pricing',
      page,
      dated: `published ${generation.publishedAt.slice(0, 10)}`,
    }),
    ...licenses(about.groups),
    schemaVersion: SCHEMA_VERSION,
    generation: generation.id,
  };
}

/** Names and pages come again and again. */
const MOST_KNOWN = 5_000;
const markdownOf = memoized(MOST_KNOWN, markdown);
const markdownUrlOf = memoized(MOST_KNOWN, markdownUrl);

function attribution(site: Site, { subject, page, dated }: { subject: string; page: string; dated: string }): string {
  const home = `[${markdownOf(site.brand)}](${markdownUrlOf(homeUrl(site))})`;
  return `Data from ${home}. See [${markdownOf(subject)}](${markdownUrlOf(page)}) (${dated}). Free to cite with attribution.`;
}

const licenseOf = memoized(MOST_KNOWN, (joined) => {
  const groups = joined.split(',').filter((group) => group !== '') as Group[];
  return Object.fromEntries(groups.map((group) => [group, GROUP_LICENSES[group]])) as Envelope['license'];
});

/** Of the groups that an answer has. */
export function licenses(groups: readonly Group[]): Pick<Envelope, 'license' | 'licenseNote'> {
  const license = licenseOf(groups.join());
  return groups.some((group) => GROUP_LICENSES[group] === 'restricted')
    ? { license, licenseNote: LICENSE_NOTE }
    : { license };
}
