/** Descriptions of two fictitious APIs, each whole enough that every fact is in it; `*.facts.json` is what they read as. */
import GREENHOUSE from './greenhouse.json' with { type: 'json' };
import ORCHARD from './orchard.json' with { type: 'json' };

/** OpenAPI 3.0. */
export function greenhouse(overrides: Record<string, unknown> = {}) {
  return { ...structuredClone(GREENHOUSE), ...overrides };
}

/** OpenAPI 2.0. */
export function orchard(overrides: Record<string, unknown> = {}) {
  return { ...structuredClone(ORCHARD), ...overrides };
}
