/** What a page says once for all its rates: per how many tokens they are. */
import type { Document } from '../page/document.ts';
import type { Signals } from '../tiers/signals.ts';
import { mayScale, nextOfTokens, perMillion, type Scale } from './token-rate.ts';

const MAX_PARAGRAPH = 2000;
const MAX_LINES = 20_000;
const ABOUT_PRICES = /\bpric|\brates?\b|\bcosts?\b|\bbill|\bcharg|\bUSD\b|\$|单价|价格|计费|料金/i;

/** "puffin-2 (per 1M tokens)" */
const BEHIND = /[(（] ?(?:per|\/|pro|par|por|每) ?[^()（）]{2,30}[)）]\W{0,3}$/i;

/** "All prices are per 1M tokens": undefined where the page says two things. */
export function scaleOfPage({ lines, visible }: Document, { amounts }: Signals): Scale | undefined {
  const said = new Set<Scale>();
  let next = 0;
  let hint = 0;
  for (const { start, end } of lines.slice(0, MAX_LINES)) {
    while (next < amounts.length && (amounts[next]?.end ?? 0) <= start) next += 1;
    if (end - start > MAX_PARAGRAPH || (amounts[next]?.start ?? end) < end) continue;
    if (hint < start) hint = nextOfTokens(visible, start);
    if (hint >= end) continue;
    const words = visible.slice(start, end);
    if (!mayScale(words)) continue;
    for (const sentence of words.split(/[.!?]\s|。/)) {
      const isStatement =
        ABOUT_PRICES.test(sentence) || /^\W*(?:per|每|単位)/i.test(sentence.slice(0, 24)) || BEHIND.test(sentence);
      const scale = isStatement ? perMillion(sentence) : undefined;
      if (scale !== undefined && scale !== 1_000_000) said.add(scale);
    }
  }
  const [only, ...others] = said;
  return others.length === 0 ? only : undefined;
}
