/**
 * What stands among tiers and is none: notes on all of them, bullets with amounts, offers to some.
 */

import { type Document, type Line, lastAtOrBefore, type PageElement, parentOf } from '../page/document.ts';
import { tidyName } from '../page/label.ts';
import type { Cluster } from './clusters.ts';
import type { Name } from './name.ts';
import { isForSome } from './programme.ts';
import type { Signal } from './signals.ts';
import type { TierParts } from './tier.ts';
import { ASIDE, hasTierWord } from './words.ts';

/**
 * Headings of what is about no tier, no lower than the name before: they take the amounts below them from it. Said once:
 * what every card has a heading of is about that card.
 */
export function asidesIn({ lines, visible }: Document, firm: readonly Name[]): Name[] {
  const found = new Map<string, Name | undefined>();
  for (let line = 0; line < lines.length; line += 1) {
    const { start, end, heading: rank, element } = lines[line] as Line;
    if (rank === 0 || end - start > 40) continue;
    const words = tidyName(visible.slice(start, end));
    const key = words.toLowerCase();
    if (ASIDE.test(words)) found.set(key, found.has(key) ? undefined : { start, end, words, rank, line, element });
  }
  return [...found.values()].flatMap((aside) =>
    aside !== undefined && aside.rank <= (firm[lastAtOrBefore(firm, aside.start)]?.rank ?? 7) ? [aside] : [],
  );
}

/** With those headings among them; short lines below such a heading name nothing. */
export function withAsides(names: readonly Name[], asides: readonly Name[]): Name[] {
  if (asides.length === 0) return [...names];
  const found = new Set(asides);
  let isAside = false;
  return [...names, ...asides]
    .sort((a, b) => a.start - b.start)
    .filter((name) => {
      if (name.rank < 7) isAside = found.has(name);
      return name.rank < 7 || !isAside;
    });
}

/** Where others have their price in a line of its own, amounts in bullets alone are no price of a tier. */
export function withoutBullets(group: readonly Cluster[], beside: readonly Cluster[]): Cluster[] {
  const priced = [...beside, ...group].filter(({ signals }) =>
    signals.some((signal) => signal.kind === 'money' && !isBullet(signal)),
  );
  if (priced.length < 2) return [...group];
  return group.filter(
    (cluster) => hasTierWord(cluster.name.words) || priced.includes(cluster) || !cluster.signals.every(isBullet),
  );
}

const isBullet = ({ element, line }: Signal) => element.name === 'li' || line.element.name === 'li';

/** "Education: free for classrooms", or for the asking, beside the row of tiers and not in it. */
export function isProgramme(
  { visible }: Document,
  { signals: [signal] }: Cluster,
  { name, parts }: { name: string; parts: TierParts },
): boolean {
  const isUnpriced = parts.isFree || (parts.isCustom && parts.prices.length === 0);
  if (!isUnpriced || signal === undefined) return false;
  return isForSome(name, visible.slice(signal.line.start, signal.line.end).trim());
}

const ADD_ON = /^add-?ons?(?![a-z])/i;
/** How far around a card its classes may say what it is. */
const MAX_AROUND = 4;

/** What is said of the section around cards to those who don't see it; shorter than a heading, "Options" are a toggle's. */
const SAID_BESIDE =
  /^(?:optional |available |paid )?(?:add-?ons?|extras)\b|^(?:technical |customer |paid )?support(?!ers?\b)|^zusatz(?:optionen|module|leistungen|pakete)\b|^(?:roi|savings?) calculator\b/iu;

/** A card of the class "addon-card", or in an element or a section called so. */
export function refusalOfCard({ root, name }: Cluster): string | undefined {
  let at: PageElement | undefined = root;
  for (let up = 0; up < MAX_AROUND && at !== undefined; up += 1) {
    const said = at.attribs['aria-label'] ?? '';
    if (SAID_BESIDE.test(said) && !said.toLowerCase().includes(name.words.toLowerCase())) return 'among the add-ons';
    if ((at.attribs.class ?? '').split(/\s+/).some((name) => ADD_ON.test(name))) return 'among the add-ons';
    at = parentOf(at);
  }
  return undefined;
}
