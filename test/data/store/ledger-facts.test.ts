import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../data/pipeline/verdict.ts';
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

const KINDS = [
  'confirmed',
  'changed',
  'contradicted',
  'unsupported',
  'challenge',
  'shell',
  'not modified',
  'refused',
  'unreachable',
] as const;
type Kind = (typeof KINDS)[number];

/** The n-th attempt on a source; what its page is called follows from n. */
function attempt(kind: Kind, n: number, source: string): LedgerEntry {
  const visit = { source, at: daysAfterNoon(n) };
  const page = {
    sha256: sha256Of(`${source} ${n}`),
    ...(n % 2 === 0 && { etag: `"${n}"` }),
    ...(n % 3 === 0 && { lastModified: `day ${n}` }),
  };
  const unreadable = verdict({ outcome: 'unreadable', score: 0 });
  switch (kind) {
    case 'confirmed':
    case 'changed':
    case 'unsupported':
      return entry({ observation: observation(visit, { page }), verdict: verdict({ outcome: kind }) });
    case 'contradicted':
      return entry({
        observation: observation(visit, { page }),
        verdict: verdict({ outcome: kind, disputed: true }),
        candidate: statement(),
      });
    case 'challenge':
      return entry({
        observation: observation(visit, { page, reading: { verdict: 'challenge', tiers: [] } }),
        verdict: unreadable,
      });
    case 'shell':
      return entry({
        observation: observation(visit, { page, reading: { verdict: 'empty_shell', tiers: [] } }),
        verdict: unreadable,
      });
    case 'not modified':
      return entry({ observation: unchanged(visit) });
    case 'refused':
      return entry({
        observation: failure(visit, { failure: 'refused', notBefore: daysAfterNoon(n + 3) }),
        verdict: unreadable,
      });
    case 'unreachable':
      return entry({ observation: failure(visit), verdict: unreadable });
  }
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
      fc.record({ kind: fc.constantFrom(...KINDS), source: fc.constantFrom('pricing', 'docs') }),
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
