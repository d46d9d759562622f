/**
 * What a page says beside its prices, each with the words that say it.
 *
 * Rather nothing than a guess: where a page says two things that can't both be true of the same, neither is taken.
 */
import { MAX_FACTS, type PageFact, type ReadTier } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { flat } from '../page/flat.ts';
import { tableFeatures } from '../tiers/features.ts';
import type { Signals } from '../tiers/signals.ts';
import { addOnSections, withoutAddOns } from './add-ons.ts';
import { announcedPrices } from './announced.ts';
import { agreesWith, annualDiscountIn, isAnnualLabel, reductionIn } from './annual-discount.ts';
import { capabilityFacts } from './capabilities.ts';
import { cardIn, moneyBackIn, trialIn } from './duration.ts';
import { feesOf } from './fees.ts';
import type { Place } from './place.ts';
import { programmesAnswered, programmesIn } from './programme.ts';
import { pricedLines, ranksOf, regionAt, regionsOf } from './region.ts';
import { type Sentence, tellingSentences } from './sentence.ts';
import { agreed, agreedProgrammes, agreedTaxes, settled } from './settle.ts';
import { ANNUAL, COUNT, FACT_WORDS, PROGRAMME, REDUCTION, REFUND, TAX, TRIAL } from './subjects.ts';
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
  const ranks = ranksOf(tiers);
  const subjects = FACT_WORDS.in(document);
  const place: Place = {
    tiers,
    regions: regionsOf(document, tiers, ranks),
    pricedLines: pricedLines(document, tiers),
    tables: tierTables(signals.grids, tiers),
    addOns,
    ranks,
    subjects,
  };
  const sentences = tellingSentences(document, subjects);
  const facts = [
    ...capabilityFacts(document, place, sentences),
    ...settled(unitFacts(document, place, sentences)),
    ...settled(feesOf(document, signals, place)),
    ...announcedPrices(document, signals, place),
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
    const { words, start, end, subjects } = sentence;
    const evidence = () => exact(document, start, end, 'prose');
    const isCounted = (subjects & COUNT) !== 0;
    const trial = isCounted && (subjects & TRIAL) !== 0 ? trialIn(words) : undefined;
    if (trial !== undefined) trials.push(trialFact(document, sentence, trial, tierOf(place, sentence)));
    const back = isCounted && (subjects & REFUND) !== 0 ? moneyBackIn(words) : undefined;
    if (back !== undefined)
      backs.push({ kind: 'money_back', ...tierOf(place, sentence), evidence: evidence(), ...back });
    const tax = (subjects & TAX) === 0 ? undefined : taxIn(words);
    if (tax !== undefined) taxes.push({ kind: 'tax', evidence: evidence(), ...tax });
    const discount = isCounted && (subjects & REDUCTION) !== 0 ? discountFact(document, sentence, place) : undefined;
    if (discount !== undefined) discounts.push(discount);
    if ((subjects & PROGRAMME) === 0) continue;
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

/** Of the card that the sentence stands in. */
function tierOf({ regions }: Place, { start }: Sentence): { tier?: string } {
  const region = regionAt(regions, start);
  return region === undefined ? {} : { tier: region.tier };
}

function trialFact(
  document: Document,
  { start, end, line, words }: Sentence,
  length: { days?: number; months?: number },
  tier: { tier?: string },
): PageFact {
  const about = { kind: 'trial' as const, ...tier, ...length };
  const own = cardIn(words);
  if (own !== undefined) return { ...about, card: own, evidence: exact(document, start, end, 'prose') };
  for (let away = -NEAR_LINES; away <= NEAR_LINES; away += 1) {
    const near = document.lines[line + away];
    if (near === undefined || near.end - near.start > 300) continue;
    const card = cardIn(flat(document.visible.slice(near.start, near.end)));
    const [from, to] = [Math.min(start, near.start), Math.max(end, near.end)];
    if (card !== undefined && to - from <= MAX_QUOTE)
      return { ...about, card, evidence: exact(document, from, to, 'prose') };
  }
  return { ...about, evidence: exact(document, start, end, 'prose') };
}

function discountFact(document: Document, sentence: Sentence, place: Place): PageFact | undefined {
  const { words, start, end, line, subjects } = sentence;
  const about = (from: number, to: number, found: NonNullable<ReturnType<typeof annualDiscountIn>>): PageFact => {
    const { tier } = tierOf(place, sentence);
    const compared = tier === undefined ? place.tiers : place.tiers.filter(({ name }) => name === tier);
    const agrees = agreesWith(found, compared);
    return {
      kind: 'annual_discount',
      ...(tier !== undefined && { tier }),
      ...found,
      ...(agrees !== undefined && { agrees }),
      evidence: exact(document, from, to, 'prose'),
    };
  };
  const own = (subjects & ANNUAL) === 0 ? undefined : annualDiscountIn(words);
  if (own !== undefined) return about(start, end, own);
  const beside = words.length > 40 ? undefined : reductionIn(words);
  if (beside === undefined) return undefined;
  for (const at of [line - 1, line + 1]) {
    const label = document.lines[at];
    if (label === undefined || label.end - label.start > 40) continue;
    if (!isAnnualLabel(flat(document.visible.slice(label.start, label.end)))) continue;
    return about(Math.min(start, label.start), Math.max(end, label.end), beside);
  }
  return undefined;
}

/** The answer under a question, as far as its first two sentences. */
function answered(document: Document, { words, start, end, line }: Sentence): PageFact[] {
  const { visible, lines } = document;
  const next = lines[line + 1];
  if (!(words.endsWith('?') || words.endsWith('？')) || next === undefined) return [];
  const answer = visible.slice(next.start, Math.min(next.end, next.start + 300));
  const stop = /^[^.!]{1,200}[.!](?:\s[^.!]{1,200}[.!])?/.exec(answer)?.[0].length ?? answer.length;
  const said = answer.slice(0, stop);
  const [from, to] = [start, next.start + stop];
  if (to - from > MAX_QUOTE || end > next.start) return [];
  return programmesAnswered(words, flat(said)).map((programme) => ({
    kind: 'programme',
    evidence: exact(document, from, to, 'prose'),
    ...programme,
  }));
}
