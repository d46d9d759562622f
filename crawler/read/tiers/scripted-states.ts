/**
 * What a page's own script writes into an element for each state of a billing switch, as literals:
 * `document.getElementById('pro').textContent = isAnnual ? '$12' : '$19'`. Read as text, never run.
 */
import type { Document, Span } from '../document/document.ts';

/** Where in the source the two texts stand, quotes and all. */
export interface Choice {
  monthly: Span & { words: string };
  annual: Span & { words: string };
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

const known = new WeakMap<Document, ReadonlyMap<string, Choice>>();

/** By the id of the element; of those that are written twice in different words, none. */
export function choicesById(document: Document): ReadonlyMap<string, Choice> {
  const found = known.get(document) ?? choicesIn(document);
  known.set(document, found);
  return found;
}

function choicesIn({ source, scripts }: Document): ReadonlyMap<string, Choice> {
  const found = new Map<string, Choice>();
  const twice = new Set<string>();
  for (const { start, end, type } of scripts) {
    if (end - start > MAX_SCRIPT || /json|template/i.test(type) || found.size >= MAX_CHOICES) continue;
    const words = source.slice(start, end);
    if (!words.includes('?') || !/annual|year|month/i.test(words)) continue;
    let variables: ReadonlyMap<string, string> | undefined;
    for (const written of words.matchAll(WRITES)) {
      const choice = choiceAt(words, written.index + written[0].length, start);
      if (choice === undefined) continue;
      const before = words.slice(Math.max(0, written.index - 120), written.index);
      variables ??= new Map([...words.matchAll(ASSIGNED)].map(([, name = '', id = '']) => [name, id]));
      const id = BY_ID.exec(before)?.[1] ?? variables.get(VARIABLE.exec(before)?.[0] ?? '');
      if (id === undefined) continue;
      if (found.has(id)) twice.add(id);
      found.set(id, choice);
    }
  }
  for (const id of twice) found.delete(id);
  return found;
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
