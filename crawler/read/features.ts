/** What a card says that its tier has, as short labels: the lines below its price, less its calls to action. */

import type { Cluster } from './clusters.ts';
import { type Document, type Line, lastAtOrBefore, parentOf } from './document.ts';
import { isPlain, label } from './label.ts';
import { isCustomLine, isFreeLine } from './words.ts';

const MAX_FEATURES = 60;
const CHROME =
  /^(?:get started|start|try|sign ?up|buy|choose|select|contact|learn more|subscribe|book|request|most popular|per |\/|billed|monthly|yearly|[|✓✔✗✕•·-])/i;

export function featuresOf(document: Document, cluster: Cluster): string[] {
  const after = cluster.signals.at(-1)?.end ?? cluster.start;
  const features: string[] = [];
  for (
    let index = lastAtOrBefore(document.lines, after) + 1;
    index < document.lines.length && features.length < MAX_FEATURES;
    index += 1
  ) {
    const line = document.lines[index] as Line;
    if (line.start >= cluster.end) break;
    if (line.heading > 0 || isInControl(line)) continue;
    const words = label(document.visible.slice(line.start, line.end), 120).replace(/^[✓✔•·✅☑\-–*+]+\s*/u, '');
    if (words.length < 3 || words.length > 118 || !isPlain(words)) continue;
    if (CHROME.test(words) || isCustomLine(words) || isFreeLine(words) || /[:?]$/.test(words)) continue;
    if (!features.includes(words)) features.push(words);
  }
  return features;
}

function isInControl({ element }: Line): boolean {
  let at: Line['element'] | undefined = element;
  for (let up = 0; up < 3 && at !== undefined; up += 1) {
    if (at.name === 'button' || at.name === 'a' || at.name === 'label') return at.name !== 'label';
    at = parentOf(at);
  }
  return false;
}
