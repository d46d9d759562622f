/**
 * What a page's own script writes into an element for each state of a billing switch, as literals:
 * `document.getElementById('pro').textContent = isAnnual ? '$12' : '$19'`, or as constants that are called by the
 * billing: `pro.innerHTML = proYearly`. Read as text, never run.
 */
import type { Document, Span } from '../page/document.ts';

type State = Span & { words: string };

/** Where in the source the two texts stand, quotes and all. */
export interface Choice {
  monthly: State;
  annual: State;
}

/** Larger blocks than this are applications. */
const MAX_SCRIPT = 200_000;
const MAX_CHOICES = 200;

const WRITES = /\.(?:textContent|innerText|innerHTML) ?= ?|\.(?:text|html)\( ?/g;
const CHOICE =
  /([\w$.!='" ()]{2,60}?) ?\?\s{0,8}(['"`])([^'"`<>\n]{1,24})\2\s{0,8}:\s{0,8}(['"`])([^'"`<>\n]{1,24})\4/y;
const BY_ID = /(?:getElementById\(['"]|(?:querySelector|\$|jQuery)\(['"]#)([\w-]{1,60})['"]\)$/;
const VARIABLE = /(?<![\w$.])[A-Za-z_$][\w$]{0,59}$/;
const ASSIGNED =
  /\b(?:const|let|var) ([A-Za-z_$][\w$]{0,59}) ?= ?(?:document\.(?:getElementById\(['"]|querySelector\(['"]#)|(?:\$|jQuery)\(['"]#)([\w-]{1,60})['"]\)/g;

const CONSTANT = /\b(?:const|let|var) ([A-Za-z_$][\w$]{0,59}) ?= ?(['"`])([^'"`<>\n]{1,24})\2/g;
const NAME = /[A-Za-z_$][\w$]{0,59}(?![\w$.([]| ?[?+])/y;

const known = new WeakMap<Document, ReadonlyMap<string, Choice>>();

/** By the id of the element; of those that are written twice in different words, none. */
export function choicesById(document: Document): ReadonlyMap<string, Choice> {
  const found = known.get(document) ?? choicesIn(document);
  known.set(document, found);
  return found;
}

function choicesIn({ source, scripts }: Document): ReadonlyMap<string, Choice> {
  const found = new Map<string, Partial<Choice>>();
  const twice = new Set<string>();
  for (const { start, end, type } of scripts) {
    if (end - start > MAX_SCRIPT || /json|template/i.test(type) || found.size >= MAX_CHOICES) continue;
    const words = source.slice(start, end);
    if (!/annual|year|month/i.test(words)) continue;
    const constants = constantsIn(words, start);
    let variables: ReadonlyMap<string, string> | undefined;
    for (const written of words.matchAll(WRITES)) {
      const at = written.index + written[0].length;
      const states = choiceAt(words, at, start) ?? stateNamed(words, at, constants);
      if (states === undefined) continue;
      const before = words.slice(Math.max(0, written.index - 120), written.index);
      variables ??= new Map([...words.matchAll(ASSIGNED)].map(([, name = '', id = '']) => [name, id]));
      const id = BY_ID.exec(before)?.[1] ?? variables.get(VARIABLE.exec(before)?.[0] ?? '');
      if (id === undefined) continue;
      const other = found.get(id);
      if (other !== undefined && contradicts(other, states)) twice.add(id);
      found.set(id, { ...other, ...states });
    }
  }
  const whole = [...found].flatMap(([id, { monthly, annual }]): [string, Choice][] =>
    monthly === undefined || annual === undefined || twice.has(id) ? [] : [[id, { monthly, annual }]],
  );
  return new Map(whole);
}

/** Each write says one state in full, or both; the same constant may be written at load and again on a click. */
function contradicts(one: Partial<Choice>, other: Partial<Choice>): boolean {
  const isOther = (state: keyof Choice) =>
    one[state] !== undefined && other[state] !== undefined && one[state].start !== other[state].start;
  return isOther('monthly') || isOther('annual');
}

/** Short texts by the names that the script gives them; of a name that is given twice, none. */
function constantsIn(words: string, offset: number): ReadonlyMap<string, State | undefined> {
  const found = new Map<string, State | undefined>();
  for (const match of words.matchAll(CONSTANT)) {
    const [whole, name = '', , said = ''] = match;
    const end = offset + match.index + whole.length;
    found.set(name, found.has(name) ? undefined : { words: said, start: end - said.length - 2, end });
  }
  return found;
}

/** `proYearlyPrice`: a constant that says which state it is of. */
function stateNamed(
  words: string,
  at: number,
  constants: ReadonlyMap<string, State | undefined>,
): Partial<Choice> | undefined {
  if (constants.size === 0) return undefined;
  NAME.lastIndex = at;
  const [name = ''] = NAME.exec(words) ?? [];
  const state = constants.get(name);
  const isMonthly = /month/i.test(name);
  if (state === undefined || isMonthly === /annual|year/i.test(name)) return undefined;
  return isMonthly ? { monthly: state } : { annual: state };
}

function choiceAt(words: string, at: number, offset: number): Choice | undefined {
  CHOICE.lastIndex = at;
  const match = CHOICE.exec(words);
  if (match === null) return undefined;
  const [whole, asked = '', , one = '', , other = ''] = match;
  const isMonthly = /month/i.test(asked);
  if (isMonthly === /annual|year/i.test(asked)) return undefined;
  const from = offset + at + whole.indexOf(one, whole.indexOf('?')) - 1;
  const to = offset + at + whole.length;
  const first = { words: one, start: from, end: from + one.length + 2 };
  const second = { words: other, start: to - other.length - 2, end: to };
  const isMonthlyFirst = isMonthly !== asked.includes('!');
  return isMonthlyFirst ? { monthly: first, annual: second } : { monthly: second, annual: first };
}
