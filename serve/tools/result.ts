/** A tool's answer: the operation's, with quotes and attributed links. */

import { parseParameters } from '../interface/parameters.ts';
import { invalidParameter, Moved } from '../interface/problem.ts';
import { shownName } from '../interface/query.ts';
import { redirectUrl } from '../record/envelope.ts';
import type { Store } from '../store/store.ts';
import type { OfferedTool } from './list.ts';
import { type Answer, withQuotes } from './quotes.ts';

/** As JSON. @throws {Problem} as the operation; `invalid_parameter` for an unknown argument */
export function toolText(tool: OfferedTool, given: object, { store, now }: { store: Store; now: Date }): string {
  const { operation, quotes, asks = {} } = tool;
  const asked = new Map(Object.entries(given));
  for (const name of asked.keys())
    if (!tool.takes.includes(name))
      throw invalidParameter(shownName(name), `Not an argument of ${tool.name}`, tool.takes);
  for (const [name, value] of Object.entries(asks)) asked.set(name, value);
  const answer = followed(asked, (given) => operation.run(store, parseParameters(operation.params, given), now));
  return JSON.stringify(linkedFrom(store, withQuotes(store, answer as Answer, { quotes, now })));
}

/** Follows an alias, since a tool's caller cannot be redirected. */
function followed(given: ReadonlyMap<string, unknown>, run: (given: ReadonlyMap<string, unknown>) => unknown): unknown {
  try {
    return run(given);
  } catch (error) {
    if (!(error instanceof Moved)) throw error;
    return run(new Map([...given, ['slug', error.to]]));
  }
}

/** Marks redirects to vendors as coming from a tool. */
function linkedFrom(store: Store, answer: Answer): Answer {
  const { products } = answer;
  const linked = Array.isArray(products)
    ? { ...answer, products: products.map((product: Answer) => linkedFrom(store, product)) }
    : answer;
  const links = answer.links as Readonly<Record<string, string>> | undefined;
  if (answer.slug === undefined || links?.vendor === undefined) return linked;
  return { ...linked, links: { ...links, vendor: redirectUrl(store.site, answer.slug, 'mcp') } };
}
