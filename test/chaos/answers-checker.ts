/** The invariants of what readers were told, as pure functions over the testimony (I5 to I9); see checker.ts. */
import { confidenceNow } from '../../data/confidence/decay.ts';
import type { Verification } from '../../data/record.ts';
import { type LedgerContent, type Told, told, type Violation } from './checker.ts';
import type { SeenRecord } from './testimony.ts';

type Answers = readonly Told<'answer'>[];

/** Facts of each product, by the generation that states them, as its file has them. */
export type Stated = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** @param stated by the generations whose files are still there */
export function oneGenerationEach(answers: Answers, stated: Stated): Violation[] {
  const first = new Map<string, string>();
  const backwards: string[] = [];
  const mixed: string[] = [];
  const newestBy = newestEnded();
  for (const { generation, path, sentAt, ms, records = [] } of answers) {
    if (generation === undefined) continue;
    const newest = newestBy.sent(sentAt);
    if (Number(generation) < newest) backwards.push(`generation ${generation} after ${newest}`);
    newestBy.ended(sentAt + ms, Number(generation));
    for (const { slug, facts } of records) {
      const text = facts.join('; ');
      const key = `${generation} ${slug}`;
      const known = stated.get(generation)?.get(slug)?.join('; ') ?? first.get(key) ?? text;
      first.set(key, known);
      if (known !== text) mixed.push(`${path} says of ${slug} "${text}", and generation ${generation} "${known}"`);
    }
  }
  return [...told('I5', backwards, String), ...told('I5', mixed, String)];
}

/** Of reads that may overlap: only what was answered before a request was sent has to be known to its answer. */
function newestEnded() {
  const ends: { at: number; newest: number }[] = [];
  return {
    ended(at: number, generation: number): void {
      ends.push({ at, newest: Math.max(generation, ends.at(-1)?.newest ?? 0) });
    },
    sent: (at: number) => ends.findLast((end) => end.at < at)?.newest ?? 0,
  };
}

/** What was answered was on the vendor's page since its day of verification; once settled, it is the whole page. */
export function nothingFalse(
  answers: Answers,
  truths: readonly Told<'truth'>[],
  settled: readonly Told<'settled'>[],
): Violation[] {
  const bySlug = Map.groupBy(truths, ({ slug }) => slug);
  const isSettled = ({ sentAt, clock }: Told<'answer'>) =>
    settled.some((each) => each.clock === clock && each.at <= sentAt);
  const violations = answers.flatMap((answer) =>
    (answer.records ?? []).flatMap((record) => {
      const history = bySlug.get(record.slug) ?? [];
      const wrong = (isSettled(answer) ? otherThanNow : neverTrue)(record, history, answer.clock);
      return wrong.map(
        (fact) => `${record.slug} at ${answer.clock}, verified ${record.verifiedAt ?? 'never'}: ${fact}`,
      );
    }),
  );
  return told('I6', [...new Set(violations)], String);
}

/** Facts that no page of the time stated; all of them where no one page stated them together. */
function neverTrue({ facts, verifiedAt }: SeenRecord, history: readonly Told<'truth'>[], clock: string): string[] {
  if (verifiedAt === undefined) return [...facts];
  const isOfTime = ({ clock: from }: Told<'truth'>, index: number) => {
    const until = history[index + 1]?.clock;
    return from <= clock && (until === undefined || until > verifiedAt);
  };
  return history.filter(isOfTime).some((truth) => facts.every((fact) => truth.facts.includes(fact))) ? [] : [...facts];
}

function otherThanNow({ facts }: SeenRecord, history: readonly Told<'truth'>[], clock: string): string[] {
  const truth = history.findLast((each) => each.clock <= clock)?.facts ?? [];
  const missing = truth.filter((fact) => !facts.includes(fact)).map((fact) => `not told: ${fact}`);
  return [...facts.filter((fact) => !truth.includes(fact)), ...missing];
}

/** A reader may meet a process that was ended on purpose; it never meets one that has no answer. */
export function readsAvailable(
  answers: Answers,
  lost: readonly Told<'lost'>[],
  down: readonly Told<'down'>[],
): Violation[] {
  const first = answers.find(({ status }) => status === 200)?.sentAt ?? Number.POSITIVE_INFINITY;
  const refused = answers.filter(({ status, sentAt }) => status !== 200 && sentAt >= first);
  const isOfDeath = ({ sentAt, ms }: Told<'lost'>) => down.some(({ from, to }) => sentAt <= to && sentAt + ms >= from);
  const unanswered = lost.filter((each) => each.sentAt >= first && !isOfDeath(each));
  return [
    ...told('I7', refused, ({ path, status, sentAt }) => `${path} was answered by ${status} at ${instant(sentAt)}`),
    ...told('I7', unanswered, ({ path, error, sentAt }) => `${path} had no answer at ${instant(sentAt)}: ${error}`),
  ];
}

export function recoveredInTime(recovered: readonly Told<'recovered'>[]): Violation[] {
  const late = recovered.filter(({ ms, withinMs }) => ms > withinMs);
  return told('I8', late, ({ what, ms, withinMs }) => `${what}: after ${ms} ms instead of ${withinMs} ms`);
}

/** What a generation says of how sure it is of a product. */
export interface Trusted {
  slug: string;
  verification: Verification;
}

const DAY_MS = 86_400_000;
/** Days without a look, over each of which confidence falls. */
const UNSEEN_DAYS = [1, 30, 365] as const;
const LOOKS = new Set(['page', 'unchanged']);
const CONFIRMING = new Set(['confirmed', 'changed']);

export function confidenceIsHonest(
  answers: Answers,
  { entries }: Pick<LedgerContent, 'entries'>,
  trusted: readonly Trusted[],
): Violation[] {
  const lastLook = new Map<string, string>();
  for (const { kind, slug, observedAt, outcome } of entries) {
    if (!LOOKS.has(kind) || !CONFIRMING.has(outcome ?? '')) continue;
    if (observedAt > (lastLook.get(slug) ?? '')) lastLook.set(slug, observedAt);
  }
  const dates = answers.flatMap(({ records = [], clock }) =>
    records.flatMap(({ slug, verifiedAt }) =>
      verifiedAt === undefined || (verifiedAt <= clock.slice(0, 10) && verifiedAt <= dayOf(lastLook.get(slug)))
        ? []
        : `${slug} was verified ${verifiedAt}, and seen last ${lastLook.get(slug) ?? 'never'}`,
    ),
  );
  const fresh = trusted.filter(
    ({ slug, verification }) =>
      verification.confirmedAt !== undefined && verification.decaysFrom > (lastLook.get(slug) ?? ''),
  );
  const steady = trusted.filter(({ verification }) => verification.confirmedAt !== undefined && !fades(verification));
  return [
    ...told('I9', [...new Set(dates)], String),
    ...told(
      'I9',
      fresh,
      ({ slug, verification }) =>
        `${slug} fades from ${verification.decaysFrom}, and was seen last ${lastLook.get(slug) ?? 'never'}`,
    ),
    ...told('I9', steady, ({ slug }) => `the confidence in ${slug} does not fall when nobody looks`),
  ];
}

function fades(verification: Verification): boolean {
  const after = (days: number) =>
    confidenceNow(verification, new Date(Date.parse(verification.decaysFrom) + days * DAY_MS));
  return UNSEEN_DAYS.every((days, index) => after(days) < after(UNSEEN_DAYS[index - 1] ?? 0));
}

function dayOf(instantOrNever = ''): string {
  return instantOrNever.slice(0, 10);
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
