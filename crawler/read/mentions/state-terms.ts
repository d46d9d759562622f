/** The terms of a switch's two states in elements of their own: `<b class="monthly">/mo</b><b class="annual">/yr</b>`. */
import { type Document, lastAtOrBefore, type PageElement, type Span } from '../page/document.ts';
import type { Matcher } from '../vocabulary/phrases.ts';
import { billingState } from './billing-state.ts';
import { type Terms, termsOfWords } from './terms.ts';

interface Stated extends Span {
  terms: Terms;
  element: PageElement;
}

/** Letters between two amounts, and from them to their terms. */
const MAX_APART = 2;
const MAX_BEHIND = 40;

/** Behind amounts of both states, side by side, gives each the terms of its own. */
export function takeStateTerms(document: Document, mentions: readonly Stated[], match: Matcher): void {
  for (const [at, one] of mentions.entries()) {
    const next = mentions[at + 1];
    if (next === undefined || next.start - one.end > MAX_APART) continue;
    const states = [one, next].map(({ element }) => stateOf(element));
    if (states[0] === undefined || states[1] === undefined || states[0] === states[1]) continue;
    const first = lastAtOrBefore(document.runs, next.end - 1) + 1;
    const runs = document.runs.slice(first, first + 2).filter(({ start }) => start - next.end <= MAX_BEHIND);
    const own = states.map((state) => runs.find(({ element }) => stateOf(element) === state));
    const words = own.map((run) => (run === undefined ? '' : document.visible.slice(run.start, run.end)));
    if (words.some((said) => said === '' || /\d/.test(said))) continue;
    for (const [index, mention] of [one, next].entries()) {
      const terms = termsOfWords(words[index] ?? '', match);
      mention.terms = { ...terms, kind: mention.terms.kind, reach: own[index]?.end ?? mention.end };
    }
  }
}

/** By the element and what is right around it. */
const stateOf = (element: PageElement) => billingState(element, element.parent?.parent ?? undefined);
