/**
 * The sentences of a page that could state a fact beside its prices, by the words that their lines hold.
 *
 * What customers say, what is crossed out and what runs on is left alone.
 */
import { type Document, type Line, type PageElement, parentOf, type Span } from '../page/document.ts';
import { flat } from '../page/flat.ts';
import type { Subjects } from '../page/key-words.ts';
import { TELLING } from './subjects.ts';

export interface Sentence extends Span {
  /** On one line, its white space collapsed. */
  words: string;
  line: number;
  /** Of its line. */
  subjects: Subjects;
}

const STOP = /[.!?](?=\s)|[。！？]/g;
const MAX_LINES = 1500;
const MAX_SENTENCES = 3000;
/** Longer lines are articles, or made to be slow. */
const MAX_LINE = 3000;
const MAX_SENTENCE = 380;
const ABBREVIATION = /(?:^|[\s(])(?:excl|incl|inkl|exkl|zzgl|min|max|approx|ca|vs|no|e\.g|i\.e|bzw|u\.s|mo|yr|inc)\.$/i;

/** @param subjects of each line, by its index */
export function tellingSentences({ visible, lines }: Document, subjects: Uint32Array): Sentence[] {
  const sentences: Sentence[] = [];
  let seen = 0;
  for (let at = 0; at < lines.length && seen < MAX_LINES; at += 1) {
    const of = subjects[at] as Subjects;
    if ((of & TELLING) === 0) continue;
    const line = lines[at] as Line;
    seen += 1;
    if (line.end - line.start <= MAX_LINE && !line.struck && !isQuoted(line.element))
      sentencesIn(sentences, visible, line, { line: at, subjects: of });
    if (sentences.length >= MAX_SENTENCES) break;
  }
  return sentences.slice(0, MAX_SENTENCES);
}

/** A sentence that is too long to be judged as one is left out. */
function sentencesIn(found: Sentence[], visible: string, line: Line, place: Pick<Sentence, 'line' | 'subjects'>): void {
  const text = visible.slice(line.start, line.end);
  let start = 0;
  const push = (end: number) => {
    const words = flat(text.slice(start, end));
    if (words.length >= 3 && end - start <= MAX_SENTENCE)
      found.push({
        start: line.start + start,
        end: line.start + end,
        words,
        line: place.line,
        subjects: place.subjects,
      });
    start = end;
  };
  STOP.lastIndex = 0;
  for (let stop = STOP.exec(text); stop !== null; stop = STOP.exec(text)) {
    const end = stop.index + 1;
    if (stop[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, end - 10), end))) continue;
    push(end);
  }
  push(text.length);
}

const QUOTED = /testimonial|review|quote(?!s?-?(?:form|button))/i;

/** What a customer says is no promise of the vendor's. */
export function isQuoted(element: PageElement): boolean {
  let at: PageElement | undefined = element;
  for (let up = 0; up < 8 && at !== undefined; up += 1) {
    if (at.name === 'blockquote' || at.name === 'cite' || at.name === 'q' || at.name === 'nav') return true;
    const { class: called } = at.attribs;
    if (called !== undefined && QUOTED.test(called)) return true;
    at = parentOf(at);
  }
  return false;
}
