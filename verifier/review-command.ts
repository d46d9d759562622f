/**
 * `npm run review`: what waits for a person, each reading beside what it would replace, with the words of both; and the
 * decisions on it. They go to the verifier of the Assay that runs on the same DATA_DIR (or REDIS_URL), which writes them.
 *
 * Exit codes: 0 listed, or decided; 1 the decision was not taken; 2 called wrongly.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { exitCodeOf, UsageFault } from '../config/command.ts';
import { readEnvironment } from '../config/env.ts';
import { openHandOver } from '../config/hand-over.ts';
import { runningRedis } from '../config/redis.ts';
import { type Decision, StatedValues } from '../data/decision.ts';
import { besideWriter, readJudged } from '../data/store/ledger-facts.ts';
import { standingStatement, waitingReadings } from '../data/store/ledger-review.ts';
import type { LedgerEntry } from '../data/verdict.ts';
import { type Decidable, decisionOn } from './review.ts';
import { reviewReport } from './review-report.ts';

const USAGE = `Usage:
  npm run review                                  what waits for a decision (--all: facts that are equal too; --json)
  npm run review -- accept CASE --by NAME --reason WORDS
  npm run review -- reject CASE --by NAME --reason WORDS
  npm run review -- correct CASE --values FILE --by NAME --reason WORDS

  CASE            what the list calls it; or SLUG or SLUG.SOURCE where one reading of it waits. To correct a record that
                  nothing contradicts: SLUG or SLUG.SOURCE
  --values FILE   JSON, or - for standard input:
                  {"tiers": [{"tier": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}`;

const Action = z.enum(['accept', 'reject', 'correct']);

interface Flags {
  by?: string | undefined;
  reason?: string | undefined;
  values?: string | undefined;
  json?: boolean | undefined;
  all?: boolean | undefined;
}

function ledgerFile(): string {
  const { dataDir } = readEnvironment();
  const file = join(dataDir, 'ledger.db');
  if (!existsSync(file)) throw new UsageFault(`Cannot review: there is no ledger in ${dataDir}`);
  return file;
}

function list({ json = false, all = false }: Flags): void {
  const waiting = besideWriter(ledgerFile(), (ledger) => waitingReadings(ledger)) ?? [];
  const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  process.stdout.write(
    json ? waiting.map((each) => `${JSON.stringify(each)}\n`).join('') : reviewReport(waiting, { width, isWhole: all }),
  );
}

/** @throws {UsageFault} none, or more than one */
function decidedOn(named: string, action: Decision['action'], file: string): Decidable {
  const found = besideWriter(file, (ledger): Decidable[] => {
    const [slug = '', source] = named.split('.');
    const isMeant = (each: Decidable) =>
      each.on === named || (each.slug === slug && (source === undefined || `${slug}.${each.source}` === named));
    const waiting = waitingReadings(ledger).filter(isMeant);
    if (waiting.length > 0 || action !== 'correct') return waiting;
    const standing = standingStatement(ledger, slug, source ?? 'pricing');
    return standing === undefined ? [] : [standing];
  });
  const [only, ...others] = found ?? [];
  if (only === undefined) throw new UsageFault(`Cannot ${action} "${named}": nothing of that name waits`);
  if (others.length > 0)
    throw new UsageFault(
      `Cannot ${action} "${named}": several wait. Name one of ${[only, ...others].map(({ on }) => on).join(', ')}`,
    );
  return only;
}

function statedValues(file: string | undefined): StatedValues {
  if (file === undefined) throw new UsageFault('Cannot correct without --values FILE');
  try {
    return StatedValues.parse(JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
    throw new UsageFault(`Cannot read the values in "${file}": ${why}`);
  }
}

function decisionOf(action: Decision['action'], named: string, { by, reason, values }: Flags, file: string): Decision {
  if (by === undefined || reason === undefined)
    throw new UsageFault(`Cannot ${action} without --by NAME and --reason WORDS: a decision says whose it is, and why`);
  const found = decidedOn(named, action, file);
  const stated = action === 'correct' ? statedValues(values) : undefined;
  try {
    return decisionOn(found, { action, by, reason, values: stated, decidedAt: new Date().toISOString() });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new UsageFault(`Cannot ${action} "${named}": ${z.prettifyError(error)}`);
  }
}

async function decide(action: Decision['action'], named: string, flags: Flags): Promise<void> {
  const file = ledgerFile();
  const decision = decisionOf(action, named, flags, file);
  const redisUrl = runningRedis(readEnvironment());
  if (redisUrl === undefined)
    throw new UsageFault('Cannot decide: no Assay runs on this DATA_DIR. Start it with npm start');
  const handOver = await openHandOver(redisUrl);
  try {
    await handOver.judged(decision);
  } finally {
    await handOver.close();
  }
  told(readJudged(file, decision.id), decision, flags.json === true);
}

function told(entry: Pick<LedgerEntry, 'verdict'> | undefined, { id, slug, source }: Decision, isJson: boolean): void {
  if (entry === undefined) throw new Error(`The ledger has no "${id}"`);
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ id, slug, source, verdict: entry.verdict })}\n`
      : `${slug} (${source}): ${entry.verdict.reasons[0]}\n`,
  );
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      values: { type: 'string' },
      json: { type: 'boolean' },
      all: { type: 'boolean' },
    },
  });
  const [verb, named, ...more] = positionals;
  if (verb === undefined) {
    list(values);
    return 0;
  }
  const action = Action.safeParse(verb);
  if (!action.success || named === undefined || more.length > 0) throw new UsageFault(USAGE);
  await decide(action.data, named, values);
  return 0;
}

if (import.meta.main) process.exitCode = await exitCodeOf(USAGE, main);
