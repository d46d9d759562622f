/** From rows of public datasets (one JSON object a line) to the files of products; doubtful ones are left out. Pure. */
import * as z from 'zod';
import { Product, Slug } from '../../product.ts';
import { RowFact } from './facts.ts';

export const Row = z.object({
  slug: Slug,
  name: Product.shape.name,
  category: Slug,
  vendor: Product.shape.vendor,
  homepage: z.string().nullish(),
  pricingUrl: z.string().nullish(),
  pricingUrlKind: z.string().nullish(),
  urlSeen: z.boolean(),
  tokenPriced: z.boolean(),
  riskNote: z.string().nullish(),
  facts: z.array(RowFact),
});
export type Row = z.infer<typeof Row>;

export function doubtOf({ riskNote }: Pick<Row, 'riskNote'>): string | undefined {
  if (riskNote?.includes('may be discontinued'))
    return 'may have ended, been bought or renamed, and nothing says which';
  if (riskNote?.startsWith('dataset ends')) return 'was given up by the one dataset that had it';
  return undefined;
}

/** The initial file, which editors then maintain. */
export function productOf(row: Row, aliases: readonly Slug[] = []): z.input<typeof Product> {
  const { name, vendor, category, homepage, pricingUrl: url, tokenPriced, urlSeen } = row;
  const note = noteOf(row);
  const source = tokenPriced
    ? { id: 'rates', url: url ?? '', kind: 'rate-card' as const, cadence: 'daily' as const }
    : { id: 'pricing', url: url ?? '', kind: 'pricing' as const, cadence: 'weekly' as const };
  return {
    name,
    vendor,
    category,
    ...(aliases.length > 0 && { aliases: [...aliases] }),
    ...(homepage && { homepage }),
    ...(tokenPriced && { tokenPriced }),
    sources: url ? [{ ...source, ...(!urlSeen && { urlSeen }) }] : [],
    ...(note !== undefined && { note }),
  };
}

/** "rebranded 2026-04-13: … [owner/name:file@commit]" */
const EVENT = /^([a-z_]{1,40}) (\d{4}-\d{2}-\d{2}): .*\[([\w.-]{1,80}\/[\w.-]{1,80}):[^\]]*\]$/;

function noteOf({ riskNote }: Row): string | undefined {
  const [, event, day, dataset] = EVENT.exec(riskNote ?? '') ?? [];
  return event === undefined ? undefined : `${dataset} has it as ${event.replaceAll('_', ' ')} of ${day}`;
}

/** Other names of each product: its file names in datasets, and its name as a slug. None is another product's. */
export function aliasesOf(rows: readonly Row[]): Map<Slug, Slug[]> {
  const vendors = Map.groupBy(rows, ({ vendor }) => slugOf(vendor));
  const taken = new Set(rows.map(({ slug }) => slug));
  // The name of a vendor with several products belongs to none of them.
  for (const [vendor, products] of vendors) if (products.length > 1) taken.add(vendor);
  const wanted = rows.map((row) => ({ slug: row.slug, names: new Set(namesOf(row).map(slugOf)) }));
  const askedFor = Map.groupBy(
    wanted.flatMap(({ names }) => [...names]),
    (name) => name,
  );
  return new Map(
    wanted.map(({ slug, names }) => [
      slug,
      [...names].filter((name) => {
        const [sole] = vendors.get(name) ?? [];
        const isAnothers = taken.has(name) || (sole !== undefined && sole.slug !== slug);
        return Slug.safeParse(name).success && !isAnothers && askedFor.get(name)?.length === 1;
      }),
    ]),
  );
}

function namesOf({ slug, name, facts }: Row): string[] {
  const plain = name.replace(/ \([^()]*\)$/, '');
  const filed = facts.flatMap(({ dataset }) => FILED.flatMap((path) => path.exec(dataset)?.[1] ?? []));
  return [plain, ...filed].filter((each) => slugOf(each) !== slug);
}

/** Paths of datasets with a file or folder for each product. */
const FILED = [/\/_vendors\/([a-z\d.-]{1,60})\.ya?ml@/, /\/yaml\/[^/]{1,40}\/([\w-]{1,60})\/\d{4}\.ya?ml@/];

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
