/**
 * `npm run import -- --from DIR [--only slug,slug] [--to DIR]`: makes products/ and observed/ files from a folder that holds
 * products.jsonl and categories.json.
 *
 * A product's file is written once and then belongs to its editors; its imported facts are rewritten every time.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { factsOf, productOf, Row } from './facts.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, only: { type: 'string' }, to: { type: 'string' } },
});
if (values.from === undefined) {
  console.error('usage: npm run import -- --from DIR [--only slug,slug] [--to DIR]');
  process.exit(2);
}
const catalogueDir = values.to ?? join(import.meta.dirname, '..');
const wanted = values.only === undefined ? undefined : new Set(values.only.split(','));
const rows = readFileSync(join(values.from, 'products.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => Row.parse(JSON.parse(line)))
  .filter(({ slug }) => wanted?.has(slug) ?? true);

for (const folder of ['products', 'observed']) mkdirSync(join(catalogueDir, folder), { recursive: true });
let written = 0;
for (const row of rows) {
  const file = join(catalogueDir, 'products', `${row.slug}.yaml`);
  if (!existsSync(file)) {
    writeFileSync(file, stringify(productOf(row), { lineWidth: 120 }));
    written += 1;
  }
  const facts = factsOf(row);
  // A fact a line, so that a diff of the next import reads as facts that came, went or changed.
  const lines = facts.map((fact) => `  ${JSON.stringify(fact)}`).join(',\n');
  if (facts.length > 0) writeFileSync(join(catalogueDir, 'observed', `${row.slug}.json`), `[\n${lines}\n]\n`);
}
const categories = join(catalogueDir, 'categories.yaml');
if (!existsSync(categories)) {
  writeFileSync(categories, stringify(JSON.parse(readFileSync(join(values.from, 'categories.json'), 'utf8'))));
}
console.error(
  `${rows.length} products: ${written} files made, ${rows.length - written} kept as their editors left them`,
);
