/**
 * How many tokens a prompt and its answer may have together, as datasets state it of a model at one date. Only models of which
 * pydantic/genai-prices or badlogic/pi-mono states it are here; romanshumy/llm-prices-data is compared with them and never
 * published alone, since it contradicts them for one model in seven. Pure.
 */
import * as z from 'zod';
import { Slug } from '../product.ts';
import { type ContextWindow, ImportedFrom } from '../record.ts';
import { modelKey } from '../text/name-key.ts';
import stated from './context-windows.json' with { type: 'json' };

const Tokens = z.int().min(1);

const Stated = z.strictObject({
  sources: z.record(z.string(), ImportedFrom),
  /** Tokens by product, model and source. */
  models: z.record(Slug, z.record(z.string(), z.record(z.string(), Tokens))),
});

/** "1M" and 1,048,576 are one window; a tenth apart are two. */
const SAME = 1.1;

const { sources, models } = Stated.parse(stated);

/** By slug and key of the model. */
export const CONTEXT_WINDOWS: ReadonlyMap<string, ReadonlyMap<string, ContextWindow>> = new Map(
  Object.entries(models).map(([slug, own]) => [
    slug,
    new Map(Object.entries(own).map(([model, bySource]) => [modelKey(model), windowOf(bySource)])),
  ]),
);

function windowOf(bySource: Readonly<Record<string, number>>): ContextWindow {
  const statements = Object.entries(bySource).map(([source, tokens]) => {
    const imported = sources[source];
    if (imported === undefined) throw new Error(`context-windows.json names no source "${source}"`);
    return { tokens, imported };
  });
  const all = statements.map(({ tokens }) => tokens);
  const least = Math.min(...all);
  return { ...(Math.max(...all) < SAME * least && { tokens: least }), statements };
}

/** @param names spellings of one model */
export function contextWindowOf(slug: string, names: readonly string[]): ContextWindow | undefined {
  const own = CONTEXT_WINDOWS.get(slug);
  return own && names.map((name) => own.get(modelKey(name))).find((found) => found !== undefined);
}
