/** The command `review`: lists the readings that wait, and decides on them through the running verifier. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { namedText, printJsonLine, UsageFault, wordsOf } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { withHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { CAUSES, CHANGE_KINDS } from '../../data/pipeline/case-kinds.ts';
import { type Decision, StatedValues } from '../../data/pipeline/review-decision.ts';
import type { Verdict } from '../../data/pipeline/verdict.ts';
import { decisionBasis, standingStatement, type Waiting, waitingReadings } from '../../data/store/ledger/review.ts';
import { type AuditEntry, auditEntry, auditLog } from '../../data/store/ledger-queries/audit-log.ts';
import { besideWriter, readJudged } from '../../data/store/ledger-queries/source-facts.ts';
import { type Classified, classified } from './causes.ts';
import { type Difference, differences } from './differences.ts';
import { byWorth } from './order.ts';
import { type Decidable, decisionOn, undoOn } from './review.ts';

export interface DecisionFlags {
  by: string;
  reason: string;
  json: boolean;
  /** A file with the values that are right, or `-`; to correct. */
  values?: string;
}

/** @throws {UsageFault} there is no ledger */
export function ledgerFile(): string {
  const { dataDir } = readEnvironment();
  const file = join(dataDir, 'ledger.db');
  if (!existsSync(file)) throw new UsageFault(`Cannot decide: no ledger in ${dataDir}`);
  return file;
}

export interface ListFlags {
  json: boolean;
  all: boolean;
  /** Of CAUSES; all without it. */
  cause?: string;
}

type Case = Waiting & Classified;

/** @throws {UsageFault} there is no ledger */
export function listWaiting({ json, all, cause }: ListFlags): number {
  const found = besideWriter(ledgerFile(), (ledger) => waitingReadings(ledger)) ?? [];
  const ordered = found.length > 1 ? byWorth(found, loadCatalogue(readEnvironment().catalogueDir).products) : found;
  const cases = ordered.map((each): Case => ({ ...each, ...classified(each) }));
  const waiting = cases.filter((each) => cause === undefined || each.cause === cause);
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  if (json) waiting.forEach(printJsonLine);
  else process.stdout.write(reviewReport(waiting, { width, isWhole: all }));
  return 0;
}

/** @throws {UsageFault} none, or more than one */
function decidedOn(named: string, action: Decision['action']): Decidable {
  const found = besideWriter(ledgerFile(), (ledger): Decidable[] => {
    const [slug = '', source] = named.split('.');
    const isMeant = (each: Decidable) =>
      each.on === named || (each.slug === slug && (source === undefined || `${slug}.${each.source}` === named));
    const waiting = waitingReadings(ledger).filter(isMeant);
    if (waiting.length > 0 || action !== 'correct') return waiting;
    const standing = standingStatement(ledger, slug, source ?? 'pricing');
    return standing === undefined ? [] : [standing];
  });
  const [only, ...others] = found ?? [];
  if (only === undefined) throw new UsageFault(`Cannot ${action} "${named}": no such reading is waiting`);
  if (others.length > 0)
    throw new UsageFault(
      `Cannot ${action} "${named}": several readings are waiting. Choose one of ${[only, ...others].map(({ on }) => on).join(', ')}`,
    );
  return only;
}

/** @throws {UsageFault} there are none, or they are not of the form */
export function statedValues(file: string | undefined): StatedValues {
  if (file === undefined) throw new UsageFault('Cannot correct without --values FILE');
  try {
    return StatedValues.parse(JSON.parse(namedText(file)));
  } catch (error) {
    throw new UsageFault(`Cannot use the values in "${file}": ${wordsOf(error)}`);
  }
}

function decisionOf(action: Decision['action'], named: string, { by, reason, values }: DecisionFlags): Decision {
  const found = decidedOn(named, action);
  const stated = action === 'correct' ? statedValues(values) : undefined;
  const decidedAt = new Date().toISOString();
  return valid(`${action} "${named}"`, () => decisionOn(found, { action, by, reason, values: stated, decidedAt }));
}

/** @throws {UsageFault} the name or the reason is none */
export function valid(what: string, make: () => Decision): Decision {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new UsageFault(`Cannot ${what}: ${z.prettifyError(error)}`);
  }
}

/** @throws {UsageFault} nothing of that name waits, or no Assay runs on this data @throws {Error} it was not taken */
export async function decide(action: Decision['action'], named: string, flags: DecisionFlags): Promise<number> {
  const decision = decisionOf(action, named, flags);
  return told(decision, await handedOver(decision), flags.json);
}

/** Entries of the activity log in which a product's last decision is looked for. */
const SEARCHED = 200;

/**
 * @param named a decision's id; or SLUG or SLUG.SOURCE, whose last decision is meant
 * @throws {UsageFault} there is none, it can't be undone, or no Assay runs on this data
 * @throws {Error} it was not taken
 */
export async function undo(named: string, { by, reason, json }: DecisionFlags): Promise<number> {
  const found = besideWriter(ledgerFile(), (ledger) => {
    const [slug = '', source] = named.split('.');
    const isMeant = (each: AuditEntry) =>
      each.source !== undefined && each.action !== 'undo' && (source === undefined || each.source === source);
    const entry = auditEntry(ledger, named) ?? auditLog(ledger, { slug, limit: SEARCHED }).find(isMeant);
    return entry && decisionBasis(ledger).undoBasis(entry.id);
  });
  if (found === undefined) throw new UsageFault(`Cannot undo "${named}": no such decision`);
  if (found.against !== undefined) throw new UsageFault(`Cannot undo "${found.decision.id}": ${found.against}`);
  const decidedAt = new Date().toISOString();
  const decision = valid(`undo "${named}"`, () => undoOn(found.decision, { by, reason, decidedAt }));
  return told(decision, await handedOver(decision), json);
}

function told({ id, slug, source }: Decision, verdict: Verdict, json: boolean): number {
  if (json) printJsonLine({ id, slug, source, verdict });
  else process.stdout.write(`${slug} (${source}): ${verdict.reasons[0]}\n`);
  return 0;
}

/** @throws {UsageFault} no Assay runs on this data @throws {Error} it was not taken */
export async function handedOver(decision: Decision): Promise<Verdict> {
  const redisUrl = runningRedis(readEnvironment());
  if (redisUrl === undefined)
    throw new UsageFault('Cannot decide: no Assay runs on this DATA_DIR. Start it with npm start');
  await withHandOver(redisUrl, ({ judgedNow }) => judgedNow(decision));
  const verdict = readJudged(ledgerFile(), decision.id)?.verdict;
  if (verdict === undefined) throw new Error(`No entry "${decision.id}" in the ledger`);
  return verdict;
}

/** Control, bidirectional and invisible characters: a vendor's words must not steer a terminal. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

function reviewReport(waiting: readonly Case[], { width, isWhole }: { width: number; isWhole: boolean }): string {
  if (waiting.length === 0) return 'The queue is empty\n';
  const partOf = (each: Case) => caseLines(each, isWhole).map((line) => cut(line, width));
  const groups = [...Map.groupBy(waiting, ({ cause }) => cause)].map(([cause, cases]) =>
    [`${CAUSES[cause]} (${cause}): ${cases.length}`, ...cases.map((each) => partOf(each).join('\n'))].join('\n\n'),
  );
  const count = waiting.length === 1 ? '1 reading is waiting' : `${waiting.length} readings are waiting`;
  return `${groups.join('\n\n')}\n\n${count}\n`;
}

function caseLines(waiting: Case, isWhole: boolean): string[] {
  const { on, slug, source, url, seen, firstSeenAt, lastSeenAt, verdict, candidate, statement, changes } = waiting;
  const days = [...new Set([firstSeenAt, lastSeenAt].map((instant) => instant.slice(0, 10)))].join(' to ');
  const visits = seen === 1 ? '1 visit' : `${seen} consecutive visits`;
  const what = changes.map((each) => CHANGE_KINDS[each].toLowerCase()).join(', ');
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

export function differenceLines({
  subject,
  terms,
  before = '–',
  after = '–',
  confidence,
  quoteBefore,
  quoteAfter,
}: Difference): string[] {
  const name = [plain(subject), plain(terms)].filter(Boolean).join(', ');
  return [
    `  ${name}: ${plain(before)} → ${plain(after)}${confidence === undefined ? '' : `, ${Math.floor(100 * confidence)} % sure`}`,
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
