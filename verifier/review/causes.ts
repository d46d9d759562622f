/** Why a reading waits and what accepting it would change, as short kinds to group and filter by. Pure. */
import type { Change } from '../../data/change.ts';
import { type Cause, CHANGE_KINDS, type ChangeKind } from '../../data/pipeline/case-kinds.ts';
import type { Waiting } from '../../data/store/ledger/review.ts';
import { MODEL_DIFFERS } from '../judge/stances.ts';
import { changesBetween } from '../record/changes.ts';

export interface Classified {
  cause: Cause;
  /** Never empty; in the order of CHANGE_KINDS. */
  changes: ChangeKind[];
  /** How far prices move: the largest ratio of an amount to the earlier one, or its inverse; 1 where none moves. */
  size: number;
}

type Case = Pick<Waiting, 'kind' | 'isRest' | 'verdict' | 'candidate' | 'statement' | 'slug' | 'since'>;

export function classified(waiting: Case): Classified {
  const { slug, since, statement, candidate } = waiting;
  const events = changesBetween(statement, candidate, { slug, observedAt: since, recordedAt: since });
  const kinds = new Set(statement === undefined ? ['first_prices' as const] : events.map(kindOf));
  const changes = (Object.keys(CHANGE_KINDS) as ChangeKind[]).filter((kind) => kinds.has(kind));
  return {
    cause: causeOf(waiting, events),
    changes: changes.length > 0 ? changes : ['nothing'],
    size: Math.max(1, ...events.map(ratioOf)),
  };
}

/** The verifier's reasons, by how they begin or end (verifier/judge, verifier/record/plausibility.ts); and as version 0.1 worded them. */
const SIGNS: readonly (readonly [Cause, RegExp])[] = [
  ['recipe', /^(?:the recipe |only a relocated recipe)/],
  ['currency', /^the currency (?:changed|turned) from /],
  ['variant', /^the page (?:is|was answered) for /],
  [
    'fewer_plans',
    /^(?:all prices (?:disappeared|vanished)|only \d+ % of the )|was not read,? (?:but|and) the page still names it$/,
  ],
  ['free_tier', / (?:became (?:free|paid)|turned free|turned from free to paid)$/],
  ['leap', / (?:jumps|leaps) from /],
  ['billing', /the other billing/],
  ['refused', /(?:was read,? (?:but|and) the page does not support it|part of the reading was refused)$/],
  ['unsure', /^not (?:enough confidence|sure enough)/],
];

function causeOf({ kind, isRest, verdict: { reasons }, statement }: Case, events: readonly Change[]): Cause {
  if (kind === 'rereading') return 'reread';
  if (reasons.includes(MODEL_DIFFERS)) return 'model';
  if (isRest) return 'rest';
  const sign = SIGNS.find(([, words]) => reasons.some((reason) => words.test(reason)))?.[0];
  if (sign === 'recipe') return sign;
  if (statement === undefined) return 'first_reading';
  const isUnit = events.some(({ type }) => type === 'unit_changed');
  if (isUnit && sign !== 'currency' && sign !== 'variant') return 'unit';
  return sign ?? 'contradiction';
}

const KINDS: Partial<Record<Change['type'], ChangeKind>> = {
  currency_changed: 'currency',
  unit_changed: 'unit',
  free_tier_added: 'free_tier',
  free_tier_removed: 'free_tier',
  tier_added: 'plan_added',
  model_added: 'plan_added',
  tier_removed: 'plan_removed',
  model_removed: 'plan_removed',
};

function kindOf(event: Change): ChangeKind {
  const { type, before, after } = event;
  const isPriced = type === 'price_changed' || type === 'rate_changed';
  if (!isPriced || before?.amount === undefined || after?.amount === undefined) return KINDS[type] ?? 'terms';
  return Number(after.amount) < Number(before.amount) ? 'price_down' : 'price_up';
}

function ratioOf({ before, after }: Change): number {
  const [was, is] = [Number(before?.amount), Number(after?.amount)];
  if (!(was > 0 && is > 0) || before?.currency !== after?.currency) return 1;
  return Math.max(is / was, was / is);
}
