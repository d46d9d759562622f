import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RULES } from '../../../data/research-rules.ts';
import { RUBRIC } from '../../../verifier/research/transparency.ts';

const DOC = readFileSync(join(import.meta.dirname, '../../../docs/research.md'), 'utf8');

it('the document tells every rule and every question of the rubric, and no others', () => {
  const rows = [...Object.entries(RULES), ...RUBRIC.map(({ id, label }) => [id, label])].map(
    ([id, says]) => `- \`${id}\`: ${says}`,
  );
  expect(DOC.match(/^- `.*$/gm)).toEqual(rows);
});
