/** What a team pays beside the list price: fees, overage, renewal. */
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../data/record.ts';
import { tier } from '../../builders.ts';
import { costOf, EVIDENCE, figuresOf, flat, OTHER_EVIDENCE, of, overage } from './team-costs.ts';

describe('hidden costs', () => {
  const setup = {
    label: 'Set-up fee',
    cost: '$500 once',
    kind: 'setup',
    amount: '500.00',
    currency: 'USD',
    per: 'once',
    origin: 'observed',
  } as const;
  const addOn = {
    ...setup,
    label: 'Backups',
    cost: '$2 per user/mo',
    kind: 'add_on',
    amount: '2.00',
    per: 'month',
    unit: 'user',
  } as const;
  const signOn = { ...addOn, label: 'Single sign-on requires Business', kind: 'sso', origin: 'imported' } as const;
  const { amount: _, currency: __, per: ___, ...onRequest } = setup;

  it('that everybody pays are counted, once what is paid once', () => {
    const cost = costOf([tier()], { termYears: 2 }, { hiddenCosts: [setup] });
    expect(cost.hiddenCosts).toMatchObject([{ counted: true, annual: '0.00', term: '500.00' }]);
    expect(cost.total).toEqual({ annual: 144, term: 788, complete: true, excludes: [] });
  });

  it('of additional seats are part of the subscription, those of usage are not', () => {
    const extra = { ...addOn, kind: 'overage', unit: 'seat', evidence: EVIDENCE } as const;
    const tiers = of([flat], { includedUnits: 5 });
    const seats = costOf(tiers, { seats: 8 }, { facts: [overage], hiddenCosts: [extra] });
    expect(seats.total).toMatchObject({ complete: true, excludes: [{ reason: 'in_subscription' }] });
    const stored = costOf(tiers, { seats: 8 }, { facts: [overage], hiddenCosts: [{ ...extra, unit: 'gb' }] });
    expect(stored.total.complete).toBe(false);
  });

  it('that are optional are worked out and left out, with the reason', () => {
    const cost = costOf([tier()], { seats: 5 }, { hiddenCosts: [addOn, signOn] });
    expect(cost.hiddenCosts).toMatchObject([
      { counted: false, units: 5, annual: '120.00', term: '120.00' },
      { counted: false, annual: '120.00' },
    ]);
    const excludes = [{ reason: 'optional', label: 'Backups' }, { reason: 'upgrade' }];
    expect(cost.total).toMatchObject({ annual: 720, excludes });
  });

  it('are left out in another currency, by usage, and where they are not public', () => {
    const byUse = { ...addOn, kind: 'overage', unit: '1000 emails' } as const;
    const cost = costOf([tier()], {}, { hiddenCosts: [{ ...setup, currency: 'EUR' }, byUse, onRequest] });
    expect(figuresOf(cost).reasons).toEqual(['other_currency', 'usage', 'price_not_known']);
  });

  it.each([{ ...setup, currency: 'EUR' }, { ...setup, unit: 'project' }, onRequest])(
    'that everybody pays and no sum includes make the sum a minimum: %j',
    (cost) => {
      expect(costOf([tier()], {}, { hiddenCosts: [cost] }).total).toMatchObject({ annual: 144, complete: false });
    },
  );

  it('that are "from" an amount make the sum a minimum', () => {
    const fact: Fact = { kind: 'setup_fee', amount: '500.00', currency: 'USD', isFloor: true, evidence: EVIDENCE };
    const { total } = costOf([tier()], {}, { facts: [fact], hiddenCosts: [{ ...setup, evidence: EVIDENCE }] });
    expect(total).toMatchObject({ term: 644, complete: false });
  });

  it('of another tier, or of a capability that the tier has, are no costs of this one', () => {
    const facts: Fact[] = [
      { kind: 'setup_fee', tier: 'business', amount: '500.00', currency: 'USD', per: 'once', evidence: EVIDENCE },
      {
        kind: 'capability',
        capability: 'sso',
        tiers: [
          { tier: 'pro', state: 'not_included' },
          { tier: 'business', state: 'included' },
        ],
        first: 'business',
        evidence: OTHER_EVIDENCE,
      },
    ];
    const more = {
      facts,
      hiddenCosts: [
        { ...setup, evidence: EVIDENCE },
        { ...signOn, evidence: OTHER_EVIDENCE },
      ],
    };
    const tiers = [tier(), tier({ id: 'business' })];
    expect(figuresOf(costOf(tiers, { tier: 'pro' }, more)).reasons).toEqual(['other_tier', 'upgrade']);
    expect(figuresOf(costOf(tiers, { tier: 'business' }, more))).toMatchObject({
      reasons: ['included'],
      sum: { term: 644 },
    });
  });
});
