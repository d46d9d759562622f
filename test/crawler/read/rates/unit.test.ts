/** Per how many tokens words say that a rate is; a unit that is not stated as tokens is never one. */
import { describe, expect, test } from 'vitest';
import { factorOf, NO_UNIT, unitIn } from '../../../../crawler/read/rates/unit.ts';

describe('tokens', () => {
  test.each([
    ['$3 / MTok', 1],
    ['per 1M tokens', 1],
    ['1M INPUT TOKENS (CACHE HIT)', 1],
    ['Price per 1,000 input tokens', 1000],
    ['元/万tokens', 100],
    ['100万トークン', 1],
    ['백만 토큰당', 1],
    ['برای ۱ میلیون توکن', 1],
    ['Cost per token', 1_000_000],
    ['Price per model (per 1M tokens)', 1],
    ['per million input/output tokens', 1],
  ])('%s', (words, factor) => {
    expect(unitIn(words)).toEqual({ isTokens: true, isOther: false, factor });
  });
});

describe('something else', () => {
  test.each([
    'per 1M songs',
    'per 1M characters',
    'Price per image',
    '价格（元/张）',
    '1枚あたり',
    'tokens per second',
    '$1.00 / million tokens per hour',
    'per mil tokens',
    '5 credits per 1M tokens',
  ])('%s', (words) => {
    expect(unitIn(words).isOther).toBe(true);
  });
});

describe('nothing of a price', () => {
  test.each([
    'Up to 1M tokens of context',
    '200 million tokens per month',
    '1,000 tokens ≈ 750 words',
    '(text / image / video)',
  ])('%s', (words) => {
    expect(unitIn(words).factor).toBeUndefined();
    expect(unitIn(words).isOther).toBe(false);
  });
});

describe('what is said nearest', () => {
  const [bare, tokens, songs] = [unitIn('/1M'), unitIn('Token prices'), unitIn('per song')];

  test('“per 1M” takes its tokens from what stands around it', () => {
    expect(factorOf([bare, NO_UNIT, tokens])).toBe(1);
  });

  test('“per 1M” alone is nothing', () => {
    expect(factorOf([bare, NO_UNIT])).toBeUndefined();
  });

  test('another unit refuses what is said farther away', () => {
    expect(factorOf([songs, unitIn('per 1M tokens')])).toBeUndefined();
    expect(factorOf([bare, songs, tokens])).toBeUndefined();
  });
});
