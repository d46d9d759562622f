/** What an amount is metered by, where that stands before it. */
import { lettersBeside, type Matcher, means, termIn } from '../vocabulary/phrases.ts';

/** "건당 120원", "1通あたり3円", "Per message: $2": what is metered, and "per" in or beside it, right before the amount. */
export function meteredBefore(head: string, match: Matcher): string | undefined {
  let end = head.length;
  let isPer = false;
  for (const phrase of match(head).toReversed()) {
    const { start } = phrase;
    if (!/^[\s:：]{0,4}$/.test(head.slice(phrase.end, end))) return undefined;
    isPer ||= holdsPer(head.slice(start, phrase.end), match);
    end = start;
    const usage = termIn(phrase, 'usage:');
    if (usage === undefined && !means(phrase, 'per', 'from')) return undefined;
    if (usage === undefined) continue;
    const before = match(head.slice(0, start)).at(-1);
    const isLed = before !== undefined && means(before, 'per') && head.slice(before.end, start).trim() === '';
    if (!isPer && !isLed) continue;
    const count = /(\d[\d.,]{0,11}) ?$/.exec(head.slice(Math.max(0, start - 12), start))?.[1];
    return count === undefined ? usage : `${count} ${usage}`;
  }
  return undefined;
}

/** In writing without spaces the word is one with its noun: "每次", "件あたり". */
function holdsPer(words: string, match: Matcher): boolean {
  const parts = [...words].flatMap((_, at) => (at === 0 ? [words] : [words.slice(0, at), words.slice(at)]));
  return parts.slice(0, 12).some((part) => {
    const [only, ...more] = match(part);
    return only !== undefined && more.length === 0 && means(only, 'per') && lettersBeside(part, [only]) === 0;
  });
}
