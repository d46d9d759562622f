/** A product's file, from what a form says to what is written. Pure but for the writing itself. */
import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { type Catalogue, contradictions } from '../../data/catalogue/catalogue.ts';
import { catalogueFaults } from '../../data/catalogue/faults.ts';
import { type CatalogueProduct, Product, Slug } from '../../data/product.ts';

export interface Described {
  name: string;
  vendor: string;
  category: string;
  homepage: string;
  url: string;
  kind: string;
  cadence: string;
  render: string;
}

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

/** What is as it is by default is left out, as authors do. */
export function yamlOf({ name, vendor, category, homepage, url, kind, cadence, render }: Described): string {
  return stringify({
    name,
    vendor: vendor === '' ? name : vendor,
    category,
    ...(homepage !== '' && { homepage }),
    sources: [
      {
        id: kind === 'rate-card' ? 'rates' : kind === 'openapi' ? 'api' : 'pricing',
        url,
        ...(kind !== 'pricing' && { kind }),
        cadence,
        ...(render === 'browser' && { render }),
      },
    ],
  });
}

export interface Judged {
  product: CatalogueProduct | undefined;
  /** A line each; the file is written only where there is none. */
  faults: string[];
}

/** By the catalogue's schema, by the other products, and by what makes a file implausible. */
export function judged(slug: string, yaml: string, catalogue: Catalogue, today: string): Judged {
  if (!Slug.safeParse(slug).success)
    return { product: undefined, faults: [`"${slug}" is not a slug such as "acme-crm"`] };
  if (catalogue.products.some((product) => product.slug === slug))
    return { product: undefined, faults: [`There is a product "${slug}" already`] };
  const parsed = parsedProduct(yaml);
  if (typeof parsed === 'string') return { product: undefined, faults: parsed.split('\n') };
  const product = { ...parsed, slug };
  const products = [...catalogue.products, product].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const whole = { ...catalogue, products };
  const own = (fault: string) =>
    fault.startsWith(`${slug}:`) || fault.split(':')[0]?.split(', ').includes(slug) === true;
  // An address of this one that another has is told of whichever comes later.
  const known = new Set(contradictions(catalogue));
  const faults = [
    ...contradictions(whole).filter((fault) => !known.has(fault)),
    ...catalogueFaults(whole, today).filter(own),
  ];
  return { product, faults };
}

function parsedProduct(yaml: string): Product | string {
  try {
    const parsed = Product.safeParse(parse(yaml, { maxAliasCount: 0 }));
    return parsed.success ? parsed.data : z.prettifyError(parsed.error);
  } catch (error) {
    return `The file is no YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`;
  }
}

/** Never over another. @throws {Error} the file is there, or can't be written */
export function writeProduct(catalogueDir: string, slug: string, yaml: string): void {
  const file = openSync(join(catalogueDir, 'products', `${slug}.yaml`), 'wx');
  try {
    writeFileSync(file, yaml.endsWith('\n') ? yaml : `${yaml}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
