import { expect, test } from 'vitest';
import { factWords, trialDifferences } from '../../../../crawler/read/recipe/trial.ts';
import type { ReadPrice, ReadTier } from '../../../../data/reading.ts';
import { readPrice, readTier } from '../../../builders.ts';

const tier = (name: string, ...prices: Partial<ReadPrice>[]): ReadTier =>
  readTier({ name, prices: prices.map((price) => readPrice({ unit: undefined, ...price })) });
const free = (name: string) => readTier({ name, prices: [], isFree: true });

test('names the facts that a recipe reads otherwise than they are known, and no others', () => {
  const known = [free('Hobby'), tier('Team', { amount: '12.00' }), tier('Scale', { amount: '99.00' })];
  expect(trialDifferences(known, known)).toEqual([]);
  const read = [
    free('HOBBY plan'),
    tier('Team', { amount: '15.0' }, { amount: '10.00', billing: 'annual' }),
    free('Starter'),
  ];
  expect(trialDifferences(known, read)).toEqual([
    { plan: 'Team', terms: 'per month, monthly', known: '12.00 USD', read: '15.0 USD' },
    { plan: 'Scale', terms: 'per month, monthly', known: '99.00 USD' },
    { plan: 'Team', terms: 'per month, annual', read: '10.00 USD' },
    { plan: 'Starter', terms: '', read: 'free' },
  ]);
  expect(factWords(read.slice(0, 2))).toEqual([
    'HOBBY plan free',
    'Team 15.0 USD per month, monthly',
    'Team 10.00 USD per month, annual',
  ]);
});
