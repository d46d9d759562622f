/** The long-lived crawler for plain HTTP: Crawlee runs the visits, http.ts makes them. */
import { BasicCrawler } from '@crawlee/basic';
import type { HttpClient } from './exchange.ts';
import type { Fetched } from './fetched.ts';
import { fetchPage, type PageQuestion, type VisitLimits } from './http.ts';
import { type LongLivedCrawler, startLongLivedCrawler } from './long-lived-crawler.ts';

export interface HttpCrawlerOptions {
  client: HttpClient;
  limits: VisitLimits;
  concurrency: number;
  onEnd: (error: Error) => void;
}

/** What a hop may wait beside the visit's own time, before Crawlee takes the visit for lost. */
const SPARE_MS = 60_000;

export function startHttpCrawler({
  client,
  limits,
  concurrency,
  onEnd,
}: HttpCrawlerOptions): LongLivedCrawler<PageQuestion, Fetched> {
  return startLongLivedCrawler({
    create: (settings, configuration) => new BasicCrawler(settings, configuration),
    handle: (_context, question: PageQuestion) => fetchPage(question, client, limits),
    concurrency,
    timeoutMs: limits.totalTimeoutMs + SPARE_MS,
    onEnd,
  });
}
