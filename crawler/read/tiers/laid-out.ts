/** Tables of tiers that are laid out of boxes: a row of names above a row of prices, or one grid that holds both. */
import { type Document, lastAtOrBefore, type PageElement, parentOf, siblingsOf } from '../page/document.ts';
import { boxesIn, type Cell, cellOf, type Grid } from '../page/grid.ts';
import { isCandidate } from './candidates.ts';
import type { Signal, Signals } from './signals.ts';
import { hasTierWord, nameIn } from './words.ts';

const MAX_TABLES = 10;
const MAX_ASKED = 200;
const MAX_COLUMNS = 8;
/** From an amount up to its box. */
const MAX_CLIMB = 4;
/** Of what is said in one box. */
const MAX_BOX = 60;
const MAX_NAME = 40;
/** A row of more elements and pieces of text holds no tiers. */
const MAX_NODES = 400;

export function laidOutTables(document: Document, { amounts, words }: Signals): Grid[] {
  const all: Signal[] = [...amounts, ...words].sort((a, b) => a.start - b.start);
  const grids: Grid[] = [];
  const stated = amounts.filter(
    (signal) =>
      isCandidate(signal) &&
      signal.terms.refusal === undefined &&
      (signal.terms.per === 'month' || signal.terms.per === 'year'),
  );
  for (const { element, start, end } of stated.slice(0, MAX_ASKED)) {
    if (grids.length >= MAX_TABLES) break;
    if (grids.some((grid) => grid.start <= start && grid.end >= end)) continue;
    const grid = gridAround(document, element, all);
    if (grid !== undefined) grids.push(grid);
  }
  return grids;
}

function gridAround(document: Document, amount: PageElement, signals: readonly Signal[]): Grid | undefined {
  let box = amount;
  for (let up = 0; up < MAX_CLIMB; up += 1) {
    const row = parentOf(box);
    if (row === undefined || box.end - box.start > MAX_BOX) return undefined;
    const boxes = row.nodes > MAX_NODES ? [] : boxesIn(row);
    const run = pricedRun(boxes, box, signals);
    const names = run.length < 2 ? undefined : namesOver(document, row, boxes, run, signals);
    if (names !== undefined) return gridOf(document, row, names, run);
    box = row;
  }
  return undefined;
}

/** The boxes around this one that state one price each, all of them for one period. */
function pricedRun(boxes: readonly PageElement[], box: PageElement, signals: readonly Signal[]): PageElement[] {
  const at = boxes.indexOf(box);
  const isPriced = (each: PageElement | undefined) =>
    each !== undefined && each.end - each.start <= MAX_BOX && inside(each, signals).length === 1;
  if (at < 0 || !isPriced(box)) return [];
  let [from, to] = [at, at];
  while (to - from <= MAX_COLUMNS && isPriced(boxes[from - 1])) from -= 1;
  while (to - from <= MAX_COLUMNS && isPriced(boxes[to + 1])) to += 1;
  const run = boxes.slice(from, to + 1);
  const pers = run.flatMap((each) =>
    inside(each, signals).flatMap((signal) => (signal.kind === 'money' ? [signal.terms.per] : [])),
  );
  return run.length <= MAX_COLUMNS && new Set(pers.filter((per) => per !== undefined)).size === 1 ? run : [];
}

/** As many names right before them, or in the row above. */
function namesOver(
  document: Document,
  row: PageElement,
  boxes: readonly PageElement[],
  run: readonly PageElement[],
  signals: readonly Signal[],
): readonly PageElement[] | undefined {
  const before = boxes.slice(0, boxes.indexOf(run[0] as PageElement));
  const above = siblingsOf(row, 'prev', 3).find(({ start, end }) => start >= 0 && end > start);
  const over = above === undefined ? [] : boxesIn(above);
  const places = [
    before.slice(-run.length),
    before.length <= 1 && over.length - run.length <= 1 ? over.slice(-run.length) : [],
  ];
  return places.find((names) => {
    if (names.length !== run.length) return false;
    const said = names.map(({ start, end }) => document.visible.slice(start, end).trim());
    const areNames = said.every((words) => words.length <= MAX_NAME && nameIn(words, true) !== undefined);
    if (!areNames || new Set(said).size < said.length) return false;
    if (names.some((name) => inside(name, signals).length > 0)) return false;
    return names.length > 2 || names === places[1] || said.every(hasTierWord);
  });
}

function inside({ start, end }: PageElement, signals: readonly Signal[]): Signal[] {
  const found: Signal[] = [];
  for (let at = lastAtOrBefore(signals, end - 1); at >= 0 && found.length < 2; at -= 1) {
    const signal = signals[at] as Signal;
    if (signal.start < start) break;
    if (signal.end <= end) found.push(signal);
  }
  return found;
}

function gridOf(
  document: Document,
  row: PageElement,
  names: readonly PageElement[],
  prices: readonly PageElement[],
): Grid {
  const corner: Cell = { words: '', element: row, isHeader: false, start: -1, end: -1 };
  const start = names[0]?.start ?? row.start;
  const end = prices.at(-1)?.end ?? row.end;
  return {
    rows: [names, prices].map((boxes) => [corner, ...boxes.map((box) => cellOf(document, box, false))]),
    element: row,
    start,
    end,
  };
}
