/** How many units a tier is sold for at least, and how many its price includes, with the words that say so. */
import type { PageFact } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { countedBy, includedUnitsIn, minimumUnitsIn } from '../tiers/minimum.ts';
import { type Place, tierAt } from './place.ts';
import type { Sentence } from './sentence.ts';
import { COUNT, UNITS } from './subjects.ts';
import { tierCellAt } from './tier-table.ts';

type UnitsFact = Extract<PageFact, { kind: 'minimum_units' | 'included_units' }>;

const MAX_QUOTE = 300;
/** A rule for whatever is sold: "All plans require at least 3 seats". */
const FOR_ALL =
  /(?<!\p{L})(?:all|every|each|any) (?:paid )?(?:plans?|tiers?|subscriptions?|packages?)(?!\p{L})|alle (?:tarife|pläne)/iu;
const NOT = /[?？]\s*$|(?<!\p{L})(?:no|without|not|if|kein\w*|ohne|sans|sin)(?!\p{L})/iu;

export function unitFacts(document: Document, place: Place, sentences: readonly Sentence[]): UnitsFact[] {
  const facts: UnitsFact[] = [];
  for (const { words, start, end, subjects } of sentences) {
    if ((subjects & UNITS) === 0 || (subjects & COUNT) === 0) continue;
    if (NOT.test(words)) continue;
    const minimum = minimumUnitsIn(words);
    const included = includedUnitsIn(words);
    if (minimum === undefined && included === undefined) continue;
    const tier = tierCellAt(place.tables, start)?.tier ?? tierAt(place, start);
    if (tier === undefined && !FOR_ALL.test(words)) continue;
    const about = { ...(tier !== undefined && { tier }), evidence: exact(document, start, end, 'prose') };
    if (minimum !== undefined) facts.push({ kind: 'minimum_units', ...about, count: minimum });
    if (included !== undefined) facts.push({ kind: 'included_units', ...about, count: included });
  }
  for (const { rows } of place.tables) {
    for (const row of rows) {
      const kind = countedBy(row.label);
      if (kind === undefined) continue;
      for (const { tier, words, start, end } of row.cells) {
        if (!/^\d{1,4}$/.test(words) || Number(words) < 1 || start < row.start || end - row.start > MAX_QUOTE) continue;
        facts.push({ kind, tier, count: Number(words), evidence: exact(document, row.start, end, 'table') });
      }
    }
  }
  return facts;
}
