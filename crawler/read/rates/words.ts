/** The words of token rates, by concept and language: data, compiled to one pattern for each concept. */
import stated from './words.json' with { type: 'json' };

export type Concept = keyof typeof stated;

/** By language; a word that ends in "*" may go on. */
const WORDS: Record<Concept, Record<string, string[]>> = stated;
/** Of a writing that does not part its words; a letter of one that does. */
const UNPARTED = /[\u3040-\u9fff\uac00-\ud7af]/;
const LETTER = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}]';

/** The words of some concepts, as the source of a regular expression with the flags `iu`. */
export function anyWord(...concepts: Concept[]): string {
  const words = concepts.flatMap((concept) => Object.values(WORDS[concept]).flat()).sort((a, b) => b.length - a.length);
  const sources = (some: readonly string[]) =>
    some.map((word) => word.replace(/\*$/, '').replaceAll('.', '\\.').replaceAll(' ', '[\\s-]?')).join('|');
  const unparted = words.filter((word) => UNPARTED.test(word));
  const parted = words.filter((word) => !UNPARTED.test(word));
  const [open, whole] = [parted.filter((word) => word.endsWith('*')), parted.filter((word) => !word.endsWith('*'))];
  const starts = open.length === 0 ? [] : [`(?:${sources(open)})${LETTER}{0,20}`];
  const bounded =
    parted.length === 0
      ? []
      : [`(?<!${LETTER})(?:${[...starts, ...whole.map((word) => sources([word]))].join('|')})(?!${LETTER})`];
  return [...bounded, ...(unparted.length === 0 ? [] : [sources(unparted)])].join('|');
}

const PATTERNS = new Map(
  (Object.keys(WORDS) as Concept[]).map((concept) => [concept, new RegExp(anyWord(concept), 'iu')]),
);

export function says(words: string, ...concepts: Concept[]): boolean {
  return concepts.some((concept) => PATTERNS.get(concept)?.test(words) === true);
}

/** "input_price", "outputCost": the words of a field's name. */
export function spelt(words: string): string {
  return /[_a-z][_A-Z]/.test(words) ? words.replaceAll('_', ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : words;
}
