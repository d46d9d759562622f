/** The two checks of a regular expression: by analysis, and by attack. */
import { analyse } from 'scslre';
import { attackOf, attacksOn } from './attack.ts';
import { growthOf } from './growth.ts';
import type { Pattern } from './patterns.ts';

type Expression = Omit<Pattern, 'places'>;

export function growthFound({ source, flags }: Expression): string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(
    ({ type, exponential, character }) =>
      `${type} on ${character.literal.source}${exponential ? ', exponentially' : ''}`,
  );
}

/** Milliseconds of processor time to find every match, or one where the pattern asks for no more. */
function cost(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const start = process.cpuUsage();
  if (pattern.global) for (const _ of text.matchAll(pattern));
  else pattern.test(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What makes it grow faster than the text, if anything does. */
export function growthSeen(pattern: Expression): string | undefined {
  const compiled = new RegExp(pattern.source, pattern.flags);
  for (const attack of attacksOn({ ...pattern, places: [] })) {
    const texts = new Map<number, string>();
    const growth = growthOf((units) => {
      const text = texts.get(units) ?? attackOf(units, attack);
      texts.set(units, text);
      return cost(compiled, text);
    });
    if (growth === undefined) continue;
    const { ratio, from, to } = growth;
    return `×${ratio.toFixed(0)} from ${from} to ${to} units of ${JSON.stringify(attack)}`;
  }
  return undefined;
}
