/** The invariants as pure functions: each returns the violations that it finds, in plain words. */
import type { Current } from '../../data/store/generation/current.ts';
import type { LedgerSoundness } from '../../data/store/ledger-queries/inspection.ts';
import type { Testimony } from './testimony.ts';

export const INVARIANTS = {
  I1: 'no acknowledged observation is lost',
  I2: 'nothing has its effect twice',
  I3: 'the ledger is sound, and its hash chain holds',
  I4: 'CURRENT names a complete file of the hash that it states',
  I5: 'every answer is of one generation, and generations never go back',
  I6: 'no price is published that its vendor did not state',
  I7: 'reads are answered while there is a generation',
  I8: 'it recovers in time, without a person',
  I9: 'confidence falls when nobody looks, and no day of verification is later than the last look that succeeded',
} as const;
export type Invariant = keyof typeof INVARIANTS;

export interface Violation {
  invariant: Invariant;
  what: string;
}

/** What stands in a ledger, as far as the invariants speak of it. */
export interface LedgerContent {
  soundness: LedgerSoundness;
  entries: { seq: number; id: string; kind: string; slug: string; observedAt: string; outcome: string | null }[];
  /** `body`: JSON of the change as it was recorded. */
  changes: { seq: number; slug: string; body: string }[];
}

/** What was found where CURRENT points. */
export interface PublishedContent {
  current: Current;
  /** Of the file; absent where there is none. */
  sha256?: string;
  /** Why a reader can't open it; absent where it can. */
  refusal?: string;
  /** Whether the ledger once stood where the pointer says that it did. */
  isOfLedger: boolean;
}

/** Lines of one kind of the testimony. */
export type Told<K extends Testimony['kind']> = Extract<Testimony, { kind: K }>;

/** More of one kind say nothing that the first ones did not. */
const MOST_TOLD = 5;

export function noAckLost(acknowledged: Iterable<string>, { entries }: Pick<LedgerContent, 'entries'>): Violation[] {
  const recorded = new Set(entries.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !recorded.has(id));
  return told('I1', lost, (id) => `${id} was acknowledged and is not in the ledger`);
}

/** An observation is one entry, and a change is told once; both are numbered without gaps. */
export function noDuplicate({ entries, changes }: Pick<LedgerContent, 'entries' | 'changes'>): Violation[] {
  return [
    ...told('I2', repeated(entries.map(({ id }) => id)), (id) => `${id} is in the ledger more than once`),
    ...told('I2', repeated(changes.map(effectOf)), (effect) => `told more than once: ${effect}`),
    ...told('I2', gaps(entries), (seq) => `entry ${seq} is missing or out of order`),
    ...told('I2', gaps(changes), (seq) => `change ${seq} is missing or out of order`),
  ];
}

export function ledgerIsSound({ soundness }: Pick<LedgerContent, 'soundness'>): Violation[] {
  const { damage, brokenAt } = soundness;
  return [
    ...told('I3', damage, (line) => `SQLite finds the ledger damaged: ${line}`),
    ...told('I3', brokenAt === undefined ? [] : [brokenAt], (seq) => `the hash chain breaks at entry ${seq}`),
  ];
}

export function currentIsWhole({ current, sha256, refusal, isOfLedger }: PublishedContent): Violation[] {
  const { file, generation } = current;
  const found = sha256 ?? 'no file';
  return [
    ...told(
      'I4',
      sha256 === current.sha256 ? [] : [file],
      () => `CURRENT names ${file} of ${current.sha256}: ${found}`,
    ),
    ...told('I4', refusal === undefined ? [] : [refusal], () => `generation ${generation} can’t be opened: ${refusal}`),
    ...told('I4', isOfLedger ? [] : [file], () => `generation ${generation} is not of this ledger`),
  ];
}

/** Each file that CURRENT was ever seen to name. */
export function pointersWereWhole(pointers: readonly Told<'pointer'>[]): Violation[] {
  const torn = pointers.filter(({ current, found }) => current.sha256 !== found);
  return told('I4', torn, ({ current, found }) => `generation ${current.generation} was in ${current.file}: ${found}`);
}

/** The same change of the same day, whenever it was written down. */
function effectOf({ body }: { body: string }): string {
  const { recordedAt: _, evidence: __, ...effect } = JSON.parse(body);
  return JSON.stringify(effect);
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

function gaps(rows: readonly { seq: number }[]): number[] {
  return rows.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [index + 1])).slice(0, 1);
}

/** One violation for each, up to the most that are told. */
export function told<T>(invariant: Invariant, broken: readonly T[], say: (one: T) => string): Violation[] {
  const rest = broken.length - MOST_TOLD;
  const lines = broken.slice(0, MOST_TOLD).map(say);
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].map((what) => ({ invariant, what }));
}
