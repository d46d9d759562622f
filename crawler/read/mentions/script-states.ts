/**
 * What a page's script puts in a price's place by the year: `price.textContent = isAnnual ? '$39' : '$49'`, also in an
 * attribute of Alpine or Vue, and `{ monthly: { pro: 49 }, yearly: { pro: 39 } }`.
 */
import { type Document, oncePerPage, type Span } from '../page/document.ts';

/** Both texts of a price, and where the condition and the first text stand in the source. */
interface ScriptState extends Span {
  annual: string;
  monthly: string;
}

/** Two literals to choose from. */
const CHOICE =
  /\?\s{0,9}(?:(['"`])([^'"`\n]{1,60})\1\s{0,9}:\s{0,9}(['"`])([^'"`\n]{1,60})\3|(\d[\d.]{0,9})\s{0,9}:\s{0,9}(\d[\d.]{0,9}))/g;
/** Attributes whose value is code. */
const CODE = /\s(?:x-text|v-text|:text-content\.prop)="[^"]{1,200}"/g;
const BILLING = /['"]?\b(?:(monthly|month)|annual|annually|yearly|year)['"]?\s{0,9}:\s{0,9}\{([^{}]{1,400})\}/g;
const ENTRY = /['"]?([\w-]{1,40})['"]?\s{0,9}:\s{0,9}['"]?([^'",\s]{1,20})/g;
/** The condition of a choice: the last expression before its question mark. */
const CONDITION = /[\w$.]{1,40}(?:\s?===?\s?['"]\w{1,12}['"])?\s?$/;
const ANNUAL = /annual|annuel|anual|year|jahr/i;
const MAX_CONDITION = 70;
const MAX_SCRIPT = 300_000;
const MAX_STATES = 100;

export const scriptStates = oncePerPage(statesIn);

function statesIn({ source, scripts }: Document): ScriptState[] {
  const spans = [
    ...scripts,
    ...[...source.matchAll(CODE)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  ];
  const found = spans.flatMap(({ start, end }) => {
    const text = source.slice(start, Math.min(end, start + MAX_SCRIPT));
    return [...choicesIn(text), ...pairsIn(text)].map((state) => ({
      ...state,
      start: start + state.start,
      end: start + state.end,
    }));
  });
  return found.slice(0, MAX_STATES);
}

function choicesIn(text: string): ScriptState[] {
  return [...text.matchAll(CHOICE)].flatMap(
    ({ 0: all, 2: words, 4: others, 5: annual = words, 6: monthly = others, index }) => {
      if (annual === undefined || monthly === undefined) return [];
      const before = text.slice(Math.max(0, index - MAX_CONDITION), index);
      const asked = CONDITION.exec(before);
      if (asked === null || !ANNUAL.test(asked[0]) || /(?:!|==)\s?$/.test(before.slice(0, asked.index))) return [];
      const start = index - asked[0].length;
      return [{ annual, monthly, start, end: index + all.indexOf(annual) + annual.length + 1 }];
    },
  );
}

/** What a script keeps under a billing: `yearly: { pro: 39 }`. */
interface KeptByBilling extends Span {
  isMonthly: boolean;
  /** By their keys, and where each ends. */
  values: ReadonlyMap<string | undefined, { value: string; end: number }>;
}

function keptByBilling(text: string): KeptByBilling[] {
  return [...text.matchAll(BILLING)].map(({ 0: all, 1: month, 2: body = '', index }) => {
    const from = index + all.indexOf(body);
    const entries = [...body.matchAll(ENTRY)].map(({ 0: entry, 1: key, 2: value = '', index: at }) => {
      return [key, { value, end: from + at + entry.length }] as const;
    });
    return { isMonthly: month !== undefined, start: index, end: index + all.length, values: new Map(entries) };
  });
}

/** Of two objects side by side, one for each billing, the values of each key. */
function pairsIn(text: string): ScriptState[] {
  const kept = keptByBilling(text);
  return kept.slice(1).flatMap((next, at) => {
    const one = kept[at] ?? next;
    const areBeside = /^\s{0,99},\s{0,99}$/.test(text.slice(one.end, next.start));
    if (!areBeside || one.isMonthly === next.isMonthly) return [];
    const [monthly, annual] = one.isMonthly ? [one, next] : [next, one];
    return [...annual.values].flatMap(([key, { value, end }]) => {
      const other = monthly.values.get(key);
      return other === undefined ? [] : [{ annual: value, monthly: other.value, start: annual.start, end }];
    });
  });
}
