/**
 * Every punctuation mark, symbol, space, control and format character, numeral, and letters of every script, inside and beside
 * amounts: reader and verifier each take the right amount or none, never another.
 */
import { describe, expect, test } from 'vitest';
import { findMoney } from '../../../crawler/read/money/money.ts';
import {
  BETWEEN_NUMBERS,
  BLANKS,
  CLOSING_SIGNS,
  INVISIBLE,
  MINUS_SIGNS,
  NUMBER_LETTERS,
} from '../../../data/text/number-grammar.ts';
import { amountsIn } from '../../../verifier/judge/stated-amounts.ts';
import { firstOf, IS_LONG } from '../../long.ts';

/** Of writing with tens of thousands of letters, one in so many. */
const STEP = 211;
/** Of other letters and marks beyond Latin, Greek and Cyrillic; all of them in the long run. */
const OTHER_STEP = IS_LONG ? 1 : 29;
const OTHER = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{DI}])[\p{L}\p{M}]/u;
/** Of symbols that are no currency, operator or modifier, such as emoji. */
const SYMBOL_STEP = IS_LONG ? 1 : 11;
const LARGE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}\p{Script=Egyptian_Hieroglyphs}\p{Co}]/u;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
const MULTIPLIERS = 'kK\u212aMBmbL万萬만億亿억';

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign, index) => !LARGE.test(sign) || NUMBER_LETTERS.includes(sign) || index % STEP === 0)
  .filter((sign, index) => !OTHER.test(sign) || NUMBER_LETTERS.includes(sign) || index % OTHER_STEP === 0)
  .filter((sign, index) => !/\p{So}/u.test(sign) || index % SYMBOL_STEP === 0)
  .filter((sign) => /[\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}\p{Co}\p{M}\p{N}\p{L}]/u.test(sign) && !/^[0-9０-９]$/.test(sign));

/** Ends a number wherever no digit follows. */
const isKnown = (sign: string) =>
  CLOSING_SIGNS.has(sign) ||
  `${BLANKS}${INVISIBLE}\n\r\t`.includes(sign) ||
  /[\s\p{Sc}\p{Emoji_Presentation}]/u.test(sign) ||
  (UNSPACED.test(sign) && !/\p{DI}/u.test(sign) && !NUMBER_LETTERS.includes(sign));

/** White space that no page has beside a number: lines of other kinds, and what is seen by no one. */
const UNKNOWN_SPACES = '\u000b\u000c\u0085\u2028\u2029\ufeff';

/** Separates two numbers even where it touches both: a range, a ratio, a currency, an end of line. */
const isBetween = (sign: string) => BETWEEN_NUMBERS.has(sign) || /[\p{Sc}\n\r\t]/u.test(sign);

/** What is left of the amounts below where a sign ends them too early. */
const CUT = ['1.00', '234.00', '12.00', '50.00', '3.00'];

const LOCALES = ['en', 'de', 'fr'];
const WAYS: [string, (text: string) => string[]][] = [
  ['the reader', (text) => LOCALES.flatMap((lang) => findMoney(text, { lang }).map(({ amount }) => amount))],
  [
    'the verifier',
    (text) =>
      [...amountsIn(text)].flatMap(([amount, support]) =>
        support === 'stated' || CUT.includes(amount) ? [amount] : [],
      ),
  ],
];

/** What is put between head and tail for a sign; the sign itself unless told otherwise. */
type Around = [head: string, tail: string, put?: (sign: string) => string];

/** Of no sign is another amount taken than those allowed. */
function expectRight(
  way: (text: string) => string[],
  [head, tail, put = String]: Around,
  allowed: (sign: string) => string[],
): void {
  const wrong = CHARACTERS.flatMap((sign) => {
    const text = `${head}${put(sign)}${tail}`;
    const others = way(text).filter((amount) => !allowed(sign).includes(amount));
    const code = sign.codePointAt(0)?.toString(16).padStart(4, '0');
    return others.length === 0 ? [] : [`U+${code} ${JSON.stringify(text)}: ${[...new Set(others)].join(', ')}`];
  });
  expect(wrong).toEqual([]);
}

describe.each(WAYS)('%s takes the amount or none', (_, way) => {
  test.each(
    firstOf(1, [
      ['€1', '234'],
      ['CHF 1', '234 per month'],
      ['$1', '234/mo'],
      ['1', '234 €'],
      ['US$1', '234 USD'],
    ]),
  )('%s with a sign inside, %s', (head, tail) => {
    const parts = ['1.00', '234.00', '2.34', '0.01'];
    expectRight(way, [head, tail], (sign) => ['1234.00', '1.234', ...(isBetween(sign) ? parts : [])]);
  });

  test.each(
    firstOf(1, [
      ['£12', '50'],
      ['EUR 12', '50 / month'],
      ['12', '50 €'],
    ]),
  )('%s with a sign before its cents, %s', (head, tail) => {
    const parts = ['12.00', '50.00', '0.50', '0.125', '0.12'];
    expectRight(way, [head, tail], (sign) => ['12.50', ...(isBetween(sign) ? parts : [])]);
  });

  test.each(
    firstOf(1, [
      ['€1', '234'],
      ['1', '234 €'],
    ]),
  )('%s with a sign unknown to it twice, or behind a space, %s', (head, tail) => {
    const parts = [...CUT, '0.01', '2.34'];
    const isPart = (sign: string) => isKnown(sign) || /(?!\p{DI})\p{L}/u.test(sign);
    for (const put of [(sign: string) => sign + sign, (sign: string) => ` ${sign}`, (sign: string) => `,${sign}`])
      expectRight(way, [head, tail, put], (sign) => ['1234.00', ...(isPart(sign) ? parts : [])]);
  });

  test.each(
    firstOf(1, [
      ['€3', ''],
      ['$3', '/month'],
      ['USD 3', ' per month'],
    ]),
  )('%s with a sign behind it, %s', (head, tail) => {
    expectRight(way, [head, tail], (sign) => {
      if (MULTIPLIERS.includes(sign)) return ['3000.00', '30000.00', '3000000.00'];
      return /[aApрР]/.test(sign) || (isKnown(sign) && !UNKNOWN_SPACES.includes(sign)) ? ['3.00', '0.03'] : [];
    });
  });

  test.each(firstOf(1, ['€3', '3 €', '3 EUR']))('a sign before %s', (amount) => {
    expectRight(way, ['', amount], (sign) => {
      if (MINUS_SIGNS.has(sign)) return [];
      const isLetter = amount === '€3' && /\p{L}/u.test(sign);
      return isKnown(sign) || isLetter ? ['3.00', '0.30', '0.03'] : [];
    });
  });
});
