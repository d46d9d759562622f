/** How many units a plan is sold for at least, and how many its price includes, with the words that say so. */
import { defined } from '../../../data/defined.ts';
import { exact } from '../page/evidence.ts';
import { anyMeans, lettersBeside } from '../vocabulary/phrases.ts';
import { type Source, tierAt } from './place.ts';
import { has, type Reader, type Word } from './sentences.ts';
import type { FactOf } from './settle.ts';
import { tierCellAt } from './tier-table.ts';

type UnitsFact = FactOf<'minimum_units' | 'included_units'>;
type Kind = UnitsFact['kind'];

const MAX_QUOTE = 300;
const MAX_COUNT = 9999;
const MAX_BESIDE = 8;

export function unitFacts({ document, reader, place, sentences }: Source): UnitsFact[] {
  const facts: UnitsFact[] = [];
  for (const sentence of sentences) {
    const { start, words, isQuestion } = sentence;
    if (isQuestion || has(words, 'not', 'open', 'notSeats')) continue;
    const [found, ...others] = countsIn(words, document.visible);
    if (found === undefined || others.some(({ kind, count }) => kind === found.kind && count !== found.count)) continue;
    const tier = tierCellAt(place.tables, start)?.tier ?? tierAt(place, start);
    if (tier === undefined && !has(words, 'forAll')) continue;
    for (const counted of [found, ...others])
      facts.push({ ...counted, ...defined({ tier }), evidence: exact(document, sentence, 'prose') });
  }
  for (const { label, start, cells } of place.tables.flatMap(({ rows }) => rows)) {
    const kind = kindOfLabel(label, reader);
    for (const cell of kind === undefined ? [] : cells) {
      const { tier, words, end } = cell;
      if (kind === undefined || !/^[1-9]\d{0,3}$/.test(words) || cell.start < start || end - start > MAX_QUOTE)
        continue;
      facts.push({ kind, tier, count: Number(words), evidence: exact(document, { start, end }, 'table') });
    }
  }
  return facts;
}

/** "Minimum 3 seats", "3 seats minimum", "includes 5 users", "5 users included"; no range, no bound, no extra. */
function countsIn(words: readonly Word[], text: string): { kind: Kind; count: number }[] {
  return words.flatMap(({ count, start }, at): { kind: Kind; count: number }[] => {
    const noun = words[at + 1]?.means.has('seatKinds') === true ? at + 2 : at + 1;
    const before = words[at - 1]?.means;
    const after = words[noun + 1]?.means;
    const isCount = count !== undefined && Number.isInteger(count) && count >= 1 && count <= MAX_COUNT;
    if (
      !isCount ||
      words[noun]?.means.has('seats') !== true ||
      /[\d–+-] ?$/.test(text.slice(Math.max(0, start - 2), start))
    )
      return [];
    if (before?.has('minimum') === true || after?.has('minimum') === true) return [{ kind: 'minimum_units', count }];
    if (before?.has('upTo') === true || has(words.slice(0, at), 'more')) return [];
    const isIncluded = before?.has('comesWith') === true || after?.has('unitIncluded') === true;
    return isIncluded ? [{ kind: 'included_units', count }] : [];
  });
}

/** "Minimum seats", "Users included": a label that says little else. */
function kindOfLabel(label: string, reader: Reader): Kind | undefined {
  const phrases = reader.find(label);
  if (!anyMeans(phrases, 'seats') || lettersBeside(label, phrases) > MAX_BESIDE) return undefined;
  if (anyMeans(phrases, 'minimum')) return 'minimum_units';
  return anyMeans(phrases, 'unitIncluded') ? 'included_units' : undefined;
}
