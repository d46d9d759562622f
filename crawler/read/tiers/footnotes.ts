/** What an amount is for where a footnote to it says so: "$29*", and below the tiers "* per month, billed annually". */

import { readTerms, type Terms, talkIn } from '../money/term.ts';
import type { Document, Span } from '../page/document.ts';

interface Stated extends Span {
  terms: Terms;
}

const MARK = /^ ?(\*{1,3}|[†‡§¹²³])(?![*\p{N}])/u;
const NOTE = /^[\s(]{0,3}(\*{1,3}|[†‡§¹²³]) ?([^*\s][^*\n]{3,90})$/u;
/** Longer, it talks about something. */
const MAX_TALK = 30;
const MAX_LINES = 2000;

/** With the period and the billing that their notes state; where two notes have one mark, neither says anything. */
export function withFootnotes<Signal extends Stated>(document: Document, signals: readonly Signal[]): Signal[] {
  let notes: ReadonlyMap<string, Terms | undefined> | undefined;
  return signals.map((signal) => {
    const { per, billing, refusal } = signal.terms;
    if (per !== undefined || billing !== undefined || refusal !== undefined) return signal;
    const mark = MARK.exec(document.visible.slice(signal.end, signal.end + 6))?.[1];
    if (mark === undefined) return signal;
    notes ??= notesIn(document);
    const note = notes.get(mark);
    if (note?.per === undefined) return signal;
    const unit = signal.terms.unit ?? note.unit;
    const said = {
      per: note.per,
      ...(note.billing !== undefined && { billing: note.billing }),
      ...(unit !== undefined && { unit }),
    };
    return { ...signal, terms: { ...signal.terms, ...said } };
  });
}

function notesIn({ lines, visible }: Document): ReadonlyMap<string, Terms | undefined> {
  const notes = new Map<string, Terms | undefined>();
  for (const { start, end } of lines.slice(0, MAX_LINES)) {
    if (end - start > 120) continue;
    const [, mark, words = ''] = NOTE.exec(visible.slice(start, end).trim()) ?? [];
    if (mark !== undefined) notes.set(mark, notes.has(mark) ? undefined : termsOf(words));
  }
  return notes;
}

function termsOf(words: string): Terms | undefined {
  if (/\d/.test(words) || talkIn(words) > MAX_TALK) return undefined;
  const terms = readTerms('', ` ${words}`);
  const isPeriod = terms.per === 'month' || terms.per === 'year';
  const isForGood = !terms.isIntro && !terms.isPromo && !terms.isThen;
  return isPeriod && isForGood && terms.refusal === undefined ? terms : undefined;
}
