/** What a page says that a tier has, as short labels: the lines below a card's price. */

import { type Document, type Line, lastAtOrBefore, nearest, within } from '../../page/document.ts';
import { isPlain, label } from '../../page/label.ts';
import { isCustomLine, isFreeLine } from '../words.ts';
import type { Cluster } from './clusters.ts';

const MAX_FEATURES = 60;
const CHROME =
  /^(?:get started|start|try|sign ?up|buy|choose|select|contact|learn more|subscribe|book|request|most popular|best value|recommended|per |\/|billed|monthly|yearly|annually|save \d|min(?:imum|\.) |mindestens |[|✓✔✗✕•·-])/i;
/** The heading of a list that goes on from another tier's. */
const INHERITS =
  /^(?:everything (?:in|from|you)|all (?:the )?(?:features|of)|alles (?:aus|in|von)|tout(?:es)? (?:les|ce)|todo lo)(?!\p{L})/iu;
const PRICED = /[$€£¥₹₽₩₺]|\d ?(?:USD|EUR|GBP)(?!\p{L})/u;
const MARK = /^[✓✔•·✅☑●\-–*+]+\s*/u;

export function featuresOf(document: Document, cluster: Cluster): string[] {
  const after = cluster.signals[0]?.end ?? cluster.start;
  const spoken = cluster.signals.map((signal) => ({
    start: signal.start,
    end: signal.end + (signal.kind === 'money' ? signal.terms.reach : 0),
  }));
  const features = new Map<string, { words: string; isItem: boolean }>();
  for (const line of within(document.lines, { start: after + 1, end: cluster.end })) {
    if (features.size >= MAX_FEATURES) break;
    const said = spoken[lastAtOrBefore(spoken, line.end - 1)];
    if (said !== undefined && said.end > line.start) continue;
    if (line.heading > 0 || line.struck || isInControl(line)) continue;
    const words = labelled(document.visible.slice(line.start, line.end));
    if (words === undefined || CHROME.test(words) || isCustomLine(words) || isFreeLine(words)) continue;
    const key = words.toLowerCase();
    if (!features.has(key)) features.set(key, { words, isItem: isItem(line) });
  }
  // Where features are a list, what stands beside the list is talk.
  const found = [...features.values()];
  const items = found.filter((feature) => feature.isItem);
  return (items.length >= 2 ? items : found).map(({ words }) => words);
}

/** Undefined where the words are no feature's: too long, a price, the head of a list. */
function labelled(text: string): string | undefined {
  const whole = label(text, 120).replace(MARK, '');
  const words = whole.endsWith('.') ? whole.slice(0, -1).trimEnd() : whole;
  if (words.length < 3 || words.length > 118 || words.endsWith(':') || words.endsWith('?')) return undefined;
  return INHERITS.test(words) || PRICED.test(words) || !isPlain(words) ? undefined : words;
}

const isItem = ({ element }: Line) =>
  nearest(element, 5, ({ name, role }) => name === 'li' || role === 'listitem') !== undefined;

const isInControl = ({ element }: Line) =>
  nearest(element, 3, ({ name }) => name === 'button' || name === 'a') !== undefined;
