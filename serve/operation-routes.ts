/** The one list of operations, as HTTP asks for them. */

import { JSON_TYPE, type Route, route } from './interface/route.ts';
import { operations } from './operations/list.ts';
import type { Store } from './store/store.ts';

export const operationRoutes: readonly Route[] = operations.map(({ id, rest, params, run }) =>
  route(
    { id, ...rest, contentType: JSON_TYPE },
    { params, render: (given, store: Store, now: Date) => JSON.stringify(run(store, given, now)) },
  ),
);
