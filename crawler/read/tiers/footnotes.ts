/** What an amount is for where a footnote to it says so: "$29*", and below the tiers "* per month, billed annually". */

import { matcherOn } from '../mentions/matcher.ts';
import { termsOfWords } from '../mentions/terms.ts';
import type { Document, Span } from '../page/document.ts';
import type { SignalTerms } from './signal-terms.ts';

const MARK = /^ ?(\*{1,3}|[†‡])(?![*\p{N}])/u;
const MAX_NOTE = 90;

/** With the period and the billing that their notes state. */
export function withFootnotes<Signal extends Span & { terms: SignalTerms }>(
  document: Document,
  signals: readonly Signal[],
): Signal[] {
  return signals.map((signal) => {
    const { per, billing, refusal } = signal.terms;
    const isOpen = per === undefined && billing === undefined && refusal === undefined;
    const mark = isOpen ? MARK.exec(document.visible.slice(signal.end, signal.end + 6))?.[1] : undefined;
    const note = mark === undefined ? undefined : noteOf(document, mark);
    return note === undefined ? signal : { ...signal, terms: { ...note, ...signal.terms } };
  });
}

/** The terms that the only line behind this mark states. */
function noteOf(document: Document, mark: string): Partial<SignalTerms> | undefined {
  const { lines, visible } = document;
  const notes = lines.filter(({ start, end }) => end - start < MAX_NOTE && visible.startsWith(mark, start));
  const [words = '', ...more] = notes.map(({ start, end }) => visible.slice(start + mark.length, end));
  const { kind, per, billing, unit } = termsOfWords(words, matcherOn(document));
  if (more.length > 0 || /\d/.test(words) || kind !== 'price' || (per !== 'month' && per !== 'year')) return undefined;
  return { per, ...(billing !== undefined && { billing }), ...(unit !== undefined && { unit }) };
}
