/** The readings that wait, as text for a terminal. Pure: the width is an argument. */
import type { Waiting } from '../../data/store/ledger/review.ts';
import { type Difference, differences } from './review.ts';

/** Control, bidirectional and invisible characters: a vendor's words must not steer a terminal. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

export function reviewReport(
  waiting: readonly Waiting[],
  { width, isWhole }: { width: number; isWhole: boolean },
): string {
  if (waiting.length === 0) return 'Nothing waits\n';
  const partOf = (each: Waiting) => caseLines(each, isWhole).map((line) => cut(line, width));
  const parts = waiting.map((each) => partOf(each).join('\n'));
  const count = waiting.length === 1 ? '1 reading waits' : `${waiting.length} readings wait`;
  return `${parts.join('\n\n')}\n\n${count}\n`;
}

function caseLines(
  { on, slug, source, kind, url, seen, firstSeenAt, lastSeenAt, verdict, candidate, statement }: Waiting,
  isWhole: boolean,
): string[] {
  const days = [...new Set([firstSeenAt, lastSeenAt].map((instant) => instant.slice(0, 10)))].join(' to ');
  const visits = seen === 1 ? '1 visit' : `${seen} visits in a row`;
  const visit = statement === undefined ? 'first reading' : 'contradicts the record';
  const what = kind === 'rereading' ? 'read again from the archive' : visit;
  const all = differences(statement, candidate);
  const shown = isWhole ? all : all.filter(({ isSame }) => !isSame);
  const same = all.length - shown.length;
  return [
    `${slug} (${source}): ${what}; ${visits}, ${days}; score ${verdict.score.toFixed(2)}`,
    `  case    ${on}`,
    `  page    ${plain(url)}`,
    ...verdict.reasons.map((reason) => `  reason  ${plain(reason)}`),
    ...shown.flatMap(differenceLines),
    ...(same > 0 ? [`  ${same} ${same === 1 ? 'fact is' : 'facts are'} the same on both sides`] : []),
  ];
}

function differenceLines({ subject, terms, before = '–', after = '–', quoteBefore, quoteAfter }: Difference): string[] {
  const name = [plain(subject), plain(terms)].filter(Boolean).join(', ');
  return [
    `  ${name}: ${plain(before)} → ${plain(after)}`,
    ...(quoteBefore === undefined ? [] : [`    record  "${plain(quoteBefore)}"`]),
    ...(quoteAfter === undefined || quoteAfter === quoteBefore ? [] : [`    page    "${plain(quoteAfter)}"`]),
  ];
}

function plain(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(1, width - 1))}…`;
}
