/**
 * What kind of page this is, before anyone believes a price on it: an error page, a challenge, a wall or an empty
 * shell can hold words that look like prices, and so can an article. Each verdict has a reason; none is a guess about
 * what isn't there.
 */
import { genreOf } from './genre.ts';
import { missingOf } from './missing.ts';
import { type Judged, type Judgement, type PageFacts, PRICE_LIST_WORD, pageFacts } from './page-facts.ts';
import { shellOf } from './shell.ts';
import { wallOf } from './wall.ts';

export type { Judged, Judgement };

const PRICING_WORD =
  /\bbilled\b|\bper (?:month|user|seat|year)\b|\/ ?mo\b|\btokens?\b|pro monat|par mois|al mes\b|por mês|每月/i;

export function judge(judged: Judged): Judgement {
  const facts = pageFacts(judged);
  return (
    wallOf(facts) ?? missingOf(facts) ?? shellOf(facts) ?? genreOf(facts) ?? otherProduct(facts) ?? contentOf(facts)
  );
}

function otherProduct({ instead }: PageFacts): Judgement | undefined {
  if (instead === undefined) return undefined;
  return { verdict: 'other_product', reason: `The page is about another product: "${instead}"` };
}

function contentOf({ size, found, amounts, isPriceList, document }: PageFacts): Judgement {
  if (size === 0 && !found) return { verdict: 'unreadable', reason: 'The page has no text' };
  if (found) return { verdict: 'pricing', reason: 'Prices were read' };
  const words = document.visible.slice(0, 20_000);
  if (
    isPriceList.title ||
    isPriceList.head ||
    (amounts.length > 0 && (PRICE_LIST_WORD.test(words) || PRICING_WORD.test(words)))
  ) {
    return {
      verdict: 'pricing',
      reason: `A page about prices, of which none could be read with certainty (${amounts.length} amounts seen)`,
    };
  }
  return {
    verdict: 'not_pricing',
    reason:
      amounts.length === 0
        ? 'No amount of money on the page'
        : `${amounts.length} amounts, none of them a price of a tier`,
  };
}
