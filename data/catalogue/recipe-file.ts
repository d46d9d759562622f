/** A recipe by name: of a product in the catalogue, of a product's file, or of a file of its own. */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { Product } from '../product.ts';
import { Recipe } from '../recipe.ts';
import { readProductFile } from './product-file.ts';
import { parsedYaml } from './yaml-lines.ts';

/** @param url of the page, by which one of several recipes is chosen. @throws {Error} there is none, or it is not valid */
export function recipeNamed(named: string, { catalogueDir, url }: { catalogueDir: string; url: string }): Recipe {
  const text = existsSync(named) ? readFileSync(named, 'utf8') : readProductFile(catalogueDir, named)?.text;
  if (text === undefined)
    throw new Error(`Cannot find a recipe "${named}": no such product in the catalogue, and no such file`);
  const isOfProduct = 'value' in parsedYaml(text, z.looseObject({ sources: z.unknown() }));
  if (!isOfProduct) return valid(named, parsedYaml(text, Recipe));
  const { sources } = valid(named, parsedYaml(text, Product));
  const taught = sources.filter(({ recipe }) => recipe !== undefined);
  const [recipe, ...others] = taught
    .filter((source) => taught.length === 1 || source.url === url)
    .map((each) => each.recipe);
  if (recipe !== undefined && others.length === 0) return recipe;
  const why = taught.length === 0 ? 'no source has one' : 'several sources have one, and none is of this URL';
  throw new Error(`Cannot find a recipe of "${named}": ${why}`);
}

function valid<Value>(named: string, parsed: { value: Value } | { faults: string[] }): Value {
  if ('value' in parsed) return parsed.value;
  throw new Error(`Cannot take the recipe of "${named}":\n${parsed.faults.map((fault) => `  ${fault}`).join('\n')}`);
}
