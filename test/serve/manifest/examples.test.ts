/**
 * The examples of the manifest are answers of a real server over an invented catalogue. `UPDATE_GOLDEN=1 npx vitest
 * run test/serve` writes them anew; the diff of the file is the review of what consumers will see.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Answered, EXAMPLE_SITE, EXAMPLES } from '../../../serve/interface/examples.ts';
import { PROBLEMS } from '../../../serve/interface/problem.ts';
import { ProblemView } from '../../../serve/interface/problem-shape.ts';
import { operations } from '../../../serve/operations/list.ts';
import { askExample } from '../ask-example.ts';
import { FIGURES, MARKET } from '../market-of-crm.ts';
import { SITE, served } from '../served.ts';

const FILE = join(import.meta.dirname, '../../../serve/interface/examples.json');

const answers: Record<string, Record<string, Answered>> = {};
const server = await served({ ...MARKET, quality: FIGURES });
for (const operation of operations) {
  const of: Record<string, Answered> = {};
  for (const [name, given] of Object.entries(operation.examples)) {
    const { response } = await askExample(server, operation, given);
    of[name] = { status: response.status, body: await response.json() };
  }
  answers[operation.id] = of;
}
if (process.env.UPDATE_GOLDEN === '1') writeFileSync(FILE, `${JSON.stringify(answers, null, 2)}\n`);

/** By operation, what its examples prove. */
const PROVEN: Readonly<Record<string, string>> = {
  getCostGuide: '[S4.1.cost-guide] [S4.2.costGuide] [D3.costGuide.none]',
  getEvidence: '[D3.evidence]',
  getPriceHistory:
    '[S2.4.history] [S4.1.history] [D3.history.stability] [D3.history.trend] [D3.history.snapshots] [D3.history.changes]',
  estimateUsage: '[S2.4.usage] [S4.1.usage] [D3.usage.models] [D3.problem.unknown_model] [D3.problem.no_rate_card]',
  getPricing:
    '[S2.3.identity] [S2.2.source] [S2.3.discounts] [D2.discounts] [S2.3.hiddenCosts] [D2.hiddenCosts] [S2.2.verification] [D2.verification] [D2.evidence] [S4.1.pricing.depth] [D2.fields.unknown] [D3.problem.errors] [S4.2.pricing.unknown] [D3.pricing.unknown] [D3.problem.not_found] [D3.pricing.retired] [D3.problem.retired]',
  getQuality: '[D3.quality]',
  compareSoftware: '[S2.4.comparison] [S4.1.compare] [D3.problem.too_few_slugs]',
  getCoverage: '[S4.1.coverage]',
  calculateTco:
    '[S2.4.tco] [S4.1.tco] [D3.tco.answer] [D3.problem.price_not_public] [D3.problem.price_not_known] [D3.problem.unknown_tier]',
  getPricingBatch: '[D3.problem.missing_parameter] [D3.problem.too_many_slugs]',
};

describe('the examples', () => {
  it('are made by the site that the manifest replaces by its own', () => {
    expect(EXAMPLE_SITE).toEqual(SITE);
  });

  it.each(operations.map(({ id }) => ({ id, proven: PROVEN[id] ?? '' })))(
    'of $id are what the server answers, also to what is wrong, unknown or ended $proven',
    async ({ id }) => {
      const kept = process.env.UPDATE_GOLDEN === '1' ? answers : EXAMPLES;
      expect(answers[id], 'run UPDATE_GOLDEN=1 npx vitest run test/serve/manifest').toEqual(kept[id]);
      // In the same order, too.
      expect(JSON.stringify(answers[id])).toBe(JSON.stringify(kept[id]));
    },
  );

  it.each(operations)('of $id have the shape that it declares, and show one success at least', ({ id, response }) => {
    const all = Object.values(answers[id] ?? {});
    for (const { status, body } of all) (status === 200 ? response : ProblemView).parse(body);
    expect(all.map(({ status }) => status)).toContain(200);
  });

  it.each(operations)('of $id show each of its problems, and no other than those it declares', ({ id, problems }) => {
    const shown = new Set(
      Object.values(answers[id] ?? {}).flatMap(({ status, body }) =>
        status === 200 ? [] : ProblemView.parse(body).code,
      ),
    );
    expect([...problems].filter((code) => !shown.has(code))).toEqual([]);
    const declared = new Set<string>([...problems, 'invalid_parameter', 'missing_parameter']);
    expect([...shown].filter((code) => !declared.has(code))).toEqual([]);
  });

  it('show together every code that depends on what is asked for', () => {
    const ofAny: readonly string[] = ['method_not_allowed', 'unsupported_media_type', 'payload_too_large'];
    const ofOurs: readonly string[] = ['rate_limited', 'unavailable', 'reports_unavailable', 'internal'];
    const codes = Object.keys(PROBLEMS).filter((code) => !ofAny.includes(code) && !ofOurs.includes(code));
    const shown = new Set(
      Object.values(answers).flatMap((of) =>
        Object.values(of).flatMap(({ status, body }) => (status === 200 ? [] : ProblemView.parse(body).code)),
      ),
    );
    expect([...shown].toSorted()).toEqual(codes.toSorted());
  });
});
