/**
 * The last day of an offer where the words around its price state a whole date: "until 31 December 2026",
 * "bis 31.12.2026", "2026年12月31日まで"; and the first day of what is announced, "from 1 March 2027".
 *
 * A date without its year, or one whose day and month could change places ("05/06/2026"), is none.
 */
import { LANGUAGES } from '../vocabulary/vocabulary.ts';

export interface Until {
  /** ISO 8601 calendar date. */
  date: string;
  /** Where the words stand in what was searched, from "until" to the year. */
  start: number;
  end: number;
}

let months: ReadonlyMap<string, string> | undefined;

/** By its name, whole or short, alone or in a date, of all languages and of Austrian German, by CLDR. */
function monthNamed(name: string): string | undefined {
  months ??= new Map(
    [...LANGUAGES.keys(), 'de-AT'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) =>
        [{ month }, { month, day: 'numeric' } as const].flatMap((shown) => namesBy(language, shown)),
      ),
    ),
  );
  return months.get(name.toLowerCase());
}

function namesBy(language: string, shown: Intl.DateTimeFormatOptions): [name: string, month: string][] {
  const format = new Intl.DateTimeFormat(language, { ...shown, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => {
    const parts = format.formatToParts(Date.UTC(2026, at, 1));
    const name = parts.find(({ type }) => type === 'month')?.value ?? '';
    return [name.toLowerCase().replace(/\.$/, ''), String(at + 1)];
  });
}

const LEAD =
  "(?:until|till|through|thru|ends(?: on)?|ending(?: on)?|expires(?: on)?|bis(?: zum| einschließlich)?|endet am|jusqu[’']au|fin le|expire le|hasta(?: el)?|fino al|entro il|até(?: o dia)?|tot(?: en met)?|t/m|do(?: dnia)?|до|til(?: og med)?|t\\.o\\.m\\.|截止至?|至)";
const WEEKDAY = '(?:the )?(?:\\p{L}{2,12}\\.?,? )?';
const NAME = '(\\p{L}{3,12})\\.?';
const YEAR = '(20\\d{2})(?!\\d)';

type Parts = [year: string | undefined, month: string | undefined, day: string | undefined];

const FROM =
  '(?:from|starting(?: on| from)?|beginning(?: on)?|effective(?: as of| from| on)?|as of|as from|on|ab(?: dem)?|zum|am|à partir du|à compter du|dès le|a partir del?|desde el|a partire dal|dal|vanaf|från(?: och med)?)';

type Form = [RegExp, (groups: string[]) => Parts];

const UNTIL_FORMS: Form[] = [
  ...formsAfter(LEAD),
  [
    /(20\d{2}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일](?:まで|까지|截止|止|前结束)/u,
    ([, year, month, day]) => [year, month, day],
  ],
  [/(?:截止至?|至|到) ?(20\d{2}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/u, ([, year, month, day]) => [year, month, day]],
];
const FROM_FORMS: Form[] = [
  ...formsAfter(FROM),
  [
    /(20\d{2}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일](?:より|から|起|부터)/u,
    ([, year, month, day]) => [year, month, day],
  ],
];

function formsAfter(lead: string): Form[] {
  const form = (date: string) => new RegExp(`(?<!\\p{L})${lead} ${WEEKDAY}${date}`, 'iu');
  return [
    [form(`(20\\d{2})[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)`), ([, year, month, day]) => [year, month, day]],
    [
      form(`(\\d{1,2})(?:st|nd|rd|th|er|\\.)? (?:of |de )?${NAME},? (?:de )?${YEAR}`),
      ([, day, name = '', year]) => [year, monthNamed(name), day],
    ],
    [form(`${NAME} (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}`), ([, name = '', day, year]) => [year, monthNamed(name), day]],
    [form(`(\\d{1,2})\\. ?(\\d{1,2})\\. ?${YEAR}`), ([, day, month, year]) => [year, month, day]],
    [form(`(\\d{1,2})/(\\d{1,2})/${YEAR}`), ([, first, second, year]) => sided(first, second, year)],
  ];
}

/** What the price stays, or what the buyer keeps, until a day is no offer that ends on it. */
const KEPT =
  /(?<!\p{L})(?:guarantee[ds]?|locked|fixed|frozen|access|supported|garantiert|garanti|garantizado)(?!\p{L})[^.\n]{0,24}$/iu;

/** The first such date in a short stretch of words. */
export function findUntil(words: string): Until | undefined {
  return findDate(words, UNTIL_FORMS, KEPT);
}

/** The first date that something holds from. */
export function findFrom(words: string): Until | undefined {
  return findDate(words, FROM_FORMS);
}

function findDate(words: string, forms: readonly Form[], refused?: RegExp): Until | undefined {
  const near = words.slice(0, 240);
  // Every form has its year, and hardly any words do.
  if (!/20\d\d/.test(near)) return undefined;
  const text = near.replace(/[\s\u00a0]/g, ' ');
  let found: Until | undefined;
  for (const [pattern, partsOf] of forms) {
    const match = pattern.exec(text);
    if (match === null || (found !== undefined && match.index >= found.start)) continue;
    if (refused?.test(text.slice(0, match.index))) continue;
    const date = dateOf(partsOf([...match]));
    if (date !== undefined) found = { date, start: match.index, end: match.index + match[0].length };
  }
  return found;
}

/** "31/12/2026" and "12/31/2026" can be told apart, "05/06/2026" cannot. */
function sided(first = '', second = '', year: string | undefined): Parts {
  if (Number(first) > 12 || first === second) return [year, second, first];
  return Number(second) > 12 ? [year, first, second] : [undefined, undefined, undefined];
}

function dateOf([year, month, day]: Parts): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // 31 June rolls over to July, or is refused outright.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date;
}
