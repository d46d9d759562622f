/** Facts that a page states twice become one; where it states two that can't both hold, none is left. */
import type { PageFact } from '../../../data/reading.ts';

type Kind<K extends PageFact['kind']> = Extract<PageFact, { kind: K }>;

const { stringify } = JSON;

/** Trials, refunds and discounts: one for the page, or one a tier where the tiers differ. */
export function agreed<Fact extends PageFact>(facts: readonly Fact[]): Fact[] {
  const general = distinct(facts.map((fact) => [termsIn(fact), fact]));
  const [only, ...others] = general.values();
  if (only !== undefined && others.length === 0) return [withoutTier(richest(facts, only))];
  const byTier = new Map<string, Map<string, Fact>>();
  for (const fact of facts) {
    const tier = 'tier' in fact ? fact.tier : undefined;
    if (tier === undefined) continue;
    byTier.set(tier, (byTier.get(tier) ?? new Map<string, Fact>()).set(termsIn(fact), fact));
  }
  return [...byTier.values()].flatMap((stated) => (stated.size === 1 ? [...stated.values()] : []));
}

/** What the fact comes to, apart from where it stands and from what only some of its statements add. */
function termsIn(fact: PageFact): string {
  return stringify({ ...fact, evidence: undefined, tier: undefined, card: undefined, agrees: undefined });
}

/** The statement that says most: a trial's that also speaks of the card. */
function richest<Fact extends PageFact>(facts: readonly Fact[], first: Fact): Fact {
  const cards = new Set(facts.flatMap((fact) => (fact.kind === 'trial' && fact.card !== undefined ? [fact.card] : [])));
  const withCard = facts.find((fact) => fact.kind === 'trial' && fact.card !== undefined);
  if (cards.size > 1 || withCard === undefined) return first;
  return withCard;
}

function withoutTier<Fact extends PageFact>(fact: Fact): Fact {
  const rest: Fact = { ...fact };
  if ('tier' in rest) delete rest.tier;
  return rest;
}

export function agreedTaxes(facts: readonly PageFact[]): PageFact[] {
  const taxes = facts.filter((fact): fact is Kind<'tax'> => fact.kind === 'tax');
  if (new Set(taxes.map(({ prices }) => prices)).size !== 1) return [];
  return [...distinct(taxes.map((fact) => [fact.tax, fact])).values()];
}

/** One a programme; its percentage only where all that state one state the same. */
export function agreedProgrammes(facts: readonly PageFact[]): PageFact[] {
  const programmes = facts.filter((fact): fact is Kind<'programme'> => fact.kind === 'programme');
  return [...Map.groupBy(programmes, ({ programme }) => programme).values()].flatMap((stated) => {
    const terms = distinct(
      stated
        .filter(({ percent, isFree }) => percent !== undefined || isFree === true)
        .map((fact) => [stringify([fact.percent, fact.isUpTo, fact.isFree]), fact]),
    );
    const [only, ...others] = terms.values();
    const [first] = stated;
    if (first === undefined) return [];
    if (only !== undefined && others.length === 0) return [only];
    const { percent, isUpTo, isFree, ...bare } = first;
    return [bare];
  });
}

/** What is charged or counted for one thing of one tier is one amount, or it is not told. */
export function settled<Fact extends PageFact>(facts: readonly Fact[]): Fact[] {
  return [...Map.groupBy(facts, slotOf).values()].flatMap((stated) => {
    const [only, ...others] = distinct(stated.map((fact) => [figureOf(fact), fact])).values();
    return only !== undefined && others.length === 0 ? [only] : [];
  });
}

function slotOf(fact: PageFact): string {
  const { kind, tier, name, unit, per, currency } = fact as Kind<'add_on'>;
  return stringify([kind, tier, name, unit, per, currency]);
}

function figureOf(fact: PageFact): string {
  return 'amount' in fact ? fact.amount : 'count' in fact ? String(fact.count) : '';
}

function distinct<Fact>(keyed: readonly (readonly [string, Fact])[]): Map<string, Fact> {
  const found = new Map<string, Fact>();
  for (const [key, fact] of keyed) if (!found.has(key)) found.set(key, fact);
  return found;
}
