/**
 * One Crawlee crawler that lives as long as the process, fed one visit at a time. (A crawler per visit costs 50 ms
 * and leaks: field notes, performance §4b.)
 *
 * Of Crawlee we use what it is good at, running many visits at once and keeping browsers alive. Everything that it
 * would do about failures (retries, sessions, blocked requests, storage, logs) is off: a visit's ending is a value,
 * and BullMQ alone retries.
 */
import {
  type AutoscaledPoolOptions,
  Configuration,
  type IRequestManager,
  Log,
  LogLevel,
  Request,
  type RequestProvider,
} from '@crawlee/basic';

/** Crawlee ended the visit: its browser would not start or died between two visits, or the crawler was stopped. */
export class VisitLost extends Error {
  override name = 'VisitLost';
}

export interface LongLivedCrawler<Question, Result> {
  /** @throws {VisitLost} */
  visit(question: Question): Promise<Result>;
  stop(): Promise<void>;
}

/** What any of Crawlee's crawlers must be made with to live so. */
export interface CrawlerSettings {
  requestQueue: RequestProvider;
  requestHandler: (context: { request: Request }) => Promise<void>;
  failedRequestHandler: (context: { request: Request }, error: Error) => void;
  maxRequestRetries: 0;
  keepAlive: true;
  useSessionPool: false;
  retryOnBlocked: false;
  requestHandlerTimeoutSecs: number;
  autoscaledPoolOptions: AutoscaledPoolOptions;
  statisticsOptions: { saveErrorSnapshots: false; persistenceOptions: { enable: false } };
  log: Log;
}

/** What we ask of it; its kinds differ in everything else. */
interface CrawleeCrawler {
  run(): Promise<unknown>;
  teardown(): Promise<void>;
  autoscaledPool?: { notify(): Promise<void> } | undefined;
}

export interface CrawlerOptions<Context, Question, Result> {
  /** Makes the crawler; the settings are the same for each kind. */
  create: (settings: CrawlerSettings, configuration: Configuration) => CrawleeCrawler;
  /** Never throws for anything that the vendor can cause. */
  handle: (context: Context, question: Question) => Promise<Result>;
  concurrency: number;
  /** Longer than any visit: Crawlee's own limit is for bugs, and ours for vendors. */
  timeoutMs: number;
  /** The crawler stopped by itself, which it should never do. */
  onEnd: (error: Error) => void;
}

/**
 * What Crawlee is given in the place of a visit's own address. By its registrable domain it would remember when each was
 * visited, for as long as it lives, and hold back visits for as long as a clock has gone back since: this one has none.
 */
const NOWHERE = 'http://localhost/';

/** Waiting visits, and no memory of past ones: Crawlee's own queue keeps every request that it ever handled. */
class VisitQueue implements IRequestManager {
  #waiting: Request[] = [];
  #handled = 0;

  add(request: Request): void {
    this.#waiting.push(request);
  }
  async fetchNextRequest<T extends Record<string, unknown>>(): Promise<Request<T> | null> {
    return (this.#waiting.shift() as Request<T> | undefined) ?? null;
  }
  async isEmpty(): Promise<boolean> {
    return this.#waiting.length === 0;
  }
  async isFinished(): Promise<boolean> {
    return false;
  }
  async markRequestHandled(): Promise<void> {
    this.#handled += 1;
  }
  async reclaimRequest(): Promise<null> {
    return null;
  }
  async handledCount(): Promise<number> {
    return this.#handled;
  }
  getTotalCount(): number {
    return this.#handled + this.#waiting.length;
  }
  getPendingCount(): number {
    return this.#waiting.length;
  }
  async addRequest(): Promise<never> {
    throw new TypeError('Cannot add a request: visits are added one at a time by visit()');
  }
  async addRequestsBatched(): Promise<never> {
    return this.addRequest();
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
    for (let next = await this.fetchNextRequest(); next !== null; next = await this.fetchNextRequest()) yield next;
  }
}

/** At SIGINT Crawlee would pause for good and leave visits waiting; how a process stops is for the process to say. */
function dropInterruptHandlers(): void {
  for (const listener of process.listeners('SIGINT')) {
    if (listener.name === 'sigintHandler') process.off('SIGINT', listener);
  }
}

interface Waiting<Question, Result> {
  question: Question;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

export function startLongLivedCrawler<Context extends { request: Request }, Question extends { url: string }, Result>(
  options: CrawlerOptions<Context, Question, Result>,
): LongLivedCrawler<Question, Result> {
  const { create, handle, concurrency, timeoutMs, onEnd } = options;
  const queue = new VisitQueue();
  const visits = new Map<string, Waiting<Question, Result>>();
  let count = 0;
  let isStopping = false;

  const crawler = create(
    {
      // Crawlee has an option for a queue of one's own, requestManager, and refuses it as unknown (3.18.1).
      requestQueue: queue as unknown as RequestProvider,
      async requestHandler(context) {
        dropInterruptHandlers();
        const visit = visits.get(context.request.uniqueKey);
        if (visit === undefined) return;
        // Crawlee learns of no failure: it would keep its statistics of them for as long as it lives.
        await handle(context as Context, visit.question).then(visit.resolve, visit.reject);
        visits.delete(context.request.uniqueKey);
      },
      // Its own: a browser that would not start, or a visit past the last deadline.
      failedRequestHandler({ request }, error) {
        const visit = visits.get(request.uniqueKey);
        visit?.reject(new VisitLost(`Cannot visit ${visit.question.url}`, { cause: error }));
        visits.delete(request.uniqueKey);
      },
      maxRequestRetries: 0,
      keepAlive: true,
      useSessionPool: false,
      retryOnBlocked: false,
      requestHandlerTimeoutSecs: timeoutMs / 1000,
      // BullMQ's concurrency is the throttle. Left to itself the pool starts low and never below its minimum does it
      // hold back for memory, so all three are one number (field notes, performance §4c).
      autoscaledPoolOptions: {
        minConcurrency: concurrency,
        desiredConcurrency: concurrency,
        maxConcurrency: concurrency,
        maybeRunIntervalSecs: 0.1,
        loggingIntervalSecs: null,
      },
      statisticsOptions: { saveErrorSnapshots: false, persistenceOptions: { enable: false } },
      log: new Log({ level: LogLevel.OFF }),
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  );

  const running = crawler.run();
  running.then(
    () => isStopping || onEnd(new Error('The crawler ended by itself')),
    (error: unknown) => onEnd(new Error('The crawler failed', { cause: error })),
  );

  return {
    visit(question) {
      count += 1;
      const key = String(count);
      return new Promise((resolve, reject) => {
        visits.set(key, { question, resolve, reject });
        queue.add(new Request({ url: NOWHERE, uniqueKey: key, skipNavigation: true }));
        void crawler.autoscaledPool?.notify();
      });
    },
    async stop() {
      isStopping = true;
      await crawler.teardown();
      await running;
      for (const { reject } of visits.values()) reject(new VisitLost('Cannot finish the visit: the crawler stops'));
      visits.clear();
    },
  };
}
