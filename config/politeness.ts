/** How we behave on a vendor's site. The numbers are promises that /bot repeats. */

const DAY_MS = 86_400_000;

export const BOT_NAME = 'AssayBot';

export const POLITENESS = {
  totalTimeoutMs: 30_000,
  maxDecodedBytes: 10 * 1024 * 1024,
  /** Decoded bytes over received bytes; past it a response is a bomb, not a page. Judged after the first 64 KiB. */
  maxInflation: 100,
  inflationFloorBytes: 64 * 1024,
  maxRedirects: 5,
  /** Pages and sitemaps of a site on which a pricing page is looked for; robots.txt comes on top. */
  requestsToFind: 12,
  /** RFC 9309 §2.5: a crawler may stop parsing robots.txt at 500 kibibytes, not before. */
  robotsMaxBytes: 500 * 1024,
  /** RFC 9309 §2.4: not cached for more than 24 hours while the server answers. */
  robotsFreshMs: DAY_MS,
  /** RFC 9309 §2.3.1.4: after this long of 5xx, robots.txt may be taken as unavailable. */
  robotsLastGoodMs: 30 * DAY_MS,
  /** A Crawl-delay above this is honoured by not visiting more than once in it, and capped for our queue's sake. */
  maxCrawlDelayMs: 10 * 60_000,
  /** 403, or 429 without Retry-After: days until the next attempt, by how many refusals in a row there have been. */
  refusalBackoffDays: [1, 3, 7, 14, 30],
  maxRetryAfterMs: 30 * DAY_MS,
} as const;

export function userAgent(botUrl: string): string {
  return `${BOT_NAME}/1.0 (+${botUrl})`;
}
