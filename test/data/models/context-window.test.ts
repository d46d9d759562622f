import { describe, expect, it } from 'vitest';
import { DATASETS } from '../../../data/datasets.ts';
import { CONTEXT_WINDOWS, contextWindowOf } from '../../../data/models/context-window.ts';
import { datasetName } from '../../../data/record.ts';

const all = [...CONTEXT_WINDOWS.values()].flatMap((own) => [...own.values()]);

describe('a context window', () => {
  it('names a dataset that we credit, with its licence, its version and a date', () => {
    expect(all.length).toBeGreaterThan(500);
    for (const { imported } of all.flatMap(({ statements }) => statements)) {
      expect(DATASETS.get(datasetName(imported.dataset))?.license).toBe(imported.license);
      expect(imported.dataset).toMatch(/@(?:\d+\.\d+\.\d+|[0-9a-f]{40})$/);
    }
  });

  it('is the least that datasets state, and not known where they differ by a tenth or more', () => {
    for (const { tokens, statements } of all) {
      const stated = statements.map((each) => each.tokens);
      const [least, most] = [Math.min(...stated), Math.max(...stated)];
      expect(tokens).toBe(most < 1.1 * least ? least : undefined);
    }
    expect(all.filter(({ tokens }) => tokens === undefined).length).toBeGreaterThan(0);
  });

  it('never rests on the dataset that others contradict often', () => {
    for (const { statements } of all)
      expect(statements.some(({ imported }) => datasetName(imported.dataset) !== 'romanshumy/llm-prices-data')).toBe(
        true,
      );
  });

  it('is found by any spelling of the model, of that product alone', () => {
    expect(contextWindowOf('anthropic-claude-api', ['Claude Haiku 4.5'])?.tokens).toBe(200_000);
    expect(contextWindowOf('openai-api', ['no such model', 'GPT-5'])?.tokens).toBe(400_000);
    expect(contextWindowOf('openai-api', ['Claude Haiku 4.5'])).toBeUndefined();
    expect(contextWindowOf('acme', ['gpt-5'])).toBeUndefined();
  });
});
