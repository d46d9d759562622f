/** What a reading shows not to be there: only where it is complete and the page's words agree. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../data/pipeline/verdict.ts';
import { absencesOf } from '../../../verifier/judge/absence.ts';
import { customTier, freeTier, price, rate, tier } from '../../builders.ts';

const PAID = tier({ prices: [price({ amount: '12.00' })] });
const PLANS = 'Pro\n$12 per user / month\nEnterprise\nContact sales';
const QUOTE = 'Enterprise\nContact sales for a quote';

describe('absences of a page', () => {
  it.each<[string, Pick<Statement, 'tiers' | 'rates'>, string, string[]]>([
    ['no free plan', { tiers: [PAID, customTier()], rates: [] }, PLANS, ['free_plan']],
    ['no free plan, with a trial', { tiers: [PAID], rates: [] }, `${PLANS}\nStart your free trial`, ['free_plan']],
    ['a plan at zero that was missed', { tiers: [PAID], rates: [] }, `${PLANS}\nHobby\n$0`, []],
    ['a free plan in another language', { tiers: [PAID], rates: [] }, `${PLANS}\nPrivat\nkostenlos`, []],
    ['a plan whose price was missed', { tiers: [PAID, tier({ prices: [] })], rates: [] }, PLANS, []],
    ['nothing read', { tiers: [], rates: [] }, PLANS, []],
    ['rates without plans', { tiers: [], rates: [rate()] }, 'large-1 $2.50', []],
    ['no public price', { tiers: [customTier()], rates: [] }, QUOTE, ['public_price', 'free_plan']],
    ['a price beside the quote that was missed', { tiers: [customTier()], rates: [] }, `${QUOTE}\nPro $12`, []],
    ['free alone', { tiers: [freeTier()], rates: [] }, 'Free for everybody', ['paid_plan']],
    ['free beside a quote that was missed', { tiers: [freeTier()], rates: [] }, `Free\n${QUOTE}`, []],
  ])('%s', (_, statement, text, absent) => {
    expect(absencesOf(statement, text)).toEqual(absent);
  });

  it('never grow by what else a page says', () => {
    const statement = fc.constantFrom<Pick<Statement, 'tiers' | 'rates'>>(
      { tiers: [PAID], rates: [] },
      { tiers: [customTier()], rates: [] },
      { tiers: [freeTier()], rates: [] },
    );
    const line = fc.constantFrom('Free', '$0', 'Pro $12', 'Contact sales', 'Reports', 'gratis', '無料', '12 €');
    fc.assert(
      fc.property(statement, fc.array(line), line, (read, lines, more) => {
        const said = absencesOf(read, lines.join('\n'));
        for (const absent of absencesOf(read, [...lines, more].join('\n'))) expect(said).toContain(absent);
      }),
    );
  });
});
