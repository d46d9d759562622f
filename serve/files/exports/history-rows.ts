/** Rows of the price history: one per price of a tier, or rate of a model, over an interval; and CSV of rows. Pure. */
import { isZero } from '../../../data/money.ts';
import { RATE_FIELDS, type ReadPrice } from '../../../data/reading.ts';
import type { Rate, RecordEvidence, Snapshot, Tier } from '../../../data/record.ts';
import { cell, label, quoted } from '../../record/vendor-text.ts';
import type { Cell, Column, Row } from './columns.ts';

interface Subject {
  slug: string;
  name: string;
  vendor: string;
  category: string;
  page: string;
}

/** Rows without struck-through amounts, at which the product is not sold, and without the 0 of a free tier: `free` says so. */
export function historyRows({ slug, name, vendor, category, page }: Subject, snapshot: Snapshot): Row[] {
  const { market, validFrom, validTo, lastSeenAt, gaps, recordedAt, origin } = snapshot;
  const common: Row = {
    slug,
    product: label(name, 80),
    vendor: label(vendor, 80),
    category,
    page,
    market,
    validFrom,
    validTo,
    lastSeenAt,
    gaps: JSON.stringify(gaps),
    recordedAt,
    origin,
    isFloor: false,
  };
  const proofs = new Map(snapshot.evidence.map((evidence) => [evidence.id, evidence]));
  const proofOf = (id: string | undefined) => (id === undefined ? undefined : proofs.get(id));
  const ofTiers = snapshot.tiers.flatMap((tier) => {
    const ofTier = { ...common, ...tierCells(tier), ...statedCells(tier, snapshot) };
    return tierFacts(tier).map(({ evidence, ...cells }) => ({ ...withProof(ofTier, [proofOf(evidence)]), ...cells }));
  });
  const ofRates = snapshot.rates.flatMap((rate) => {
    const ofModel = { ...common, ...statedCells(rate, snapshot), ...modelCells(rate) };
    const cited = rate.evidence.map(proofOf);
    const stated = RATE_FIELDS.filter(([field]) => rate[field] !== undefined);
    return stated.map(([field, rateName], at) => ({
      // One quote for each rate, in their order, unless a quote states several.
      ...withProof(ofModel, cited.length === stated.length ? [cited[at]] : cited),
      rate: rateName,
      amount: rate[field],
    }));
  });
  return [...ofTiers, ...ofRates];
}

function tierCells({ id, name, minimumUnits, includedUnits }: Tier): Row {
  return { tier: id, tierName: label(name, 80), minimumUnits, includedUnits };
}

function modelCells({ model, currency, band, confidence }: Rate): Row {
  return {
    fact: 'token_rate',
    model: label(model),
    band: band && label(band, 80),
    currency,
    per: 'usage',
    unit: 'million tokens',
    kind: 'list',
    confidence,
  };
}

/** The dataset of a tier or model itself goes before that of the interval. */
function statedCells(stated: Tier | Rate, snapshot: Snapshot): Row {
  const imported = stated.imported ?? snapshot.imported;
  return {
    statedBy: stated.origin,
    dataset: imported?.dataset,
    license: imported?.license ?? 'owned',
    datasetAsOf: imported?.asOf,
    sourceUrl: imported?.sourceUrl ?? stated.research?.sourceUrl,
  };
}

type TierFact = Omit<Row, 'evidence'> & { evidence: string | undefined };

function tierFacts({ isFree, isCustom, prices, confidence, evidence }: Tier): TierFact[] {
  const facts: TierFact[] = [];
  if (isFree)
    facts.push({
      fact: 'free',
      confidence,
      evidence: evidence ?? prices.find(({ amount }) => isZero(amount))?.evidence,
    });
  if (isCustom) facts.push({ fact: 'contact_us', confidence, evidence });
  for (const price of prices)
    if (price.kind !== 'struck' && !(isFree && isZero(price.amount)))
      facts.push({ ...priceCells(price), evidence: price.evidence });
  return facts.length > 0 ? facts : [{ fact: 'no_price', evidence }];
}

function priceCells(price: Omit<ReadPrice, 'evidence'>): Row {
  const { amount, currency, billing, per, unit, kind, until, isFloor = false, assumed = [], confidence } = price;
  const assumptions = assumed.length === 0 ? undefined : assumed.join(' ');
  const terms = { amount, currency, billing, per, unit, kind, until, isFloor, assumed: assumptions };
  return { fact: 'price', ...terms, confidence };
}

function withProof(row: Row, proofs: readonly (RecordEvidence | undefined)[]): Row {
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

/** CSV by RFC 4180. */
export function csvHeader(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(',')}\r\n`;
}

export function csvRow(columns: readonly Column[], row: Row): string {
  return `${columns.map(({ name, type }) => field(row[name], type === 'text')).join(',')}\r\n`;
}

/** An apostrophe precedes text that a spreadsheet would run as a formula (`cell`), since vendors choose the quotes. */
function field(value: Cell, isText: boolean): string {
  const text = isText ? cell(String(value ?? '')) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
