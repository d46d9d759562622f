/** Token rates in data for scripts: whatever their shape, and believed only where the page bears them out. */
import { describe, expect, test } from 'vitest';
import type { ReadModel } from '../../../../data/reading.ts';
import { by } from '../pages.ts';

const json = (value: unknown) => `<script type="application/json">${JSON.stringify(value)}</script>`;
const shown = (tail: string, words = 'Puffin 2 and Tern Mini. All prices are per 1M tokens.</p><p>Credits from $5.') =>
  `<html><head><title>API pricing</title></head><body><h1>API pricing</h1><p>${words}</p>${tail}</body></html>`;
const told = ({ model, currency, inputPerMTok, outputPerMTok, cachedInputPerMTok }: ReadModel) =>
  `${model}: ${[inputPerMTok, outputPerMTok, cachedInputPerMTok].map((rate) => rate ?? '-').join(' ')} ${currency}`;
const state = (source: string) => by('state', source).models.map(told);

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
});
