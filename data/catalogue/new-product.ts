/** A product's catalogue file, composed from a form and checked. Pure. */
import { stringify } from 'yaml';
import { type CatalogueProduct, Slug } from '../product.ts';
import { type Catalogue, contradictions } from './catalogue.ts';
import { catalogueFaults } from './faults.ts';
import { productIn } from './product-file.ts';

/** The fields of the form. */
export type Described = Record<
  'name' | 'vendor' | 'category' | 'homepage' | 'url' | 'kind' | 'cadence' | 'render',
  string
>;

export const USUAL_SOURCE = { kind: 'pricing', cadence: 'weekly', render: 'http' } as const;

/** "Acme CRM+" becomes "acme-crm". */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '');
}

const SOURCE_IDS: Readonly<Record<string, string>> = { 'rate-card': 'rates', openapi: 'api' };

/** The text of the file, without values that are the default. */
export function yamlOf({ name, vendor, category, homepage, url, kind, cadence, render }: Described): string {
  return stringify({
    name,
    vendor: vendor === '' ? name : vendor,
    category,
    ...(homepage !== '' && { homepage }),
    sources: [
      {
        id: SOURCE_IDS[kind] ?? 'pricing',
        url,
        ...(kind !== 'pricing' && { kind }),
        cadence,
        ...(render === 'browser' && { render }),
      },
    ],
  });
}

export interface AuthoredFile {
  slug: string;
  yaml: string;
}

/** Checks the file by the schema, against the other products and for plausibility. Write it only without faults. */
export function checkFile(
  { slug, yaml }: AuthoredFile,
  catalogue: Catalogue,
  today: string,
): { product?: CatalogueProduct; faults: string[] } {
  if (!Slug.safeParse(slug).success) return { faults: [`"${slug}" is not a slug such as "acme-crm"`] };
  if (catalogue.products.some((product) => product.slug === slug))
    return { faults: [`The product "${slug}" already exists`] };
  const parsed = productIn(yaml);
  if ('faults' in parsed) return parsed;
  const product = { ...parsed, slug };
  const products = [...catalogue.products, product].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const whole = { ...catalogue, products };
  const own = (fault: string) =>
    fault.startsWith(`${slug}:`) || fault.split(':')[0]?.split(', ').includes(slug) === true;
  // A contradiction names whichever product comes later.
  const known = new Set(contradictions(catalogue));
  const faults = [
    ...contradictions(whole).filter((fault) => !known.has(fault)),
    ...catalogueFaults(whole, today).filter(own),
  ];
  return { product, faults };
}
