/**
 * The sentences of a page that could state a fact beside its prices, found by their words in one pass over the text.
 *
 * What customers say, what is crossed out and what runs on is left alone.
 */
import {
  type Document,
  type Line,
  lastAtOrBefore,
  type PageElement,
  parentOf,
  type Span,
} from '../document/document.ts';

export interface Sentence extends Span {
  /** On one line, its white space collapsed. */
  words: string;
  line: number;
}

/**
 * Stems, each the least that tells, at the head of a word. It runs over the whole page, so it does without Unicode's
 * classes and folding, which cost several times as much: that a letter beyond Latin-1 goes before is not looked for.
 */
const TELLING =
  /(?<![a-zà-ÿ])(?:trial|try |test|essa[iy]|prueba|prova|probe|money[- ]?back|refund|geld[- ]zur|rembours|devoluc|reembols|soddisfatti|tax|mwst|umsatz|mehrwert|hors|impuesto|sav(?:e|ing)|discount|cheaper|spar|rabatt|nachlass|économi|remise|réduction|ahorr|descuento|risparmi|sconto|\d{1,9} ?% off|months? (?:free|off)|(?:one|two|three|(?<!\d)[1-6]) months|non-?profit|charit|student|teacher|school|classroom|academic|universit|educat|startup|start-up|open[- ]source|gemeinnütz|étudiant|estudiant|associations?|min(?:imum|\.|destens|imo)|at least|includ|inkl|inclu|saml|scim|audit|single sign|(?:vat|gst|ust|ttc|ht|iva|sso|sla)(?![a-zà-ÿ]))|mois (?:offert|gratuit)|meses gratis|monate (?:gratis|kostenlos|geschenkt)|试用|トライアル|お試し|退款|返金|税|省|割引|年付|年払/gi;

const MAX_LINES = 1500;
const MAX_SENTENCES = 3000;
/** Longer lines are articles, or made to be slow. */
const MAX_LINE = 3000;
const MAX_SENTENCE = 380;
const ABBREVIATION = /(?:^|[\s(])(?:excl|incl|inkl|exkl|zzgl|min|max|approx|ca|vs|no|e\.g|i\.e|bzw|u\.s|mo|yr|inc)\.$/i;

export function tellingSentences(document: Document): Sentence[] {
  const { visible, lines } = document;
  const sentences: Sentence[] = [];
  let seen = 0;
  let last = -1;
  TELLING.lastIndex = 0;
  for (let found = TELLING.exec(visible); found !== null; found = TELLING.exec(visible)) {
    const at = lastAtOrBefore(lines, found.index);
    const line = lines[at];
    if (line === undefined) continue;
    if (at !== last) {
      last = at;
      seen += 1;
      if (seen > MAX_LINES) break;
      if (line.end - line.start <= MAX_LINE && !line.struck && !isQuoted(line.element))
        sentences.push(...sentencesIn(visible, line, at));
    }
    TELLING.lastIndex = Math.max(TELLING.lastIndex, line.end);
  }
  return sentences.slice(0, MAX_SENTENCES);
}

/** A sentence that is too long to be judged as one is left out. */
export function sentencesIn(visible: string, line: Line, index: number): Sentence[] {
  const text = visible.slice(line.start, line.end);
  const found: Sentence[] = [];
  let start = 0;
  const push = (end: number) => {
    const words = text.slice(start, end).replace(/\s+/g, ' ').trim();
    if (words.length >= 3 && end - start <= MAX_SENTENCE)
      found.push({ start: line.start + start, end: line.start + end, words, line: index });
    start = end;
  };
  for (const stop of text.matchAll(/[.!?](?=\s)|[。！？]/g)) {
    const end = stop.index + 1;
    if (stop[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, end - 10), end))) continue;
    push(end);
  }
  push(text.length);
  return found;
}

/** What a customer says is no promise of the vendor's. */
export function isQuoted(element: PageElement): boolean {
  let at: PageElement | undefined = element;
  for (let up = 0; up < 8 && at !== undefined; up += 1) {
    if (at.name === 'blockquote' || at.name === 'cite' || at.name === 'q' || at.name === 'nav') return true;
    if (/testimonial|review|quote(?!s?-?(?:form|button))/i.test(at.attribs.class ?? '')) return true;
    at = parentOf(at);
  }
  return false;
}
