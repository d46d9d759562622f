/** What a day's questions (UTC) may cost, in tokens and in money, for all crawler processes together. In Redis. */
import type { Redis } from 'ioredis';
import type { Tokens } from './chat.ts';

export interface BudgetLimits {
  /** In and out together. */
  tokens: number;
  /** In the currency of the prices; absent where money has no bound. */
  cost?: number;
  /** Of a million tokens. */
  prices: Tokens;
}

/** Adds to both sums, or to none where one would pass its limit. */
const RESERVE = `
local tokens = tonumber(redis.call('HGET', KEYS[1], 'tokens') or '0') + tonumber(ARGV[1])
local cost = tonumber(redis.call('HGET', KEYS[1], 'cost') or '0') + tonumber(ARGV[2])
if tokens > tonumber(ARGV[3]) or (tonumber(ARGV[4]) >= 0 and cost > tonumber(ARGV[4])) then return 0 end
redis.call('HINCRBY', KEYS[1], 'tokens', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'cost', ARGV[2])
redis.call('EXPIRE', KEYS[1], 172800)
return 1`;

/** Money is counted in billionths, so that a token's price is a whole number. */
const BILLION = 1_000_000_000;

export function createBudget(redis: Redis, { tokens, cost, prices }: BudgetLimits, clock: () => Date) {
  const costOf = (spent: Tokens) => Math.ceil((spent.input * prices.input + spent.output * prices.output) * 1_000);
  return {
    /** Sets the most that a question can cost aside; undefined where the day's budget does not allow it. */
    async reserve(most: Tokens): Promise<Reservation | undefined> {
      const key = `assay:model-budget:${clock().toISOString().slice(0, 10)}`;
      const [sum, price] = [most.input + most.output, costOf(most)];
      const limit = cost === undefined ? -1 : Math.floor(cost * BILLION);
      const isAdmitted = await redis.eval(RESERVE, 1, key, sum, price, tokens, limit);
      if (isAdmitted !== 1) return undefined;
      return {
        async settle(spent) {
          await redis
            .multi()
            .hincrby(key, 'tokens', spent.input + spent.output - sum)
            .hincrby(key, 'cost', costOf(spent) - price)
            .exec();
        },
      };
    },
  };
}

export interface Reservation {
  /** Puts what was spent in the place of what was set aside. */
  settle(spent: Tokens): Promise<void>;
}
