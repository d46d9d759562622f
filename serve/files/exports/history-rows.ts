/** From what is published of a product's past to rows: one a price of a tier, or rate of a model, over an interval. Pure. */
import { RATE_FIELDS, type ReadPrice } from '../../../data/reading.ts';
import type { Rate, RecordEvidence, Snapshot, Tier } from '../../../data/record.ts';
import { label, quoted } from '../../record/vendor-text.ts';
import type { HISTORY_COLUMNS } from './columns.ts';

/** What stands in a column: a text, a number or nothing. Money, dates and nested values are texts. */
export type Cell = string | number | boolean | null;
export type HistoryRow = Record<(typeof HISTORY_COLUMNS)[number]['name'], Cell>;

/** Whose past it is. */
export interface Subject {
  slug: string;
  name: string;
  vendor: string;
  category: string;
  /** Page of ours about it. */
  page: string;
}

/** Struck-through amounts are left out as everywhere: nobody can buy at them. */
export function historyRows(subject: Subject, snapshot: Snapshot): HistoryRow[] {
  const common = { ...EMPTY, ...subjectCells(subject), ...intervalCells(snapshot) };
  const proofs = new Map(snapshot.evidence.map((evidence) => [evidence.id, evidence]));
  const proofOf = (id: string | undefined) => (id === undefined ? undefined : proofs.get(id));
  return [
    ...snapshot.tiers.flatMap((tier) => {
      const ofTier = { ...common, ...tierCells(tier), ...statedCells(tier, snapshot) };
      return tierFacts(tier).map(({ evidence, ...cells }) => ({
        ...withProof(ofTier, [proofOf(evidence)]),
        ...cells,
      }));
    }),
    ...snapshot.rates.flatMap((rate) => {
      const ofModel = { ...common, ...statedCells(rate, snapshot), ...modelCells(rate) };
      const cited = rate.evidence.map(proofOf);
      const stated = RATE_FIELDS.filter(([field]) => rate[field] !== undefined);
      return stated.map(([field, name], at) => ({
        // One for each rate, in their order, unless one quote says several.
        ...withProof(ofModel, cited.length === stated.length ? [cited[at]] : cited),
        rate: name,
        amount: rate[field] ?? null,
      }));
    }),
  ];
}

const EMPTY: HistoryRow = {
  slug: '',
  product: '',
  vendor: '',
  category: '',
  fact: '',
  tier: null,
  tierName: null,
  model: null,
  rate: null,
  band: null,
  amount: null,
  currency: null,
  billing: null,
  per: null,
  unit: null,
  kind: null,
  until: null,
  isFloor: false,
  assumed: null,
  minimumUnits: null,
  includedUnits: null,
  validFrom: '',
  validTo: null,
  lastSeenAt: '',
  gaps: null,
  recordedAt: '',
  origin: '',
  statedBy: '',
  dataset: null,
  license: 'owned',
  datasetAsOf: null,
  evidence: null,
  quote: null,
  sourceUrl: null,
  capturedAt: null,
  pageSha256: null,
  page: '',
};

function subjectCells({ slug, name, vendor, category, page }: Subject): Partial<HistoryRow> {
  return { slug, product: label(name, 80), vendor: label(vendor, 80), category, page };
}

function intervalCells({ validFrom, validTo, lastSeenAt, gaps, recordedAt, origin }: Snapshot): Partial<HistoryRow> {
  return {
    validFrom,
    validTo: validTo ?? null,
    lastSeenAt,
    gaps: gaps === undefined ? null : JSON.stringify(gaps),
    recordedAt,
    origin,
  };
}

function tierCells({ id, name, minimumUnits, includedUnits }: Tier): Partial<HistoryRow> {
  return {
    tier: id,
    tierName: label(name, 80),
    minimumUnits: minimumUnits ?? null,
    includedUnits: includedUnits ?? null,
  };
}

function modelCells({ model, currency, band }: Rate): Partial<HistoryRow> {
  return {
    fact: 'token_rate',
    model: label(model),
    band: band === undefined ? null : label(band, 80),
    currency,
    per: 'usage',
    unit: 'million tokens',
    kind: 'list',
  };
}

/** Where a tier or model is from: its own dataset goes before that of the interval. */
function statedCells(stated: Tier | Rate, snapshot: Snapshot): Partial<HistoryRow> {
  const imported = stated.imported ?? snapshot.imported;
  return {
    statedBy: stated.origin,
    dataset: imported?.dataset ?? null,
    license: imported?.license ?? 'owned',
    datasetAsOf: imported?.asOf ?? null,
    sourceUrl: imported?.sourceUrl ?? stated.research?.sourceUrl ?? null,
  };
}

type TierFact = Partial<Omit<HistoryRow, 'evidence'>> & { evidence: string | undefined };

function tierFacts({ isFree, isCustom, prices, evidence }: Tier): TierFact[] {
  const facts: TierFact[] = [];
  if (isFree) facts.push({ fact: 'free', evidence });
  if (isCustom) facts.push({ fact: 'contact_us', evidence });
  for (const price of prices)
    if (price.kind !== 'struck') facts.push({ ...priceCells(price), evidence: price.evidence });
  return facts.length > 0 ? facts : [{ fact: 'no_price', evidence }];
}

function priceCells({
  amount,
  currency,
  billing,
  per,
  unit,
  kind,
  until,
  isFloor,
  assumed,
}: Omit<ReadPrice, 'evidence'>): Partial<HistoryRow> {
  return {
    fact: 'price',
    amount,
    currency,
    billing: billing ?? null,
    per,
    unit: unit ?? null,
    kind,
    until: until ?? null,
    isFloor: isFloor ?? false,
    assumed: assumed === undefined || assumed.length === 0 ? null : assumed.join(' '),
  };
}

function withProof(row: HistoryRow, proofs: readonly (RecordEvidence | undefined)[]): HistoryRow {
  const found = proofs.flatMap((proof) => proof ?? []);
  const [first] = found;
  if (first === undefined) return row;
  return {
    ...row,
    evidence: found.map(({ id }) => id).join(' '),
    quote: found.map(({ quote }) => quoted(quote)).join('\n'),
    sourceUrl: first.url,
    capturedAt: first.capturedAt,
    pageSha256: first.pageSha256,
  };
}
