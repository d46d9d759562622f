/**
 * What kind of page this is, before anyone believes a price on it: an error page, a challenge, a wall or an empty
 * shell can hold words that look like prices, and so can an article. Each verdict has a reason; none is a guess about
 * what isn't there.
 */
import { counted } from '../../../data/text/figures.ts';
import { genreOf } from './genre.ts';
import { type Judged, type Judgement, type PageFacts, pageFacts } from './page-facts.ts';
import { isMentioned } from './page-says.ts';
import { shellOf } from './shell.ts';
import { missingOf, wallOf } from './wall.ts';

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
  if (isPriceList.title || isPriceList.head || (amounts.length > 0 && isMentioned('priceWords', words))) {
    return {
      verdict: 'pricing',
      reason: `A page about prices, of which none could be read with certainty (${counted(amounts.length, 'amount')} seen)`,
    };
  }
  return {
    verdict: 'not_pricing',
    reason:
      amounts.length === 0
        ? 'No amount of money on the page'
        : `${counted(amounts.length, 'amount')}, no price of a tier`,
  };
}
