/** The recipe that a command names: of a product in the catalogue, of a product's file, or of a file of its own. */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { readProductFile } from '../../data/catalogue/product-file.ts';
import { parsedYaml } from '../../data/catalogue/yaml-lines.ts';
import { Product } from '../../data/product.ts';
import { Recipe } from '../../data/recipe.ts';

/** @param url of the page, by which one of several recipes is chosen. @throws {UsageFault} there is none, or it is not valid */
export function namedRecipe(named: string, { url }: { url?: string }): Recipe {
  const text = existsSync(named) ? readFileSync(named, 'utf8') : readProductFile(readEnvironment().catalogueDir, named);
  if (text === undefined) throw new UsageFault(`Cannot find a recipe "${named}": no such product or file`);
  const isOfProduct = 'value' in parsedYaml(text, z.looseObject({ sources: z.unknown() }));
  if (!isOfProduct) return valid(named, parsedYaml(text, Recipe));
  const taught = valid(named, parsedYaml(text, Product)).sources.filter(({ recipe }) => recipe !== undefined);
  const [found, ...others] = taught.filter((source) => taught.length === 1 || source.url === url);
  if (found?.recipe !== undefined && others.length === 0) return found.recipe;
  const why = taught.length === 0 ? 'no source has a recipe' : 'several sources have a recipe, but none has this URL';
  throw new UsageFault(`Cannot find a recipe of "${named}": ${why}`);
}

function valid<Value>(named: string, parsed: { value: Value } | { faults: string[] }): Value {
  if ('value' in parsed) return parsed.value;
  throw new UsageFault(
    `Cannot use the recipe of "${named}":\n${parsed.faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}
