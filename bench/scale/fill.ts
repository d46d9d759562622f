/**
 * Fills an empty ledger: each product gets what was found of one of a few that were visited, under its own name, in the
 * ledger's own way. What comes after the verifier (publishing, exports, answers) has to do with all of them, though
 * nobody waited for the visits.
 */
import type { LoggedChange } from '../../data/change.ts';
import type { LedgerEntry } from '../../data/pipeline/verdict.ts';
import { type Ledger, openLedger } from '../../data/store/ledger/ledger.ts';

/** Entries of one transaction. */
const AT_ONCE = 128;
const CHANGES_AT_ONCE = 1_000;

/** What was found of each on its first visit. @param file of a ledger that nobody writes to */
export function firstEntries(file: string, slugs: readonly string[]): LedgerEntry[] {
  const ledger = openLedger(file);
  try {
    const changes = Map.groupBy(changesOf(ledger), ({ slug }) => slug);
    return slugs.flatMap((slug) => entryOf(ledger, slug, changes.get(slug) ?? []));
  } finally {
    ledger.close();
  }
}

/** @param patterns in the order of the products whose pages they are of */
export function fillLedger(file: string, slugs: readonly string[], patterns: readonly LedgerEntry[]): void {
  const ledger = openLedger(file);
  try {
    for (let at = 0; at < slugs.length; at += AT_ONCE) {
      const entries = slugs
        .slice(at, at + AT_ONCE)
        .map((slug, nth) => underName(slug, patterns[(at + nth) % patterns.length] as LedgerEntry)); // Within the list.
      ledger.append(entries, new Date());
    }
  } finally {
    ledger.close();
  }
}

/** But for the coming of products, which the catalogue tells. */
function changesOf(ledger: Ledger): LoggedChange[] {
  const all: LoggedChange[] = [];
  for (let last = 0; last < ledger.lastChangeSeq(); last = all.at(-1)?.seq ?? last)
    all.push(...ledger.changesSince(last, CHANGES_AT_ONCE));
  return all.filter(({ type }) => type !== 'product_added');
}

function entryOf(ledger: Ledger, slug: string, logged: readonly LoggedChange[]): LedgerEntry[] {
  const first = ledger.observations(slug, { limit: 1_000 }).findLast(({ observation }) => observation.kind === 'page');
  const found = first && ledger.observation(first.observation.id);
  if (found === undefined) return [];
  const { observation, verdict, statement, candidate, recordedAt } = found;
  const snapshot = ledger.snapshots(slug).find(({ validFrom }) => validFrom === found.observation.observedAt);
  return [
    {
      observation,
      verdict,
      ...(statement !== undefined && { statement }),
      ...(candidate !== undefined && { candidate }),
      ...(statement !== undefined &&
        snapshot !== undefined && {
          snapshot: { ...statement, origin: 'observed' as const, validFrom: snapshot.validFrom },
        }),
      changes: logged.filter((change) => change.recordedAt === recordedAt).map(({ seq: _, ...change }) => change),
    },
  ];
}

function underName(slug: string, { observation, changes, ...entry }: LedgerEntry): LedgerEntry {
  const id = `${slug}${observation.id.slice(observation.slug.length)}`;
  return {
    ...entry,
    observation: { ...observation, slug, id },
    changes: changes.map((change) => ({ ...change, slug })),
  };
}
