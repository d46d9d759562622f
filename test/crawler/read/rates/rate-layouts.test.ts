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

  test.each([
    ['an order above all lines', 'Price per 1M tokens (input / output):\n\n- puffin: $0.50 / $1.50'],
    [
      'an order of three',
      '| Model | Input / output / cache, USD per 1M tokens |\n|---|---|\n| puffin | $0.50 / $1.50 / $0.05 |',
    ],
    [
      'heads of tokens in and out',
      '| Model | Tokens in (per 1M) | Tokens out (per 1M) |\n|---|---|---|\n| puffin | $0.50 | $1.50 |',
    ],
    [
      'a bold line as name',
      '**puffin**\n\nInput $0.50 · Output $1.50 per 1M tokens\n\n**auk**\n\nInput $3 · Output $15 per 1M tokens',
    ],
    ['a bold name beside its rates', '- **puffin** $0.50 / 1M input tokens, $1.50 / 1M output tokens'],
    [
      'a unit below a heading, for the tables of all sections in it',
      'USD per 1M tokens.\n\n## Small\n\n| Model | Input | Output |\n|---|---|---|\n| puffin | 0.50 | 1.50 |\n\n## Large\n\n| Model | Input | Output |\n|---|---|---|\n| auk | 3 | 15 |',
    ],
    [
      'a column that names what goes in',
      '| Model | Kind | Input per 1M tokens | Output |\n|---|---|---|---|\n| puffin | Audio | $32 | $64 |\n| puffin | Text | $0.50 | $1.50 |',
    ],
    [
      'heads of input that is no sound',
      '| 模型 | 输入(非音频)元/百万token | 输出元/百万token |\n|---|---|---|\n| puffin | 0.50 | 1.50 |',
    ],
    ['an abbreviated million', '## puffin\n\n- Eingabe: $0.50 pro 1 Mio. Tokens\n- Ausgabe: $1.50 pro 1 Mio. Tokens'],
  ])('%s', (_, words) => {
    expect(rates(`# Pricing\n\n${words}`, 'markdown')[0]).toBe('puffin: 0.50 1.50');
  });

  test('a heading of several models names none', () => {
    const table = '| Tier | Cached input per 1M tokens |\n|---|---|\n| nano | $0.02 |\n| mini | $0.03 |';
    expect(by('rate-card', `# Pricing\n\n## Agent models\n\n${table}`, { format: 'markdown' }).models).toEqual([]);
  });

  test('a row of sound has no rate of text, though other rows have an amount in that column', () => {
    const rows = '| puffin | Audio | $32 | $64 |\n| Text | $0.50 | $1.50 |\n| auk | Text | $3 | $15 |';
    const table = `| Model | Kind | Input per 1M tokens | Output |\n|---|---|---|---|\n${rows}`;
    expect(rates(`# Pricing\n\n${table}`, 'markdown')).toEqual(['auk: 3.00 15.00']);
  });

  test.each(cases<[string, string]>('are no rates of a model'))('%s are no rates of a model', (_, source) => {
    expect(rates(`# Pricing\n\n${source}`, 'markdown')).toEqual([]);
  });
});

describe('elements laid out as a table', () => {
  const HEADS = ['Model', 'Input / 1M tokens', 'Output / 1M tokens'];
  const MODELS = [
    ['puffin', '$0.50', '$1.50'],
    ['puffin-mini', '$0.10', '$0.30'],
  ];
  const cells = (words: readonly string[], tag = 'div') => words.map((each) => `<${tag}>${each}</${tag}>`).join('');
  const rows = (some: readonly string[][]) => some.map((row) => `<div>${cells(row)}</div>`).join('');

  test.each([
    ['rows below a row of heads', `<div>${rows([HEADS, ...MODELS])}</div>`],
    ['rows in an element beside the heads', `<div><div>${cells(HEADS)}</div><div>${rows(MODELS)}</div></div>`],
    ['items of a list', `<ul>${[HEADS, ...MODELS].map((row) => `<li>${cells(row, 'span')}</li>`).join('')}</ul>`],
    ['cells side by side', `<div>${cells([HEADS, ...MODELS].flat())}</div>`],
    ['a row without a price among others', `<div>${rows([HEADS, ['auk', 'soon', 'soon'], ...MODELS])}</div>`],
    [
      'more columns than rates',
      `<div>${rows([[...HEADS, 'Context'], ...MODELS.map((row) => [...row, '128K'])])}</div>`,
    ],
    ['its unit said below', `<div>${rows([['Model', 'Input', 'Output'], ...MODELS])}</div><p>Prices per 1M tokens</p>`],
  ])('%s', (_, body) => {
    expect(rates(`<h1>Pricing</h1>${body}`, 'html')).toEqual(['puffin: 0.50 1.50', 'puffin-mini: 0.10 0.30']);
  });

  test.each([
    ['of images', `<div>${rows([['Model', 'Input', 'Output'], ...MODELS])}</div><p>Prices per image, no tokens</p>`],
    ['of rivals', `<h2>Puffin vs. competitors</h2><div>${rows([HEADS, ...MODELS])}</div>`],
    ['of other heads', `<p>Per 1M tokens</p><div>${rows([['Size', 'Small', 'Large'], ...MODELS])}</div>`],
  ])('%s are none', (_, body) => {
    expect(rates(`<h1>Pricing</h1>${body}`, 'html')).toEqual([]);
  });
});

describe('HTML', () => {
  test('an amount over what it is for is not the next one’s', () => {
    const card =
      '<div><h3>puffin</h3><div>$0.50</div><div>per 1M input tokens</div><div>$1.50</div><div>per 1M output tokens</div></div>';
    expect(rates(`<h1>Pricing</h1>${card}`, 'html')).toEqual(['puffin: 0.50 1.50']);
  });

  test('a caption says the unit and the currency of bare numbers', () => {
    const table =
      '<table><caption>USD per 1M tokens</caption><tr><th>Model</th><th>Input</th><th>Output</th></tr><tr><td>puffin-2</td><td>0.50</td><td>1.50</td></tr></table>';
    expect(rates(`<h1>Pricing</h1>${table}`, 'html')).toEqual(['puffin-2: 0.50 1.50']);
  });
});
