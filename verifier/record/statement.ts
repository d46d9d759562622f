/** A supported reading as a statement: tiers with ids, rates, and the evidence that they cite with its page. Pure. */
import { hash } from 'node:crypto';
import { defined } from '../../data/defined.ts';
import type { Page } from '../../data/page.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Slug } from '../../data/product.ts';
import {
  type Evidence,
  type PageFact,
  RATE_FIELDS,
  type ReadModel,
  type ReadPrice,
  type ReadTier,
} from '../../data/reading.ts';
import type { EvidenceId, Fact, Price, Rate, RecordEvidence, Tier } from '../../data/record.ts';

export interface StatementOrigin {
  page: Page;
  source: Slug;
  /** When the page was captured: the visit's instant, which a replay sets. */
  capturedAt: string;
}

/** Derived from page hash, place and words, so that evidence keeps its id when read again. */
function evidenceId(pageSha256: string, { scope, textStart, textEnd, quote }: Evidence): EvidenceId {
  const digest = hash('sha256', `${pageSha256}\n${scope}\n${textStart}\n${textEnd}\n${quote}`);
  return `ev_${digest.slice(0, 20)}`;
}

/** `ids[i]` is the id of `tiers[i]` (verifier/record/reconcile.ts). */
export function toStatement(
  { tiers, models, said = [] }: { tiers: ReadTier[]; models: ReadModel[]; said?: PageFact[] },
  ids: string[],
  origin: StatementOrigin,
): Statement {
  const evidence = new Map<EvidenceId, RecordEvidence>();
  const cite = (found: Evidence): EvidenceId => {
    const { page, capturedAt } = origin;
    const id = evidenceId(page.sha256, found);
    if (!evidence.has(id)) {
      const { finalUrl: url, sha256: pageSha256, format, charset, picture } = page;
      evidence.set(id, { ...found, id, url, capturedAt, pageSha256, format, charset, ...defined({ picture }) });
    }
    return id;
  };
  const isOnly = ({ name }: ReadTier) => tiers.filter((tier) => tier.name === name).length === 1;
  const named = new Map(tiers.flatMap((tier, i) => (isOnly(tier) ? [[tier.name, ids[i] ?? `tier-${i + 1}`]] : [])));
  const facts = said.flatMap((fact) => toFact(fact, named, cite));
  return {
    tiers: tiers.map((tier, i) => toTier(tier, { id: ids[i] ?? `tier-${i + 1}`, source: origin.source, cite })),
    rates: models.map((model) => toRate(model, origin.source, cite)),
    ...(facts.length > 0 && { facts }),
    evidence: [...evidence.values()],
  };
}

type Cite = (evidence: Evidence) => EvidenceId;

function toTier(
  { evidence, prices, ...tier }: ReadTier,
  { id, source, cite }: { id: string; source: Slug; cite: Cite },
): Tier {
  return {
    ...tier,
    id,
    prices: withListPrices(prices).map(({ evidence: found, ...price }) => ({ ...price, evidence: cite(found) })),
    origin: 'observed',
    source,
    ...(evidence !== undefined && { evidence: cite(evidence) }),
  };
}

function toRate({ evidence, ...model }: ReadModel, source: Slug, cite: Cite): Rate {
  const cited = RATE_FIELDS.flatMap(([, side]) => {
    const found = evidence[side];
    return found === undefined ? [] : [cite(found)];
  });
  return { ...model, aliases: [], origin: 'observed', source, evidence: [...new Set(cited)] };
}

/** Facts on a tier whose name two tiers of the page share are dropped. */
function toFact(read: PageFact, ids: ReadonlyMap<string, string>, cite: Cite): Fact[] {
  if (read.kind === 'capability') {
    const { tiers: stated, first, evidence, ...fact } = read;
    const tiers = stated.flatMap(({ tier, state }) => {
      const id = ids.get(tier);
      return id === undefined ? [] : [{ tier: id, state }];
    });
    if (tiers.length === 0) return [];
    return [{ ...fact, tiers, ...defined({ first: first && ids.get(first) }), evidence: cite(evidence) }];
  }
  const { tier, evidence, ...fact } = read;
  const id = tier === undefined ? undefined : ids.get(tier);
  if (tier !== undefined && id === undefined) return [];
  return [{ ...fact, ...defined({ tier: id }), evidence: cite(evidence) }];
}

/** A price struck through beside a promotion of the same terms is the list price; without a promotion it stays struck. */
function withListPrices(prices: ReadPrice[]): ReadPrice[] {
  return prices.map((price) => {
    if (price.kind !== 'struck') return price;
    const beside = prices.filter((other) => termsOf(other) === termsOf(price));
    const isPromoted = beside.some(({ kind }) => kind === 'promo' || kind === 'intro');
    return isPromoted && !beside.some(({ kind }) => kind === 'list') ? { ...price, kind: 'list' } : price;
  });
}

/** Prices of different terms are different facts and are never compared. */
export function termsOf({
  currency,
  billing,
  per,
  unit,
}: Pick<Price, 'currency' | 'billing' | 'per' | 'unit'>): string {
  return `${currency}|${billing ?? ''}|${per}|${unit ?? ''}`;
}
