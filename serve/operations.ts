/** All that a consumer can ask. The one list: routes are read from it, and nothing is asked for that is not here. */
import type { Operation } from './operation.ts';
import { batch } from './operations/batch.ts';
import { categories } from './operations/categories.ts';
import { changes } from './operations/changes.ts';
import { compare } from './operations/compare.ts';
import { costGuide } from './operations/cost-guide.ts';
import { coverage } from './operations/coverage.ts';
import { discover } from './operations/discover.ts';
import { evidence } from './operations/evidence.ts';
import { history } from './operations/history.ts';
import { pricing } from './operations/pricing.ts';
import { quality } from './operations/quality.ts';
import { tco } from './operations/tco.ts';
import { usage } from './operations/usage.ts';

export const operations: readonly Operation[] = [
  pricing,
  batch,
  compare,
  costGuide,
  tco,
  usage,
  history,
  discover,
  coverage,
  changes,
  evidence,
  categories,
  quality,
];
