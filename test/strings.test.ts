/**
 * The visible strings of each surface are listed in test/golden/strings, so that each change of a string shows in a diff.
 * None has a phrase that docs/words.md replaced. `npx vitest run test/strings.test.ts -u` renews the files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleOf } from './architecture/modules.ts';
import { type FileStrings, SURFACES, type Surface, stringsOf, visibleStrings } from './strings.ts';

const PAIRS = [
  ...readFileSync(join(import.meta.dirname, '../docs/words.md'), 'utf8').matchAll(/^- (.+) → (.+)$/gm),
].map(([, before = '', after = '']) => ({ before, after }));

function outdated({ file, strings }: FileStrings): string[] {
  return strings.flatMap((text) =>
    PAIRS.filter(({ before }) => new RegExp(`\\b${RegExp.escape(before)}\\b`, 'i').test(text)).map(
      ({ before, after }) => `${file}: "${text}" has "${before}"; write "${after}"`,
    ),
  );
}

const visible = visibleStrings();

it('finds the texts of templates and messages, with their attributes, and no code', () => {
  const source = `
    const page = html\`<p class="big">The <b>queue</b> is empty, \${count} left</p><input placeholder="One line">\`;
    if (kind === 'Not seen') throw new Error(\`Cannot read "\${file}": no such file\`);
    const of = { 'A key': 1, sql: 'SELECT a FROM b', title: 'Price', by: import('a module') };`;
  const { strings } = stringsOf(moduleOf({ file: 'console/planted.ts', source }));
  expect(strings).toEqual(['The queue is empty, … left', 'One line', 'Cannot read "…": no such file', 'Price']);
});

it('docs/words.md has 60 pairs, and finds the old words in any string', () => {
  expect(PAIRS).toHaveLength(60);
  const planted = PAIRS.map(({ before }) => `This ${before.toUpperCase()}, of course`);
  expect(outdated({ file: 'planted.ts', strings: planted }).length).toBeGreaterThanOrEqual(60);
  expect(outdated({ file: 'planted.ts', strings: ['The queue is empty', 'clearly'] })).toEqual([]);
});

describe.each(Object.keys(SURFACES) as Surface[])('%s', (surface) => {
  const files = visible.get(surface) ?? [];

  it('uses no words that docs/words.md replaced', () => {
    expect(files.flatMap(outdated)).toEqual([]);
  });

  it('is in its golden file', async () => {
    const text = files.map(({ file, strings }) => `## ${file}\n${strings.join('\n')}\n`).join('\n');
    await expect(text).toMatchFileSnapshot(`golden/strings/${surface}.txt`);
  });
});
