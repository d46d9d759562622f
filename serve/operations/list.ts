/** All that a consumer can ask. The one list: routes are read from it, and nothing is asked for that is not here. */
import type { Operation } from '../interface/operation.ts';
import { batch } from './batch.ts';
import { categories } from './categories.ts';
import { changes } from './changes.ts';
import { compare } from './compare.ts';
import { costGuide } from './cost-guide.ts';
import { coverage } from './coverage.ts';
import { discover } from './discover.ts';
import { evidence } from './evidence.ts';
import { history } from './history.ts';
import { priceIndexOperation } from './price-index.ts';
import { pricing } from './pricing.ts';
import { quality } from './quality.ts';
import { resolve } from './resolve.ts';
import { stack } from './stack.ts';
import { tco } from './tco.ts';
import { usage } from './usage.ts';

export const operations: readonly Operation[] = [
  pricing,
  batch,
  compare,
  costGuide,
  tco,
  stack,
  usage,
  history,
  discover,
  resolve,
  coverage,
  changes,
  priceIndexOperation,
  evidence,
  categories,
  quality,
];
