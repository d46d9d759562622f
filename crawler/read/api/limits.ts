/** What a description says of limits: in numbers, in headers, in the answer 429, and how many entries a page holds. Pure. */
import type { ApiFacts, PageParameter, StatedLimit } from '../../../data/api-facts.ts';
import { defined } from '../../../data/defined.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { label } from '../page/label.ts';
import type { Node } from './node.ts';
import { countUse, mostUsed, type Operation } from './operations.ts';

type Limits = ApiFacts['limits'];

/** A description's own introduction may be a whole manual. */
const MAX_WORDS = 200_000;
const MAX_STATED = 12;
const MAX_HEADERS = 12;
const MAX_PAGINATION = 8;

/** Not the last part of a number such as "1.500" or "1 500". */
const STATED =
  /(?<![\d.,$€£'’_]|\d\s)(\d{1,3}(?:,\d{3}){1,3}|\d{1,9})\s{1,3}(?:(?:API|HTTP|REST|total|successful)\s{1,3})?(?:requests?|calls?|queries)(?:\s{1,3}(?:is|are)\s{1,3}allowed)?\s{0,3}(?:per|\/|every|each|an?)\s{0,3}(?:(\d{1,4})\s{0,3}-?)?(seconds?|minutes?|hours?|days?|months?|sec|min|[smh])\b/gi;

const PERIODS: Record<string, StatedLimit['per']> = {
  s: 'second',
  sec: 'second',
  m: 'minute',
  min: 'minute',
  h: 'hour',
};

/** What the description of a place states. */
function statedAt(node: Node): StatedLimit[] {
  const words = (node.words('description') ?? '').slice(0, MAX_WORDS);
  const pointer = `${node.pointer}/description`;
  return [...words.matchAll(STATED)].flatMap(([, amount = '', every, period = '']) => {
    const requests = Number(amount.replaceAll(',', ''));
    const unit = period.toLowerCase();
    const per = PERIODS[unit] ?? (unit.replace(/s$/, '') as StatedLimit['per']);
    const count = Number(every ?? 1);
    if (requests < 1 || count < 1) return [];
    return [{ requests, ...(count > 1 && { every: count }), per, pointer }];
  });
}

const LIMIT_HEADER = /^(?:x-)?(?:[\w-]{1,40}-)?rate-?limit|^(?:x-)?retry-after$/i;

/**
 * Names by which page sizes and places in a list go. Those that may as well be a range of time ("start", "after") or a
 * number of something else ("count") are none.
 */
const SIZE = /^(?:(?:page|per|max)[_.-]?(?:size|page|results?|items?|limit)|limit|\$top|page\[(?:size|limit)\])$/i;
const PLACE =
  /^(?:page|offset|cursor|skip|\$skip|marker|(?:next|page|continuation)[_.-]?(?:token|cursor|number)|starting_after|ending_before|start_?at|start_?(?:cursor|index)|page\[(?:number|after|before|offset|cursor)\])$/i;

interface CountedParameter extends PageParameter {
  maxima: Set<number>;
  defaults: Set<number>;
}

export function limitsOf(root: Node, operations: readonly Operation[]): Limits {
  const stated = [root.get('info'), ...root.get('tags').items(500)].flatMap(statedAt);
  const headers = new Map<string, Limits['headers'][number]>();
  const pages = new Map<string, CountedParameter>();
  let tooMany: Limits['tooMany'];
  for (const { node, method, parameters, responses } of operations) {
    stated.push(...statedAt(node));
    const named = new Map<string, Node>();
    for (const [status, response] of responses) {
      if (status === '429') {
        stated.push(...statedAt(response));
        tooMany = { operations: (tooMany?.operations ?? 0) + 1, pointer: tooMany?.pointer ?? response.pointer };
      }
      for (const [name, header] of response.get('headers').entries(40))
        if (LIMIT_HEADER.test(name)) named.set(name, header);
    }
    for (const [name, { pointer }] of named) countUse(headers, name.toLowerCase(), { name: label(name, 120), pointer });
    if (method === 'GET') for (const parameter of parameters) countPage(pages, parameter);
  }
  return {
    stated: distinct(stated).slice(0, MAX_STATED),
    headers: mostUsed(headers.values(), MAX_HEADERS),
    ...(tooMany !== undefined && { tooMany }),
    pagination: mostUsed(pages.values(), MAX_PAGINATION).map(({ maxima, defaults, ...page }) => {
      return { ...page, ...defined({ maximum: onlyOf(maxima), default: onlyOf(defaults) }) };
    }),
  };
}

/** Said at many operations, it is one fact, where it is said first. */
function distinct(stated: readonly StatedLimit[]): StatedLimit[] {
  const alike = Map.groupBy(stated, ({ requests, every, per }) => `${requests} ${every} ${per}`);
  return [...alike.values()].flatMap(([first]) => first ?? []);
}

function countPage(
  pages: Map<string, CountedParameter>,
  { name, in: place, node, schema }: Operation['parameters'][number],
): void {
  if (place !== 'query' && place !== 'header') return;
  const role = SIZE.test(name) ? 'size' : 'place';
  if (role === 'place' && !PLACE.test(name)) return;
  const seen = countUse(pages, `${place} ${name}`, {
    ...{ name, in: place, role, pointer: node.pointer },
    ...{ maxima: new Set<number>(), defaults: new Set<number>() },
  });
  const [maximum, preset] = [schema.integer('maximum'), schema.integer('default')];
  if (role === 'size' && maximum !== undefined) seen.maxima.add(maximum);
  if (preset !== undefined) seen.defaults.add(preset);
}
