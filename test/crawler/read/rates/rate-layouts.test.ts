/** The ways in which vendors lay out rates beside plain tables: each reads as the same models with the same rates. */
import { describe, expect, test } from 'vitest';
import type { PageFormat } from '../../../../data/page.ts';
import { casesOf } from '../../../cases.ts';
import { by } from '../pages.ts';

const cases = casesOf(import.meta.filename);

function rates(source: string, format: PageFormat): string[] {
  return by('rate-card', source, { format }).models.map(
    ({ model, inputPerMTok, outputPerMTok }) => `${model}: ${inputPerMTok ?? '-'} ${outputPerMTok ?? '-'}`,
  );
}

describe('Markdown', () => {
  test.each([
    'puffin-2: input $0.50 / output $1.50 per 1M tokens',
    'puffin-2: input $0.50, cached input $0.05, output $1.50 per 1M tokens',
    'puffin-2: $0.50 input / $1.50 output per 1M tokens',
    'puffin-2: $0.50/$1.50 per million input/output tokens',
    'puffin-2：提示 $0.5 / 补全 $1.5 每百万 tokens',
  ])('%s', (line) => {
    expect(rates(`# Pricing\n\n- ${line}`, 'markdown')).toEqual(['puffin-2: 0.50 1.50']);
  });

  test.each([
    ['what costs the same', '* **价格同 Puffin 2**：提示 $0.5 / 补全 $1.5 每百万 tokens'],
    ['an example', 'Example: 2M input tokens cost $1.00 and 1M output tokens cost $1.50.'],
    ['the least of many', 'Access models starting from $0.10/1M input tokens with Puffin 2 Mini.'],
  ])('%s names no model', (_, line) => {
    expect(rates(`# Pricing\n\n${line}`, 'markdown')).toEqual([]);
  });

  test('a dash after “cached” is no rate, and the next amount is not its', () => {
    const table = '| Model | Per 1M tokens |\n|---|---|\n| puffin-2 | Input $0.50 / Cached - / Output $1.50 |';
    const [model] = by('rate-card', `# Models\n\n${table}`, { format: 'markdown' }).models;
    expect(model).toMatchObject({ inputPerMTok: '0.50', outputPerMTok: '1.50' });
    expect(model).not.toHaveProperty('cachedInputPerMTok');
  });

  test.each(cases<[string, string]>('are no rates of a model'))('%s are no rates of a model', (_, source) => {
    expect(rates(`# Pricing\n\n${source}`, 'markdown')).toEqual([]);
  });
});
