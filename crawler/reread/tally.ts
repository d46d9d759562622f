/**
 * The figures of re-reading a product's pages, and their sums. Pure.
 *
 * A page is `better` where today's readers only find more, `worse` where they only lose, `other` where both happened or an
 * amount moved.
 */
import type { PageReading } from '../../data/reading.ts';
import { compare, type Difference } from './compare.ts';

const FIGURES = [
  'pages',
  'same',
  'better',
  'worse',
  'other',
  /** Missing in the archive, or damaged there. */
  'unread',
  /**
   * Times that the next page of a source, of other bytes, states other prices: by today's readers, and as read then.
   */
  'vendorChanges',
  'vendorChangesAsRead',
  /** With `--apply`: corrections, agreeing with the record, waiting for review, refused with the reason in the ledger. */
  'taken',
  'agreeing',
  'waiting',
  'refused',
] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

export type Applied = 'taken' | 'agreeing' | 'waiting' | 'refused';

export interface PageDifference extends Difference {
  source: string;
  observedAt: string;
}

export interface Tally {
  slug: string;
  figures: Figures;
  /** The first of them; `figures` counts all. */
  differences: PageDifference[];
}

const MOST_DIFFERENCES = 50;

const figuresOf = (count: (name: keyof Figures) => number) =>
  Object.fromEntries(FIGURES.map((name) => [name, count(name)])) as Figures;

export function emptyFigures(): Figures {
  return figuresOf(() => 0);
}

export function added(sum: Figures, figures: Figures): Figures {
  return figuresOf((name) => sum[name] + figures[name]);
}

export interface ReadTwice {
  source: string;
  observedAt: string;
  sha256: string;
  before: PageReading;
  after: PageReading;
}

/** Counts a product's pages; those of a source must come in order of time. */
export function tally(slug: string) {
  const figures = emptyFigures();
  const differences: PageDifference[] = [];
  let last: ReadTwice | undefined;
  return {
    result: { slug, figures, differences } satisfies Tally,
    unread(): void {
      figures.pages += 1;
      figures.unread += 1;
    },
    /** Returns the differences on this page. */
    page(read: ReadTwice): Difference[] {
      figures.pages += 1;
      const found = compare(read.before, read.after);
      figures[kindOf(found)] += 1;
      const { source, observedAt } = read;
      for (const each of found)
        if (differences.length < MOST_DIFFERENCES) differences.push({ source, observedAt, ...each });
      if (last?.source === source && last.sha256 !== read.sha256) {
        if (compare(last.after, read.after).length > 0) figures.vendorChanges += 1;
        if (compare(last.before, read.before).length > 0) figures.vendorChangesAsRead += 1;
      }
      last = read;
      return found;
    },
    applied(as: Applied): void {
      figures[as] += 1;
    },
  };
}

function kindOf(differences: Difference[]): 'same' | 'better' | 'worse' | 'other' {
  if (differences.length === 0) return 'same';
  const kinds = new Set(differences.map(({ kind }) => kind));
  if (kinds.size > 1 || kinds.has('moved')) return 'other';
  return kinds.has('gained') ? 'better' : 'worse';
}
