/** What a tool answers: what its operation does, with the quotes of the prices, and with links that say who led there. */

import { parseParameters } from '../interface/parameters.ts';
import { Moved, Problem } from '../interface/problem.ts';
import { shownName } from '../interface/query.ts';
import { redirectUrl } from '../record/envelope.ts';
import type { Store } from '../store/store.ts';
import type { OfferedTool } from './list.ts';
import { type Answer, withQuotes } from './quotes.ts';

/**
 * The answer as JSON. `given` are the arguments as they were sent.
 *
 * @throws {Problem} as the operation does; `invalid_parameter` for an argument that the tool does not take
 */
export function toolText(tool: OfferedTool, given: object, { store, now }: { store: Store; now: Date }): string {
  const { operation, quotes, asks = {} } = tool;
  const asked = new Map(Object.entries(given));
  for (const name of asked.keys()) if (!tool.takes.includes(name)) throw notTaken(tool, name);
  for (const [name, value] of Object.entries(asks)) asked.set(name, value);
  const answer = followed(asked, (given) => operation.run(store, parseParameters(operation.params, given), now));
  return JSON.stringify(linkedFrom(store, withQuotes(store, answer as Answer, { quotes, now })));
}

/** A tool's caller can't be redirected, so an alias is as good as the slug. */
function followed(given: ReadonlyMap<string, unknown>, run: (given: ReadonlyMap<string, unknown>) => unknown): unknown {
  try {
    return run(given);
  } catch (error) {
    if (!(error instanceof Moved)) throw error;
    return run(new Map([...given, ['slug', error.to]]));
  }
}

/** Redirects to vendors tell through which door their visitor came. */
function linkedFrom(store: Store, answer: Answer): Answer {
  const { products } = answer;
  const linked = Array.isArray(products)
    ? { ...answer, products: products.map((product: Answer) => linkedFrom(store, product)) }
    : answer;
  const links = answer.links as Readonly<Record<string, string>> | undefined;
  if (answer.slug === undefined || links?.vendor === undefined) return linked;
  return { ...linked, links: { ...links, vendor: redirectUrl(store.site, answer.slug, 'mcp') } };
}

function notTaken({ name, takes }: OfferedTool, argument: string): Problem {
  const parameter = shownName(argument);
  return new Problem('invalid_parameter', `${parameter}: Not an argument of ${name}`, {
    errors: [{ parameter, reason: `Not an argument of ${name}`, allowed: takes }],
  });
}
