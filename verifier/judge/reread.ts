/**
 * Judges an archived page as today's readers read it, against what its source is recorded to have stated. Pure.
 * A reading that loses a tier, a price or a rate of an earlier one waits for a person: a broken reader loses them too.
 */
import { defined } from '../../data/defined.ts';
import { sameAmount } from '../../data/money.ts';
import type { ProductPast, SourceState } from '../../data/pipeline/ledger-state.ts';
import type { Rereading } from '../../data/pipeline/rereading.ts';
import type { LedgerEntry, Statement, Verdict } from '../../data/pipeline/verdict.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { Price } from '../../data/record.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { PageWords } from '../../data/text/page-text.ts';
import { sincePast } from '../record/backfill.ts';
import { isEmpty, rateKey, sameFacts, sameFeatures } from '../record/facts.ts';
import { isRated } from '../record/headline.ts';
import { knownTiers } from '../record/markets.ts';
import { doubts } from '../record/plausibility.ts';
import { termsOf } from '../record/statement.ts';
import { scoreOf } from './reading-score.ts';
import { recipeStance } from './stances.ts';
import { supportedStatement } from './supported-statement.ts';
import { surePart } from './sure-part.ts';

export interface RereadInput {
  rereading: Rereading;
  /** Undefined where the page cannot be decoded. */
  words: PageWords | undefined;
  past: ProductPast;
  /** The source today. */
  state?: SourceState | undefined;
  product: CatalogueProduct;
  recordedAt: Date;
}

export function verifyRereading({ rereading, words, past, state, product, recordedAt }: RereadInput): LedgerEntry {
  const { reading, source, observedAt: since } = rereading;
  const stated = past.statementsAt(since).get(source);
  // A withdrawn statement states nothing.
  const before = stated && !isEmpty(stated) ? stated : undefined;
  const version = `read again by reader version ${reading.readerVersion}`;
  const verdictOf = (outcome: Verdict['outcome'], { score = 0, reasons }: { score?: number; reasons: string[] }) => ({
    outcome,
    score,
    reasons: [version, ...reasons].map((words) => words.slice(0, 160)),
    disputed: false,
    refused: [],
    ...defined({ recipe: reading.recipe }),
  });
  if (reading.verdict !== 'pricing') {
    const reasons = [`${reading.verdict}: ${reading.reason}`];
    return { observation: rereading, verdict: verdictOf('unreadable', { reasons }), changes: [] };
  }
  const { supported, statement, refused } = supportedStatement({
    ...{ words, reading, page: rereading.page, source, capturedAt: since },
    known: {
      own: (before ?? state?.withdrawn)?.tiers,
      ofProduct: knownTiers({ product, source }, (market) => past.snapshotAt(since, market)),
    },
  });
  const { part, isWhole, against: unsure } = surePart(before, statement);
  const { score, reasons: support } = scoreOf(supported, part);
  const judged = (outcome: Verdict['outcome'], against: string[] = []) => ({
    ...verdictOf(outcome, { score, reasons: [...against, ...support] }),
    refused,
  });
  const base = { observation: rereading, changes: [] };
  if (isEmpty(statement)) return { ...base, verdict: judged('unsupported', ['no prices found']) };
  if (before !== undefined && unsure.length === 0 && sameFacts(before, part)) {
    const verdict = judged('confirmed');
    const isRestated = !sameFeatures(before, part) || (isRated(part) && !isRated(before));
    return isRestated ? { ...base, verdict, statement: part } : { ...base, verdict };
  }
  const isPast = Date.parse(since) < Date.parse(state?.statedAt ?? '');
  if (!isPast && state?.rejected?.keys.includes(pricesKey(statement)))
    return { ...base, verdict: verdictOf('contradicted', { reasons: [state.rejected.reason] }) };
  const stance = recipeStance({ recipe: reading.recipe, supported, before, next: statement });
  const against = [
    ...stance.doubts,
    ...(before === undefined ? [] : [...lost(before, statement), ...doubts(before, statement, words?.text)]),
    ...(supported.refused.length > 0 ? ['part of the reading was refused'] : []),
    ...(isWhole && unsure.length === 0 ? [] : ['not enough confidence to correct past prices']),
  ];
  if (against.length > 0) {
    const verdict = judged('contradicted', against);
    return supported.refused.length > 0 ? { ...base, verdict } : { ...base, verdict, candidate: statement };
  }
  return {
    observation: rereading,
    verdict: judged('changed'),
    statement: part,
    ...sincePast({ product, past, source, statement: part, since, recordedAt, as: 'correction' }),
  };
}

/** What an earlier reader found on the page and this one misses. */
function lost(before: Statement, next: Statement): string[] {
  const tiers = before.tiers.flatMap((tier) => {
    const kept = next.tiers.find(({ id, name }) => id === tier.id || nameKey(name) === nameKey(tier.name));
    if (kept === undefined) return [`would lose ${tier.name}`];
    const gone = unpaired(tier.prices, kept.prices);
    return gone.map(({ amount, currency }) => `would lose ${tier.name} at ${amount} ${currency}`);
  });
  const rates = before.rates.flatMap((rate) => {
    const kept = next.rates.find((other) => rateKey(other) === rateKey(rate));
    if (kept === undefined) return [`would lose ${rate.model}`];
    return RATE_FIELDS.flatMap(([field]) =>
      rate[field] !== undefined && kept[field] === undefined ? [`would lose a rate of ${rate.model}`] : [],
    );
  });
  return [...tiers, ...rates];
}

/** Prices left over after pairing by terms and amount, then by terms, then by amount. */
function unpaired(before: readonly Price[], next: readonly Price[]): Price[] {
  const free = new Set(next);
  const left = (prices: readonly Price[], isPair: (a: Price, b: Price) => boolean) =>
    prices.filter((price) => {
      const pair = [...free].find((other) => isPair(price, other));
      if (pair !== undefined) free.delete(pair);
      return pair === undefined;
    });
  const otherTerms = left(before, (a, b) => termsOf(a) === termsOf(b) && sameAmount(a.amount, b.amount));
  const moved = left(otherTerms, (a, b) => termsOf(a) === termsOf(b));
  return left(moved, (a, b) => a.currency === b.currency && sameAmount(a.amount, b.amount));
}
