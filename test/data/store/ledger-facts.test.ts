import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../data/page.ts';
import type { LedgerEntry, Verdict } from '../../../data/pipeline/verdict.ts';
import type { PageReading } from '../../../data/reading.ts';
import { type SourceFacts, sourceKey } from '../../../data/source-facts.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { readSourceFacts } from '../../../data/store/ledger-queries/source-facts.ts';
import {
  daysAfterNoon,
  entry,
  failure,
  NOON,
  observation,
  sha256Of,
  statement,
  unchanged,
  type Visit,
  verdict,
} from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const NOW = new Date(NOON);

function factsAfter(entries: readonly LedgerEntry[]): Map<string, SourceFacts> {
  const file = join(temporaryDirectory(), 'ledger.db');
  const ledger = openLedger(file);
  ledger.append(entries, NOW);
  const facts = readSourceFacts(file);
  ledger.close();
  return facts;
}

interface Made {
  visit: Visit;
  page: Partial<Page>;
  notBefore: string;
}

const unreadable = verdict({ outcome: 'unreadable', score: 0 });
const judged =
  (as: Partial<Verdict>, more: Partial<LedgerEntry> = {}) =>
  ({ visit, page }: Made) =>
    entry({ observation: observation(visit, { page }), verdict: verdict(as), ...more });
const blank =
  (kind: PageReading['verdict']) =>
  ({ visit, page }: Made) =>
    entry({ observation: observation(visit, { page, reading: { verdict: kind, tiers: [] } }), verdict: unreadable });

const KINDS = {
  confirmed: judged({ outcome: 'confirmed' }),
  changed: judged({ outcome: 'changed' }),
  contradicted: judged({ outcome: 'contradicted', disputed: true }, { candidate: statement() }),
  unsupported: judged({ outcome: 'unsupported' }),
  challenge: blank('challenge'),
  shell: blank('empty_shell'),
  'not modified': ({ visit }: Made) => entry({ observation: unchanged(visit) }),
  refused: ({ visit, notBefore }: Made) =>
    entry({ observation: failure(visit, { failure: 'refused', notBefore }), verdict: unreadable }),
  unreachable: ({ visit }: Made) => entry({ observation: failure(visit), verdict: unreadable }),
};

/** The n-th attempt on a source; what its page is called follows from n. */
function attempt(kind: keyof typeof KINDS, n: number, source: string): LedgerEntry {
  const page = {
    sha256: sha256Of(`${source} ${n}`),
    ...(n % 2 === 0 && { etag: `"${n}"` }),
    ...(n % 3 === 0 && { lastModified: `day ${n}` }),
  };
  return KINDS[kind]({ visit: { source, at: daysAfterNoon(n) }, page, notBefore: daysAfterNoon(n + 3) });
}

/** The same facts from the whole history, told as their definitions are worded. */
function factsOf(history: readonly LedgerEntry[]): SourceFacts {
  const last = history.at(-1);
  if (last === undefined) throw new Error('No facts without a history');
  const { observation, verdict } = last;
  const endRun = (isIn: (entry: LedgerEntry) => boolean) => {
    const end = history.findLastIndex((one) => !isIn(one));
    return history.length - 1 - end;
  };
  const read = history.findLast(
    ({ observation, verdict }) => observation.kind === 'page' && verdict.outcome !== 'unreadable',
  )?.observation;
  const confirming = history.findLast(({ verdict: { outcome } }) => outcome === 'confirmed' || outcome === 'changed');
  return {
    slug: observation.slug,
    source: observation.source,
    checkedAt: observation.observedAt,
    outcome: verdict.outcome,
    ...(observation.kind === 'failure' && { failure: observation.failure }),
    failuresInARow: endRun((one) => one.verdict.outcome === 'unreadable'),
    refusalsInARow: endRun(({ observation }) => observation.kind === 'failure' && observation.failure === 'refused'),
    ...(observation.kind === 'failure' && observation.notBefore !== undefined && { notBefore: observation.notBefore }),
    needsBrowser: history.some(
      ({ observation }) => observation.kind === 'page' && observation.reading.verdict === 'empty_shell',
    ),
    disputed: verdict.disputed,
    witnesses: confirming?.verdict.backing?.witnesses?.length ?? 0,
    ...(read?.kind === 'page' && {
      page: {
        sha256: read.page.sha256,
        ...(read.page.etag !== undefined && { etag: read.page.etag }),
        ...(read.page.lastModified !== undefined && { lastModified: read.page.lastModified }),
      },
    }),
  };
}

describe('the facts of sources', () => {
  it('are none where there is no ledger yet, or one that was not finished', () => {
    const dir = temporaryDirectory();
    expect(readSourceFacts(join(dir, 'none.db'))).toEqual(new Map());
    writeFileSync(join(dir, 'empty.db'), '');
    expect(readSourceFacts(join(dir, 'empty.db'))).toEqual(new Map());
  });

  it('of a file that is no ledger are an error, not an empty catalogue that would all be due', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    writeFileSync(file, 'no database at all, whatever it is called; '.repeat(40));
    expect(() => readSourceFacts(file)).toThrow(/not a database/);
  });

  it('are those that the whole history tells, whatever happened in whatever order', () => {
    const happened = fc.array(
      fc.record({
        kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
        source: fc.constantFrom('pricing', 'docs'),
      }),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(happened, (visits) => {
        const entries = visits.map(({ kind, source }, n) => attempt(kind, n, source));
        const histories = Map.groupBy(entries, ({ observation }) => sourceKey(observation.slug, observation.source));
        const expected = new Map([...histories].map(([key, history]) => [key, factsOf(history)]));
        expect(factsAfter(entries)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are read beside a writer, as far as it has committed', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    const ledger = openLedger(file);
    ledger.together(() => {
      ledger.append([attempt('confirmed', 1, 'pricing')], NOW);
      expect(readSourceFacts(file).size).toBe(0);
    });
    expect(readSourceFacts(file).size).toBe(1);
    ledger.close();
  });
});
