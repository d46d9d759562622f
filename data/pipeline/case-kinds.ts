/** Why a reading waits, and what accepting it would change, in words. */

/** The main cause of a case, the most telling first. */
export const CAUSES = {
  first_reading: 'First reading, low confidence',
  recipe: 'Recipe no longer matches',
  currency: 'Currency changed',
  variant: 'Another variant of the page',
  fewer_plans: 'Fewer plans',
  unit: 'Unit changed',
  free_tier: 'Changed between free and paid',
  leap: 'Large price change',
  billing: 'Matches the other billing',
  refused: 'Partly refused',
  unsure: 'Low confidence',
  model: 'A language model differs',
  rest: 'Rest of a published reading',
  reread: 'Archived page reread',
  contradiction: 'Contradicts the record',
} as const;
export type Cause = keyof typeof CAUSES;

/** What accepting the reading would change, the most telling first. */
export const CHANGE_KINDS = {
  first_prices: 'First prices',
  currency: 'Currency',
  unit: 'Unit',
  free_tier: 'Free tier',
  price_up: 'Price up',
  price_down: 'Price down',
  plan_removed: 'Plan removed',
  plan_added: 'Plan added',
  terms: 'Names or terms',
  nothing: 'No price',
} as const;
export type ChangeKind = keyof typeof CHANGE_KINDS;
