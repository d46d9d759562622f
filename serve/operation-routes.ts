/** The one list of operations, as HTTP asks for them. */
import { jsonText } from './cache/json-text.ts';
import { operations } from './operations/list.ts';
import { JSON_TYPE, type Route, route } from './routing/route.ts';
import type { Store } from './store/store.ts';

export const operationRoutes: readonly Route[] = operations.map(
  ({ id, rest, params, run, text = (store, given, now) => jsonText(run(store, given, now) as object) }) =>
    route(
      { id, ...rest, contentType: JSON_TYPE },
      { params, render: ({ given, json }, store: Store, now: Date) => text(store, given, now, json) },
    ),
);
