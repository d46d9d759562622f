/**
 * Whether what stands beside digits is known to end their number. A sign, letter or space that is not may be a part of the
 * number ("1´234", "3Ч", "1 234"), and the digits alone would state another amount.
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
} from '../../../data/text/number-grammar.ts';

/** Letters of writing without spaces, which follow and precede numbers directly. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;
/** Fills a place and is seen by no one: letters of Hangul among others. */
const FILLER = /\p{Default_Ignorable_Code_Point}/u;
const LETTER = /\p{L}/u;
const NUMERAL = /\p{N}/u;
const CURRENCY = /\p{Sc}/u;
const PICTURE = /\p{Emoji_Presentation}/u;
/** A word that elements run together with the number before it: "$29Billed yearly", "₽500per month", "299₽мес". */
const WORD = /^(?:[A-Za-z\u00c0-\u017f]+|[\u0400-\u045f]+|[\u0370-\u03ff]+)/u;
/** Spaces looked through on one line. */
const MAX_BLANKS = 3;

/** Whether the number that ends before `at` ends there. */
export function endsNumber(text: string, at: number): boolean {
  const from = skipInvisible(text, at);
  const next = characterAt(text, from);
  if (next === '' || isBreak(next)) return true;
  if (BLANKS.includes(next)) return endsBeforeBlank(text, from);
  const behind = from + next.length;
  if (CURRENCY.test(next)) return !isForeignNumeral(characterAt(text, behind));
  if (SEPARATOR_LIKE.has(next)) return endsBeforeSeparators(text, from);
  if (CLOSING_SIGNS.has(next) || PICTURE.test(next)) return endsBeforeSign(text, next, behind);
  return LETTER.test(next) && endsBeforeLetters(text, from, next);
}

function endsBeforeSign(text: string, sign: string, behind: number): boolean {
  const follows = characterAt(text, skipInvisible(text, behind));
  return BETWEEN_NUMBERS.has(sign) ? !isForeignNumeral(follows) : !NUMERAL.test(follows);
}

/** "5, " and "5." end a number; "5,´3", "1, 234" and "5. 50" may not. */
function endsBeforeSeparators(text: string, from: number): boolean {
  let at = from;
  while (at - from < 4 && SEPARATOR_LIKE.has(characterAt(text, at))) at = skipInvisible(text, at + 1);
  const next = characterAt(text, at);
  // "￥29，100次": a comma of prose between writing of one width.
  if (text[from] === '，' && /\d/.test(next)) return !continuesAt(text, at);
  if (NUMERAL.test(next) || isUnknown(next)) return false;
  if (!BLANKS.includes(next) || next === '') return true;
  const after = skipBlanks(text, at);
  return !isForeignNumeral(characterAt(text, after)) && !continuesAt(text, after);
}

function endsBeforeBlank(text: string, from: number): boolean {
  const at = skipBlanks(text, from);
  const next = characterAt(text, at);
  if (next === '' || isBreak(next)) return true;
  if (NUMERAL.test(next)) return !isForeignNumeral(next) && !continuesAt(text, at);
  const behind = skipBlanks(text, at + next.length);
  if (next !== '·' && SEPARATOR_LIKE.has(next)) return !NUMERAL.test(characterAt(text, behind));
  return !isUnknown(next) || !NUMERAL.test(characterAt(text, behind));
}

const MORE_DIGITS = new RegExp(`^\\d{2,3}(?!\\d)(?:[${BLANKS}]\\d{3}(?!\\d))*(?:[.,]\\d{1,2}(?!\\d))?`);
const END_OF_AMOUNT = new RegExp(
  `^(?:$|[\\n\\t]|[)\\].,;:!?+*](?!\\d)|\\s?(?:/(?!\\d)|[\\p{Sc}元円圆])|\\s(?:${PERIOD_WORDS})(?!\\p{L}))`,
  'iu',
);
const CODE_BEHIND = /^ ?[A-Z]{3}(?![A-Za-z])/;

/** Digits behind a space that end as an amount does, and count nothing: "1 234 per month", "12 50", but "5 100 users". */
function continuesAt(text: string, at: number): boolean {
  const words = text.slice(at, at + 32);
  const digits = MORE_DIGITS.exec(words)?.[0];
  if (digits === undefined) return false;
  const rest = words.slice(digits.length);
  return END_OF_AMOUNT.test(rest) || CODE_BEHIND.test(rest);
}

function endsBeforeLetters(text: string, from: number, next: string): boolean {
  if (BETWEEN_NUMBERS.has(next)) return true;
  if (UNSPACED.test(next)) return isUnspaced(next) && !NUMERAL.test(characterAt(text, from + next.length));
  const word = WORD.exec(text.slice(from, from + 24))?.[0] ?? '';
  const follows = characterAt(text, from + word.length);
  if (NUMERAL.test(follows) || isUnknown(follows)) return false;
  if (word.length < 2) return /^[aA]$/.test(word) && follows === ' ';
  return !isDisguise(word);
}

function isUnspaced(letter: string): boolean {
  return UNSPACED.test(letter) && !FILLER.test(letter) && !NUMBER_LETTERS.includes(letter);
}

/** Made of letters that pass for digits, or beginning with two of them. */
function isDisguise(word: string): boolean {
  const letters = [...word.normalize('NFD').replace(/\p{Mn}/gu, '')];
  const isLikeDigit = (letter: string | undefined) => letter !== undefined && LETTERS_LIKE_DIGITS.includes(letter);
  return letters.every(isLikeDigit) || (/[OoIlОоЗЧοΟ]/.test(letters[0] ?? '') && isLikeDigit(letters[1]));
}

/** Whether the number that begins at `at` begins there. */
export function startsNumber(text: string, at: number): boolean {
  const end = skipInvisibleBack(text, at);
  const before = characterBefore(text, end);
  if (before === '' || isBreak(before)) return true;
  if (BLANKS.includes(before)) return startsAfterBlank(text, end, at);
  const farther = characterBefore(text, skipInvisibleBack(text, end - before.length));
  if (LETTER.test(before)) return BETWEEN_NUMBERS.has(before) || (isUnspaced(before) && !NUMERAL.test(farther));
  if (CURRENCY.test(before)) return true;
  if (isDash(before)) return !isMinus(text, end - before.length, before);
  if (before === '#' || before === '%' || isUnknown(before)) return false;
  return BETWEEN_NUMBERS.has(before) || (!NUMERAL.test(farther) && !isUnknown(farther));
}

function startsAfterBlank(text: string, end: number, at: number): boolean {
  const from = skipBlanksBack(text, end);
  const before = characterBefore(text, from);
  if (/\d/.test(before)) return !isContinuation(text, from, at);
  if (NUMERAL.test(before)) return false;
  const farther = skipBlanksBack(text, from - before.length);
  const isNumber = NUMERAL.test(characterBefore(text, farther));
  if (!isNumber) return true;
  if (SEPARATOR_LIKE.has(before) && before !== '·') return !isContinuation(text, farther, at);
  return !isUnknown(before);
}

/** "12 50 €": up to three digits before the space and two or three behind it. */
function isContinuation(text: string, end: number, at: number): boolean {
  return /(?<!\d)\d{1,3}$/.test(text.slice(Math.max(0, end - 4), end)) && /^\d{2,3}(?!\d)/.test(text.slice(at, at + 4));
}

/** Ends a word: what follows in an element of its own stands apart from it to the eye ("ab" and "4,99€"). */
const WORD_BEFORE =
  /(?:^|[^\p{L}\p{N}])((?:[A-Za-z\u00c0-\u017f]{2,24}|[\u0400-\u045f]{2,24}|[\u0370-\u03ff]{2,24}))$/u;
const MAX_WORD = 26;

/** Whether a word that is no number in disguise ends at `at`. */
export function endsWord(text: string, at: number): boolean {
  const word = WORD_BEFORE.exec(text.slice(Math.max(0, at - MAX_WORD), at))?.[1];
  return word !== undefined && !isDisguise(word);
}

/** Whether a mark of a currency that begins at `at` begins an amount: no minus, and nothing unknown before it. */
export function startsMark(text: string, at: number): boolean {
  const end = skipInvisibleBack(text, at);
  const before = characterBefore(text, end);
  if (isDash(before)) return !isMinus(text, end - before.length, before);
  return before === '' || isBreak(before) || /[\p{L}\p{Sc}\d]/u.test(before) || !isUnknown(before);
}

/** Whether a mark behind digits ends their amount at `at`: no digits of another script follow as cents. */
export function endsMark(text: string, at: number): boolean {
  return !isForeignNumeral(characterAt(text, skipInvisible(text, at)));
}

function isDash(sign: string): boolean {
  return MINUS_SIGNS.has(sign) || (/\p{Pd}/u.test(sign) && !CLOSING_SIGNS.has(sign));
}

/** "-€12" is taken off; "Pro-€12" and "€10–€20" are not. */
function isMinus(text: string, at: number, dash: string): boolean {
  const before = characterBefore(text, at);
  if (/\d/.test(before)) return !/[-–]/.test(dash);
  return !/[-–‐‑－]/.test(dash) || !/[\p{L}\p{Sc})\]]/u.test(before);
}

/** A sign of which is not known what it does beside a number. */
function isUnknown(sign: string): boolean {
  if (FILLER.test(sign)) return !INVISIBLE.includes(sign);
  if (sign === '' || /[\s\p{L}\d\p{Sc}]/u.test(sign)) return false;
  return !CLOSING_SIGNS.has(sign) && !PICTURE.test(sign);
}

function isForeignNumeral(sign: string): boolean {
  return NUMERAL.test(sign) && !/\d/.test(sign);
}

function isBreak(sign: string): boolean {
  return sign === '\n' || sign === '\t' || sign === '\r';
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, end: number): string {
  const low = text.charCodeAt(end - 1);
  return low >= 0xdc00 && low <= 0xdfff && end > 1 ? text.slice(end - 2, end) : text.slice(Math.max(0, end - 1), end);
}

function skipInvisible(text: string, from: number): number {
  let at = from;
  while (at - from < 8 && at < text.length && INVISIBLE.includes(text.charAt(at))) at += 1;
  return at;
}

function skipInvisibleBack(text: string, from: number): number {
  let at = from;
  while (from - at < 8 && at > 0 && INVISIBLE.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at - from < MAX_BLANKS && at < text.length && BLANKS.includes(text.charAt(at))) at += 1;
  return at;
}

function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (from - at < MAX_BLANKS && at > 0 && BLANKS.includes(text.charAt(at - 1))) at -= 1;
  return at;
}
