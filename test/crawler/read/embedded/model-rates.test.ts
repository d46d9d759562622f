/** Token rates in data for scripts: whatever their shape, and believed only where the page bears them out. */
import { describe, expect, test } from 'vitest';
import type { ReadModel } from '../../../../data/reading.ts';
import { pageText } from '../../../../data/text/page-text.ts';
import { recut } from '../../../../verifier/judge/recut.ts';
import { by, read } from '../pages.ts';

const json = (value: unknown) => `<script type="application/json">${JSON.stringify(value)}</script>`;
const shown = (tail: string, words = 'Puffin 2 and Tern Mini. All prices are per 1M tokens.</p><p>Credits from $5.') =>
  `<html><head><title>API pricing</title></head><body><h1>API pricing</h1><p>${words}</p>${tail}</body></html>`;
const told = ({ model, currency, inputPerMTok, outputPerMTok, cachedInputPerMTok }: ReadModel) =>
  `${model}: ${[inputPerMTok, outputPerMTok, cachedInputPerMTok].map((rate) => rate ?? '-').join(' ')} ${currency}`;
const state = (source: string) => by('state', source).models.map(told);
const wanted = ['Puffin 2: 3.00 15.00 0.30 USD', 'Tern Mini: 0.25 1.00 - USD'];

describe('rates of models that the page shows', () => {
  test.each<[string, string]>([
    [
      'numbers beside names',
      json({
        models: [
          { name: 'Puffin 2', inputPrice: 3, outputPrice: 15, cachedInputPrice: 0.3, maxInputTokens: 200000 },
          { name: 'Tern Mini', inputPrice: 0.25, outputPrice: 1, maxInputTokens: 64000 },
        ],
      }),
    ],
    [
      'in objects of their own, the unit beside them',
      json({
        page: {
          groups: [
            {
              models: [
                {
                  modelName: 'Puffin 2',
                  per: '1M tokens',
                  pricings: [
                    {
                      inputLabel: 'Input',
                      inputPrice: 3,
                      outputLabel: 'Output',
                      outputPrice: 15,
                      cachedInputPrice: 0.3,
                    },
                  ],
                },
                {
                  modelName: 'Tern Mini',
                  per: '1M tokens',
                  pricings: [{ inputLabel: 'Input', inputPrice: 0.25, outputPrice: 1 }],
                },
              ],
            },
          ],
        },
      }),
    ],
    [
      'per thousand, as the names of the fields say',
      json({
        rates: [
          {
            title: 'Puffin 2',
            cost_per_1k_input_tokens_usd: 0.003,
            cost_per_1k_output_tokens_usd: 0.015,
            cost_per_1k_cached_input_tokens_usd: 0.0003,
          },
          { title: 'Tern Mini', cost_per_1k_input_tokens_usd: 0.00025, cost_per_1k_output_tokens_usd: 0.001 },
        ],
      }),
    ],
    [
      'assigned by a script, as texts',
      '<script>const MODEL_PRICES = [{name: "Puffin 2", id: "puffin-2", input: "$3.00", output: "$15.00", cached_input: "$0.30"}, {name: "Tern Mini", id: "tern-mini", input: "$0.25", output: "$1.00"}];</script>',
    ],
    [
      'in what Next.js streams',
      `<script>self.__next_f.push([1,${JSON.stringify(
        `5:["$","$L2",null,{"models":${JSON.stringify([
          { name: 'Puffin 2', pricing: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 } },
          { name: 'Tern Mini', pricing: { input: 0.25, output: 1 } },
        ])}}]\n`,
      )}])</script>`,
    ],
  ])('%s', (_, tail) => {
    const source = shown(tail);
    expect(state(source)).toEqual(wanted);
    const reading = read(source);
    expect(reading.models.map(told)).toEqual(wanted);
    expect(recut({ source, text: pageText(source, 'html') }, reading).refused).toEqual([]);
  });
});

const models = [
  { name: 'Puffin 2', inputPrice: 3, outputPrice: 15 },
  { name: 'Tern Mini', inputPrice: 0.25, outputPrice: 1 },
];

describe('nothing is read', () => {
  test.each<[string, string]>([
    [
      'of models that the page does not show',
      shown(json({ models }), 'All prices are per 1M tokens.</p><p>Credits from $5.'),
    ],
    ['where nobody says per how many tokens', shown(json({ models }), 'Puffin 2 and Tern Mini. Credits from $5.')],
    [
      'in two currencies that nobody tells apart',
      shown(json({ models }), 'Puffin 2 and Tern Mini. All prices are per 1M tokens.</p><p>Credits from $5 or €5.'),
    ],
    ['of a single model', shown(json({ models: models.slice(0, 1) }))],
    [
      'of lengths and limits',
      shown(json({ models: models.map(({ name }) => ({ name, maxInputPrice: 3, outputLimitCost: 4 })) })),
    ],
    [
      'that stands for something else than tokens',
      shown(json({ models: models.map((model) => ({ name: model.name, imageInputPrice: 3, imageOutputPrice: 4 })) })),
    ],
    [
      'of prices per single token taken for a million',
      shown(json({ models: models.map(({ name }) => ({ name, inputPrice: 0.000003, outputPrice: 0.000015 })) })),
    ],
  ])('%s', (_, source) => {
    expect(state(source)).toEqual([]);
  });

  test('of a model that two lists put differently', () => {
    const other = models.map((model) => ({ ...model, inputPrice: model.name === 'Tern Mini' ? 0.5 : 3 }));
    expect(state(shown(json({ models }) + json({ models: other })))).toEqual(['Puffin 2: 3.00 15.00 - USD']);
  });
});

test('a shell’s data must say the currency itself', () => {
  const shell = (list: unknown) =>
    `<html><head><title>API pricing</title></head><body><h1>API pricing</h1><div id="app"></div>${json(list)}</body></html>`;
  const whole = models.map((model) => ({ ...model, currency: 'EUR', unit: '1M tokens' }));
  expect(state(shell({ models: whole }))).toEqual(['Puffin 2: 3.00 15.00 - EUR', 'Tern Mini: 0.25 1.00 - EUR']);
  expect(state(shell({ models: models.map((model) => ({ ...model, unit: '1M tokens' })) }))).toEqual([]);
});
