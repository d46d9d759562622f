/** Replaces what the rules derive by what an author found, with its source and day. Pure. */
import type { AuthoredResearch } from '../../data/authored-research.ts';
import type { HiddenCost, PricingRecord } from '../../data/record.ts';
import type {
  CostGuide,
  DiscountProgram,
  Grounds,
  PlanAdvice,
  ProductResearch,
  Sentence,
} from '../../data/research.ts';
import { nameKey } from '../../data/text/name-key.ts';

function stated<T extends { source: string; asOf: string }>(statement: T): T & Grounds {
  return { ...statement, origin: 'research' };
}

/** Kinds that a product has once: an author's replaces any other. */
const SINGLE_KINDS: readonly HiddenCost['kind'][] = ['sso', 'audit', 'minimum'];

export function withAuthoredCosts(costs: readonly HiddenCost[], research: AuthoredResearch | undefined): HiddenCost[] {
  const authored = (research?.hiddenCosts ?? []).map((cost): HiddenCost => ({ ...cost, origin: 'research' }));
  const isReplaced = ({ kind, label }: HiddenCost) =>
    authored.some(
      (cost) => cost.kind === kind && (SINGLE_KINDS.includes(kind) || nameKey(cost.label) === nameKey(label)),
    );
  return [...authored, ...costs.filter((cost) => !isReplaced(cost))];
}

export function withAuthored(
  research: ProductResearch,
  authored: AuthoredResearch | undefined,
  { tiers }: Pick<PricingRecord, 'tiers'>,
): ProductResearch {
  if (authored === undefined) return research;
  const { quickAnswer, verdict, expertTake } = authored;
  const said = (statement: typeof verdict, otherwise: Sentence[]) =>
    statement === undefined ? otherwise : [stated(statement)];
  const advice = authored.planAdvice.flatMap((each): PlanAdvice[] => {
    const tier = tiers.find(({ id, name }) => id === each.tier || nameKey(name) === nameKey(each.tier));
    return tier === undefined ? [] : [{ ...stated(each), tier: tier.id, name: tier.name }];
  });
  const isAdvised = ({ tier }: PlanAdvice) => advice.some((each) => each.tier === tier);
  const guide = guideWith(research.costGuide, authored);
  return {
    quickAnswer: said(quickAnswer, research.quickAnswer),
    verdict: said(verdict, research.verdict),
    expertTake: said(expertTake, research.expertTake),
    planAdvice: [...advice, ...research.planAdvice.filter((each) => !isAdvised(each))],
    ...(guide !== undefined && { costGuide: guide }),
  };
}

const NO_GUIDE: CostGuide = {
  quickAnswer: [],
  keyCosts: [],
  discountPrograms: [],
  negotiation: { tactics: [], timing: [], negotiable: [], fixed: [] },
};

/** An author's programme replaces those of its kind; an author's advice on negotiation comes first. */
function guideWith(guide: CostGuide | undefined, authored: AuthoredResearch): CostGuide | undefined {
  const programs = authored.discountPrograms.map((program): DiscountProgram => stated(program));
  const { tactics = [], timing = [], negotiable = [], fixed = [] } = authored.negotiation ?? {};
  if (programs.length + tactics.length + timing.length + negotiable.length + fixed.length === 0) return guide;
  const { negotiation, discountPrograms, ...rest } = guide ?? NO_GUIDE;
  const kinds = new Set(programs.filter(({ kind }) => kind !== 'other').map(({ kind }) => kind));
  return {
    ...rest,
    discountPrograms: [...programs, ...discountPrograms.filter(({ kind }) => !kinds.has(kind))],
    negotiation: {
      tactics: [...tactics.map(stated), ...negotiation.tactics],
      timing: [...timing.map(stated), ...negotiation.timing],
      negotiable: [...negotiable.map(stated), ...negotiation.negotiable],
      fixed: [...fixed.map(stated), ...negotiation.fixed],
    },
  };
}
