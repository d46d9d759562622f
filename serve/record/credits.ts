/** Whom an answer that holds imported facts has to credit, and what is known to be wrong with a dataset. Pure. */
import * as z from 'zod';
import { datasetName, type Snapshot } from '../../data/record.ts';

export const Credit = z.strictObject({
  dataset: z.string(),
  license: z.string(),
  attribution: z.string().optional().meta({ description: 'What its licence asks to be said; absent where none does.' }),
  caveat: z.string().optional(),
});
export type Credit = z.infer<typeof Credit>;

/** What the datasets’ licences ask to be said of them, and what is known to be wrong with them. */
export const NOTICES: Record<string, Pick<Credit, 'attribution' | 'caveat'>> = {
  'isa-group/SaaS-analysis': {
    attribution: 'SaaS pricing dataset by ISA Group, CC BY 4.0, https://doi.org/10.5281/zenodo.16106711',
    caveat:
      'One list a year, from archived pages. It mixes prices billed monthly and annually: an equal step of all tiers may be a switch between the two.',
  },
  'romanshumy/llm-prices-data': {
    attribution: 'LLM prices by modelpricewatch.com, CC BY 4.0, https://github.com/romanshumy/llm-prices-data',
  },
  'kimyoohan/factquire': {
    attribution: 'Facts by factquire.com, CC BY 4.0, https://github.com/kimyoohan/factquire',
  },
  'anomalyco/models.dev': {
    caveat: 'Dated by when the dataset changed, not by when the vendor did; only rates that changed are in it.',
  },
};

/** One a dataset and licence, by name. */
export function creditsOf(snapshots: readonly Snapshot[]): Credit[] {
  const credits = new Map<string, Credit>();
  for (const { imported } of snapshots) {
    if (imported === undefined) continue;
    const dataset = datasetName(imported.dataset);
    credits.set(`${dataset} ${imported.license}`, { dataset, license: imported.license, ...NOTICES[dataset] });
  }
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit);
}
