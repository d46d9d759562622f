/** Whose page an imported fact was read from: facts of another company's pages are refused. By registrable domain. Pure. */
import { getDomain } from 'tldts';
import * as z from 'zod';
import { type CatalogueProduct, type ImportedFact, Slug, statesPrices } from '../product.ts';
import stated from './fact-domains.json' with { type: 'json' };

/** Domains that are a product's own although its catalogue file names another, each with the reason. */
const ACCEPTED = z
  .array(z.strictObject({ domain: z.string(), products: z.array(Slug).min(1), why: z.string().min(1) }))
  .parse(stated);

/** "https://docs.acme.co.uk/x" → "acme.co.uk". The tenants of a shared host, such as github.io, each have their own. */
export function registrableDomain(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? new URL(url).hostname;
}

type Sold = Pick<CatalogueProduct, 'slug' | 'homepage' | 'sources'>;

/**
 * The domain that a fact was read from where it is another company's than the product's. Undefined where it is the
 * product's, and where the fact names no page or the product has no address.
 */
export function foreignDomainOf(
  { slug, homepage, sources }: Sold,
  { sourceUrl }: Pick<ImportedFact, 'sourceUrl'>,
): string | undefined {
  const own = [homepage ?? [], sources.filter(statesPrices).map(({ url }) => url)].flat().map(registrableDomain);
  if (sourceUrl === undefined || own.length === 0) return undefined;
  const domain = registrableDomain(archivedUrl(sourceUrl));
  const isAccepted = ACCEPTED.some((each) => each.domain === domain && each.products.includes(slug));
  return own.includes(domain) || isAccepted ? undefined : domain;
}

/** "https://web.archive.org/web/20250101000000/https://acme.com/pricing" → "https://acme.com/pricing" */
function archivedUrl(url: string): string {
  const archived = /^https?:\/\/web\.archive\.org\/.*?(https?:\/\/(?!web\.archive\.org).+)$/.exec(url)?.[1];
  return archived !== undefined && URL.canParse(archived) ? archived : url;
}

/**
 * Facts of a product that are refused, with the domain of the company that they are about. A fact that names no page
 * follows the others of its file in the dataset: it is refused where all of these are.
 */
export function foreignFacts<Imported extends ImportedFact>(
  product: Sold,
  facts: readonly Imported[],
): ReadonlyMap<Imported, string> {
  const files = Map.groupBy(facts, ({ dataset }) => dataset.replace(/@[^@]*$/, ''));
  return new Map(
    [...files.values()].flatMap((ofFile) => {
      const named = ofFile.filter(({ sourceUrl }) => sourceUrl !== undefined);
      const domains = new Map(named.map((fact) => [fact, foreignDomainOf(product, fact)]));
      const [shared] = domains.values();
      const isForeign = [...domains.values()].every((domain) => domain !== undefined);
      return ofFile.flatMap((fact): [Imported, string][] => {
        const domain = domains.get(fact) ?? (isForeign && !domains.has(fact) ? shared : undefined);
        return domain === undefined ? [] : [[fact, domain]];
      });
    }),
  );
}
