/** Writes a recipe into its product's file, after the running verifier has recorded who did it and why. */
import { openHandOver } from '../../config/hand-over.ts';
import { productIn, readProductFile, withRecipe, writeProductFile } from '../../data/catalogue/product-file.ts';
import { type Action, actionOf } from '../../data/pipeline/operator-action.ts';
import type { Slug } from '../../data/product.ts';
import type { Recipe } from '../../data/recipe.ts';

export interface RecipeToSave extends Pick<Action, 'by' | 'reason'> {
  slug: Slug;
  source: Slug;
  recipe: Recipe;
  redisUrl: string;
}

/**
 * @throws {ProductFileChanged} somebody else wrote the file meanwhile
 * @throws {Error} the file can't be edited, or the verifier refuses the action
 */
export async function saved(
  { slug, source, recipe, by, reason, redisUrl }: RecipeToSave,
  catalogueDir: string,
): Promise<true> {
  const before = readProductFile(catalogueDir, slug);
  if (before === undefined) throw new Error(`Cannot find products/${slug}.yaml in ${catalogueDir}`);
  const after = withRecipe(before, source, recipe);
  const product = productIn(after);
  if ('faults' in product) throw new Error(`The file would not be valid: ${product.faults.join('; ')}`);
  const handOver = await openHandOver(redisUrl);
  try {
    const what = { action: 'recipe_saved' as const, slug, by, reason, edit: { before, after } };
    await handOver.judged(actionOf(what, { now: new Date() }));
  } finally {
    await handOver.close();
  }
  writeProductFile(catalogueDir, slug, { before, after });
  return true;
}
