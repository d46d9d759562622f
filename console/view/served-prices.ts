/** What consumers are served of a product: each price with its state, today's confidence and its reading. Pure. */
import { TRUST } from '../../config/trust.ts';
import { confidenceNow, crossesAt, statusNow } from '../../data/confidence/decay.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import {
  type ImportedFrom,
  type PricingRecord,
  type RecordEvidence,
  sourceName,
  type Tier,
} from '../../data/record.ts';
import { rateWords } from '../../data/text/change-words.ts';
import { amountText } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { ago, badge, counted, day, vendorText } from './wording.ts';

const SHOWN_RATES = 40;

interface ServedOptions {
  now: Date;
  /** The capture of an archived page, by its SHA-256. */
  captureOf: (sha256: string) => string | undefined;
}

export function servedPrices(record: PricingRecord, options: ServedOptions): Html {
  const { tiers, rates, verification } = record;
  const { now } = options;
  const stale = crossesAt(verification, TRUST.staleBelow);
  const rows = [...tiers.flatMap(tierRows), ...rates.slice(0, SHOWN_RATES).map(rateRow)];
  return html`<p>Confidence ${confidenceNow(verification, now).toFixed(2)} today. ${stale !== undefined && stale > now && html`Without a new confirmation it becomes stale, below ${TRUST.staleBelow.toFixed(2)}, ${ago(stale.toISOString(), now)}. `}Facts are published at a confidence of ${TRUST.publishFrom.toFixed(2)} or more.</p>
${
  rows.length > 0 &&
  html`<div class="scroll" tabindex="0" role="region" aria-label="Published prices"><table class="dense"><thead><tr><th>Plan</th><th>Price</th><th>Billing</th><th>State</th><th class="number">Confidence</th><th>Source</th></tr></thead>
<tbody>${rows.map((row) => servedRow(row, record, options))}</tbody></table></div>`
}${rates.length > SHOWN_RATES && html`<p class="quiet">${counted(rates.length - SHOWN_RATES, 'more model')}</p>`}`;
}

interface Row {
  /** Absent where the row above names it. */
  name?: string;
  price: string;
  billing?: string | undefined;
  /** At its confirmation. */
  confidence?: number | undefined;
  evidence?: string | undefined;
  of: Pick<Tier, 'origin' | 'imported' | 'research'>;
}

function tierRows(tier: Tier): Row[] {
  const { name, isFree, isCustom, prices, confidence, evidence } = tier;
  const state = { confidence, evidence, of: tier };
  const rows: Row[] = [
    ...(isFree ? [{ price: 'free', ...state }] : []),
    ...(isCustom ? [{ price: 'contact sales', ...state }] : []),
    ...prices.map((price) => ({
      price: `${amountText(price.amount, price)}${price.kind === 'list' ? '' : ` (${price.kind})`}`,
      billing: price.billing,
      confidence: price.confidence,
      evidence: price.evidence,
      of: tier,
    })),
  ];
  const all = rows.length > 0 ? rows : [{ price: 'not known', ...state }];
  return all.map((row, at) => (at === 0 ? { name, ...row } : row));
}

function rateRow(rate: PricingRecord['rates'][number]): Row {
  const { model, currency, confidence, evidence } = rate;
  const amounts = RATE_FIELDS.flatMap(([field, words]) => {
    const amount = rate[field];
    return amount === undefined ? [] : [`${rateWords(words)} ${amountText(amount, { currency })}`];
  });
  return {
    name: model,
    price: amounts.join(', '),
    billing: 'per 1M tokens',
    confidence,
    evidence: evidence[0],
    of: rate,
  };
}

function servedRow(row: Row, { verification, evidence }: PricingRecord, options: ServedOptions): Html {
  const { name, price, billing, confidence = verification.score, of } = row;
  const own = { ...verification, score: confidence };
  const { now } = options;
  const found = evidence.find(({ id }) => id === row.evidence);
  return html`<tr><th scope="row">${name === undefined ? html`` : vendorText(name, 80)}</th><td>${vendorText(price, 120)}</td><td class="when">${billing}</td><td>${badge(statusNow(own, now, TRUST))}</td><td class="number">${confidenceNow(own, now).toFixed(2)}</td><td class="when">${readingOf(of, found, options)}</td></tr>`;
}

function readingOf(
  { origin, imported, research }: Pick<Tier, 'origin' | 'imported' | 'research'>,
  found: RecordEvidence | undefined,
  { captureOf }: ServedOptions,
): Html {
  if (imported !== undefined) return datasetWords(imported);
  if (research !== undefined)
    return html`${vendorText(research.by, 40)}, ${research.asOf} <span class="quiet">${vendorText(research.reason, 120)}</span>`;
  if (found === undefined) return html`<span class="quiet">${origin}</span>`;
  const id = captureOf(found.pageSha256);
  const when = day(found.capturedAt);
  return html`${id === undefined ? when : html`<a href="/captures/${id}">${when}</a>`} <span class="quiet">${found.method}</span>`;
}

function datasetWords(imported: ImportedFrom): Html {
  const kind = imported.publisher === undefined ? 'dataset, ' : '';
  return html`${vendorText(sourceName(imported), 60)} <span class="quiet">${kind}${imported.asOf}</span>`;
}
