/** Which groups of an answer hold facts of public datasets, and whom to credit for them. Pure. */

import * as z from 'zod';
import { datasetOf } from '../../data/datasets.ts';
import { datasetName, type ImportedFrom, type PricingRecord } from '../../data/record.ts';

type Imported = Pick<ImportedFrom, 'dataset' | 'license'>;

/** Group → what datasets state in it. */
export type ImportedBy = Readonly<Partial<Record<string, readonly Imported[]>>>;

export interface Origins {
  /** Groups with facts of datasets. */
  groups: ReadonlySet<string>;
  /** By dataset. */
  credits: readonly Credit[];
}

/** Of the groups of a record: what follows from tiers and rates is of whoever states these. */
export function importedBy(
  record: Pick<PricingRecord, 'tiers' | 'rates' | 'hiddenCosts' | 'referencePrices'>,
  positioning?: { sources: { datasets: readonly string[] } } | undefined,
): ImportedBy {
  const { tiers, rates, hiddenCosts, referencePrices = [] } = record;
  const ofTiers = stating(tiers);
  const ofPrices = stating(tiers.filter(({ prices }) => prices.length > 0));
  const ofRates = stating(rates);
  const ofWindows = stating(rates.flatMap(({ contextWindow }) => contextWindow?.statements ?? []));
  const ofCosts = stating(hiddenCosts);
  const sample = positioning?.sources.datasets ?? [];
  const all = [...ofTiers, ...ofRates, ...ofCosts];
  return {
    priceRange: ofPrices,
    tiers: ofTiers,
    discounts: ofPrices,
    referencePrices: stating(referencePrices),
    hiddenCosts: ofCosts,
    planAdvice: [...ofTiers, ...ofRates],
    verdict: all,
    positioning: [...ofPrices, ...sample.map(licensed)],
    rateCard: [...ofRates, ...ofWindows],
    costGuide: all,
  };
}

function stating(facts: readonly { imported?: ImportedFrom | undefined }[]): Imported[] {
  return facts.flatMap(({ imported }) => imported ?? []);
}

export function licensed(dataset: string): Imported {
  return { dataset, license: datasetOf({ dataset })?.license ?? 'unknown' };
}

/** @param groups those of the answer */
export function originsOf(groups: readonly string[], imported: ImportedBy): Origins {
  const credits = new Map<string, Credit>();
  const restricted = groups.filter((group) => {
    const facts = imported[group] ?? [];
    for (const fact of facts) credits.set(...creditOf(fact));
    return facts.length > 0;
  });
  return { groups: new Set(restricted), credits: inOrder(credits) };
}

/** @param answers that stand within one */
export function originsOfAnswers(
  answers: readonly { license: Readonly<Record<string, string>>; datasets?: readonly Credit[] | undefined }[],
): Origins {
  const credits = new Map(
    answers.flatMap(({ datasets = [] }) => datasets.map((credit) => [`${credit.dataset} ${credit.license}`, credit])),
  );
  const groups = answers.flatMap(({ license }) =>
    Object.entries(license).flatMap(([group, kind]) => (kind === 'restricted' ? [group] : [])),
  );
  return { groups: new Set(groups), credits: inOrder(credits) };
}

export const OWN: Origins = { groups: new Set(), credits: [] };

export const Credit = z.strictObject({
  dataset: z.string(),
  license: z.string(),
  attribution: z.string().optional().meta({ description: 'Attribution that its licence requires.' }),
  caveat: z.string().optional(),
});
export type Credit = z.infer<typeof Credit>;

/** One a dataset and licence, by name. @param facts what is answered, imported or not */
export function creditsOf(facts: readonly { imported?: ImportedFrom | undefined }[]): Credit[] {
  return inOrder(new Map(stating(facts).map(creditOf)));
}

/** With the key by which it is one of many: a dataset may have changed its licence. */
export function creditOf({ dataset, license }: Pick<ImportedFrom, 'dataset' | 'license'>): [key: string, Credit] {
  const name = datasetName(dataset);
  const { attribution, caveat } = datasetOf({ dataset }) ?? {};
  return [`${name} ${license}`, { dataset: name, license, attribution, caveat }];
}

export function inOrder(credits: ReadonlyMap<string, Credit>): Credit[] {
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit);
}
