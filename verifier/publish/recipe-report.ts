/** The recipes of the catalogue and how each fared since it was taught, those to look at first. */
import { join } from 'node:path';
import { printJson, terminalOf } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { type RecipeRow, recipeRows } from '../../data/store/ledger-queries/recipe-reliability.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { type Terminal, table } from '../../data/text/terminal.ts';

/** @throws {Error} a file of the catalogue does not load */
export function recipeReport({ dir, json }: { dir?: string; json: boolean }): number {
  const { catalogueDir, dataDir } = readEnvironment();
  const { products } = loadCatalogue(dir ?? catalogueDir);
  const ledger = join(dataDir, 'ledger.db');
  const recipes = besideWriter(ledger, (open) => recipeRows(products, open)) ?? recipeRows(products);
  if (json) printJson({ recipes });
  else process.stdout.write(recipeText(recipes, terminalOf(process.stdout)));
  return 0;
}

const COLUMNS = ['source', 'taught', 'plans', 'met', 'relocated', 'abstained', 'overruled', 'last page'] as const;

function recipeText(recipes: readonly RecipeRow[], terminal: Terminal): string {
  if (recipes.length === 0) return 'No source has a recipe.\n';
  const rows = recipes.map(({ slug, source, taughtOn, plans, met, relocated, abstained, overruled, last }) => [
    `${slug}.${source}`,
    taughtOn,
    ...[plans, met, relocated, abstained, overruled].map(String),
    last === undefined
      ? ''
      : `${last.observedAt.slice(0, 10)} ${[last.outcome, ...last.faults.slice(0, 1)].join(': ')}`,
  ]);
  const count = recipes.length === 1 ? '1 recipe' : `${recipes.length} recipes`;
  return `${[...table(COLUMNS, rows, terminal), '', count].join('\n')}\n`;
}
