/** Rates outside tables: cards, lists under a model's heading, "model: $1 / 1M input", and sentences. */
import {
  type Document,
  grown,
  isCell,
  type Line,
  lastAtOrBefore,
  nearest,
  type PageElement,
  type Span,
} from '../page/document.ts';
import { evidenceFor } from '../page/evidence.ts';
import { amountsIn, type Page, type Rate, ratesIn } from './cell.ts';
import { isGeneric, isRate, mannerOf, orderIn, ownRole, type RateField, type Role, withoutBand } from './kinds.ts';
import { headingsAbove } from './surroundings.ts';
import type { RateRow } from './table.ts';
import { unitIn } from './unit.ts';
import { anyWord, says } from './words.ts';

/** A line that states rates. */
interface Statement {
  line: Line;
  /** Of its first and its last amount. */
  span: Span;
  element: PageElement;
  rates: Rate[];
  /** Its sentence names the model. */
  subject: string | undefined;
}

/** Statements about one model. */
type Group = [Statement, ...Statement[]];

const MAX_LINE = 600;
const MAX_LABEL = 40;
const MAX_NAME = 100;
/** Lines above a statement that are looked at, and those of them without amounts. */
const MAX_LINES_UP = 60;
const MAX_INTRO_LINES = 2;
/** From a group's first rate to its last. */
const MAX_SPREAD = 500;
/** Of elements around a model's rates, up to its card. */
const MAX_CLIMB = 12;
/** A line with more letters beside those of the words of rates is a sentence. */
const MAX_TALK = 24;
const VOCABULARY = new RegExp(
  anyWord(
    'input',
    'output',
    'cached',
    'token',
    'million',
    'thousand',
    'batch',
    'per',
    'price',
    'cacheMiss',
    'cacheWrite',
  ),
  'giu',
);

export function listedRates(page: Page): RateRow[] {
  const { document, amounts } = page;
  const groups: Group[] = [];
  for (const statement of statementsOf(page)) {
    const last = groups.at(-1);
    if (last !== undefined && isNext(document, last, statement)) last.push(statement);
    else groups.push([statement]);
  }
  return groups.flatMap((group, index): RateRow[] => {
    const [first] = group;
    const { end } = (group.at(-1) ?? first).span;
    const alone = {
      start: amounts[lastAtOrBefore(amounts, first.span.start - 1)]?.end ?? -1,
      end: amounts[lastAtOrBefore(amounts, end) + 1]?.start ?? Number.POSITIVE_INFINITY,
    };
    const before = groups[index - 1]?.at(-1)?.span.end ?? -1;
    const model = first.subject ?? nameOver(document, first, { before, alone });
    if (model === undefined) return [];
    const [heading] = headingsAbove(document, first.line.start);
    return [{ model, bands: [], rates: group.flatMap(({ rates }) => rates), heading }];
  });
}

function isNext({ lines }: Document, group: Group, { line, span, rates, subject }: Statement): boolean {
  const [first] = group;
  const last = group.at(-1) ?? first;
  if (span.start - first.span.start > MAX_SPREAD || (subject !== undefined && subject !== first.subject)) return false;
  const isHeaded = lines
    .slice(lastAtOrBefore(lines, last.line.start) + 1, lastAtOrBefore(lines, line.start) + 1)
    .some(({ heading }) => heading > 0);
  const known = group.flatMap((each) => each.rates);
  return (
    !isHeaded && !rates.some(({ field, band }) => known.some((each) => each.field === field && each.band === band))
  );
}

function statementsOf(page: Page): Statement[] {
  const { lines, visible } = page.document;
  const found: Statement[] = [];
  let last = -1;
  for (const { start, element } of page.amounts) {
    const index = lastAtOrBefore(lines, start);
    const line = lines[index];
    if (index === last || line === undefined || line.end - line.start > MAX_LINE || isInGrid(page, line, element))
      continue;
    last = index;
    for (const sentence of sentencesIn(visible, line)) found.push(...statementAt(page, index, sentence));
  }
  return found;
}

/** Not the point of "1 Mio. Tokens". */
const SENTENCE_END = /[.!?]\s+(?=\p{Lu})(?!Tok)|。/gu;

function sentencesIn(visible: string, { start, end }: Span): Span[] {
  const ends = [...visible.slice(start, end).matchAll(SENTENCE_END)].map(
    ({ index, 0: mark }) => start + index + mark.length,
  );
  return [...ends, end].map((to, at) => ({ start: ends[at - 1] ?? start, end: to }));
}

function statementAt(page: Page, index: number, span: Span): Statement[] {
  const { document } = page;
  const { visible, lines } = document;
  const line = lines[index];
  const amounts = amountsIn(page, span);
  const [first, last] = [amounts[0], amounts.at(-1)];
  if (line === undefined || first === undefined || last === undefined) return [];
  const before = visible.slice(span.start, first.start);
  const after = visible.slice(last.end, span.end);
  const words = visible.slice(span.start, span.end);
  const above = shortLine(page, index - 1);
  // "per 1M input tokens" is said of the amount before it.
  const label = PER.test(above) ? '' : above;
  const below = /[\p{L}\d]/u.test(after) ? '' : shortLine(page, index + 1);
  const subject = subjectOf(before, isSetApart(document, line));
  if (says(before, 'example') || (subject === undefined && isTalk(words))) return [];
  const isBelow = levelsTo(page, first.element, index + 1) < levelsTo(page, first.element, index - 1);
  const led = (isBelow ? [below, label] : [label, below]).map(ownRole).find(isRate);
  const role: Role = led !== undefined && amounts.length === 1 && !isRate(ownRole(withoutBand(words))) ? led : 'pair';
  const units = [unitIn(below), unitIn(label), page.unit];
  const start = subject === undefined ? span.start : span.start + before.indexOf(subject) + subject.length;
  const order = amounts.length > 1 ? (orderIn(after) ?? orderAbove(page, index)) : undefined;
  const rates = ratesIn(page, { start, end: span.end }, { role, units, order });
  const cited = rates.map((rate) =>
    amounts.length > 1
      ? rate
      : { ...rate, evidence: evidenceFor(document, first, { method: 'rate-card', reach: span.end }) },
  );
  if (rates.length === 0) return [];
  return [{ line, span: { start: first.start, end: last.end }, element: first.element, rates: cited, subject }];
}

function shortLine({ document, ...page }: Page, index: number): string {
  const line = document.lines[index];
  if (line === undefined || line.end - line.start > MAX_LABEL || amountsIn(page, line).length > 0) return '';
  return document.visible.slice(line.start, line.end);
}

/** "Price per 1M tokens (input / output):" above the lines of all models. */
function orderAbove(page: Page, index: number): RateField[] | undefined {
  const { lines, visible } = page.document;
  let left = MAX_INTRO_LINES;
  for (let at = index - 1; at >= Math.max(0, index - MAX_LINES_UP) && left > 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || amountsIn(page, line).length > 0) continue;
    const order = orderIn(visible.slice(line.start, Math.min(line.end, line.start + MAX_NAME)));
    if (order !== undefined || line.heading > 0) return order;
    left -= 1;
  }
  return undefined;
}

/** How many levels up a line shares an element: the words of an amount and those of the next stand in other boxes. */
function levelsTo({ document }: Page, element: PageElement, index: number): number {
  const { start = 0, end = Number.POSITIVE_INFINITY } = document.lines[index] ?? {};
  let levels = 0;
  const holds = (each: PageElement) => {
    levels += 1;
    return each.start <= start && each.end >= end;
  };
  nearest(element, MAX_CLIMB, holds);
  return levels;
}

/** A line that talks about prices states none, unless its sentence says whose they are. */
function isTalk(words: string): boolean {
  return words.replace(VOCABULARY, '').replace(/[^\p{L}]/gu, '').length > MAX_TALK;
}

const PER = new RegExp(`^(?:${anyWord('per')}|/)`, 'iu');
const NAMED = /^[\s"“(*•-]*([\p{L}\d][\p{L}\d._/+ -]{1,58}?)\s*(?:[:：—–→]|\s[-·•|]\s)/u;
const SUBJECT =
  /(?:^|[.!?]\s)\s*(?:The |Our )?([\p{Lu}\d][\p{L}\d._/+-]*(?: [\p{Lu}\d][\p{L}\d._/+-]*){0,5})(?: model)?,? (?:costs?|is priced at|is|is billed at|is charged at|charges|runs at|comes at)\b[^.!?]{0,20}$/u;
const BESIDE =
  /^[\s"“•*-]{0,6}([\p{L}\d][\p{L}\d._/+-]{1,40}(?: [\p{L}\d][\p{L}\d._/+-]{0,20}){0,4})\s{0,4}[(（|]?\s{0,4}$/u;
const NUMBERED = /^(?=.*\p{L}).*\d/u;

/** "Puffin Mini costs" before the first amount of a sentence, "puffin-mini:" or "puffin-2 (" before that of a line. */
function subjectOf(before: string, isSetApart: boolean): string | undefined {
  const sentence = before.split(/(?<=[.!?])\s+(?=\p{Lu})/u).at(-1) ?? '';
  const named = [SUBJECT.exec(sentence.trimEnd()), NAMED.exec(before)]
    .map((found) => found?.[1]?.trim())
    .find((name) => name !== undefined && isSubject(name));
  if (named !== undefined) return named;
  const name = BESIDE.exec(before)?.[1]?.trim();
  return name !== undefined &&
    (isSetApart || NUMBERED.test(name)) &&
    isSubject(name) &&
    !says(name, 'least', 'leading', 'per', 'task', 'otherUnit')
    ? name
    : undefined;
}

/** Its first words are bold, code or a term. */
function isSetApart({ text }: Document, { start, element }: Line): boolean {
  return /^(?:b|strong|code|dt)$/.test(element.name) || /^[\s*+-]{0,6}(?:\*\*|__|`)/.test(text.slice(start, start + 8));
}

function isSubject(name: string): boolean {
  return (
    !isRate(ownRole(name)) &&
    !isGeneric(name) &&
    !says(name, 'least', 'example', 'context') &&
    unitIn(name).factor === undefined
  );
}

interface Bounds {
  /** Where the group before ends. */
  before: number;
  /** Between the amounts before and after. */
  alone: Span;
}

/** The first words of the largest element that holds a group alone, or the heading right above it. */
function nameOver(document: Document, { line, element }: Statement, { before, alone }: Bounds): string | undefined {
  const { lines } = document;
  const root = grown(element, alone, MAX_CLIMB);
  const at = lastAtOrBefore(lines, line.start);
  const top = Math.max(lastAtOrBefore(lines, root.start - 1) + 1, at - 60, 0);
  const inside = lines
    .slice(top, at + 1)
    .filter((each) => each.start < line.start && each.start > before && isName(document, each));
  const above = lines
    .slice(Math.max(0, at - 40), at)
    .reverse()
    .filter(({ start }) => start > before);
  const said = above
    .slice(0, 4)
    .map((each) => MODEL_LINE.exec(wordsAt(document, each))?.[1])
    .find((name) => name !== undefined);
  const named =
    inside.find(({ heading }) => heading > 0) ??
    lines
      .slice(Math.max(0, top - 3), top)
      .findLast((each) => each.heading > 1 && each.start > before && isName(document, each)) ??
    inside.find((each) => each.end - each.start <= MAX_NAME) ??
    above.find((each, index) => isName(document, each) && (each.heading > 0 || (index < 6 && isOver(document, each))));
  const words = said ?? (named === undefined ? undefined : withoutTagline(wordsAt(document, named)));
  return words === undefined || mannerOf(words) === 'apart' ? undefined : words;
}

function isName(document: Document, line: Line): boolean {
  const words = wordsAt(document, line);
  return /\p{L}/u.test(words) && !isGeneric(words) && words.length > 1 && (line.heading > 0 || !SENTENCE.test(words));
}

const SENTENCE = /^\p{Lu}?[\p{Ll}’']*(?: [\p{Ll}’']+){3}/u;

/** "Model: puffin-mini" */
const MODEL_LINE = new RegExp(
  `^[^\\p{L}\\d]{0,4}(?:${anyWord('model')})(?: name| id)?[^\\p{L}\\d]{0,4}[:：]\\s{0,3}(\\S.{1,80})$`,
  'iu',
);

/** A bold line, an item or a line that ends in a colon, and no sentence: the point of a version is no end of one. */
function isOver(document: Document, line: Line): boolean {
  const { start, end, element } = line;
  const words = wordsAt(document, { start, end });
  if (!/^(?:[^:：.。]|\.(?=\d)){2,60}[:：]?$/.test(words)) return false;
  const isScaled = document.visible.slice(start, end).trim() !== words;
  return isScaled || element.name === 'li' || isSetApart(document, line) || /[:：]$/.test(words);
}

/** A line's words without the unit behind them: "puffin-2 (per 1M tokens)". */
function wordsAt({ visible }: Document, { start, end }: Span): string {
  const words = visible.slice(start, Math.min(end, start + MAX_NAME)).trim();
  const behind = /\s?[(（][^()（）]{2,40}[)）]:?$/.exec(words);
  return behind !== null && unitIn(behind[0]).factor !== undefined ? words.slice(0, behind.index) : words;
}

/** "Puffin 2 - our most able model": a name and what is said in its praise. */
function withoutTagline(words: string): string {
  const [, name = '', tagline = ''] = /^(.{2,60}?)(?: [-–—|] |[:：] )(.{2,80})$/.exec(words) ?? [];
  return tagline.includes(' ') && !/\d/.test(tagline) ? name : words;
}

function isInGrid({ grids }: Page, { start }: Line, element: PageElement): boolean {
  return start < (grids[lastAtOrBefore(grids, start)]?.end ?? 0) || nearest(element, 6, isCell) !== undefined;
}
