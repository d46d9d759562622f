/** The recipe that a command names: of a product, or of a file. */
import { UsageFault, wordsOf } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { recipeNamed } from '../../data/catalogue/recipe-file.ts';
import type { Recipe } from '../../data/recipe.ts';

/** @throws {UsageFault} there is none, or it is not valid */
export function namedRecipe(named: string, { url = '' }: { url?: string }): Recipe {
  try {
    return recipeNamed(named, { catalogueDir: readEnvironment().catalogueDir, url });
  } catch (error) {
    throw new UsageFault(wordsOf(error));
  }
}
