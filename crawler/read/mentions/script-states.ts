/** What a page's script puts in a price's place by the year: `price.textContent = isAnnual ? '$39' : '$49'`. */
import type { Document, Span } from '../page/document.ts';

/** Both texts of a price, and where the condition and the first text stand in the source. */
export interface ScriptState extends Span {
  annual: string;
  monthly: string;
}

/** Two literals to choose from. */
const CHOICE = /\?\s{0,9}(['"`])([^'"`\n]{1,60})\1\s{0,9}:\s{0,9}(['"`])([^'"`\n]{1,60})\3/g;
/** The condition of a choice: the last expression before its question mark. */
const CONDITION = /[\w$.]{1,40}(?:\s?===?\s?['"]\w{1,12}['"])?\s?$/;
const ANNUAL = /annual|annuel|anual|year|jahr/i;
const MAX_CONDITION = 70;
const MAX_SCRIPT = 300_000;
const MAX_STATES = 100;

const known = new WeakMap<Document, ScriptState[]>();

export function scriptStates(document: Document): ScriptState[] {
  const states = known.get(document) ?? statesIn(document);
  known.set(document, states);
  return states;
}

function statesIn({ source, scripts }: Document): ScriptState[] {
  const texts = scripts.map(({ start, end }) => ({
    from: start,
    text: source.slice(start, Math.min(end, start + MAX_SCRIPT)),
  }));
  const found = texts.flatMap(({ from, text }) =>
    [...text.matchAll(CHOICE)].flatMap(({ 0: all, 2: annual = '', 4: monthly = '', index }) => {
      const before = text.slice(Math.max(0, index - MAX_CONDITION), index);
      const asked = CONDITION.exec(before);
      if (asked === null || !ANNUAL.test(asked[0]) || /(?:!|==)\s?$/.test(before.slice(0, asked.index))) return [];
      const start = from + index - asked[0].length;
      return [{ annual, monthly, start, end: from + index + all.indexOf(annual) + annual.length + 1 }];
    }),
  );
  return found.slice(0, MAX_STATES);
}
