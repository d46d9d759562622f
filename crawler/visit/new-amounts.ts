/** Whether a page deserves a picture: it has amounts of money that its last capture did not have. */
import type { CrawlJob } from '../../data/observation.ts';
import type { PageReading } from '../../data/reading.ts';
import { type Archive, soundPage } from '../../data/store/archive/archive.ts';
import { pageCopy } from '../../data/text/page-copy.ts';

const AMOUNT = /[$€£¥₹]\s?\d[\d.,]{0,20}|(?<![\d.,])\d[\d.,]{0,20}\s?(?:[€£¥₹]|(?:USD|EUR|GBP)\b)/g;

/** False for a page that asks archives for no copies. @param bytes the HTML of a page, in UTF-8 */
export async function hasNewAmounts(
  bytes: Buffer,
  previous: CrawlJob['previous'],
  archive: Pick<Archive, 'get'>,
): Promise<boolean> {
  const { text, isNoArchive } = pageCopy(bytes.toString(), 'html');
  const amounts = amountsIn(text);
  if (isNoArchive || amounts === '') return false;
  const before = previous && (await soundPage(archive, previous.sha256));
  return before === undefined || amountsIn(pageCopy(before.toString(), 'html').text) !== amounts;
}

function amountsIn(text: string): string {
  return [...new Set(text.match(AMOUNT))].sort().join('\n');
}

export function hasPrices({ tiers, models }: PageReading): boolean {
  return models.length > 0 || tiers.some(({ prices }) => prices.length > 0);
}
