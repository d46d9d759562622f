/** The ways in which vendors lay out rates beside plain tables: each reads as the same models with the same rates. */
import { describe, expect, test } from 'vitest';
import type { PageFormat } from '../../../../data/page.ts';
import { by } from '../pages.ts';

const BOTH = ['puffin-2: 0.50 1.50', 'puffin-2-mini: 0.10 0.40'];

function rates(source: string, format: PageFormat): string[] {
  return by('rate-card', source, { format }).models.map(
    ({ model, inputPerMTok, outputPerMTok }) => `${model}: ${inputPerMTok ?? '-'} ${outputPerMTok ?? '-'}`,
  );
}

describe('Markdown', () => {
  test.each([
    [
      'the column of models has no head',
      '# Pricing\n\n| | Price per 1M input tokens | Price per 1M output tokens | Uptime |\n|---|---|---|---|\n| puffin-2 | $0.50 | $1.50 | 99% |\n| puffin-2-mini | $0.10 | $0.40 | 99% |',
    ],
    [
      'the unit is a number in brackets',
      '# Pricing\n\n| Provider | Model | Input (1M) | Output (1M) |\n|---|---|---|---|\n| Seabird | puffin-2 | $0.50 | $1.50 |\n| Lagoon | puffin-2-mini | $0.10 | $0.40 |',
    ],
    [
      'in and out',
      '# Models\n\nAll prices in USD per million tokens.\n\n| Model | In | Out |\n|---|---|---|\n| puffin-2 | $0.50 | $1.50 |\n| puffin-2-mini | $0.10 | $0.40 |',
    ],
    [
      'a dash for what is not sold, in a cell of all kinds',
      '# Models\n\n| Model | Price (per million tokens) |\n|---|---|\n| puffin-2 | Text input $0.50 Image input - Completion $1.50 |\n| puffin-2-mini | Input: $0.10, Cached: n/a, Output: $0.40 |',
    ],
    [
      'a row for each kind',
      '# Pricing\n\n| Item | Price per 1M tokens |\n|---|---|\n| puffin-2 input | $0.50 |\n| puffin-2 output | $1.50 |\n| puffin-2-mini input | $0.10 |\n| puffin-2-mini output | $0.40 |',
    ],
    [
      'the kind in brackets',
      '# Pricing\n\n| Model | $/1M tokens |\n|---|---|\n| puffin-2 (input) | $0.50 |\n| puffin-2 (output) | $1.50 |\n| puffin-2-mini (input) | $0.10 |\n| puffin-2-mini (output) | $0.40 |',
    ],
    [
      'the kind first',
      '# Pricing\n\n| Token type | USD per 1M |\n|---|---|\n| Input tokens (puffin-2) | $0.50 |\n| Output tokens (puffin-2) | $1.50 |\n| Input tokens (puffin-2-mini) | $0.10 |\n| Output tokens (puffin-2-mini) | $0.40 |',
    ],
    [
      'a table for each model',
      '# Pricing\n\nUSD per million tokens.\n\n### puffin-2\n\n| Input | Output |\n|---|---|\n| $0.50 | $1.50 |\n\n### puffin-2-mini\n\n| Input | Output |\n|---|---|\n| $0.10 | $0.40 |',
    ],
    [
      'a list of properties for each model',
      '# Models\n\n## puffin-2\n\n| Property | Value |\n|---|---|\n| Context window | 128,000 |\n| Input price | $0.50 / 1M tokens |\n| Output price | $1.50 / 1M tokens |\n\n## puffin-2-mini\n\n| Attribute | Details |\n|---|---|\n| Input price | $0.10 / 1M tokens |\n| Output price | $0.40 / 1M tokens |',
    ],
    [
      'a line for each model, the unit above',
      '# Pricing\n\nAll prices are in USD per 1M tokens.\n\n- puffin-2: input $0.50, output $1.50\n- puffin-2-mini: input $0.10, output $0.40',
    ],
    [
      'a line for each model, in brackets',
      '# Pricing\n\n* puffin-2 ($0.50/M input, $1.50/M output)\n* puffin-2-mini ($0.10/M input, $0.40/M output)',
    ],
    [
      'a bold line over each list',
      '# Pricing\n\n**puffin-2** (per 1M tokens)\n\n- Input: $0.50\n- Output: $1.50\n\n**puffin-2-mini** (per 1M tokens)\n\n- Input: $0.10\n- Output: $0.40',
    ],
  ])('%s', (_, source) => {
    expect(rates(source, 'markdown')).toEqual(BOTH);
  });

  test('sentences, one after the other', () => {
    const said =
      'Puffin 2 costs $0.50 per million input tokens and $1.50 per million output tokens. Puffin 2 Mini costs $0.10 per million input tokens and $0.40 per million output tokens.';
    expect(rates(`# Pricing\n\n${said}`, 'markdown')).toEqual(['Puffin 2: 0.50 1.50', 'Puffin 2 Mini: 0.10 0.40']);
  });

  test('a kind that follows a full-width comma is said of the next amount', () => {
    expect(rates('# 价格\n\n- puffin-2：输入 4 元 / 百万 tokens，输出 12 元 / 百万 tokens', 'markdown')).toEqual([
      'puffin-2: 4.00 12.00',
    ]);
  });

  test.each([
    'puffin-2: input $0.50 / output $1.50 per 1M tokens',
    'puffin-2: input $0.50, cached input $0.05, output $1.50 per 1M tokens',
    'puffin-2: **Input** $0.50, **Output** $1.50 per million tokens',
    'puffin-2 · Input $0.50 · Output $1.50 (per 1M tokens)',
    'puffin-2: $0.50 input / $1.50 output per 1M tokens',
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

  test('a heading’s praise is no part of the model’s name', () => {
    const section = (heading: string) => `### ${heading}\n\n$0.50/1M input tokens, $1.50/1M output tokens`;
    expect(rates(`# Models\n\n${section('Puffin 2 - The Most Able Model')}`, 'markdown')).toEqual([
      'Puffin 2: 0.50 1.50',
    ]);
    expect(rates(`# Models\n\n${section('Puffin - 2.5')}`, 'markdown')).toEqual(['Puffin - 2.5: 0.50 1.50']);
  });

  test('a version’s point in the item over a list', () => {
    const item = (name: string) =>
      `* **${name}**:\n  * Input: $0.50 per 1 million tokens\n  * Output: $1.50 per 1 million tokens`;
    expect(rates(`# Pricing\n\n${item('Puffin 2')}\n${item('Puffin-3.5 Turbo')}`, 'markdown')).toEqual([
      'Puffin 2: 0.50 1.50',
      'Puffin-3.5 Turbo: 0.50 1.50',
    ]);
  });

  test('one price for what is read and what is written', () => {
    const rows = '| puffin-2-70b | $0.50 |\n| puffin-2-8b | $0.10 |';
    expect(
      rates(`# Pricing\n\n| Model | Price (per 1M tokens, input and output) |\n|---|---|\n${rows}`, 'markdown'),
    ).toEqual(['puffin-2-70b: 0.50 0.50', 'puffin-2-8b: 0.10 0.10']);
    expect(rates(`# Pricing\n\n| Model | Input / output per 1M tokens |\n|---|---|\n${rows}`, 'markdown')).toEqual([]);
  });

  test('вход and выход', () => {
    const head = '| Модель | Вход, ₽ за 1 млн токенов | Выход, ₽ за 1 млн токенов |\n|---|---|---|';
    expect(rates(`# Цены\n\n${head}\n| puffin-2 | 40 | 120 |`, 'markdown')).toEqual(['puffin-2: 40.00 120.00']);
  });

  test('a dash after “cached” is no rate, and the next amount is not its', () => {
    const table = '| Model | Per 1M tokens |\n|---|---|\n| puffin-2 | Input $0.50 / Cached - / Output $1.50 |';
    const [model] = by('rate-card', `# Models\n\n${table}`, { format: 'markdown' }).models;
    expect(model).toMatchObject({ inputPerMTok: '0.50', outputPerMTok: '1.50' });
    expect(model).not.toHaveProperty('cachedInputPerMTok');
  });

  test.each([
    ['tokens in packs', '| Package | Tokens | Price |\n|---|---|---|\n| Small | 1M tokens | $5 |'],
    ['volumes', '| Monthly tokens | Price per 1M tokens |\n|---|---|\n| 0 - 100M | $0.50 |\n| 100M - 1B | $0.40 |'],
    ['tasks', '| Task | Input tokens | Output tokens | Cost |\n|---|---|---|---|\n| Summary | 1,000 | 200 | $0.0008 |'],
    [
      'kinds of task',
      '| Task type | Metric | Rate |\n|---|---|---|\n| Text to embedding | tokens | $0.02 per 1M tokens |',
    ],
    ['characters', '| Model | Price per 1M characters |\n|---|---|\n| puffin-voice-2 | $15.00 |'],
    [
      'credits',
      '| Model | Input (credits / 1M tokens) | Output (credits / 1M tokens) |\n|---|---|---|\n| puffin-2 | 50 | 150 |',
    ],
  ])('%s are no rates of a model', (_, source) => {
    expect(rates(`# Pricing\n\n${source}`, 'markdown')).toEqual([]);
  });
});

describe('HTML without a table', () => {
  const page = (main: string) => `<html><head><title>Models</title></head><body><main>${main}</main></body></html>`;
  test.each([
    [
      'rows of boxes',
      '<h1>Prices</h1><div><div class="h"><div>Model</div><div>Input / 1M tokens</div><div>Output / 1M tokens</div></div><div><div>puffin-2</div><div>$0.50</div><div>$1.50</div></div><div><div>puffin-2-mini</div><div>$0.10</div><div>$0.40</div></div></div>',
    ],
    [
      'one grid of boxes',
      '<h1>Prices</h1><div class="grid"><div>Model</div><div>Input /1M</div><div>Output /1M</div><div>puffin-2</div><div>$0.50</div><div>$1.50</div><div>puffin-2-mini</div><div>$0.10</div><div>$0.40</div></div>',
    ],
    [
      'heads in a box of their own',
      '<h1>Prices</h1><div><div class="head"><span>Model</span> <span>Input</span> <span>Output</span></div><div class="body"><div><b>puffin-2</b> <span>$0.50 / 1M</span> <span>$1.50 / 1M</span></div><div><b>puffin-2-mini</b> <span>$0.10 / 1M</span> <span>$0.40 / 1M</span></div></div></div>',
    ],
    [
      'items of a list',
      '<h1>Prices per 1M tokens</h1><ul><li><span>Name</span> <span>Input</span> <span>Output</span></li><li><span>puffin-2</span> <span>$0.50</span> <span>$1.50</span></li><li><span>puffin-2-mini</span> <span>$0.10</span> <span>$0.40</span></li></ul>',
    ],
    [
      'a line for each model',
      '<h1>Prices</h1><ul><li><b>puffin-2</b> <span>$0.50 / M input tokens</span> <span>$1.50 / M output tokens</span></li><li><b>puffin-2-mini</b> <span>$0.10 / M input tokens</span> <span>$0.40 / M output tokens</span></li></ul>',
    ],
    [
      'what a model is for, below its name in one cell',
      '<h1>Prices</h1><table><tr><th>Model</th><th>Input</th><th>Output</th></tr><tr><td><b>puffin-2</b><br><small>Best for agents</small></td><td>$0.50<br><small>per 1M tokens</small></td><td>$1.50<br><small>per 1M tokens</small></td></tr><tr><td><small>New</small><br><b>puffin-2-mini</b></td><td>$0.10<br><small>per 1M tokens</small></td><td>$0.40<br><small>per 1M tokens</small></td></tr></table>',
    ],
  ])('%s', (_, main) => {
    expect(rates(page(main), 'html')).toEqual(BOTH);
  });
});
