/**
 * What follows from the facts, as consumers read it. Pure.
 *
 * The generation has the sentences of each product; the one that depends on its whole category is made here, since one
 * new price in a category would otherwise make all of its products anew. While a record is disputed or stale, what
 * follows from its facts is not said; what an author found stands, with its day.
 */
import type { Status } from '../../data/confidence/decay.ts';
import type { CostGuide, Grounds, PlanAdvice, ProductResearch, Sentence, Transparency } from '../../data/research.ts';
import { roundedText } from '../../data/text/price-text.ts';
import { isJudged } from './market.ts';
import type { Positioning, RecordData, SaidSentence } from './shape.ts';
import { label } from './vendor-text.ts';
import { importedView, pick } from './view.ts';

const FIELDS: readonly SaidSentence['field'][] = ['quickAnswer', 'verdict', 'expertTake'];

/** Fields of the record that are made of research. */
export const RESEARCH_FIELDS = ['planAdvice', 'verdict', 'expertTake', 'quickAnswer', 'sentences'] as const;

/** What follows from the facts of a record of this status may be said of today. */
export function isCurrent(status: Status | undefined): boolean {
  return status !== undefined && status !== 'disputed' && status !== 'stale';
}

function maySay(status: Status | undefined): ({ origin }: Grounds) => boolean {
  return ({ origin }) => isCurrent(status) || origin === 'research';
}

export function researchData(
  research: ProductResearch,
  { status, positioning }: { status: Status | undefined; positioning: Positioning | undefined },
): Pick<RecordData, (typeof RESEARCH_FIELDS)[number]> {
  const said = maySay(status);
  // What no page confirmed is of its dataset's day, and today's category is not.
  const verdict = verdictWith(research.verdict.filter(said), status === 'unverified' ? undefined : positioning);
  const of = { quickAnswer: research.quickAnswer.filter(said), verdict, expertTake: research.expertTake.filter(said) };
  const sentences = FIELDS.flatMap((field) => of[field].map((sentence) => ({ field, ...sentenceView(sentence) })));
  const planAdvice = research.planAdvice.filter(said).map(adviceView);
  return {
    planAdvice: planAdvice.length === 0 ? undefined : planAdvice,
    verdict: textOf(of.verdict),
    expertTake: textOf(of.expertTake),
    quickAnswer: textOf(of.quickAnswer),
    sentences: sentences.length === 0 ? undefined : sentences,
  };
}

/** The price alone is no verdict: something has to be said of it. */
function verdictWith(sentences: readonly Sentence[], positioning: Positioning | undefined): Sentence[] {
  const [opening, ...others] = sentences;
  if (opening === undefined) return [];
  const position = opening.rule === 'starting-price' && positioning !== undefined ? positionSentence(positioning) : [];
  const verdict = [opening, ...position, ...others];
  return verdict.length === 1 && opening.origin === 'derived' && opening.rule !== 'sold-by-quote' ? [] : verdict;
}

/** By the rule `category-median`; too few prices to compare with say nothing. */
function positionSentence(positioning: Positioning): Sentence[] {
  if (!isJudged(positioning)) return [];
  const { currency, categoryMedian, categoryMin, categoryMax, sampleSize, percentVsMedian } = positioning;
  const percent = Math.abs(percentVsMedian);
  const against =
    percentVsMedian === 0 ? 'the median' : `${percent} % ${percentVsMedian > 0 ? 'above' : 'below'} the median`;
  const [median, least, most] = [categoryMedian, categoryMin, categoryMax].map((amount) =>
    roundedText(amount, currency),
  );
  const text = `That is ${against} (${median}) of ${sampleSize} other products in its category with the same terms, which start at ${least} to ${most}.`;
  return [{ text, origin: 'derived', rule: 'category-median', basis: ['positioning'] }];
}

export function textOf(sentences: readonly Pick<Sentence, 'text'>[]): string | undefined {
  return sentences.length === 0 ? undefined : sentences.map(({ text }) => label(text, 600)).join(' ');
}

function sentenceView({ text, ...grounds }: Sentence): Sentence {
  return { text: label(text, 600), ...groundsView(grounds) };
}

function groundsView(grounds: Grounds): Grounds {
  return {
    ...pick(grounds, ['origin', 'rule', 'evidence']),
    basis: grounds.basis?.map((field) => label(field)),
    imported: grounds.imported && importedView(grounds.imported),
    ...pick(grounds, ['source', 'asOf']),
  };
}

function adviceView({ tier, name, suits, advice, capabilities, ...grounds }: PlanAdvice): PlanAdvice {
  return {
    tier,
    name: label(name, 80),
    suits: label(suits, 160),
    advice: label(advice, 400),
    capabilities,
    ...groundsView(grounds),
  };
}

/** Without what may not be said of today. */
export function guideView(guide: CostGuide, status: Status | undefined): CostGuide {
  const said = maySay(status);
  const { quickAnswer, keyCosts, transparency, discountPrograms, negotiation } = guide;
  const { tactics, timing, negotiable, fixed } = negotiation;
  return {
    quickAnswer: quickAnswer.filter(said).map(sentenceView),
    keyCosts: keyCosts.map((entry) => ({
      label: label(entry.label, 200),
      cost: label(entry.cost, 200),
      ...pick(entry, ['kind', 'amount', 'currency', 'per', 'unit']),
      ...groundsView(entry),
    })),
    transparency: transparency && transparencyView(transparency),
    discountPrograms: discountPrograms.map((program) => {
      const { kind, name, text, tier, percent, isUpTo, isFree, survivesRenewal, ...grounds } = program;
      const words = { name: label(name), text: label(text, 400) };
      return { kind, ...words, tier, percent, isUpTo, isFree, survivesRenewal, ...groundsView(grounds) };
    }),
    negotiation: {
      tactics: tactics.filter(said).map(({ expectedDiscountPercent, ...sentence }) => ({
        ...sentenceView(sentence),
        expectedDiscountPercent,
      })),
      timing: timing.filter(said).map(sentenceView),
      negotiable: negotiable.filter(said).map(sentenceView),
      fixed: fixed.filter(said).map(sentenceView),
    },
  };
}

function transparencyView(transparency: Transparency): Transparency {
  return {
    ...pick(transparency, ['score', 'published', 'applicable']),
    points: transparency.points.map((point) => ({
      ...pick(point, ['id', 'label', 'status', 'evidence']),
      basis: point.basis?.map((field) => label(field)),
    })),
  };
}
