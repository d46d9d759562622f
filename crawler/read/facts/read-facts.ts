/**
 * What a page says beside its prices, each with the words that say it.
 *
 * Rather nothing than a guess: where a page says two things that can't both be true of the same, neither is taken.
 */
import { defined } from '../../../data/defined.ts';
import { MAX_FACTS, type PageFact, type ReadTier } from '../../../data/reading.ts';
import type { Mentions } from '../mentions/mentions.ts';
import { type Document, type Line, lastAtOrBefore, type Span } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { gridsOf } from '../page/grid.ts';
import { isOver } from '../tiers/heading.ts';
import { AMONG_ADD_ONS, notTiers } from '../tiers/section.ts';
import { anyMeans, lettersBeside, saidWhole } from '../vocabulary/phrases.ts';
import { announcedPrices } from './announced.ts';
import { agreesWith } from './annual-prices.ts';
import { capabilityFacts } from './capabilities.ts';
import { feesOf, withoutFees } from './fees.ts';
import { inOrderOfPrice, type Place, pricedLines, regionAt, regionsOf, type Source } from './place.ts';
import { annualDiscountIn, cardIn, moneyBackIn, programmesIn, taxIn, trialIn } from './sale-terms.ts';
import { Reader, type Sentence } from './sentences.ts';
import { agreed, agreedProgrammes, agreedTaxes, type FactOf, settled } from './settle.ts';
import { type TierCell, tableFeatures, tierCellAt, tierTables } from './tier-table.ts';
import { unitFacts } from './units.ts';

interface FactReading {
  facts: PageFact[];
  /** The plans without what is a fee, with what facts and tables tell of them: numbers of units, features. */
  tiers: ReadTier[];
}

const MAX_QUOTE = 380;
const MAX_ANSWER = 300;
/** A card is spoken of on the line of the trial or just around it. */
const NEAR_LINES = [-1, 1, -2, 2];
const MAX_BESIDE = 8;
const MAX_ADD_ON_HEADING = 60;
const ADD_ON_LINES = 80;
const ASIDE = ['sectionRival', 'sectionExample', 'sectionPast', 'sectionSaid'] as const;

export function readFacts(document: Document, mentions: Mentions, read: readonly ReadTier[]): FactReading {
  const reader = new Reader(document, mentions);
  const tiers = withoutFees({ document, mentions, reader }, read);
  const place: Place = {
    tiers,
    regions: regionsOf(document, tiers, mentions.match),
    pricedLines: pricedLines(document, tiers),
    tables: tierTables(gridsOf(document), tiers, reader),
    addOns: addOnSections(document, mentions),
    inOrder: inOrderOfPrice(tiers),
  };
  const aside = linesAside(document, mentions);
  const sentences = reader.sentences().filter(({ line }) => !aside[line]);
  const isOwn = ({ evidence }: PageFact) => !aside[lastAtOrBefore(document.lines, evidence.textStart)];
  const source = { document, mentions, reader, place, sentences };
  const facts = [
    ...capabilityFacts(source),
    ...settled(unitFacts(source)),
    ...settled(feesOf(source).filter(isOwn)),
    ...settled(announcedPrices(source)),
    ...termsOf(source),
  ].slice(0, MAX_FACTS);
  const told = tiers.map((tier) => {
    const countOf = (kind: 'minimum_units' | 'included_units') =>
      facts.find((fact): fact is FactOf<typeof kind> => fact.kind === kind && fact.tier === tier.name)?.count;
    const minimumUnits = tier.minimumUnits ?? countOf('minimum_units');
    const includedUnits = tier.includedUnits ?? countOf('included_units');
    return {
      ...tier,
      ...defined({ minimumUnits, includedUnits }),
      features: tier.features.length > 0 ? tier.features : tableFeatures(tier.name, place.tables, reader),
    };
  });
  return { facts, tiers: told };
}

/** Spans from a heading that says "Add-ons" to the next one that is as high. */
function addOnSections({ lines, visible }: Document, { match }: Mentions): Span[] {
  return lines.flatMap(({ start, end, heading }, index): Span[] => {
    if (heading === 0 || end - start > MAX_ADD_ON_HEADING) return [];
    const words = visible.slice(start, end);
    const phrases = match(words);
    if (!anyMeans(phrases, 'sectionAddOn') || lettersBeside(words, phrases) > MAX_BESIDE) return [];
    const below = lines.slice(index + 1, index + ADD_ON_LINES);
    const next = below.findIndex((line) => line.heading > 0 && line.heading <= heading);
    const last = below[(next < 0 ? below.length : next) - 1];
    return last === undefined ? [] : [{ start: end, end: last.end }];
  });
}

/** Of each line, whether its section is about other vendors, an example, what was, what customers or articles say. */
function linesAside(document: Document, { match }: Mentions): boolean[] {
  let over: Line | undefined;
  return document.lines.map((line) => {
    const words = line.heading > 1 ? document.visible.slice(line.start, line.end) : '';
    if (over !== undefined && isOver(document, over, line.start)) over = undefined;
    if (line.heading > 0 && line.heading <= (over?.heading ?? 6))
      over =
        ![undefined, AMONG_ADD_ONS].includes(notTiers(words)) || saidWhole(words, match(words), ...ASIDE)
          ? line
          : undefined;
    return over !== undefined;
  });
}

function termsOf(source: Source): PageFact[] {
  const { document, place, sentences } = source;
  const trials: FactOf<'trial'>[] = [];
  const backs: FactOf<'money_back'>[] = [];
  const taxes: FactOf<'tax'>[] = [];
  const programmes: FactOf<'programme'>[] = [];
  for (const each of sentences) {
    const cell = tierCellAt(place.tables, each.start);
    const tier = (cell ?? regionAt(place.regions, each.start))?.tier;
    const sentence = cell === undefined ? each : inRow(source, each, cell);
    const about = { ...defined({ tier }), evidence: exact(document, sentence, 'prose') };
    const [trial, back, tax] = [trialIn(sentence), moneyBackIn(sentence), taxIn(sentence)];
    if (trial !== undefined) trials.push({ kind: 'trial', ...about, ...trial, ...cardNear(source, sentence) });
    if (back !== undefined) backs.push({ kind: 'money_back', ...about, ...back });
    if (tax !== undefined) taxes.push({ kind: 'tax', evidence: about.evidence, ...tax });
    for (const programme of programmesIn(sentence))
      programmes.push({ kind: 'programme', evidence: about.evidence, ...programme });
  }
  const discounts = sentences.flatMap((sentence) => discountOf(source, sentence) ?? []);
  const sold = place.tiers.flatMap(({ name, prices, isFree }) => (prices.length > 0 && !isFree ? [name] : []));
  return [
    ...agreed(trials, sold),
    ...agreed(backs, sold),
    ...agreedTaxes(taxes),
    ...agreed(discounts, sold),
    ...agreedProgrammes(programmes),
  ];
}

/** With the label of its row: "Free trial | 14 days", "Log history | 14 days free". */
function inRow({ reader }: Source, sentence: Sentence, { label }: TierCell): Sentence {
  const { start, end, words } = sentence;
  if (label.start < 0 || label.start >= start || end - label.start > MAX_QUOTE) return sentence;
  return { ...sentence, start: label.start, words: [...reader.wordsIn(label), ...words] };
}

/** What the trial's sentence or a line around it says of a card, with the words that say both. */
function cardNear(
  { document, reader }: Source,
  sentence: Sentence,
): Partial<Pick<FactOf<'trial'>, 'card' | 'evidence'>> {
  const own = cardIn(sentence.words);
  if (own !== undefined) return { card: own };
  const { lines } = document;
  for (const near of [lines[sentence.line], ...NEAR_LINES.map((away) => lines[sentence.line + away])]) {
    if (near === undefined || near.end - near.start > MAX_ANSWER) continue;
    const card = cardIn(reader.wordsIn(near));
    const [start, end] = [Math.min(sentence.start, near.start), Math.max(sentence.end, near.end)];
    if (card !== undefined && end - start <= MAX_QUOTE)
      return { card, evidence: exact(document, { start, end }, 'prose') };
  }
  return {};
}

function discountOf({ document, place }: Source, sentence: Sentence): FactOf<'annual_discount'> | undefined {
  const found = annualDiscountIn(sentence);
  if (found === undefined) return undefined;
  const tier = regionAt(place.regions, sentence.start)?.tier;
  const agrees = agreesWith(found, tier === undefined ? place.tiers : place.tiers.filter(({ name }) => name === tier));
  const about = { ...defined({ tier }), evidence: exact(document, sentence, 'prose') };
  return { kind: 'annual_discount', ...about, ...found, ...defined({ agrees }) };
}
