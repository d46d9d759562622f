/** Discounts for those whom vendors give them to: startups, schools, charities, open source. */

export type ProgrammeName = 'startup' | 'education' | 'nonprofit' | 'open_source';

export interface Programme {
  programme: ProgrammeName;
  percent?: number;
  isUpTo?: true;
  isFree?: true;
}

const WHO: [ProgrammeName, RegExp][] = [
  [
    'startup',
    /(?<!\p{L})(?:(?:early[- ]stage |eligible |young |new )?start-?ups?(?! (?:plan|tier|costs?|time|times|fees?|guides?))|jeunes pousses)(?!\p{L})/iu,
  ],
  [
    'education',
    /(?<!\p{L})(?:students?|teachers?|educators?|educational (?:institutions?|organi[sz]ations?|discounts?|pricing)|education(?:al)?|academic\w*|universit\w+|schools?|classrooms?|faculty|étudiants?|enseignants?|établissements scolaires|estudiantes|educativ\w*|schulen|hochschulen|studierende\w*|studenten|bildungseinrichtungen)(?!\p{L})/iu,
  ],
  [
    'nonprofit',
    /(?<!\p{L})(?:non[- ]?profits?|not-for-profits?|charit(?:y|ies|able)|NGOs?|501\(c\)|gemeinnützige\w*|vereine|associations?(?= (?:bénéfi|à but))|à but non lucratif|sin ánimo de lucro|sin fines de lucro)(?!\p{L})/iu,
  ],
  ['open_source', /(?<!\p{L})open[- ]source (?:projects?|maintainers?|teams?|software|contributors?)(?!\p{L})/iu],
];
/** What every one of them needs, so that most sentences cost one look. */
const OF_SOME =
  /start-?up|pousses|student|teach|educa|academic|universit|school|classroom|faculty|tudiant|enseignant|scolaire|estudiante|schule|studier|bildung|profit|charit|ngo|501|gemeinn|vereine|associations|lucr|open[- ]source/i;
const GIVES =
  /(?<!\p{L})(?:discount(?:s|ed)?|off|special (?:pricing|rates?|prices)|reduced (?:pricing|rates?|price)|free(?! trial)(?: of charge)?|program(?:me)?s?|save|rabatt\w*|ermäßigung\w*|nachlass|vergünstig\w*|kostenlos|remises?|réductions?|tarifs? réduits?|gratuit\w*|descuentos?|gratis|sconto)(?!\p{L})/iu;
const FREE =
  /(?<!\p{L})(?:free(?! (?:trial|month|migration|support|consult|onboarding|version|plan|tier))|kostenlos|gratuit\w{0,20}|gratis)(?!\p{L})/iu;
const PERCENT = /(?<![\d.,])(\d{1,2}|100) ?(?:%|percent(?!\p{L})|Prozent)/giu;
const UP_TO = /(?:up to|bis zu|jusqu[’']à|hasta) ?(?:an? )?$/iu;
const NOT =
  /(?<!\p{L})(?:not?|never|may|might|don[’']t|doesn[’']t|cannot|can[’']t|unfortunately|currently no|except|other than|excluding|help(?:s|ing)?|built for|perfect for|ideal for|trusted by|loved by|used by|thousands|customers? like|teach|kein\w*|nicht|pas de|risk[- ]free|commission[- ]free|ad[- ]free|feel free|free up|loyalty|referral|affiliate|partner|trial)(?!\p{L})/iu;

/** A heading and the words under it that say for whom the product is free: no tier that anybody could take. */
export function isForSome(name: string, words: string): boolean {
  return whoIn(name).some((who) => who === 'education' || who === 'nonprofit') || programmesIn(words).length > 0;
}

/** One for each of those that the sentence names and gives something. */
export function programmesIn(words: string): Programme[] {
  if (!OF_SOME.test(words) || /[?？]\s*$/.test(words) || NOT.test(words)) return [];
  const who = whoIn(words);
  if (who.length === 0 || !GIVES.test(words)) return [];
  const stated = percentIn(words);
  // "Free" in a sentence with a percentage is about something else.
  const isFree = stated === undefined && FREE.test(words) && isGivenFree(words);
  if (stated === undefined && !isFree && !NAMED.test(words)) return [];
  return who.map((programme) => ({ programme, ...stated, ...(isFree && { isFree: true as const }) }));
}

/** "Do you offer a discount for charities?" asks; the answer that begins with yes says. */
export function programmesAnswered(question: string, answer: string): Programme[] {
  if (!/[?？]\s*$/.test(question) || !GIVES.test(question)) return [];
  const who = whoIn(question);
  if (who.length === 0 || !YES.test(answer) || /(?<!\p{L})(?:but not|not for|except)(?!\p{L})/iu.test(answer))
    return [];
  const stated = percentIn(answer);
  return who.map((programme) => ({ programme, ...stated }));
}

const YES =
  /^(?:yes|absolutely|of course|certainly|we do|sure|ja|oui|sí|bien sûr|natürlich|selbstverständlich)(?!\p{L})/iu;
/** A discount or programme that goes by whom it is for, or is given to them. */
const NAMED =
  /(?<!\p{L})(?:discounts?|special (?:pricing|rates?)|reduced (?:pricing|rates?)|discounted (?:pricing|rates?|plans?|prices)|program(?:me)?s?|rabatt\w{0,20}|ermäßigung\w{0,20}|remises?|réductions?|descuentos?|tarifs? réduits?)(?!\p{L})(?: \p{L}+){0,6}? (?:to|for|für|aux?|pour|a|para|available)(?!\p{L})|(?:non-?profit|startups?|education(?:al)?|student|academic|charity|open[- ]source)(?:s[’']|[’']s)? (?:discounts?|program(?:me)?s?|pricing)/iu;

function isGivenFree(words: string): boolean {
  return /(?<!\p{L})(?:free|kostenlos|gratuit\w{0,20}|gratis) (?:of charge )?(?:for|to|für|pour|para)(?!\p{L})|(?:get|receive|use) (?:[\p{L}\d]+ ){0,4}(?:for )?free/iu.test(
    words,
  );
}

function whoIn(words: string): ProgrammeName[] {
  return WHO.flatMap(([name, pattern]) => (pattern.test(words) ? [name] : []));
}

function percentIn(words: string): Pick<Programme, 'percent' | 'isUpTo'> | undefined {
  const [only, ...others] = words.matchAll(PERCENT);
  // Who gets which of two is not told.
  if (only?.[1] === undefined || others.length > 0) return undefined;
  const percent = Number(only[1]);
  if (percent < 1) return undefined;
  return { percent, ...(UP_TO.test(words.slice(0, only.index)) && { isUpTo: true as const }) };
}
