/** Two short lines over each price, and one of them is what the other cards call this one by: "Everything in Solo". */
import type { Document, PageElement, Span } from '../page/document.ts';
import type { Cluster } from './clusters.ts';
import type { Name } from './name.ts';
import { nameIn } from './words.ts';

const REFERS =
  /(?<!\p{L})(?:everything (?:in|from)|all features (?:of|in|from)|alles (?:aus|von|in|im)|tout (?:de|du|le)|tutto (?:di|da|del)|todo (?:de|del|lo de)|tudo (?:de|do|da|no)|alles (?:van|uit)|wszystko z|vše z|всё из|все из) ["“„«]?([\p{L}\d][^\n,.;:!?)"”»]{1,30})/giu;
/** Of a card's text. */
const MAX_TEXT = 4000;

/** What the cards of a row call one another by, where it is not what was taken for their names. */
export function namesReferredTo(
  { visible }: Document,
  group: readonly Cluster[],
  { names, heads }: { names: readonly Name[]; heads: readonly Map<string, PageElement>[] },
): string[] | undefined {
  const referred = group.flatMap(({ root }) =>
    [...visible.slice(root.start, Math.min(root.end, root.start + MAX_TEXT)).matchAll(REFERS)].map(
      ([, words = '']) => ` ${words.toLowerCase()} `,
    ),
  );
  if (referred.length === 0) return undefined;
  const areReferred = (each: readonly string[]) =>
    each.some((name) => referred.some((words) => words.startsWith(` ${name.toLowerCase()} `)));
  if (areReferred(names.map(({ words }) => words))) return undefined;
  for (const kind of heads[0]?.keys() ?? []) {
    const words = heads.map((head) => namedAt(visible, head.get(kind)));
    const told = words.filter((each) => each !== undefined);
    const isRow = told.length === group.length && new Set(told.map((each) => each.toLowerCase())).size === group.length;
    if (isRow && areReferred(told)) return told;
  }
  return undefined;
}

function namedAt(visible: string, place: Span | undefined): string | undefined {
  return place === undefined || place.end - place.start > 60
    ? undefined
    : nameIn(visible.slice(place.start, place.end).trim(), true);
}
