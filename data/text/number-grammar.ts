/**
 * The signs of written numbers: what groups digits, what precedes decimals, what negates, and the closed list of signs that
 * end a number. From Unicode CLDR (number-separators.json, made by lab/read/number-separators.ts) and the signs of prose.
 *
 * Reader and verifier apply it in code of their own. A sign that is in none of these sets may belong to the number beside it.
 */
import cldr from './number-separators.json' with { type: 'json' };

/** Separates groups and nothing else: apostrophes, and signs that only group in every locale. */
export const GROUP_SIGNS: ReadonlySet<string> = new Set([
  ...cldr.lenient['’'].filter((sign) => !/\p{L}/u.test(sign)),
  '\u02bc',
  ...cldr.group.filter((sign) => !/[.,\s]/.test(sign)),
]);

/** Separates decimals and nothing else. */
export const DECIMAL_SIGNS: ReadonlySet<string> = new Set(cldr.decimal.filter((sign) => sign !== '.' && sign !== ','));

/** Turns an amount into a deduction; a dash between words is none of them by its place. */
export const MINUS_SIGNS: ReadonlySet<string> = new Set([...cldr.minus, ...cldr.lenient['-']]);

/**
 * Signs that a writer may use as a separator, in CLDR's lenient sets or by their looks. Before more digits they continue a
 * number, and otherwise they end it.
 */
export const SEPARATOR_LIKE: ReadonlySet<string> = new Set([
  ...cldr.decimal,
  ...cldr.group.filter((sign) => !/\s/.test(sign)),
  ...cldr.lenient['.'],
  ...cldr.lenient[','],
  ...GROUP_SIGNS,
  ...'‘`"”“·',
]);

/** Signs of prose, markup and lists. They end a number, unless a digit touches their other side. */
export const CLOSING_SIGNS: ReadonlySet<string> = new Set([
  ...SEPARATOR_LIKE,
  ...'!#$%&()*+-/:;<=>?@[\\]^_{|}~',
  ...'«»‹›…–—•†‡§¶×÷±→←↑↓≈≤≥⇒✓✔★☆¡¿؟؛।',
  ...'；：！？（）［］「」『』【】《》〈〉〔〕・～〜｜／＊＋％－',
]);

/** A number may directly follow one of these though another ended before it: "$1/1000", "$10–20", "$5|10 GB", "$2(¥14)". */
export const BETWEEN_NUMBERS: ReadonlySet<string> = new Set([...'/([{|<>-–—~〜～／（［→至']);

/** Seen by no one and beside a number without meaning; between digits they hide where it goes on. */
export const INVISIBLE = '\u200b\u200c\u200d\u200e\u200f\u2060\u00ad';

/** Blanks of one line. */
export const BLANKS =
  ' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';

/** As wide as a digit: what a reference to a space between two digits is replaced by, place for place. */
export const FIGURE_SPACE = '\u2007';

/** Digits and multipliers in Chinese characters and Hangul: beside a number they are a part of it. */
export const NUMBER_LETTERS = '〇零一二三四五六七八九十百千万萬億亿兆壱弐参拾両两仟佰천백십만억조';

/** Letters that pass for digits beside one. */
export const LETTERS_LIKE_DIGITS = 'OoIlSsZzBbGgqQDОоЗзЧчБбІіοΟ';

/** Behind "12 50" or "12 100", these say that the digits are one amount. */
export const PERIOD_WORDS =
  'per|pro|par|por|al|im|a|an|each|every|mo|month|monthly|year|yearly|mese|mes|mois|monat|jahr|kk|na|за|в';

/** What multiplies the number that it follows. */
export interface NumberScale {
  /** Alternatives of a regular expression. */
  words: string;
  factor: number;
  /** Only amounts of this one are written so. */
  currency?: string;
  /** A letter that may count anything behind a space: "10 k". */
  isLetter?: true;
}

export const NUMBER_SCALES: readonly NumberScale[] = [
  { words: '[kK]', factor: 1_000, isLetter: true },
  { words: 'thousand|(?:тыс|тис|tys|Tsd)\\.?|ribu|rb|mil|nghìn|ngàn', factor: 1_000 },
  { words: 'lakhs?|Lakhs?|LAKHS?', factor: 100_000 },
  { words: 'L', factor: 100_000, currency: 'INR', isLetter: true },
  { words: 'juta|Juta|jt|JT', factor: 1_000_000, currency: 'IDR' },
  { words: 'triệu|Triệu|tr', factor: 1_000_000, currency: 'VND' },
];

/** Signs for ten thousand; what is counted follows directly: "15万円". */
export const MYRIADS = '万萬만';
