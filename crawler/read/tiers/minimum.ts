/** How many seats a tier is sold for at least: "Minimum 3 seats". */

const SEATS =
  '(?:users?|seats?|members?|agents?|editors?|people|licen[cs]es?|nutzer|benutzer|plätze|platz|agenten|utilisateurs?|postes?|usuarios?|utenti|用户|席位|坐席|ユーザー|シート|エージェント|workspaces?|arbeitsbereiche?|espaces?|工作区|ワークスペース)(?!\\p{L})';
const BEFORE = new RegExp(
  `(?<!\\bno |\\bkein |\\bsans )(?:\\bmin(?:imum|\\.)?(?: of)?:?|\\bat least|\\bmindestens|\\bau moins|\\bmínimo(?: de)?|最少|最低) ?(\\d{1,4}) ?个? ?${SEATS}`,
  'iu',
);
const AFTER = new RegExp(`(?<![\\d.,])(\\d{1,4})[ -]${SEATS} (?:min(?:imum|\\.)?)(?!\\p{L})`, 'iu');
/** Longer lines, or clauses of them, talk about more than one thing. */
const MAX_LINE = 120;
const MAX_WORDS = 4000;

/** Undefined where the words state none, or two that differ. */
export function minimumUnitsIn(words: string): number | undefined {
  const clauses = words
    .slice(0, MAX_WORDS)
    .split(/[\n\t]/)
    .flatMap((line) => (line.length > MAX_LINE ? line.split(/[;()]/) : [line]))
    .filter(({ length }) => length <= MAX_LINE);
  const stated = new Set(clauses.map((clause) => Number((BEFORE.exec(clause) ?? AFTER.exec(clause))?.[1] ?? 0)));
  stated.delete(0);
  const [only, ...others] = stated;
  return others.length === 0 ? only : undefined;
}
