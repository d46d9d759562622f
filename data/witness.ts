/**
 * Witnesses of what a source states: each could have erred where another did not. The same reader on the same bytes is none,
 * however often they come.
 *
 * - `structure`, `declared`, `prose`, `recipe`, `model`: a reader of that nature states the whole headline by itself
 * - `design`: another design of the page was read alike
 * - `page`: a page of a later day with other words around its prices was read alike
 * - `person`, `dataset`: somebody else says the same
 */
import * as z from 'zod';

export const Witness = z.enum([
  'structure',
  'declared',
  'prose',
  'recipe',
  'model',
  'design',
  'page',
  'person',
  'dataset',
]);
export type Witness = z.infer<typeof Witness>;
