/** The least number of seats that a tier is sold for: "Minimum 3 seats", "5-user minimum", "Mindestens 10 Nutzer". */

const SEATS =
  '(?:users?|seats?|members?|agents?|editors?|people|licen[cs]es?|workspaces?|nutzer|benutzer|plätze|platz|agenten|arbeitsbereiche?|utilisateurs?|postes?|espaces?|usuarios?|utenti|用户|席位|坐席|工作区|ユーザー|シート|エージェント|ワークスペース)(?!\\p{L})';
const BEFORE = new RegExp(
  `(?:\\bmin(?:imum|\\.)?(?: of)?:?|\\bat least|\\bmindestens|\\bau moins|\\bmínimo(?: de)?|最少|最低) ?(\\d{1,4}) ?个? ?(?:${SEATS})`,
  'iu',
);
const AFTER = new RegExp(`(?<![\\d.,])(\\d{1,4})[ -](?:${SEATS}) (?:min(?:imum|\\.)?)(?!\\p{L})`, 'iu');
/** Longer lines talk about more than one thing. */
const MAX_LINE = 120;
const MAX_WORDS = 4000;

/** Undefined where the words state none, or two that differ. */
export function minimumUnitsIn(words: string): number | undefined {
  const stated = new Set<number>();
  for (const line of words.slice(0, MAX_WORDS).split(/[\n\t]/)) {
    if (line.length > MAX_LINE) continue;
    const count = Number((BEFORE.exec(line) ?? AFTER.exec(line))?.[1] ?? 0);
    if (count > 0) stated.add(count);
  }
  const [only, ...others] = stated;
  return others.length === 0 ? only : undefined;
}
