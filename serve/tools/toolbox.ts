/** Tools as a protocol server offers them. */

import type { Site } from '../../config/site.ts';
import { parseParameters } from '../interface/parameters.ts';
import { invalidParameter, Moved, type Problem, problemOf, problemView } from '../interface/problem.ts';
import { shownName } from '../interface/query.ts';
import { redirectUrl } from '../record/envelope.ts';
import type { Store } from '../store/store.ts';
import { definitionOf, type OfferedTool, type ToolDefinition, tools } from './list.ts';
import { type Answer, withQuotes } from './quotes.ts';

export interface Toolbox {
  /** As `tools/list` has them. */
  definitions: readonly ToolDefinition[];
  /** @throws {ToolFault} no such tool, wrong arguments, or an internal error */
  call(name: string, given: object): Outcome | Promise<Outcome>;
}

/** As JSON: the tool's answer, or a problem. */
export interface Outcome {
  text: string;
  isError: boolean;
}

/** An error of the protocol. */
export class ToolFault extends Error {
  override readonly name = 'ToolFault';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, { data, cause }: { data?: unknown; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.data = data;
  }
}

export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;

const byName = new Map(tools.map((tool) => [tool.name, tool]));

let made: readonly ToolDefinition[] | undefined;

/** Made at the first call, which takes tens of milliseconds. */
export function definitions(): readonly ToolDefinition[] {
  made ??= tools.map(definitionOf);
  return made;
}

/** @throws {ToolFault} */
export function toolNamed(name: string): OfferedTool {
  const tool = byName.get(name);
  if (tool !== undefined) return tool;
  const allowed = [...byName.keys()];
  throw new ToolFault(INVALID_PARAMS, `Unknown tool. ${listed(allowed)}`, { data: { allowed } });
}

interface Source {
  site: Site;
  /** @throws {Problem} nothing is published yet */
  now(): { store: Store; now: Date };
}

/** @throws {ToolFault} */
export function callTool(tool: OfferedTool, given: object, source: Source): Outcome {
  try {
    return { text: toolText(tool, given, source.now()), isError: false };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'internal') throw new ToolFault(INTERNAL_ERROR, problem.message, { cause: error });
    const { code, errors } = problem;
    if (problem.status === 400)
      throw new ToolFault(INVALID_PARAMS, withAllowed(problem), { data: { code, errors }, cause: problem });
    return { text: JSON.stringify(problemView(problem, source.site)), isError: true };
  }
}

/** Most clients show a model this text alone, without `data`. */
function withAllowed({ message, errors }: Problem): string {
  return [message, ...errors.flatMap(({ allowed }) => (allowed === undefined ? [] : listed(allowed)))].join('. ');
}

function listed(allowed: readonly string[]): string {
  return `Allowed: ${allowed.join(', ')}`;
}

/** Changes only with the program. */
export const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** A problem is text alone, since it does not fit the tool's schema. */
export function resultOf({ text, isError }: Outcome) {
  const content = [{ type: 'text' as const, text }];
  return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) as Record<string, unknown> };
}

/** A successful `resultOf` as JSON without its end, which saves parsing the text. */
export function beginningOf(text: string): string {
  return `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`;
}

/**
 * The operation's answer with quotes and attributed links, as JSON. @throws {Problem} as the operation;
 * `invalid_parameter` for an unknown argument
 */
function toolText(tool: OfferedTool, given: object, { store, now }: { store: Store; now: Date }): string {
  const { operation, quotes, asks = {} } = tool;
  const asked = new Map(Object.entries(given));
  for (const name of asked.keys())
    if (!tool.takes.includes(name))
      throw invalidParameter(shownName(name), `Unknown argument of ${tool.name}`, tool.takes);
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
