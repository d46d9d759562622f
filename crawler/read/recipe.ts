import type { Recipe } from '../../data/product.ts';
import type { Reading } from '../../data/reading.ts';
import type { Document } from './document.ts';
export function readRecipe(_document: Document, _recipe: Recipe): Reading {
  return { reader: 'recipe', tiers: [], models: [], rejected: [] };
}
