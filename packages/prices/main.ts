import type * as api from './api.d.ts';
import { Prices as Answers } from './prices.ts';

/** Beside the bundle (`bundle.ts`). */
const DATA = './prices.json';

Answers.bundled = async () => (await import(DATA, { with: { type: 'json' } })).default;

export const Prices: typeof api.Prices = Answers;

const own = await Prices.open();
export const priceOf: typeof api.priceOf = (...given) => own.priceOf(...given);
export const rateOf: typeof api.rateOf = (...given) => own.rateOf(...given);
export const costOf: typeof api.costOf = (...given) => own.costOf(...given);
export const update: typeof api.update = (...given) => own.update(...given);
