/** A pricing page with two tiers and some words, and the facts that are read from it, evidence apart. */
import { expect } from 'vitest';
import type { PageFact } from '../../../../data/reading.ts';
import { cut, pageText } from '../../../../data/text/page-text.ts';
import { card, cards, read } from '../pages.ts';

export const TIERS = [
  card('Basic', '$10 / month, billed monthly</p><p>or $8 / month, billed annually'),
  card('Pro', '$20 / month, billed monthly</p><p>or $16 / month, billed annually'),
];

export function factsOf(source: string, kind: PageFact['kind']): object[] {
  const page = { source, text: pageText(source, 'html') };
  return (read(source).facts ?? []).flatMap(({ evidence, ...fact }) => {
    expect(cut(evidence, page)).toBe(evidence.quote);
    if (fact.kind !== kind) return [];
    const { kind: _, ...rest } = fact;
    return [rest];
  });
}

/** `words` stand in a paragraph of their own, or as they are where they begin with a tag. */
export function said(kind: PageFact['kind'], words: string, lang = 'en'): object[] {
  const rest = words.startsWith('<') ? words : `<p>${words}</p>`;
  const source = `<html lang="${lang}"><body>${cards(...TIERS)}<section>${rest}</section></body></html>`;
  expect(read(source).tiers).toHaveLength(2);
  return factsOf(source, kind);
}
