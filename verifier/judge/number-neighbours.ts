/**
 * Whether a number in a text is whole: both its neighbours are signs, letters or spaces that the grammar of numbers knows to
 * end one. The verifier's own patterns over that grammar; the readers have other code. Pure; linear.
 */
import {
  BETWEEN_NUMBERS,
  BLANKS,
  CLOSING_SIGNS,
  INVISIBLE,
  LETTERS_LIKE_DIGITS,
  MINUS_SIGNS,
  NUMBER_LETTERS,
  PERIOD_WORDS,
  SEPARATOR_LIKE,
} from '../../data/text/number-grammar.ts';

/** Characters looked at on each side of a number. */
export const CONTEXT = 48;

const hex = (sign: string) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
/** The inside of a character class. */
const among = (signs: Iterable<string>) => [...signs].map(hex).join('');

const SEPARATOR = among(SEPARATOR_LIKE);
const SPACED = among([...SEPARATOR_LIKE].filter((sign) => sign !== '·'));
const SIGN = among([...CLOSING_SIGNS].filter((sign) => !SEPARATOR_LIKE.has(sign) && !BETWEEN_NUMBERS.has(sign)));
const LINK = among(BETWEEN_NUMBERS);
const DASH = among([...MINUS_SIGNS]);
const KNOWN = `${among(CLOSING_SIGNS)}\\p{L}\\p{Sc}\\p{Emoji_Presentation}\\d\\s`;
const BLANK = `[${among(BLANKS)}]`;
const HIDDEN = `[${among(INVISIBLE)}]{0,8}`;
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー';
const OTHER_DIGIT = '(?!\\d)\\p{N}';
const BREAK = '[\\n\\t\\r]';

/** Digits that end as an amount does: behind a space they may be the rest of one. */
const REST = [
  `\\d{2,3}(?!\\d)(?:${BLANK}\\d{3}(?!\\d))*(?:[.,]\\d{1,2}(?!\\d))?`,
  `(?:$|${BREAK}|[)\\].,;:!?+*](?!\\d)|\\s?(?:/(?!\\d)|[\\p{Sc}元円圆])| ?[A-Z]{3}(?![A-Za-z])`,
  `|\\s(?:${PERIOD_WORDS}|${PERIOD_WORDS.toUpperCase()}|Per)(?!\\p{L}))`,
].join('');

const AFTER_BLANK = [
  `$|${BREAK}`,
  `(?!${REST})\\d`,
  `[${SPACED}](?!${BLANK}{0,3}\\p{N})`,
  `(?![${SPACED}])[${among(CLOSING_SIGNS)}]`,
  '(?!\\p{DI})[\\p{L}\\p{Sc}\\p{Emoji_Presentation}]',
  `(?!(?!\\p{DI})[${KNOWN}\\p{N}]).(?!${BLANK}{0,3}\\p{N})`,
].join('|');

const AFTER_SEPARATORS = [
  `$|${BREAK}`,
  `${BLANK}{1,3}(?!${REST}|${OTHER_DIGIT})`,
  `(?![\\d${SEPARATOR}\\p{DI}]|${BLANK})[${KNOWN}]`,
].join('|');

const RIGHT = new RegExp(
  `^${HIDDEN}(?:${[
    `$|${BREAK}`,
    `${BLANK}{1,3}(?:${AFTER_BLANK})`,
    `\\p{Sc}${HIDDEN}(?!${OTHER_DIGIT})`,
    `，(?!${REST})\\d`,
    `(?:[${SEPARATOR}]${HIDDEN}){1,4}(?:${AFTER_SEPARATORS})`,
    `(?:[${SIGN}]|(?!\\p{N})\\p{Emoji_Presentation})${HIDDEN}(?!\\p{N})`,
    `[${LINK}]${HIDDEN}(?!${OTHER_DIGIT})`,
    `(?![${NUMBER_LETTERS}\\p{DI}])[${UNSPACED}](?!\\p{N})`,
    '[aA](?= )',
  ].join('|')})`,
  'u',
);

/** A word that touches the digits before it; of one letter only where it is a currency or what is counted. */
const WORD = /^(?:[A-Za-z\u00c0-\u017f]{2,}|[\u0400-\u045f]{2,}|[\u0370-\u03ff]{2,}|[pрР](?!\p{L}))/u;
const DISGUISED = new RegExp(`^(?:[${LETTERS_LIKE_DIGITS}]+$|[OoIlОоЗЧοΟ][${LETTERS_LIKE_DIGITS}])`, 'u');

const AFTER_WORD = new RegExp(`^(?:$|(?![\\p{N}\\p{DI}])[${KNOWN}])`, 'u');
const INVISIBLE_HEAD = new RegExp(`^${HIDDEN}`, 'u');

const MARK = /(?:[A-Za-z]{0,4}\p{Sc}|(?<!\p{L})(?:[A-Z]{3}:?|Fr\.?|kr\.?|RM|Rs\.?|Rp))$/u;

const LEFT = new RegExp(
  `(?:${[
    `^|${BREAK}`,
    `(?<!\\p{N}${HIDDEN})(?![${NUMBER_LETTERS}\\p{DI}])[${UNSPACED}]`,
    '\\p{Sc}',
    `(?<!\\p{N}${HIDDEN})(?![\\p{N}${DASH}])\\p{Emoji_Presentation}`,
    `(?![${DASH}])[${LINK}]`,
    `(?:^|(?![\\p{N}\\p{DI}])[${KNOWN}])${HIDDEN}(?![#%${DASH}])[${SIGN}${SEPARATOR}]`,
    '[\\p{L}\\p{Sc})\\]][-–‐‑－]',
    '\\d[-–]',
    `(?:^|${BREAK})${BLANK}{1,3}`,
  ].join('|')})${HIDDEN}$`,
  'u',
);
/** A word that touches the digits behind it, as elements run the two together: "ab4,99". */
const WORD_BEFORE = /(?:^|[^\p{L}\p{N}])([A-Za-z\u00c0-\u017f]{2,24}|[\u0400-\u045f]{2,24}|[\u0370-\u03ff]{2,24})$/u;
const LEFT_BLANK = new RegExp(`${BLANK}{1,3}${HIDDEN}$`, 'u');
const PART_BEFORE = new RegExp(
  `${OTHER_DIGIT}$|\\p{N}${BLANK}{0,3}(?!(?!\\p{DI})[${KNOWN}]).$|(?<!\\d)\\d{1,3}(?:${BLANK}{0,3}[${SPACED}])?$`,
  'u',
);
const BEFORE_MARK = new RegExp(
  `(?:^|(?!\\p{DI})[\\s\\d\\p{L}\\p{Sc}]|(?![${DASH}])[\\p{Emoji_Presentation}${among(CLOSING_SIGNS)}]|[\\p{L}\\p{Sc})\\]][-–‐‑－]|\\d[-–])${HIDDEN}$`,
  'u',
);

/** Whether the number at `start` to `end` is no part of a longer one, and not taken off something. */
export function isWhole(text: string, start: number, end: number): boolean {
  return endsAt(text, end) && beginsAt(text, start, text.slice(start, end));
}

function endsAt(text: string, end: number): boolean {
  const after = text.slice(end, end + CONTEXT);
  if (RIGHT.test(after)) return true;
  const visible = after.replace(INVISIBLE_HEAD, '');
  const word = WORD.exec(visible)?.[0];
  if (word === undefined || !AFTER_WORD.test(visible.slice(word.length))) return false;
  return word.length === 1 || !isDisguised(word);
}

function isBehindWord(before: string): boolean {
  const word = WORD_BEFORE.exec(before)?.[1];
  return word !== undefined && !isDisguised(word);
}

const isDisguised = (word: string) => DISGUISED.test(word.normalize('NFD').replace(/\p{Mn}/gu, ''));

function beginsAt(text: string, start: number, digits: string): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  const unspaced = before.replace(/[\s]{1,3}$/u, '');
  const mark = MARK.exec(unspaced)?.[0];
  if (mark !== undefined) return BEFORE_MARK.test(unspaced.slice(0, unspaced.length - mark.length));
  if (!LEFT_BLANK.test(before)) return LEFT.test(before) || isBehindWord(before);
  const farther = before.replace(LEFT_BLANK, '');
  return !PART_BEFORE.test(farther) || (!/^[.,]|^\d{2,3}(?!\d)/.test(digits) && /\d$/.test(farther));
}
