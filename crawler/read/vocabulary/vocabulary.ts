/** The languages that the readers know, and which of them a page is written in. */

import { memoized } from '../../../data/text/memoized.ts';
import { type FactConcept, type HeadingConcept, type PageConcept, Vocabulary } from './concepts.ts';
import ar from './languages/ar.json' with { type: 'json' };
import cs from './languages/cs.json' with { type: 'json' };
import da from './languages/da.json' with { type: 'json' };
import de from './languages/de.json' with { type: 'json' };
import el from './languages/el.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import es from './languages/es.json' with { type: 'json' };
import fi from './languages/fi.json' with { type: 'json' };
import fr from './languages/fr.json' with { type: 'json' };
import he from './languages/he.json' with { type: 'json' };
import hu from './languages/hu.json' with { type: 'json' };
import id from './languages/id.json' with { type: 'json' };
import it from './languages/it.json' with { type: 'json' };
import ja from './languages/ja.json' with { type: 'json' };
import ko from './languages/ko.json' with { type: 'json' };
import nl from './languages/nl.json' with { type: 'json' };
import no from './languages/no.json' with { type: 'json' };
import pl from './languages/pl.json' with { type: 'json' };
import pt from './languages/pt.json' with { type: 'json' };
import ro from './languages/ro.json' with { type: 'json' };
import ru from './languages/ru.json' with { type: 'json' };
import sk from './languages/sk.json' with { type: 'json' };
import sv from './languages/sv.json' with { type: 'json' };
import th from './languages/th.json' with { type: 'json' };
import tr from './languages/tr.json' with { type: 'json' };
import uk from './languages/uk.json' with { type: 'json' };
import vi from './languages/vi.json' with { type: 'json' };
import zh from './languages/zh.json' with { type: 'json' };
import {
  type Finder,
  finderOf,
  joinedMatcherOf,
  type Matcher,
  type Meaning,
  matcherOf,
  saidWhole,
  sayingsOf,
  tokensOf,
} from './phrases.ts';

const ENGLISH = 'en';
/** A language is a file beside this one, imported here. */
const FILES = {
  ...{ ar, cs, da, de, el, en, es, fi, fr, he, hu, id, it, ja },
  ...{ ko, nl, no, pl, pt, ro, ru, sk, sv, th, tr, uk, vi, zh },
};
export const LANGUAGES: ReadonlyMap<string, Vocabulary> = new Map(
  Object.entries(FILES).map(([code, file]) => [code, Vocabulary.parse(file)]),
);

/** Codes that pages declare for a language whose file has another name. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** Finds phrases of English, in which prices are worded everywhere, and of the page's own languages. */
export const matcherFor: (languages: readonly string[]) => Matcher = oncePerLanguages(matcherOf);

/** Finds phrases of all languages, in words that do not say which theirs is: a name, a line, a field of data. */
export const matchAny: Matcher = joinedMatcherOf([...LANGUAGES.values()]);

/** The words are phrases of that meaning in any language, and nothing else. */
export function saysOnly(words: string, meaning: Meaning): boolean {
  return saidWhole(words, matchAny(words), meaning);
}

/** Finds what is said beside prices, in English and the page's own languages. */
export const factFinderFor: (languages: readonly string[]) => Finder<FactConcept> = oncePerLanguages((vocabularies) =>
  finderOf(vocabularies.flatMap(factWords)),
);

const PEOPLE = 'user seat member agent editor admin person employee developer student license provider'.split(' ');

/** Words for facts and, in all languages but English, words of prices that tell facts too, without those that hold a number. */
export function factWords({ concepts, facts, units, name }: Vocabulary): [FactConcept, string[]][] {
  const seats = PEOPLE.flatMap((unit) => units[unit] ?? []);
  const { day, week, month, billedYearly, save, trial, free } = name === 'English' ? {} : concepts;
  const shared = { seats, days: day, weeks: week, months: month, annual: billedYearly, save, trial, free, onUs: free };
  const others = Object.entries(shared).map(([fact, words = []]) => [fact, words.filter((w) => !/[#%\d]/.test(w))]);
  return [...entriesOf<FactConcept>(facts), ...(others as [FactConcept, string[]][])];
}

/** Makes what is made of English and a page's own languages once for each set of languages. */
function oncePerLanguages<T>(make: (vocabularies: Vocabulary[]) => T): (languages: readonly string[]) => T {
  const made = memoized((codes) => make(codes.split(' ').flatMap((code) => LANGUAGES.get(code) ?? [])));
  return (languages) => {
    const codes = [...new Set([ENGLISH, ...languages])].filter((code) => LANGUAGES.has(code));
    return made(codes.sort().join(' '));
  };
}

let pageFinder: Finder<PageConcept> | undefined;

/** Finds what a line says of its page, in all languages: a page that refuses a visit is in any. */
export function findOfPage(text: string): ReturnType<Finder<PageConcept>> {
  pageFinder ??= finderOf([...LANGUAGES.values()].flatMap(({ pages }) => entriesOf<PageConcept>(pages)));
  return pageFinder(text);
}

let sayings: ((text: string) => ReadonlySet<HeadingConcept>) | undefined;

/** What a heading or a label says of what stands below or beside it, in all languages. */
export function headingSays(words: string): ReadonlySet<HeadingConcept> {
  sayings ??= sayingsOf([...LANGUAGES.values()].flatMap(({ headings }) => entriesOf<HeadingConcept>(headings)));
  return sayings(`^ ${words} ^`);
}

function entriesOf<M extends string>(phrases: Partial<Record<M, string[]>> | undefined): [M, string[]][] {
  return Object.entries(phrases ?? {}) as [M, string[]][];
}

const MIN_WORDS = 4;
const MAX_TEXT = 20_000;
const MIN_LENGTH = 3;

/**
 * The languages of a page beside English: the one it declares, and the one of whose own words it holds most, at least
 * four different ones, or one in another script than the Latin.
 */
export function languagesOf(text: string, declared: string): string[] {
  const words = new Set(tokensOf(text.slice(0, MAX_TEXT)).map(({ word }) => word));
  const byLanguage = Map.groupBy(words, (word) => ownWords().get(word));
  const [most] = [...LANGUAGES.keys()]
    .filter((code) => code !== ENGLISH)
    .map((code) => ({ code, own: byLanguage.get(code) ?? [] }))
    .toSorted((a, b) => b.own.length - a.own.length);
  const code = declared.slice(0, 2).toLowerCase();
  const found = [ALIASES[code] ?? code];
  if (most !== undefined && (most.own.length >= MIN_WORDS || most.own.some(isOfOwnScript))) found.push(most.code);
  return found.filter((code, at) => code !== ENGLISH && LANGUAGES.has(code) && found.indexOf(code) === at);
}

/** One word in a script that few languages share is enough. */
function isOfOwnScript(word: string): boolean {
  return !/\p{Script=Latin}/u.test(word);
}

let own: Map<string, string | undefined> | undefined;

/** The language of each word that stands in the phrases of one language only. */
function ownWords(): Map<string, string | undefined> {
  if (own !== undefined) return own;
  own = new Map();
  for (const [code, { concepts, units, usage }] of LANGUAGES) {
    const phrases = [concepts, units, usage].flatMap((lists) => Object.values(lists).flat());
    for (const { word } of tokensOf(phrases.join(' ')))
      if (word.length >= MIN_LENGTH || /\P{ASCII}/u.test(word))
        own.set(word, own.has(word) && own.get(word) !== code ? undefined : code);
  }
  return own;
}
