/** Our own server on generations of our own making. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../../config/env.ts';
import type { LoggedChange } from '../../data/change.ts';
import type { Category } from '../../data/product.ts';
import { replaceFile } from '../../data/store/files/atomic-file.ts';
import type { PublishedProduct } from '../../data/store/generation/content.ts';
import { CURRENT_FILE, type Current, pointerText, readCurrent } from '../../data/store/generation/current.ts';
import { openStaging } from '../../data/store/generation/staging.ts';
import { parseProcfile } from '../../supervisor/procfile.ts';
import { change, daysAfterNoon } from '../../test/builders.ts';
import type { Bench } from '../benchmark.ts';
import { contents } from '../contents.ts';
import { type Program, startProgram } from '../programs.ts';
import type { Target } from './load.ts';

/** Of the servers, one of which is at work at a time; the load has the other one. */
export const PROCESSOR = 0;

const CHANGES = 100;
/** Others are not asked for, so that most answers are hot as in service. */
const MOST_ASKED = 500;

const PROGRAM = 'serve/main.ts';
const EXPORTER = 'serve/exporter.ts';
const PROJECT = join(import.meta.dirname, '../..');
const PROCFILE = parseProcfile(readFileSync(join(PROJECT, 'Procfile'), 'utf8'));
/** Of Node, as the Procfile has them. */
export const FLAGS = flagsOf(PROGRAM);

function flagsOf(program: string): string[] {
  return PROCFILE.filter(({ args }) => args.includes(program)).flatMap(({ args }) =>
    args.slice(0, args.indexOf(program)),
  );
}

/** As it is run in service, with a budget for its one client that is never used up. Its log goes nowhere, as all output of the servers does; it is written all the same. */
export function startOurs(bench: Bench, dataDir: string, workers?: number): Promise<Program> {
  const settings = (port: number) => ({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    WEB_WORKERS: String(workers ?? 1),
  });
  // Where it is told how many, they are compared on all processors that there are.
  const where = workers === undefined ? { processor: PROCESSOR } : {};
  return startProgram(bench, PROGRAM, { flags: FLAGS, settings, ...where });
}

/** What makes feeds and exports beside it, as it is run in service. */
export function startExporter({ start }: Pick<Bench, 'start'>, dataDir: string): ChildProcess {
  const args = [...flagsOf(EXPORTER), join(PROJECT, EXPORTER)];
  return start(process.execPath, args, { stdio: 'ignore', env: childEnvironment({ DATA_DIR: dataDir }) });
}

/** Records in full, of few enough products that all are kept. */
export function hotTargets(products: number): Target[] {
  return Array.from({ length: Math.min(products, MOST_ASKED) }, (_, at) => ({
    path: `/api/v2/pricing/product-${at}`,
    headers: {},
  }));
}

/** Publishes so many generations of other prices, and returns their pointers; CURRENT names the last. */
export function publishTurns(dataDir: string, products: number, turns: number): Current[] {
  const staging = openStaging(join(dataDir, 'staging.db'));
  const generations = join(dataDir, 'generations');
  try {
    return Array.from({ length: turns }, (_, turn) => {
      const content = contents(products, turn);
      staging.put(content.products, content.evidence);
      staging.putCategories(categoriesOf(content.products));
      staging.appendChanges(changesOf(turn));
      // Seconds apart, so that none is old enough to be swept.
      staging.publish(generations, { now: new Date(daysAfterNoon(turn / 86_400)) });
      const current = readCurrent(generations);
      if (current === undefined) throw new Error('Cannot find what was published');
      return current;
    });
  } finally {
    staging.close();
  }
}

/** Names a published file as the current one, as the publisher does, under another number: only the reader has work. */
export function publishAgain(dataDir: string, published: Current, number: number): void {
  const generations = join(dataDir, 'generations');
  const next: Current = { ...published, generation: String(number).padStart(6, '0') };
  replaceFile(join(generations, CURRENT_FILE), pointerText(next), join(generations, '.tmp-swap'));
}

function categoriesOf(products: readonly PublishedProduct[]): Category[] {
  const ids = new Set(products.map(({ product }) => product.category));
  return [...ids].map((id) => ({ id, name: id.replace('-', ' ') }));
}

/** What a page of the feed holds, of one product's prices. */
function changesOf(turn: number): LoggedChange[] {
  return Array.from({ length: CHANGES }, (_, at) => ({
    ...change({ slug: `product-${at % 10}`, recordedAt: daysAfterNoon(turn / 86_400) }),
    seq: turn * CHANGES + at + 1,
  }));
}
