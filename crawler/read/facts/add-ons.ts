/** Sections of a page that sell what is added to a tier, and no tier. */
import type { ReadTier } from '../../../data/reading.ts';
import type { Document, Line, Span } from '../page/document.ts';

const ADD_ONS =
  /^(?:optional |available |popular |our |other )?(?:add-?ons?|add-on (?:pricing|features|products|modules)|optional extras|extras|zusatzmodule|zusatzoptionen|zusatzleistungen|options? supplémentaires|complementos|componenti aggiuntivi)(?: (?:&|and) [\p{L} ]{1,20})?:?$/iu;
const SECTION_LINES = 80;

/** Spans from a heading that says "Add-ons" to the next one that is as high. */
export function addOnSections({ lines, visible }: Document): Span[] {
  const sections: Span[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as Line;
    if (line.end - line.start > 60 || line.end - line.start < 6 || line.heading === 0 || sections.length >= 10)
      continue;
    if (!ADD_ONS.test(visible.slice(line.start, line.end).trim())) continue;
    let end = line.end;
    for (const next of lines.slice(index + 1, index + SECTION_LINES)) {
      if (next.heading > 0 && next.heading <= line.heading) break;
      end = next.end;
    }
    sections.push({ start: line.end, end });
  }
  return sections;
}

/** Without what is priced under such a heading only, on a page that prices something elsewhere. */
export function withoutAddOns(tiers: readonly ReadTier[], sections: readonly Span[]): ReadTier[] {
  if (sections.length === 0) return [...tiers];
  const isAddOn = ({ prices, evidence }: ReadTier) => {
    const proofs = [...prices.map((price) => price.evidence), ...(evidence === undefined ? [] : [evidence])];
    return (
      proofs.length > 0 &&
      proofs.every(
        ({ scope, textStart }) =>
          scope === 'text' && sections.some(({ start, end }) => textStart >= start && textStart < end),
      )
    );
  };
  const kept = tiers.filter((tier) => !isAddOn(tier));
  return kept.some(({ prices }) => prices.length > 0) ? kept : [...tiers];
}
