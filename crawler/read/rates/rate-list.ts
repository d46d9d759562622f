/** Reads rates outside tables: model cards, lists under a model's heading, "model: $1 / 1M input", and sentences. */

import { talkIn } from '../money/term.ts';
import {
  type Document,
  grown,
  isCell,
  type Line,
  lastAtOrBefore,
  type PageElement,
  parentOf,
  type Span,
} from '../page/document.ts';
import { evidenceFor } from '../page/evidence.ts';
import type { AmountSignal } from '../tiers/amounts.ts';
import type { Signals } from '../tiers/signals.ts';
import { type Rate, scaled } from './rate-cell.ts';
import type { RateRow } from './table-cells.ts';
import {
  isGeneric,
  isRate,
  isReader,
  mannerOf,
  orderIn,
  ownRole,
  perMillion,
  type RateField,
  type Role,
  roleOf,
  type Scale,
  tellsOfTokens,
} from './token-rate.ts';

const MAX_LINE = 600;
/** From a group's first rate to its last. */
const MAX_SPREAD = 500;
/** Of elements around a model’s rates, up to its card. */
const MAX_CLIMB = 12;
const TOKEN_WORDS =
  /\b(?:input|output|cached|prompt|completion|tokens?|million|thousand|mtok|batch|cache|hits?|read)\b/gi;
/** What is said of an amount right after it. */
const AFTER = /^[^\n$€£¥￥]{0,60}/;
/** The same in other money. */
const ASIDE = /^\s?[(（][^()（）\n]{1,24}[)）]/;
const OTHER_UNIT = /\bper (?:image|minute|hour|second|character|search|query|request|page)|\bcharacters?\b/i;

interface Listed {
  field: RateField;
  scale: Scale;
  signal: AmountSignal;
  /** Its sentence names the model. */
  subject: string | undefined;
}

export function listedRates(document: Document, signals: Signals, pageScale: Scale | undefined): RateRow[] {
  const { amounts } = signals;
  const listed = amounts.flatMap((signal, index) => listedIn(document, signals, signal, index, pageScale));
  const groups: Listed[][] = [];
  for (const rate of listed) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isNear = first !== undefined && rate.signal.start - first.signal.start < MAX_SPREAD;
    const isSame = rate.subject === undefined || first?.subject === rate.subject;
    const end = last?.at(-1)?.signal.end ?? 0;
    if (
      last !== undefined &&
      isNear &&
      isSame &&
      !isHeaded(document, end, rate.signal.start) &&
      !last.some(({ field }) => field === rate.field)
    )
      last.push(rate);
    else groups.push([rate]);
  }
  return groups.flatMap((group, index): RateRow[] => {
    const before = groups[index - 1]?.at(-1)?.signal.end ?? -1;
    const model = group[0]?.subject ?? nameAbove(document, group, before, neighbours(amounts, group));
    const rates = group.flatMap(({ field, signal, scale }): Rate[] => {
      const amount = scaled(signal.money.amount, scale);
      const reach = signal.end + Math.min(signal.terms.reach, 60);
      const { currency } = signal.money;
      return amount === undefined
        ? []
        : [{ field, amount, currency, evidence: evidenceFor(document, signal, 'rate-card', reach) }];
    });
    return model === undefined ? [] : [{ model, bands: [], rates }];
  });
}

/** Whether a heading stands between: what follows it is said of something else. */
function isHeaded({ lines }: Document, from: number, to: number): boolean {
  for (let index = lastAtOrBefore(lines, to); index >= 0; index -= 1) {
    const line = lines[index];
    if (line === undefined || line.start < from) return false;
    if (line.heading > 0) return true;
  }
  return false;
}

/** Where the amount before a group ends and the one after it begins, whatever they are. */
function neighbours(amounts: readonly AmountSignal[], group: readonly Listed[]): Span {
  const [first, last] = [group[0]?.signal.start ?? 0, group.at(-1)?.signal.start ?? 0];
  return {
    start: amounts[lastAtOrBefore(amounts, first - 1)]?.end ?? -1,
    end: amounts[lastAtOrBefore(amounts, last) + 1]?.start ?? Number.POSITIVE_INFINITY,
  };
}

/** The first words of the largest element that holds this group alone, or the heading right above it. */
function nameAbove(document: Document, group: readonly Listed[], before: number, alone: Span): string | undefined {
  const first = group[0];
  if (first === undefined) return undefined;
  const said = modelLineOver(document, first.signal.line, before);
  if (said !== undefined) return said;
  const root = grown(first.signal.element, alone.start, alone.end, MAX_CLIMB);
  const line = firstLineIn(document, root);
  if (line === undefined) return undefined;
  const own = document.visible.slice(line.start, Math.min(line.end, line.start + 100));
  const isName = line.end <= first.signal.start && !isGeneric(own);
  // Below a picture or a sign, the card has its name inside.
  const inside = isName ? undefined : lineOver(document, first.signal.line, Math.max(before, root.start - 1), false);
  const named =
    line.heading > 0 && isName
      ? line
      : (inside ??
        lineOver(document, line, before, isName) ??
        (isName ? line : lineOver(document, first.signal.line, before, false)));
  if (named === undefined) return undefined;
  const words = withoutTagline(
    withoutScale(document.visible.slice(named.start, Math.min(named.end, named.start + 100))),
  );
  return mannerOf(words) === 'apart' ? undefined : words;
}

/** Of tags that stand in lines of their own nothing is left but blanks. */
function firstLineIn({ lines, visible }: Document, { start, end }: Span): Line | undefined {
  const at = Math.max(0, lastAtOrBefore(lines, start));
  for (const line of lines.slice(at, at + 40)) {
    if (line.start > end) break;
    if (/\S/.test(visible.slice(Math.max(start, line.start), Math.min(line.end, line.start + 200)))) return line;
  }
  return lines[at];
}

/** The heading, or the item or bold line without more, that the lines from `below` on stand under. */
function lineOver(document: Document, below: Line, before: number, isNear: boolean): Line | undefined {
  const { lines, visible } = document;
  const at = lastAtOrBefore(lines, below.start);
  for (let index = at - 1; index >= 0 && index >= at - (isNear ? 3 : 40); index -= 1) {
    const line = lines[index];
    if (line === undefined || line.start <= before) return undefined;
    const words = withoutScale(visible.slice(line.start, Math.min(line.end, line.start + 100)));
    if (isGeneric(words)) continue;
    if (line.heading > (isNear ? 1 : 0)) return line;
    const isScaled = visible.slice(line.start, Math.min(line.end, line.start + 100)).trim() !== words;
    const isOver = isScaled || line.element.name === 'li' ? OVER : OVER_ENDING;
    if (index > at - 6 && isOver.test(words)) return line;
  }
  return undefined;
}

/** "Puffin 2 - our most able model": a name and what is said in its praise. */
function withoutTagline(words: string): string {
  const [, name = '', tagline = ''] = TAGGED.exec(words) ?? [];
  return tagline.includes(' ') && !/\d/.test(tagline) ? name : words;
}

const TAGGED = /^(.{2,60}?)(?: [-–—|] |[:：] )(.{2,80})$/;

/** "puffin-2 (per 1M tokens)" */
function withoutScale(words: string): string {
  const said = words.trim();
  const behind = /\s?[(（][^()（）]{2,40}[)）]:?$/.exec(said);
  return behind !== null && perMillion(behind[0]) !== undefined ? said.slice(0, behind.index) : said;
}

/** The point of a version is no end of a sentence. */
const OVER = /^(?:[^:：.。]|\.(?=\d)){2,60}[:：]?$/;
const OVER_ENDING = /^(?:[^:：.。]|\.(?=\d)){2,60}[:：]$/;
const MODEL_LINE = /^\W{0,4}model(?: name| id)?\W{0,4}[:：]\s{0,3}(\S.{1,80})$/i;

/** "Model: puffin-mini" above the first rate of a group. */
function modelLineOver({ lines, visible }: Document, below: Line, before: number): string | undefined {
  const at = lastAtOrBefore(lines, below.start);
  for (let index = at - 1; index >= 0 && index >= at - 4; index -= 1) {
    const line = lines[index];
    if (line === undefined || line.start <= before) return undefined;
    const name = MODEL_LINE.exec(visible.slice(line.start, Math.min(line.end, line.start + 120)).trim())?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

function listedIn(
  document: Document,
  { amounts }: Signals,
  signal: AmountSignal,
  index: number,
  pageScale: Scale | undefined,
): Listed[] {
  const { line, start, end, money, terms, element } = signal;
  if (
    isInCell(element) ||
    line.end - line.start > MAX_LINE ||
    money.isFloor ||
    terms.isFloor ||
    terms.isStruck ||
    element.struck
  )
    return [];
  const { visible } = document;
  const previous = amounts[index - 1];
  const from = Math.max(line.start, previous !== undefined && previous.end > line.start ? previous.end : line.start);
  const to = Math.min(line.end, amounts[index + 1]?.start ?? line.end);
  const tail = AFTER.exec(visible.slice(end, to).replace(ASIDE, ''))?.[0] ?? '';
  const head = visible.slice(from, start);
  const isAlone = head.trim() === '' && start - line.start < 4;
  const label = isAlone ? shortLine(document, line, -1) : head;
  const below = tail.trim() === '' ? shortLine(document, line, 1) : tail;
  const rest = visible.slice(end, Math.min(line.end, end + 160));
  if (pageScale === undefined && ![below, label, rest].some(tellsOfTokens)) return [];
  if (OTHER_UNIT.test(below)) return [];
  const said = ownRole(tail.replace(NEXT, '').split(/[,;.)]\s|[，；、。]|\s?[·•|]\s?/)[0] ?? '');
  const led = leadOf(document, amounts, index, line);
  const stated = isRate(led)
    ? led
    : isRate(said)
      ? said
      : (pairedRole(visible, amounts, index, line) ?? ownRole(label.slice(-40)));
  const before = visible.slice(line.start, start);
  const subject = subjectOf(before) ?? (isRate(stated) ? besideOf(before) : undefined);
  // Of a model that only reads, the one price of its tokens is the input's.
  const isReaders = !isRate(stated) && subject !== undefined && isReader(subject) && perMillion(tail) !== undefined;
  const role = isReaders ? 'inputPerMTok' : stated;
  const scale =
    perMillion(below) ??
    perMillion(label) ??
    (isListLabel(label)
      ? (pageScale ?? perMillion(rest))
      : isRate(said) || isRate(led)
        ? perMillion(rest)
        : undefined) ??
    (SLASHED.test(rest) ? perMillion(rest) : undefined) ??
    (subject !== undefined && isRate(stated) ? pageScale : undefined);
  if (isOneRate(visible, line, signal, tail, subject) && scale !== undefined && !isRate(role))
    return (['inputPerMTok', 'outputPerMTok'] as const).map((field) => ({ field, scale, signal, subject }));
  if (!isRate(role) || scale === undefined || EXAMPLE.test(before)) return [];
  if (subject !== undefined) return [{ field: role, scale, signal, subject }];
  // A line that talks about prices states none, unless its sentence says whose they are.
  const words = visible.slice(line.start, line.end).replace(TOKEN_WORDS, '');
  return line.end - line.start > 110 || talkIn(words) > 16 ? [] : [{ field: role, scale, signal, subject: undefined }];
}

/** What stands right before an amount says what it is for where that is so of the first of its line: "in $1 / out $2". */
function leadOf({ visible }: Document, amounts: readonly AmountSignal[], index: number, line: Line): Role {
  const leads = (at: number) => {
    const before = at === 0 ? undefined : amounts[at - 1];
    const from = before !== undefined && before.end > line.start ? before.end : line.start;
    const head = visible.slice(Math.max(from, (amounts[at]?.start ?? from) - 40), amounts[at]?.start);
    return ownRole(LEAD.exec(head)?.[1] ?? '');
  };
  let first = index;
  while ((amounts[first - 1]?.start ?? -1) >= line.start) first -= 1;
  return isRate(leads(first)) ? leads(index) : 'other';
}

/** The words right before an amount. */
const LEAD =
  /(?:^|[\s,，、;；/|:：(（*])((?:cache[d]? )?\p{L}[\p{L}-]{1,14}(?: tokens?)?)[*"”]{0,2}\s{0,4}[:：]?\s{0,4}[*"“]{0,2}$/iu;

/** "puffin-2-8b: $0.20 / 1M tokens", and no more: one price for all tokens of a model, read and written. */
function isOneRate(
  visible: string,
  line: Line,
  { start, end }: AmountSignal,
  tail: string,
  subject: string | undefined,
): boolean {
  if (subject === undefined || !MODEL_NUMBERED.test(subject) || perMillion(tail) === undefined) return false;
  const rest = visible.slice(line.start, start) + visible.slice(end, line.end);
  return rest.length < 100 && !OTHER_THAN_TOKENS.test(rest) && !/[$€£¥￥]\s?\d/.test(rest) && !EXAMPLE.test(rest);
}

const MODEL_NUMBERED = /^(?=.*\p{L}).*\d/u;
const OTHER_THAN_TOKENS =
  /\b(?:in|out|prompts?|completions?|inputs?|outputs?|cached?|batch|storage|train(?:ing)?|fine-?tun\w{0,6}|images?|audio|speech|videos?|credits?|overages?|plans?|tiers?)\b|[入出缓缓]/i;

/** What is said before the next amount is said of that: "$0.60 / Output: $0.80". */
const NEXT = /\p{L}[\p{L} ]{0,30}[:：]\s{0,3}$/u;
/** "If a model charges $1 per 1M input tokens" */
const EXAMPLE =
  /\b(?:if|suppose|assum(?:e|ing)|imagine|e\.g\.|for (?:example|instance)|zum beispiel|par exemple)\b|例如|假设|たとえば|例えば/i;
const SLASHED = /^\s?\/\s?(?:US)?[$€£¥￥]?\s?\d/;

/** "$3/$15 per million tokens (input/output)" */
function pairedRole(
  visible: string,
  amounts: readonly AmountSignal[],
  index: number,
  line: Line,
): RateField | undefined {
  const isPair = (one: AmountSignal | undefined, other: AmountSignal | undefined) =>
    one !== undefined &&
    other !== undefined &&
    other.end <= line.end &&
    one.start >= line.start &&
    /^\s?\/\s?$/.test(visible.slice(one.end, other.start));
  const [before, one, after] = [amounts[index - 1], amounts[index], amounts[index + 1]];
  const isFirst = isPair(one, after);
  const last = isFirst ? after : isPair(before, one) ? one : undefined;
  if (last === undefined) return undefined;
  const words = visible.slice(last.end, Math.min(line.end, last.end + 80));
  if (/[(（]\s?in\s?\/\s?out\s?[)）]/i.test(words)) return isFirst ? 'inputPerMTok' : 'outputPerMTok';
  return orderIn(words.replace(/[()]/g, ' / '))?.[isFirst ? 0 : 1];
}

/** "Input:" */
function isListLabel(words: string): boolean {
  return /^\s*\p{L}[\p{L} ]{1,24}[:：]?\s*$/u.test(words);
}

function shortLine({ lines, visible }: Document, line: Line, step: -1 | 1): string {
  const next = lines[lastAtOrBefore(lines, line.start) + step];
  return next === undefined || next.end - next.start > 40 ? '' : visible.slice(next.start, next.end);
}

const NAMED = /^[\s"“(]*([\p{L}\d][\p{L}\d._/+ -]{1,58}?)\s*(?:[:：—–]|\s[-·•|]\s)/u;
const SUBJECT =
  /(?:^|[.!?]\s)\s*(?:The |Our )?([\p{Lu}\d][\p{L}\d._/+-]*(?: [\p{Lu}\d][\p{L}\d._/+-]*){0,5})(?: model)?,? (?:costs?|is priced at|is|is billed at|is charged at|charges|runs at|comes at)\b[^.!?]{0,20}$/u;
const NO_SUBJECT =
  /^(?:input|output|cached|prompt|completion|price|pricing|tokens?|context|it|this|that|the|each|cost|rate|examples?|totals?|notes?)\b|^(?:in|out)$/i;

/** "Puffin Mini costs" before the first amount of a sentence, or "puffin-mini:" before that of a line. */
function subjectOf(before: string): string | undefined {
  const sentence = before.split(/(?<=[.!?])\s+(?=\p{Lu})/u).at(-1) ?? '';
  const [own = ''] = sentence.split(SIGN);
  const [clause = ''] = before.split(SIGN);
  return [SUBJECT.exec(own.trimEnd()), SUBJECT.exec(clause.trimEnd()), NAMED.exec(clause)]
    .map((found) => found?.[1]?.trim())
    .find((name) => name !== undefined && isSubject(name));
}

function isSubject(name: string): boolean {
  return !NO_SUBJECT.test(name) && !isRate(roleOf(name)) && !isGeneric(name);
}

const SIGN = /[$€£¥￥₹₩₽]/;

/** "puffin-2 ($0.50/M input": a model's name, and no more, before the first amount of a line. */
function besideOf(before: string): string | undefined {
  const name = BESIDE.exec(before.split(SIGN)[0] ?? '')?.[1]?.trim();
  return name !== undefined && MODEL_NUMBERED.test(name) && !LEADS_UP.test(name) && isSubject(name) ? name : undefined;
}

const BESIDE =
  /^[\s"“•*-]{0,6}([\p{L}\d][\p{L}\d._/+-]{1,40}(?: [\p{L}\d][\p{L}\d._/+-]{0,20}){0,4})\s{0,4}[(（|]?\s{0,4}$/u;
/** "Starting from", "First 1M tokens": words that lead up to an amount. */
const LEADS_UP =
  /\b(?:from|at|for|per|to|over|up|first|next|then|is|are|was|only|just|about|around|plus|than|tokens?|prices?|pricing|costs?|rates?|pay|tiers?|plans?|credits?)\b/i;

function isInCell(element: PageElement): boolean {
  let at: PageElement | undefined = element;
  for (let up = 0; up < 6 && at !== undefined; up += 1) {
    if (isCell(at)) return true;
    at = parentOf(at);
  }
  return false;
}
