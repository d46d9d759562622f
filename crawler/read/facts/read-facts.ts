/**
 * What a page says beside its prices, each with the words that say it.
 *
 * Rather nothing than a guess: where a page says two things that can't both be true of the same, neither is taken.
 */
import { MAX_FACTS, type PageFact, type ReadTier } from '../../../data/reading.ts';
import type { Document } from '../document/document.ts';
import { exact } from '../document/evidence.ts';
import { tableFeatures } from '../tiers/features.ts';
import type { Signals } from '../tiers/signals.ts';
import { addOnSections, withoutAddOns } from './add-ons.ts';
import { agreesWith, annualDiscountIn, isAnnualLabel, reductionIn } from './annual-discount.ts';
import { capabilityFacts } from './capabilities.ts';
import { cardIn, moneyBackIn, trialIn } from './duration.ts';
import { feesOf } from './fees.ts';
import type { Place } from './place.ts';
import { programmesAnswered, programmesIn } from './programme.ts';
import { regionAt, regionsOf } from './region.ts';
import { type Sentence, tellingSentences } from './sentence.ts';
import { agreed, agreedProgrammes, agreedTaxes, settled } from './settle.ts';
import { taxIn } from './tax.ts';
import { tierTables } from './tier-table.ts';
import { unitFacts } from './units.ts';

export interface FactReading {
  facts: PageFact[];
  /** The tiers without what is an add-on, and with what facts and tables tell of them: numbers of units, features. */
  tiers: ReadTier[];
}

const MAX_QUOTE = 380;
/** A card is spoken of on the line of the trial or just around it. */
const NEAR_LINES = 2;

export function readFacts(document: Document, signals: Signals, read: readonly ReadTier[]): FactReading {
  const addOns = addOnSections(document);
  const tiers = withoutAddOns(read, addOns);
  const place: Place = { tiers, regions: regionsOf(document, tiers), tables: tierTables(signals.grids, tiers), addOns };
  const sentences = tellingSentences(document);
  const facts = [
    ...capabilityFacts(document, place, sentences),
    ...settled(unitFacts(document, place, sentences)),
    ...settled(feesOf(document, signals, place)),
    ...termsOf(document, place, sentences),
  ].slice(0, MAX_FACTS);
  return { facts, tiers: tiers.map((tier) => told(tier, facts, place)) };
}

function told(tier: ReadTier, facts: readonly PageFact[], { tables }: Place): ReadTier {
  const minimumUnits = tier.minimumUnits ?? countOf('minimum_units', tier.name, facts);
  const includedUnits = tier.includedUnits ?? countOf('included_units', tier.name, facts);
  return {
    ...tier,
    ...(minimumUnits !== undefined && { minimumUnits }),
    ...(includedUnits !== undefined && { includedUnits }),
    features: tier.features.length > 0 ? tier.features : tableFeatures(tier.name, tables),
  };
}

function countOf(kind: PageFact['kind'], name: string, facts: readonly PageFact[]): number | undefined {
  for (const fact of facts) if (fact.kind === kind && 'count' in fact && fact.tier === name) return fact.count;
  return undefined;
}

function termsOf(document: Document, place: Place, sentences: readonly Sentence[]): PageFact[] {
  const trials: PageFact[] = [];
  const backs: PageFact[] = [];
  const taxes: PageFact[] = [];
  const discounts: PageFact[] = [];
  const programmes: PageFact[] = [];
  for (const sentence of sentences) {
    const { words, start, end } = sentence;
    const tier = regionAt(place.regions, start)?.tier;
    const evidence = () => exact(document, start, end, 'prose');
    const about = () => ({ ...(tier !== undefined && { tier }), evidence: evidence() });
    const trial = trialIn(words);
    if (trial !== undefined) trials.push(trialFact(document, sentence, trial, tier));
    const back = moneyBackIn(words);
    if (back !== undefined) backs.push({ kind: 'money_back', ...about(), ...back });
    const tax = taxIn(words);
    if (tax !== undefined) taxes.push({ kind: 'tax', evidence: evidence(), ...tax });
    const discount = discountFact(document, sentence, place, tier);
    if (discount !== undefined) discounts.push(discount);
    for (const programme of programmesIn(words))
      programmes.push({ kind: 'programme', evidence: evidence(), ...programme });
    programmes.push(...answered(document, sentence));
  }
  return [
    ...agreed(trials),
    ...agreed(backs),
    ...agreedTaxes(taxes),
    ...agreed(discounts),
    ...agreedProgrammes(programmes),
  ];
}

function trialFact(
  document: Document,
  { start, end, line, words }: Sentence,
  length: { days?: number; months?: number },
  tier: string | undefined,
): PageFact {
  const about = { kind: 'trial' as const, ...(tier !== undefined && { tier }), ...length };
  const own = cardIn(words);
  if (own !== undefined) return { ...about, card: own, evidence: exact(document, start, end, 'prose') };
  for (let away = -NEAR_LINES; away <= NEAR_LINES; away += 1) {
    const near = document.lines[line + away];
    if (near === undefined || near.end - near.start > 300) continue;
    const card = cardIn(document.visible.slice(near.start, near.end).replace(/\s+/g, ' '));
    const [from, to] = [Math.min(start, near.start), Math.max(end, near.end)];
    if (card !== undefined && to - from <= MAX_QUOTE)
      return { ...about, card, evidence: exact(document, from, to, 'prose') };
  }
  return { ...about, evidence: exact(document, start, end, 'prose') };
}

function discountFact(
  document: Document,
  { words, start, end, line }: Sentence,
  { tiers }: Place,
  tier: string | undefined,
): PageFact | undefined {
  const compared = tier === undefined ? tiers : tiers.filter(({ name }) => name === tier);
  const about = (from: number, to: number, found: NonNullable<ReturnType<typeof annualDiscountIn>>): PageFact => {
    const agrees = agreesWith(found, compared);
    return {
      kind: 'annual_discount',
      ...(tier !== undefined && { tier }),
      ...found,
      ...(agrees !== undefined && { agrees }),
      evidence: exact(document, from, to, 'prose'),
    };
  };
  const own = annualDiscountIn(words);
  if (own !== undefined) return about(start, end, own);
  const beside = words.length > 40 ? undefined : reductionIn(words);
  if (beside === undefined) return undefined;
  for (const at of [line - 1, line + 1]) {
    const label = document.lines[at];
    if (label === undefined || label.end - label.start > 40) continue;
    if (!isAnnualLabel(document.visible.slice(label.start, label.end).replace(/\s+/g, ' ').trim())) continue;
    return about(Math.min(start, label.start), Math.max(end, label.end), beside);
  }
  return undefined;
}

/** The answer under a question, as far as its first two sentences. */
function answered(document: Document, { words, start, end, line }: Sentence): PageFact[] {
  const { visible, lines } = document;
  const next = lines[line + 1];
  if (!/[?？]$/.test(words) || next === undefined) return [];
  const answer = visible.slice(next.start, Math.min(next.end, next.start + 300));
  const stop = /^[^.!]{1,200}[.!](?:\s[^.!]{1,200}[.!])?/.exec(answer)?.[0].length ?? answer.length;
  const said = answer.slice(0, stop);
  const [from, to] = [start, next.start + stop];
  if (to - from > MAX_QUOTE || end > next.start) return [];
  const text = said.replace(/\s+/g, ' ').trim();
  return programmesAnswered(words, text).map((programme) => ({
    kind: 'programme',
    evidence: exact(document, from, to, 'prose'),
    ...programme,
  }));
}
