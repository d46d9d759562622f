/**
 * Whether what stands above a price is set as a name.
 *
 * On pages that no reader had seen, prices under words for which nothing spoke but that they stand there were wrong as
 * often as right: such words are features, remarks and ribbons.
 */
import type { Rejected } from '../../../../data/reading.ts';
import { hasRemarkClass, hasTitleClass } from '../../page/classes.ts';
import { type Document, nearest, type PageElement } from '../../page/document.ts';
import type { Name } from '../name.ts';
import { termNamed } from '../term-names.ts';
import { rejectedAt } from '../tier.ts';
import { hasTierWord } from '../words.ts';
import type { Card } from './twins.ts';

const UNTITLED = 'under words that are not set as a name';

const TITLE_TAG = /^(?:b|strong|dt|th|legend|summary|caption)$/;
const LARGE_CLASS = /\b(?:(?:semi|extra|ultra)?bold(?:er)?|strong|h[1-6]|display-\d|text-(?:lg|xl|\dxl))\b/;
const LARGE_STYLE =
  /font-weight ?: ?(?:bold|[6-9]\d\d)|font-size ?: ?(?:large|x+-large|(?:1[89]|[2-9]\d)(?:\.\d{1,3})?(?:px|pt)|(?:1\.[2-9]\d?|[2-9](?:\.\d{1,3})?)r?em)/i;
/** Elements around a name that hold nothing else. */
const MAX_AROUND = 3;
/** "Seedling 🌱" */
const MAX_BESIDE = 4;
const MAX_CLASSES = 400;

/** A heading, or in bold or large type, or called a name by its class. */
export function isTitle({ rank, element, words }: Pick<Name, 'rank' | 'element' | 'words'>): boolean {
  if (rank < 7) return true;
  const holdsMore = (at: PageElement) => at !== element && at.end - at.start > words.length + MAX_BESIDE;
  const found = nearest(element, MAX_AROUND, (at) => holdsMore(at) || isSetAsTitle(at));
  return found !== undefined && !holdsMore(found);
}

function isSetAsTitle(element: PageElement): boolean {
  const { name, attribs } = element;
  if (TITLE_TAG.test(name)) return true;
  const classes = (attribs.class ?? '').slice(0, MAX_CLASSES);
  if (hasRemarkClass(element)) return false;
  return hasTitleClass(element) || LARGE_CLASS.test(classes) || LARGE_STYLE.test(attribs.style ?? '');
}

/**
 * The cards whose names are set as such or say what vendors call tiers by; a single word is a name as well beside a
 * card with such a word.
 */
export function withoutUntitled(
  document: Document,
  cards: readonly Card[],
): { titled: readonly Card[]; rejected: Rejected[] } {
  const isNamed = ({ name }: Card) => hasTierWord(name) || termNamed(name) !== undefined;
  const areTiers = cards.some(isNamed);
  const isKept = (card: Card) => card.isTitled || isNamed(card) || (areTiers && !card.name.includes(' '));
  const rejected = cards
    .filter((card) => !isKept(card))
    .flatMap(({ cluster }) => cluster.signals.map((signal) => rejectedAt(document, signal, UNTITLED)));
  return { titled: cards.filter(isKept), rejected };
}
