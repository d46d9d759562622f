/**
 * Reads its share of the labelled pages with each rule of the readers switched off in turn. A rule is tried only on pages
 * on which it decides something, that is, where it is asked and answers other than it would if it were off.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import type { Score, Tally } from '../accuracy/score.ts';
import type { Message, Share } from './ablate.ts';
import { instrumented, type Rule, SWITCH } from './instrument.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const READERS = pathToFileURL(join(PROJECT, 'crawler/read/')).href;
/** A rule that ends a loop may not end it where it is off. */
const MOST_MS = 3_000;
/** A rule that decides something on more pages is tried on as many, evenly spread. */
const MOST_PAGES = 20;

const { corpora, layouts, share, of } = workerData as Share;
const rules: Rule[] = [];
let off = -1;
let decides = new Set<number>();

Object.assign(globalThis, {
  [SWITCH]: (rule: number, value: unknown) => {
    if (rule === off) return rules[rule]?.off;
    if (Boolean(value) !== rules[rule]?.off) decides.add(rule);
    return value;
  },
});
registerHooks({
  load(url, context, next) {
    if (!url.startsWith(READERS) || !url.endsWith('.ts')) return next(url, context);
    const file = fileURLToPath(url);
    const source = instrumented(readFileSync(file, 'utf8'), relative(PROJECT, file), rules);
    return { format: 'module', source, shortCircuit: true };
  },
});

// Imported only now, for the hook to see what they import.
const [{ readPage }, { labelledPages }, { scorePage, sum }, { labelledLayouts }] = await Promise.all([
  import('../../crawler/read/read.ts'),
  import('../accuracy/labelled-pages.ts'),
  import('../accuracy/score.ts'),
  import('../../test/workload/labelled-layouts.ts'),
]);
const pages = [...corpora.flatMap(labelledPages), ...labelledLayouts(layouts)].filter((_, at) => at % of === share);
/** A page as it is read with all rules. */
interface Base {
  page: LabelledPage;
  score: Score;
  read: string;
}
const deciding = new Map<number, Base[]>();

for (const page of pages) {
  decides = new Set();
  const base = { page, ...scored(page) };
  for (const rule of decides) deciding.set(rule, [...(deciding.get(rule) ?? []), base]);
}
tell(`${pages.length} pages, ${rules.length} rules, of which ${deciding.size} decide`);
const effects = rules.map((rule, at) => {
  off = at;
  const bases = deciding.get(at) ?? [];
  if (at % 500 === 499) tell(`${at + 1} of ${rules.length} rules`);
  return { ...rule, pages: bases.length, ...effectOn(bases) };
});
tell(effects);

function tell(message: Message): void {
  parentPort?.postMessage(message);
}

/** Of the rule that is off. */
function effectOn(bases: readonly Base[]) {
  const effect = { changed: 0, throws: 0, gains: 0, costs: 0, vendors: new Set<string>() };
  for (const base of spread(bases)) {
    try {
      const { score, read } = inTime(() => scored(base.page));
      if (read === base.read) continue;
      effect.changed += 1;
      const [whole, without] = [tallyOf(base.score), tallyOf(score)];
      // What the rule gains is lost without it.
      effect.gains += Math.max(0, whole.right - without.right) + Math.max(0, without.wrong - whole.wrong);
      effect.costs += Math.max(0, without.right - whole.right) + Math.max(0, whole.wrong - without.wrong);
      if (whole.right !== without.right || whole.wrong !== without.wrong) effect.vendors.add(base.page.group);
    } catch {
      effect.throws += 1;
    }
    if (effect.throws > 2) break;
  }
  return effect;
}

function spread<T>(all: readonly T[]): readonly T[] {
  const step = all.length / MOST_PAGES;
  return step <= 1 ? all : Array.from({ length: MOST_PAGES }, (_, at) => all[Math.floor(at * step)] as T);
}

/** @throws {Error} it takes too long */
function inTime<T>(read: () => T): T {
  return runInNewContext('read()', { read }, { timeout: MOST_MS });
}

function scored(page: LabelledPage): Omit<Base, 'page'> {
  const { tiers, models, verdict } = readPage(page.source, page);
  return { score: scorePage(page.label, { tiers, models }, page), read: JSON.stringify({ tiers, models, verdict }) };
}

function tallyOf({ prices, rates, starts }: Score): Tally {
  return sum([prices, rates, starts]);
}
