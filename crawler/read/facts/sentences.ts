/** What a page says beside its prices, in sentences: each as a row of words, of which some have a meaning for facts. */
import type { AmountMention, Mentions } from '../mentions/mentions.ts';
import { type Document, lastAtOrBefore, nearest, type PageElement, type Span } from '../page/document.ts';
import { isOfSite } from '../tiers/candidates.ts';
import type { FactConcept } from '../vocabulary/concepts.ts';
import { type Finder, type Phrase, tokensOf } from '../vocabulary/phrases.ts';
import { factFinderFor } from '../vocabulary/vocabulary.ts';

/** A phrase, a number, an amount or any other word. */
export interface Word extends Span {
  text: string;
  means: ReadonlySet<FactConcept>;
  /** Of a number in digits or in words. */
  count?: number;
  amount?: AmountMention;
}

export interface Sentence extends Span {
  words: readonly Word[];
  /** Index of its line. */
  line: number;
  isQuestion: boolean;
}

const NONE: ReadonlySet<FactConcept> = new Set();
const STOP = /[.!?](?=\s)|[。！？]/g;
const ABBREVIATION = /(?:^|[\s(])(?:excl|incl|inkl|exkl|zzgl|min|max|approx|ca|vs|no|e\.g|i\.e|bzw|u\.s|mo|yr|inc)\.$/i;
/** "1. März" ends no sentence. */
const DATE = /^\s\p{L}{3,12}\.? 20\d\d/u;
const MAX_LINES = 6000;
const MAX_TEXT = 300_000;
/** Longer lines are articles, or made to be slow; a sentence that is too long can't be judged as one. */
const MAX_LINE = 3000;
const MAX_SENTENCE = 380;
const QUOTED = /testimonial|review|quote(?!s?-?(?:form|button))/i;

/** Reads words of a page: which of them mean something to facts, in the page's languages. */
export class Reader {
  readonly find: Finder<FactConcept>;
  readonly #document: Document;
  readonly #amounts: readonly AmountMention[];

  constructor(document: Document, { amounts, languages, locale }: Mentions) {
    this.#document = document;
    this.#amounts = amounts;
    this.find = factFinderFor([...languages, locale.lang.slice(0, 2)]);
  }

  /** The words of a stretch of the page. */
  wordsIn({ start, end }: Span): Word[] {
    const text = this.#document.visible.slice(start, end);
    const words: Word[] = [];
    let at = start;
    for (let index = lastAtOrBefore(this.#amounts, start - 1) + 1; index < this.#amounts.length; index += 1) {
      const amount = this.#amounts[index] as AmountMention;
      if (amount.start >= end) break;
      if (amount.start < at) continue;
      words.push(...this.#plain(text.slice(at - start, amount.start - start), at));
      words.push({ start: amount.start, end: amount.end, text: '', means: NONE, amount });
      at = amount.end;
    }
    words.push(...this.#plain(text.slice(at - start), at));
    return words;
  }

  #plain(text: string, offset: number): Word[] {
    const tokens = tokensOf(text);
    const phrases = this.find(text, tokens);
    const words: Word[] = [];
    let next = 0;
    for (const token of tokens) {
      const phrase = phrases[next];
      if (phrase === undefined || token.start < phrase.start) {
        if (token.word === '.') continue;
        const own = text.slice(token.start, token.end);
        const isCount = /^\d+(?:[.,]\d{1,2})?$/.test(own);
        words.push({
          start: offset + token.start,
          end: offset + token.end,
          text: isCount ? own : token.word,
          means: NONE,
          ...(isCount && { count: Number(own.replace(',', '.')) }),
        });
      } else if (token.end >= phrase.end) {
        words.push(meant(text, phrase, offset));
        next += 1;
      }
    }
    return words;
  }

  /** The sentences of the page, without what customers say and what is crossed out. */
  sentences(): Sentence[] {
    const sentences: Sentence[] = [];
    let read = 0;
    for (const [index, line] of this.#document.lines.entries()) {
      if (index >= MAX_LINES || read > MAX_TEXT) break;
      if (line.end - line.start > MAX_LINE || line.end - line.start < 3 || line.struck) continue;
      read += line.end - line.start;
      for (const span of sentencesIn(this.#document.visible, line)) {
        const words = this.wordsIn(span);
        if (words.every(({ means, amount }) => means.size === 0 && amount === undefined)) continue;
        if (isQuoted(line.element)) break;
        const isQuestion = /[?？]\s*$/.test(this.#document.visible.slice(span.start, span.end));
        sentences.push({ ...span, words, line: index, isQuestion });
      }
    }
    return sentences;
  }
}

function meant(text: string, { start, end, meanings }: Phrase<FactConcept>, offset: number): Word {
  // The key of a number's words is the number.
  const count = [...meanings].map(Number).find(Number.isInteger);
  return {
    start: offset + start,
    end: offset + end,
    text: text.slice(start, end).toLowerCase(),
    means: meanings,
    ...(count !== undefined && { count }),
  };
}

export function sentencesIn(visible: string, { start, end }: Span): Span[] {
  const text = visible.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  const push = (to: number) => {
    if (to - from >= 3 && to - from <= MAX_SENTENCE) spans.push({ start: start + from, end: start + to });
    from = to;
  };
  for (const { 0: stop, index } of text.matchAll(STOP)) {
    const to = index + 1;
    if (
      stop === '.' &&
      (ABBREVIATION.test(text.slice(Math.max(from, to - 10), to)) || DATE.test(text.slice(to, to + 24)))
    )
      continue;
    push(to);
  }
  push(text.length);
  return spans;
}

const QUOTING = new Set(['blockquote', 'cite', 'q', 'nav']);

/** What a customer says, or a link at the foot of the page is called, is no promise of the vendor's. */
export function isQuoted(element: PageElement): boolean {
  if (isOfSite(element) && nearest(element, 2, ({ name }) => name === 'a') !== undefined) return true;
  const isOne = ({ name, attribs: { class: called } }: PageElement) =>
    QUOTING.has(name) || (called !== undefined && QUOTED.test(called));
  return nearest(element, 8, isOne) !== undefined;
}

export function meansAny({ means }: Word, any: readonly FactConcept[]): boolean {
  return any.some((each) => means.has(each));
}

export function has(words: readonly Word[], ...any: readonly FactConcept[]): boolean {
  return words.some((word) => meansAny(word, any));
}

/** Indices of the words that mean one of these. */
export function placesOf(words: readonly Word[], ...any: readonly FactConcept[]): number[] {
  return words.flatMap((word, index) => (meansAny(word, any) ? [index] : []));
}
