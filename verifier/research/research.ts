/** All sentences that follow from the facts about a product. Pure: they do not depend on the day. */
import type { AuthoredResearch } from '../../data/authored-research.ts';
import { defined } from '../../data/defined.ts';
import type { ImportedFact } from '../../data/product.ts';
import type { PricingRecord } from '../../data/record.ts';
import type { ProductResearch } from '../../data/research.ts';
import { withAuthored } from '../record/authored-research.ts';
import { costGuideOf } from './cost-guide.ts';
import { expertTakeOf, verdictOf } from './expert-take.ts';
import { planAdviceOf } from './plan-advice.ts';
import { quickAnswerOf } from './price-sentences.ts';
import { subjectOf } from './subject.ts';

/** Raised when a rule changes, so that all products are computed anew. */
export const RESEARCH_VERSION = 3;

export function researchOf(
  record: PricingRecord,
  known: { authored?: AuthoredResearch | undefined; imported?: readonly ImportedFact[] } = {},
): ProductResearch {
  const subject = subjectOf(record, known.imported);
  const research: ProductResearch = {
    quickAnswer: quickAnswerOf(subject),
    verdict: verdictOf(subject),
    expertTake: expertTakeOf(subject),
    planAdvice: planAdviceOf(subject),
    ...defined({ costGuide: costGuideOf(subject) }),
  };
  return withAuthored(research, known.authored, record);
}
