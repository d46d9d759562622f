/** How many seats a tier is sold for at least, and how many its price includes: "Minimum 3 seats", "5 users included". */

const PEOPLE =
  'users?|seats?|members?|agents?|editors?|people|licen[cs]es?|nutzer|benutzer|plätze|platz|agenten|utilisateurs?|postes?|usuarios?|utenti|用户|席位|坐席|ユーザー|シート|エージェント';
/** What a price includes counts its seats: included workspaces are none. */
const INCLUDED_SEATS = `(?:${PEOPLE})(?!\\p{L})`;
const SEATS = `(?:${PEOPLE}|workspaces?|arbeitsbereiche?|espaces?|工作区|ワークスペース)(?!\\p{L})`;
const BEFORE = new RegExp(
  `(?:\\bmin(?:imum|\\.)?(?: of)?:?|\\bat least|\\bmindestens|\\bau moins|\\bmínimo(?: de)?|最少|最低) ?(\\d{1,4}) ?个? ?(?:${SEATS})`,
  'iu',
);
const AFTER = new RegExp(`(?<![\\d.,])(\\d{1,4})[ -](?:${SEATS}) (?:min(?:imum|\\.)?)(?!\\p{L})`, 'iu');
const INCLUDES = new RegExp(
  `(?<!\\p{L})(?:includes?|including|incl\\.|comes with|inkl\\.|inklusive|enthält|inclut|incluye|include) ?:? ?(\\d{1,4}) (?:free |full |paid )?(?:${INCLUDED_SEATS})(?! (?:data|per|each|groups?|roles?|management)(?!\\p{L}))`,
  'iu',
);
const INCLUDED = new RegExp(
  `(?<![\\d.,–+-])(?<!(?:up to|bis zu|additional|extra|jusqu[’']à|hasta|over|than|to|from) )(\\d{1,4}) (?:free )?(?:${INCLUDED_SEATS}) (?:(?:are |is )?included|inklusive|inbegriffen|enthalten|inclus|incluidos?|inclusi)(?!\\p{L})`,
  'iu',
);
const NOT_SAID = /(?<!\p{L})(?:no|not|without|if|for example|e\.g\.|kein\w*|ohne|sans|sin)(?!\p{L})|\?/iu;
/** "Each additional pack: 5 users included", unlike "5 users included, $9 for each additional". */
const OF_MORE = /(?<!\p{L})each additional(?!\p{L})/iu;
const MINIMUM_LABEL = new RegExp(
  `^(?:(?:minimum|min\\.?)(?: (?:number|no\\.|#) of)? (?:${SEATS})|(?:${SEATS}) \\(?min(?:imum|\\.)?\\)?|(?:${SEATS}) required|mindestanzahl (?:${SEATS}))$`,
  'iu',
);
const INCLUDED_LABEL = new RegExp(
  `^(?:(?:included|base) (?:${INCLUDED_SEATS})|(?:number of )?(?:${INCLUDED_SEATS}) included|(?:${INCLUDED_SEATS}) \\(included\\)|inklusive (?:${INCLUDED_SEATS}))$`,
  'iu',
);
/** Longer lines, or clauses of them, talk about more than one thing. */
const MAX_LINE = 120;
const MAX_WORDS = 4000;

/** Undefined where the words state none, or two that differ. */
export function minimumUnitsIn(words: string): number | undefined {
  if (!/min|at least|au moins|mínimo|最/i.test(words)) return undefined;
  return onlyIn(words, (line) => (BEFORE.exec(line) ?? AFTER.exec(line))?.[1]);
}

/** Undefined where the words state none, or two that differ. "Up to 5 users" includes none in particular. */
export function includedUnitsIn(words: string): number | undefined {
  if (!/incl|inkl|comes with|enth|inbegriffen/i.test(words)) return undefined;
  return onlyIn(words, (clause, line) => {
    const found = INCLUDES.exec(clause) ?? INCLUDED.exec(clause);
    if (found === null || NOT_SAID.test(line) || OF_MORE.test(clause.slice(0, found.index))) return undefined;
    return found[1];
  });
}

/** What a row of a table counts by its label: "Minimum seats", "Users included". */
export function countedBy(label: string): 'minimum_units' | 'included_units' | undefined {
  if (MINIMUM_LABEL.test(label)) return 'minimum_units';
  return INCLUDED_LABEL.test(label) ? 'included_units' : undefined;
}

function onlyIn(words: string, countIn: (clause: string, line: string) => string | undefined): number | undefined {
  const stated = new Set<number>();
  for (const line of words.slice(0, MAX_WORDS).split(/[\n\t]/)) {
    for (const clause of line.length > MAX_LINE ? line.split(/[;()]/) : [line]) {
      if (clause.length > MAX_LINE) continue;
      const count = Number(countIn(clause, line) ?? 0);
      if (count > 0) stated.add(count);
    }
  }
  const [only, ...others] = stated;
  return others.length === 0 ? only : undefined;
}
