/** Answers of a store that remembers what it has worked out, against those of one that was opened for each of them. */
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { parseParameters } from '../../../serve/interface/parameters.ts';
import { Moved, Problem } from '../../../serve/interface/problem.ts';
import { operations } from '../../../serve/operations/list.ts';
import { RECORD_FIELDS } from '../../../serve/record/shape.ts';
import { openStore } from '../../../serve/store/store.ts';
import { currentOf } from '../../current-of.ts';
import { MARKET } from '../market-of-crm.ts';
import { publisher, SITE } from '../served.ts';

const { dir } = publisher(MARKET);
const generation = openGeneration(dir, currentOf(dir));
afterAll(() => generation.close());
const reused = await openStore(generation, SITE);

const slug = fc.constantFrom('acme', 'beta', 'gamma', 'delta', 'tokens', 'bygone', 'nobody', 'old-acme');
const day = fc.constantFrom('2024-01-01', '2026-01-15', '2026-06-30', '2026-11-20', '2026-11-21', '2027-01-01');
const optional = { requiredKeys: [] as [] };
const choice = fc.record(
  {
    depth: fc.constantFrom('summary', 'full'),
    fields: fc.uniqueArray(fc.constantFrom(...RECORD_FIELDS), { minLength: 1 }).map((names) => names.join()),
    asOf: day,
    recordedBefore: day,
    minConfidence: fc.constantFrom('0', '0.5', '0.95'),
    maxAgeDays: fc.constantFrom('0', '30', '4000'),
  },
  optional,
);

/** Parameters by operation; those that are not here are asked as their examples have it. */
const GENERATED: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  getPricing: fc.tuple(slug, choice).map(([one, rest]) => ({ slug: one, ...rest })),
  getPricingBatch: fc
    .tuple(fc.array(slug, { minLength: 1, maxLength: 6 }), choice)
    .map(([slugs, rest]) => ({ slugs: slugs.join(), ...rest })),
  discoverSoftware: fc.record(
    {
      category: fc.constantFrom('crm', 'llm', 'none'),
      maxPrice: fc.constantFrom('0', '20', '1000'),
      hasFreeTier: fc.boolean(),
      q: fc.constantFrom('acme', 'a', '"', 'nobody'),
      sort: fc.constantFrom('relevance', 'startingPrice', 'name', 'verifiedAt'),
      limit: fc.constantFrom('1', '3', '200'),
      offset: fc.constantFrom('0', '2', '1000'),
    },
    optional,
  ),
  getPriceHistory: fc
    .tuple(slug, fc.record({ from: day, to: day, recordedBefore: day }, optional))
    .map(([one, rest]) => ({ slug: one, ...rest })),
};

const NOONS = ['2026-11-21', '2026-11-22', '2027-03-01'].map((date) => new Date(`${date}T00:00:00.000Z`));

it.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  async (id, { params, run, examples }) => {
    const asked = fc.constantFrom(...Object.values(examples));
    const given = fc.oneof(asked, GENERATED[id] ?? asked);
    const answer = (store: typeof reused, values: Readonly<Record<string, unknown>>, now: Date) => {
      try {
        return JSON.stringify(run(store, parseParameters(params, new Map(Object.entries(values))), now));
      } catch (error) {
        if (error instanceof Problem || error instanceof Moved) return `${error.name}: ${error.message}`;
        throw error;
      }
    };
    await fc.assert(
      fc.asyncProperty(given, fc.constantFrom(...NOONS), async (values, now) => {
        expect(answer(reused, values, now)).toBe(answer(await openStore(generation, SITE), values, now));
      }),
      { numRuns: GENERATED[id] === undefined ? 20 : 100 },
    );
  },
);
