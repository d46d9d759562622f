/** The files of words: that they hold what they promise, that no entry is dead, and that a page's language is found. */
import { expect, test } from 'vitest';
import { CONCEPTS, type HeadingConcept } from '../../../../crawler/read/vocabulary/concepts.ts';
import { expand, type Meaning, matcherOf, tokensOf } from '../../../../crawler/read/vocabulary/phrases.ts';
import { headingSays, LANGUAGES, languagesOf, matcherFor } from '../../../../crawler/read/vocabulary/vocabulary.ts';
import { SENTENCES } from './sentences.ts';

const CODES = [...LANGUAGES.keys()];

function entriesOf(code: string): { phrase: string; meaning: Meaning }[] {
  const vocabulary = LANGUAGES.get(code);
  if (vocabulary === undefined) throw new Error(`no file for ${code}`);
  const { concepts, units, usage } = vocabulary;
  const listed = (lists: Record<string, string[] | undefined>, kind: string) =>
    Object.entries(lists).flatMap(([name, phrases = []]) =>
      phrases.map((phrase) => ({ phrase, meaning: `${kind}${name}` as Meaning })),
    );
  return [...listed(concepts, ''), ...listed(units, 'unit:'), ...listed(usage, 'usage:')];
}

const wordsOf = (phrase: string) => expand(phrase).map((words) => words.join(' '));

/** A text that a word sequence stands for. */
const textOf = (words: readonly string[]) => words.map((word) => word.replace(/^#$/, '3').replace(/\*$/, '')).join(' ');

function longestOf(text: string, code: string): { text: string; meanings: ReadonlySet<Meaning> } | undefined {
  const [first] = matcherFor([code])(text);
  return first && { text: text.slice(first.start, first.end), meanings: first.meanings };
}

test('English has words for every concept', () => {
  const english = LANGUAGES.get('en');
  expect(CONCEPTS.filter((concept) => (english?.concepts[concept]?.length ?? 0) === 0)).toEqual([]);
});

test.each(CODES)('%s names units and metered things as English does', (code) => {
  const english = LANGUAGES.get('en');
  const { units = {}, usage = {} } = LANGUAGES.get(code) ?? {};
  expect(Object.keys(units).filter((name) => !(name in (english?.units ?? {})))).toEqual([]);
  expect(Object.keys(usage).filter((name) => !(name in (english?.usage ?? {})))).toEqual([]);
});

test.each(CODES)('%s says nothing twice under one meaning', (code) => {
  const seen = new Set<string>();
  const again = entriesOf(code).flatMap(({ phrase, meaning }) =>
    wordsOf(phrase).flatMap((words) => {
      const key = `${meaning}: ${words}`;
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return [key];
    }),
  );
  expect(again).toEqual([]);
});

test.each(CODES.filter((code) => code !== 'en'))('%s repeats no phrase of English', (code) => {
  const english = new Set(
    entriesOf('en').flatMap(({ phrase, meaning }) => wordsOf(phrase).map((words) => `${meaning}: ${words}`)),
  );
  const repeated = entriesOf(code).flatMap(({ phrase, meaning }) => {
    const keys = wordsOf(phrase).map((words) => `${meaning}: ${words}`);
    return keys.every((key) => english.has(key)) ? [phrase] : [];
  });
  expect(repeated).toEqual([]);
});

test.each(CODES)('%s has no dead entry: each phrase is found whole, with its meaning', (code) => {
  const dead = entriesOf(code).flatMap(({ phrase, meaning }) =>
    expand(phrase).flatMap((words) => {
      const text = textOf(words);
      const found = longestOf(text, code);
      return found?.text === text && found.meanings.has(meaning) ? [] : [`${meaning}: ${phrase}`];
    }),
  );
  expect(dead).toEqual([]);
});

test.each(CODES)('%s has no dead entry for headings: a heading of each phrase alone says what it means', (code) => {
  const headings = Object.entries(LANGUAGES.get(code)?.headings ?? {});
  const dead = headings.flatMap(([meaning, phrases]) =>
    phrases.flatMap(expand).flatMap((words) => {
      const heading = textOf(words.flatMap((word) => (word === '^' ? [] : [word === '*' ? 'some' : word])));
      return headingSays(heading).has(meaning as HeadingConcept) ? [] : [`${meaning}: ${heading}`];
    }),
  );
  expect(dead).toEqual([]);
});

test.each([
  ['Our add-ons', 'addOns', true],
  ['Extras', 'addOns', true],
  ['No extras', 'addOns', false],
  ['Services', 'addOns', true],
  ['Services for teams', 'addOns', false],
  ['Zusätzliche Speicherpakete', 'addOns', true],
  ['Legacy plans', 'past', true],
  ['Our old and venerable plans', 'past', true],
  ['Old town', 'past', false],
  ['What would a quiet berth be worth to you?', 'savings', true],
] as const)('"%s" and %s: %s', (heading, meaning, isSaid) => {
  expect(headingSays(heading).has(meaning)).toBe(isSaid);
});

test.each(CODES)('%s cuts stems at four letters at least', (code) => {
  const short = entriesOf(code).filter(({ phrase }) => /(?:^|[\s(|])\p{L}{1,3}\*/u.test(phrase));
  expect(short).toEqual([]);
});

test.each(Object.entries(SENTENCES))('%s is found from thirty words', (code, sentence) => {
  const words = sentence.split(' ').slice(0, 30).join(' ');
  expect(languagesOf(words, '')).toEqual(code === 'en' ? [] : [code]);
});

test('every language in which prices are read has a sentence to be found from', () => {
  const ofPrices = CODES.filter((code) => Object.keys(LANGUAGES.get(code)?.concepts ?? {}).length > 0);
  expect(Object.keys(SENTENCES).toSorted()).toEqual(ofPrices.toSorted());
});

test('a page is read in the language it declares and in the one it is written in', () => {
  expect(languagesOf(SENTENCES.de ?? '', 'fr-FR')).toEqual(['fr', 'de']);
  expect(languagesOf(SENTENCES.en ?? '', 'de')).toEqual(['de']);
  expect(languagesOf(SENTENCES.no ?? '', 'nb-NO')).toEqual(['no']);
  expect(languagesOf('', 'xx')).toEqual([]);
});

test.each([
  ['tr', 'İLETİŞİM', 'contact'],
  ['tr', 'Yıllık', 'yearly'],
  ['ru', 'всё из тарифа', 'featureStart'],
  ['ro', 'preț lunar', 'monthly'],
  ['ro', 'preţ lunar', 'monthly'],
  ['fr', 'l’année', 'yearly'],
  ['zh', '聯絡我們', 'contact'],
  ['zh', '联系我们', 'contact'],
] as const)('%s: %s means %s however it is spelt', (code, text, meaning) => {
  expect(longestOf(text, code)?.meanings.has(meaning)).toBe(true);
});

test.each([
  ['ja', '日本語のサイト', 'day'],
  ['zh', '人工智能', 'unit:person'],
  ['ko', '프로젝트', 'tier'],
  ['zh', '一起开发', 'once'],
  ['ja', 'プロジェクト管理', 'tier'],
] as const)('%s: %s does not mean %s', (code, text, meaning) => {
  expect(matcherFor([code])(text).some(({ meanings }) => meanings.has(meaning))).toBe(false);
});

test('words, numbers and signs are the tokens of a text, and single signs where no spaces part words', () => {
  const words = (text: string) => tokensOf(text).map(({ word }) => word);
  expect(words('Pro: €1,200.50 /month – all-in')).toEqual(['pro', ':', '€', '120050', '/', 'month', '–', 'all', 'in']);
  expect(words('月額980円')).toEqual(['月', '額', '980', '円']);
});

test('a phrase stands for each choice of its groups, and a bracket without its other is a sign', () => {
  expect(expand('(per|each|) month')).toEqual([['per', 'month'], ['each', 'month'], ['month']]);
  expect(expand('(')).toEqual([['(']]);
});

test('the longest phrase is found, and one may mean several things', () => {
  const match = matcherOf([
    {
      name: 'Test',
      concepts: { month: ['month'], monthly: ['per month', 'monthly'], per: ['per'], tier: ['custom'] },
      units: { user: ['user*', '(active|named|) person'] },
      usage: { gb: ['# gb'] },
    },
  ]);
  const found = (text: string) =>
    match(text).map(({ start, end, meanings }) => [text.slice(start, end), [...meanings].join()]);
  expect(found('per month per usership')).toEqual([
    ['per month', 'monthly'],
    ['per', 'per'],
    ['usership', 'unit:user'],
  ]);
  expect(found('Per Named-Person, 10 GB')).toEqual([
    ['Per', 'per'],
    ['Named-Person', 'unit:user'],
    ['10 GB', 'usage:gb'],
  ]);
});
