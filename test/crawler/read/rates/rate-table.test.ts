/** Tables of rates as vendors and gateways write them, in their languages: whose each rate is, and which are nobody's. */
import { describe, expect, test } from 'vitest';
import type { ReadModel } from '../../../../data/reading.ts';
import { by } from '../pages.ts';

const told = ({ model, currency, inputPerMTok, outputPerMTok, cachedInputPerMTok, band }: ReadModel) =>
  `${model}${band === undefined ? '' : ` [${band}]`}: ${[inputPerMTok, outputPerMTok, cachedInputPerMTok].map((rate) => rate ?? '-').join(' ')} ${currency}`;
const markdown = (...lines: string[]) => by('rate-card', lines.join('\n'), { format: 'markdown' }).models.map(told);
const table = (...rows: string[]) => [rows[0] ?? '', (rows[0] ?? '').replace(/[^|]+/g, '---'), ...rows.slice(1)];

describe('whose rates a table states', () => {
  test.each(['Puffin 2 vs. alternatives', 'Cost of Puffin 2 versus the rest', 'Competitors'])(
    'a table under “%s” states what others ask',
    (heading) => {
      const rows = table('| Model | Input (per 1M tokens) | Output (per 1M tokens) |', '| Heron 4 | ~$2.00 | ~$8.00 |');
      expect(markdown('# Pricing', '', `## ${heading}`, '', ...rows)).toEqual([]);
    },
  );
});

test('a sentence about a model says no kind of token', () => {
  const rows = table(
    '| Model | Prices | About |',
    '| puffin-2 | Input: $0.50 / Output: $1.50 per 1M tokens | Steps of reasoning, one at a time, for maths and code |',
    '| puffin-2-mini | Input: $0.10 / Output: $0.30 per 1M tokens | Calls tools, writes code and gives strong analytical output at a low cost |',
  );
  expect(markdown('# Models', '', ...rows)).toEqual(['puffin-2: 0.50 1.50 - USD', 'puffin-2-mini: 0.10 0.30 - USD']);
});

test('remarks beside kinds of token name no model', () => {
  const rows = table(
    '| Item | Cost | Notes |',
    '| Input tokens | $3.00 per 1M tokens | What you send |',
    '| Output tokens | $15.00 per 1M tokens | What comes back |',
  );
  expect(markdown('# Pricing', '', ...rows)).toEqual([]);
  expect(markdown('# Pricing', '', '## Puffin 2', '', ...rows)).toEqual(['Puffin 2: 3.00 15.00 - USD']);
});

test.each([
  ['in and out in one column', '| Model | In/Out per 1M tokens |', '$3.00 / $15.00'],
  ['a column of currencies', '| Model | Input | Output | Currency | Unit |', '3.00 | 15.00 | USD | 1M tokens'],
])('%s', (_, head, cells) => {
  expect(markdown(...table(head, `| puffin-2 | ${cells} |`))).toEqual(['puffin-2: 3.00 15.00 - USD']);
});

test('the words in an amount’s own box say what it is for', () => {
  const box = (amount: string, words: string) => `<div><p>${amount}</p><p>${words}</p></div>`;
  const card = (name: string, input: string, output: string) =>
    `<section><h3>${name}</h3>${box(input, 'per 1M input tokens')}${box(output, 'per 1M output tokens')}</section>`;
  const source = `<h1>Models</h1>${card('Puffin 2', '$3.00', '$15.00')}${card('Puffin 2 Mini', '$0.50', '$1.50')}`;
  expect(by('rate-card', source).models.map(told)).toEqual([
    'Puffin 2: 3.00 15.00 - USD',
    'Puffin 2 Mini: 0.50 1.50 - USD',
  ]);
});

test('rates in a card beside cards of plans are named by their own card', () => {
  const card = (name: string, price: string, items: string) =>
    `<div class="card"><h3>${name}</h3><div><span>${price}</span></div><ul>${items}</ul><a href="#">Start</a></div>`;
  const source = `<nav><span>Lagoon</span></nav><main><h1>Pricing</h1><div>${card('Starter', '$30 /month', '<li>Workspace</li>')}${card('Usage', 'Metered', '')}${card('Agent tokens', 'Metered', '<li>$10 per 1M input tokens</li><li>$50 per 1M output tokens</li>')}</div></main>`;
  expect(by('rate-card', source).models.map(told)).toEqual(['Agent tokens: 10.00 50.00 - USD']);
});

describe('a table of kinds of token that names no model', () => {
  const rows = table(
    '| Token type | Price |',
    '| Input tokens | $0.10 / 1M tokens |',
    '| Output tokens | $0.90 / 1M tokens |',
  );

  test.each([['# Pricing\n\n## Lantern 2', 'Lantern 2']])('%j is its model', (above, model) => {
    expect(markdown(above, '', ...rows)).toEqual([`${model}: 0.10 0.90 - USD`]);
  });

  test.each([
    '---\ntitle: Model pricing\n---',
    '---\ntitle: Our API pricing\n---',
    '# Pricing\n\nAll prices are in USD.',
  ])('%j names none', (above) => {
    expect(markdown(above, '', ...rows)).toEqual([]);
  });
});

test.each(['On-demand and batch pricing', 'Batch API pricing'])(
  'under “%s”, columns say which are of batches',
  (heading) => {
    const rows = table(
      '| Model | Price per 1,000 input tokens | Price per 1,000 input tokens (batch) |',
      '| Puffin 2 | $0.003 | $0.0015 |',
    );
    const { models } = by('rate-card', [`# ${heading}`, '', ...rows].join('\n'), { format: 'markdown' });
    expect(models).toMatchObject([{ inputPerMTok: '3.00', batchInputPerMTok: '1.50' }]);
  },
);

describe('what words around a table say', () => {
  test('¥ over bare numbers is the language’s', () => {
    const rows = (model: string, output: string) =>
      table(`| ${model} | Input（¥/M Tokens） | Output（¥/M Tokens） |`, `| puffin-2 | 2.00 | ${output} |`);
    expect(markdown('# 模型与价格一览', '', ...rows('模型', '8.00'))).toEqual(['puffin-2: 2.00 8.00 - CNY']);
    expect(markdown('# Rates', '', ...rows('Model', '8.00'))).toEqual([]);
  });
});

describe('one price for all tokens of a model', () => {
  test.each([
    ['Use is billed by the total number of tokens generated.', ['puffin-2-8b: 0.20 0.20 - USD']],
    ['Use is billed by the tokens generated.', []],
  ])('under “%s”', (above, models) => {
    const rows = table('| Model | Price per 1M tokens |', '| puffin-2-8b | $0.20 |');
    expect(markdown('# Models', '', above, '', ...rows)).toEqual(models);
  });

  test('both are told with the same words', () => {
    const [model] = by('rate-card', table('| Model | Price per 1M tokens |', '| puffin-2 | $0.20 |').join('\n'), {
      format: 'markdown',
    }).models;
    expect(model?.evidence.input?.quote).toContain('$0.20');
    expect(model?.evidence.output).toEqual(model?.evidence.input);
  });
});

test.each([
  ['| مدل | ورودی (۱ میلیون توکن) | خروجی (۱ میلیون توکن) | آموزش |'],
  ['| model_name | input_price_per_1m_tokens | output_price_per_1m_tokens | context |'],
  ['| Model | inputPrice (per 1M tokens) | outputPrice (per 1M tokens) | context |'],
])('%s', (head) => {
  expect(markdown(...table(head, '| puffin-2 | $0.20 | $0.40 | 8K |'))).toEqual(['puffin-2: 0.20 0.40 - USD']);
});

describe('rates in lines', () => {
  test.each(['Input: $3.00 · Output: $15.00 per 1M tokens', '$3.00 input / $15.00 output per 1M tokens'])(
    '%s',
    (line) => {
      expect(markdown('# Pricing', '', '## Puffin 2', '', line)).toEqual(['Puffin 2: 3.00 15.00 - USD']);
    },
  );

  test('pictures beside a model’s name are no part of it', () => {
    const line = 'Input: $3.00 per 1M tokens, Output: $15.00 per 1M tokens';
    expect(markdown('# Pricing', '', '## 🚀 Puffin 2 ⚡️', '', line)).toEqual(['Puffin 2: 3.00 15.00 - USD']);
  });

  test('a bold line names the model of the lines below', () => {
    const lines = ['Input: $3.00 per 1M tokens', '', 'Output: $15.00 per 1M tokens'];
    expect(markdown('# Pricing', '', '**Puffin 2**', '', ...lines)).toEqual(['Puffin 2: 3.00 15.00 - USD']);
    expect(markdown('# Pricing', '', 'Here is what we ask', '', ...lines)).toEqual([]);
  });

  test.each(['Suppose a model costs $1.00 per 1M input tokens', 'For example, $1.00 per 1M input tokens'])(
    '%s: an example is nobody’s',
    (line) => {
      expect(markdown('# Pricing', '', '## How billing works', '', `- ${line}`)).toEqual([]);
    },
  );
});
