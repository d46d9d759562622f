import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_RETRY_MS, PLAN_EVERY_MS } from '../../../config/cadence.ts';
import { cadencePlan, type Waits } from '../../../crawler/schedule/cadence-plan.ts';
import {
  type DueBy,
  dueAgainAt,
  dueJobs,
  dueSoon,
  withinBounds as inSteps,
  jobsDue,
} from '../../../crawler/schedule/due.ts';
import { CrawlJob, observationId } from '../../../data/observation.ts';
import { type CatalogueProduct, Source } from '../../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../../data/source-facts.ts';
import { atOnce, type Steps } from '../../../data/store/steps.ts';
import { product as catalogued, crawlJob } from '../../builders.ts';

const withinBounds = (...given: Parameters<typeof inSteps>) => atOnce(inSteps(...given));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CHECKED = '2026-03-01T12:00:00.000Z';

const product = (slug: string, over: Partial<CatalogueProduct> = {}) => catalogued({ slug, ...over });

const facts = (slug: string, over: Partial<SourceFacts> = {}): SourceFacts => ({
  slug,
  source: 'pricing',
  checkedAt: CHECKED,
  outcome: 'confirmed',
  failuresInARow: 0,
  refusalsInARow: 0,
  needsBrowser: false,
  disputed: false,
  witnesses: 0,
  ...over,
});

const known = (...list: SourceFacts[]) => new Map(list.map((each) => [sourceKey(each.slug, each.source), each]));
const later = (ms: number) => new Date(Date.parse(CHECKED) + ms);
const plan: Waits = { waitMs: () => 7 * DAY };

describe('the path of a visit', () => {
  const renderOf = (over: Partial<SourceFacts>) =>
    dueJobs([product('acme')], known(facts('acme', over)), { ...plan, now: later(60 * DAY) })[0]?.render;
  const days = [0, 1, 2, 3].map((day) => later(day * DAY).toISOString());

  it('is by turns HTTP and a browser while a reading contradicts the record', () => {
    const paths = days.map((checkedAt) => renderOf({ checkedAt, disputed: true }));
    expect(new Set(paths.slice(0, 2))).toEqual(new Set(['http', 'browser']));
    expect(paths.slice(2)).toEqual(paths.slice(0, 2));
  });

  it('is HTTP otherwise, and after a failure', () => {
    for (const checkedAt of days) {
      expect(renderOf({ checkedAt })).toBe('http');
      expect(renderOf({ checkedAt, disputed: true, failuresInARow: 1 })).toBe('http');
    }
  });
});

describe('when a source is due again', () => {
  it.each<[string, Partial<SourceFacts>, number]>([
    ['after its cadence', {}, 7 * DAY],
    ['a day later, where a reading contradicts the record', { disputed: true }, DAY],
    ['an hour after a first failure', { failure: 'unreachable', outcome: 'unreadable', failuresInARow: 1 }, HOUR],
    ['two hours after a second failure', { failure: 'timeout', outcome: 'unreadable', failuresInARow: 2 }, 2 * HOUR],
    [
      'never later than its cadence for failures',
      { failure: 'timeout', outcome: 'unreadable', failuresInARow: 90 },
      7 * DAY,
    ],
    [
      'after its cadence where robots.txt says no',
      { failure: 'disallowed', outcome: 'unreadable', failuresInARow: 3 },
      7 * DAY,
    ],
    [
      'after its cadence at a first refusal, which is longer than a day',
      { failure: 'refused', failuresInARow: 1, refusalsInARow: 1 },
      7 * DAY,
    ],
    [
      'after a month when refused again and again',
      { failure: 'refused', failuresInARow: 9, refusalsInARow: 9 },
      30 * DAY,
    ],
    ['not before the vendor allows it', { notBefore: later(20 * DAY).toISOString() }, 20 * DAY],
  ])('%s', (_, over, wait) => {
    expect(dueAgainAt(facts('acme', over), 7 * DAY)).toEqual(later(wait));
  });
});

describe('a source whose last visit is dated ahead', () => {
  const ahead = known(
    facts('acme', { checkedAt: later(90 * DAY).toISOString(), notBefore: later(95 * DAY).toISOString() }),
  );

  it('is due now: nobody knows how long ago it was visited', () => {
    expect(dueJobs([product('acme')], ahead, { ...plan, now: later(0) }).map(({ slot }) => slot)).toEqual([
      '2026-03-01T12Z',
    ]);
  });

  it('by a little more than clocks differ, and no less', () => {
    const by = (ms: number) => known(facts('acme', { checkedAt: later(ms).toISOString() }));
    expect(dueJobs([product('acme')], by(HOUR), { ...plan, now: later(0) })).toEqual([]);
    expect(dueJobs([product('acme')], by(HOUR + 1), { ...plan, now: later(0) })).toHaveLength(1);
  });

  it('is visited once an hour where its visits go on being dated so', () => {
    const written = new Set(dueJobs([product('acme')], ahead, { ...plan, now: later(0) }).map(observationId));
    const by: Omit<DueBy, 'now'> = { ...plan, isWritten: (id) => written.has(id) };
    expect(dueJobs([product('acme')], ahead, { ...by, now: later(HOUR - 1) })).toEqual([]);
    const next = dueJobs([product('acme')], ahead, { ...by, now: later(HOUR) });
    expect(next.map((job) => CrawlJob.parse(job).slot)).toEqual(['2026-03-01T13Z']);
  });
});

describe('jobs that are due', () => {
  it('none for a retired product', () => {
    const retired = { reason: 'ended', source: 'https://acme.example/' };
    expect(dueJobs([product('acme', { retired })], new Map(), { ...plan, now: later(0) })).toEqual([]);
  });

  it('none a moment before its time, one at its time', () => {
    expect(dueJobs([product('acme')], known(facts('acme')), { ...plan, now: later(7 * DAY - 1) })).toEqual([]);
    expect(dueJobs([product('acme')], known(facts('acme')), { ...plan, now: later(7 * DAY) })).toHaveLength(1);
  });

  it('carry what earlier visits taught', () => {
    const page = { sha256: 'a'.repeat(64), etag: '"x"', lastModified: 'Sun, 01 Mar 2026 12:00:00 GMT' };
    const [job] = dueJobs([product('acme')], known(facts('acme', { needsBrowser: true, page })), {
      ...plan,
      now: later(30 * DAY),
    });
    expect(job).toMatchObject({ render: 'browser', previous: page });
  });

  it('never visited first, then disputes, then the most overdue', () => {
    const products = ['late', 'later', 'fresh', 'disputed', 'new'].map((slug) => product(slug));
    const all = known(
      facts('late', { checkedAt: later(-DAY).toISOString() }),
      facts('later', { checkedAt: later(-9 * DAY).toISOString() }),
      facts('fresh', { checkedAt: later(6 * DAY).toISOString() }),
      facts('disputed', { disputed: true }),
    );
    expect(dueJobs(products, all, { ...plan, now: later(7 * DAY) }).map(({ slug }) => slug)).toEqual([
      'new',
      'disputed',
      'later',
      'late',
    ]);
  });

  it('take turns among hosts', () => {
    const at = (slug: string, path: string) =>
      product(slug, { sources: [Source.parse({ id: 'pricing', url: `https://${path}` })] });
    const jobs = dueJobs([at('a', 'one.example/a'), at('b', 'one.example/b'), at('c', 'two.example/c')], new Map(), {
      ...plan,
      now: later(0),
    });
    expect(jobs.map(({ slug }) => slug)).toEqual(['a', 'c', 'b']);
  });
});

const anyFacts = fc.record({
  checkedAt: fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-06-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  failuresInARow: fc.nat(40),
  refusalsInARow: fc.nat(9),
  needsBrowser: fc.boolean(),
  disputed: fc.boolean(),
});
const world = fc.array(fc.option(anyFacts, { nil: undefined }), { maxLength: 30 }).map((list) => ({
  products: list.map((_, index) => product(`p${index}`)),
  all: known(...list.flatMap((each, index) => (each === undefined ? [] : [facts(`p${index}`, each)]))),
}));
const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });

it('a plan and a tick of many products take many steps', () => {
  const countOf = (steps: Steps<unknown>) => {
    let count = 0;
    while (steps.next().done !== true) count += 1;
    return count;
  };
  const products = Array.from({ length: 2_000 }, (_, at) => product(`p${at}`));
  expect(countOf(cadencePlan({ products, watching: new Map(), checksPerDay: 500 }))).toBeGreaterThan(40);
  expect(countOf(jobsDue(products, new Map(), { ...plan, now: later(0) }))).toBeGreaterThan(40);
});

describe('the law of slots', () => {
  it('every job is one that the crawler takes, and no two share an id', () => {
    fc.assert(
      fc.property(world, instant, ({ products, all }, now) => {
        const jobs = dueJobs(products, all, { ...plan, now });
        for (const job of jobs) expect(CrawlJob.parse(job)).toEqual(job);
        expect(new Set(jobs.map(observationId)).size).toBe(jobs.length);
      }),
    );
  });

  it('whoever looks, whenever and by whatever plan, the same facts make the same ids', () => {
    fc.assert(
      fc.property(world, instant, fc.nat(90 * DAY), ({ products, all }, now, wait) => {
        const known = new Map([...all].filter(([, { checkedAt }]) => Date.parse(checkedAt) <= now.getTime() + HOUR));
        const seen = products.filter(
          ({ slug }) => known.has(sourceKey(slug, 'pricing')) || !all.has(sourceKey(slug, 'pricing')),
        );
        const early = new Set(dueJobs(seen, known, { ...plan, now }).map(observationId));
        const late = new Set(
          dueJobs(products, all, { ...plan, now: new Date(now.getTime() + wait) }).map(observationId),
        );
        expect(early.isSubsetOf(late)).toBe(true);
      }),
    );
  });

  it('a visit makes a new slot, and nothing is due twice at once', () => {
    fc.assert(
      fc.property(world, instant, ({ products, all }, now) => {
        const jobs = dueJobs(products, all, { ...plan, now });
        const visited = new Map(all);
        for (const { slug } of jobs)
          visited.set(sourceKey(slug, 'pricing'), facts(slug, { checkedAt: now.toISOString() }));
        expect(dueJobs(products, visited, { ...plan, now })).toEqual([]);
        const again = dueJobs(products, visited, { ...plan, now: new Date(now.getTime() + 8 * DAY) }).map(
          observationId,
        );
        expect(again.filter((id) => jobs.some((job) => observationId(job) === id))).toEqual([]);
      }),
    );
  });
});

describe('products that are due soon', () => {
  const soonOf = (products: CatalogueProduct[], all: ReadonlyMap<string, SourceFacts>, until: Date) =>
    atOnce(dueSoon(products, { ...plan, now: until }, () => all)).map(({ slug }) => slug);

  it('are those that have a job by then, at any moment until then', () => {
    fc.assert(
      fc.property(world, instant, fc.nat(PLAN_EVERY_MS), ({ products, all }, now, before) => {
        const past = new Map([...all].filter(([, { checkedAt }]) => Date.parse(checkedAt) <= now.getTime()));
        const until = new Date(now.getTime() + PLAN_EVERY_MS);
        const moment = new Date(until.getTime() - before);
        const due = dueJobs(products, past, { ...plan, now: moment }).map(({ slug }) => slug);
        expect(new Set(due).isSubsetOf(new Set(soonOf(products, past, until)))).toBe(true);
      }),
    );
  });

  it('are all that a tick reads of the ledger, until a source that is visited meanwhile may be due', () => {
    const products = Array.from({ length: 300 }, (_, at) => product(`p${at}`));
    const visited = known(...products.slice(1).map(({ slug }) => facts(slug)));
    expect(soonOf(products, visited, later(DAY))).toEqual(['p0']);
    expect(PLAN_EVERY_MS).toBeLessThanOrEqual(FAILURE_RETRY_MS);
  });

  it('are read in parts', () => {
    const read: number[] = [];
    const products = Array.from({ length: 300 }, (_, at) => product(`p${at}`));
    const steps = dueSoon(products, { ...plan, now: later(0) }, (slugs) => {
      read.push(slugs.length);
      return new Map();
    });
    steps.next();
    expect(read).toEqual([100]);
    expect(atOnce(steps)).toHaveLength(300);
  });
});

describe('visits under way', () => {
  const job = (at: number, host = `vendor-${at}.example`) =>
    crawlJob({ slug: `product-${at}`, url: `https://${host}/${at}`, slot: '0000' });
  const due = (count: number) => Array.from({ length: count }, (_, at) => job(at));
  const none = { ids: new Set<string>(), failed: new Set<string>() };
  const now = new Date('2026-03-01T12:00:00Z');

  it('are filled up to the bound, the most wanted first, whatever of them is due', () => {
    const jobs = due(10);
    const ids = new Set(['elsewhere.pricing.0000', ...jobs.slice(3, 5).map(observationId)]);
    const { jobs: all, added } = withinBounds(jobs, { ...none, ids }, { now, most: 5 });
    expect(added).toEqual([jobs[0], jobs[1]]);
    expect(all.map(({ slug }) => slug).sort()).toEqual(['product-0', 'product-1', 'product-3', 'product-4']);
  });

  it('begin anew on another day where one was given up, once a day', () => {
    const jobs = due(2);
    const first = observationId(job(0));
    const { added } = withinBounds(jobs, { ...none, failed: new Set([first]) }, { now });
    expect(added).toEqual([{ ...job(0), slot: '2026-03-01' }, jobs[1]]);
    expect(CrawlJob.parse(added[0])).toEqual(added[0]);
    const again = observationId({ ...job(0), slot: '2026-03-01' });
    const underWay = { ids: new Set([again, observationId(job(1))]), failed: new Set([first]) };
    expect(withinBounds(jobs, underWay, { now })).toMatchObject({ jobs: [{ slot: '2026-03-01' }, jobs[1]], added: [] });
    const failed = new Set([first, again]);
    expect(withinBounds(jobs, { ...none, failed }, { now }).added).toEqual([jobs[1]]);
    const tomorrow = new Date('2026-03-02T00:00:00Z');
    expect(withinBounds(jobs, { ...none, failed }, { now: tomorrow }).added).toMatchObject([
      { slot: '2026-03-02' },
      jobs[1] as CrawlJob,
    ]);
  });

  it('of a host with many sources do not take the room of others', () => {
    const ofOne = Array.from({ length: 100 }, (_, at) => job(at, 'market.example'));
    const others = Array.from({ length: 20 }, (_, at) => job(100 + at));
    const { added } = withinBounds([...ofOne, ...others], none, { now, most: 50, mostOfHost: 10 });
    expect(added).toEqual([...ofOne.slice(0, 10), ...others]);
    const ids = new Set(added.map(observationId));
    const rest = [...ofOne, ...others].filter((each) => each.url.includes('market') || !ids.has(observationId(each)));
    expect(withinBounds(rest, { ...none, ids }, { now, most: 50, mostOfHost: 10 }).added).toEqual([]);
  });

  it('never pass a bound, nor begin twice, in any order of ticks and ends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ host: fc.integer({ min: 0, max: 3 }), ends: fc.boolean() }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (sources, most, mostOfHost) => {
          const jobs = sources.map(({ host }, at) => job(at, `${host}.example`));
          let waiting = jobs;
          let under: CrawlJob[] = [];
          for (let turn = 0; turn < 4; turn += 1) {
            const ids = new Set(under.map(observationId));
            const { added } = withinBounds(waiting, { ...none, ids }, { now, most, mostOfHost });
            expect(added.filter((each) => ids.has(observationId(each)))).toEqual([]);
            under = [...under, ...added];
            expect(under.length).toBeLessThanOrEqual(most);
            const sizes = [...Map.groupBy(under, ({ url }) => new URL(url).host).values()].map(({ length }) => length);
            expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(mostOfHost);
            const ended = new Set(under.filter((each) => sources[jobs.indexOf(each)]?.ends));
            under = under.filter((each) => !ended.has(each));
            waiting = waiting.filter((each) => !ended.has(each));
          }
        },
      ),
    );
  });
});
