/** What two readers state of labelled pages, together and each alone. Pure. */
import type { ReadTier } from '../../data/reading.ts';
import {
  areAlike,
  type Fact,
  type Label,
  labelledFacts,
  near,
  otherAmounts,
  readFacts,
  sameFact,
} from '../accuracy/score.ts';

/** Who states a fact; a reader that is alone may be so because the other reads nothing of the page. */
export const STATED_BY = [
  'both',
  'only old',
  'only old, new reads nothing',
  'only new',
  'only new, old reads nothing',
] as const;
export type StatedBy = (typeof STATED_BY)[number];

export interface Agreement {
  by: Record<StatedBy, { right: number; wrong: number }>;
  /** Facts of the label, and how many of them either states. */
  labelled: number;
  found: number;
}

export interface Statement {
  tier: string;
  fact: Fact;
}

export interface TwoReadings {
  old: readonly ReadTier[];
  new: readonly ReadTier[];
}

export function agreementOn(label: Label, read: TwoReadings): Agreement {
  const of = (tiers: readonly ReadTier[]) =>
    tiers.flatMap((tier) => readFacts(tier, label.currency).map((fact): Statement => ({ tier: tier.name, fact })));
  const [before, now] = [of(read.old), of(read.new)];
  const wanted = label.tiers.flatMap((tier) =>
    labelledFacts(tier).map((fact): Statement => ({ tier: tier.name, fact })),
  );
  const agreement = none();
  const count = (statements: readonly Statement[], by: StatedBy) => {
    for (const statement of statements) {
      const isRight = isIn(wanted, statement);
      if (isRight || !isOtherAmount(label, statement)) agreement.by[by][isRight ? 'right' : 'wrong'] += 1;
    }
  };
  const alone = (one: readonly Statement[], two: readonly Statement[]) => one.filter((each) => !isIn(two, each));
  count(
    before.filter((each) => isIn(now, each)),
    'both',
  );
  count(alone(before, now), now.length > 0 ? 'only old' : 'only old, new reads nothing');
  count(alone(now, before), before.length > 0 ? 'only new' : 'only new, old reads nothing');
  const found = wanted.filter((each) => isIn([...before, ...now], each)).length;
  return { ...agreement, labelled: wanted.length, found };
}

export function together(agreements: readonly Agreement[]): Agreement {
  const sum = none();
  for (const { by, labelled, found } of agreements) {
    sum.labelled += labelled;
    sum.found += found;
    for (const each of STATED_BY) {
      sum.by[each].right += by[each].right;
      sum.by[each].wrong += by[each].wrong;
    }
  }
  return sum;
}

function none(): Agreement {
  const by = Object.fromEntries(STATED_BY.map((each) => [each, { right: 0, wrong: 0 }]));
  return { by: by as Agreement['by'], labelled: 0, found: 0 }; // Each key is there.
}

function isIn(statements: readonly Statement[], { tier, fact }: Statement): boolean {
  return statements.some((other) => sameFact(other.fact, fact) && areAlike(other.tier, tier));
}

/** The page states the amount of that tier, but not as a price by the month: neither right nor wrong. */
function isOtherAmount({ tiers }: Label, { tier, fact: { amount } }: Statement): boolean {
  if (amount === undefined) return false;
  return tiers.some(
    ({ name, ...stated }) =>
      areAlike(name, tier) && otherAmounts({ name, ...stated }).some((other) => near(other, amount)),
  );
}
