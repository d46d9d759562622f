/** Tables of tiers whose first column is about something else: "Region | Plan | Monthly | Annual". */
import type { Cell, Grid } from '../../page/grid.ts';

const OF_TIERS =
  /^(?:plans?|plan names?|tiers?|tier names?|packages?|editions?|subscriptions?|tarif|formules?|planes?|piani|planos|pakiety?|套餐|版本|方案|プラン|요금제)$/i;
/** Farther right, "Plan" is a remark on what the row is about: what it is sold to. */
const MAX_PLACE = 2;

/** The table with the column that is headed as that of tiers in front, where each of its rows names another. */
export function tiersFirst(grid: Grid): Grid {
  const [head = [], ...body] = grid.rows;
  const at = head.findIndex(({ words }) => OF_TIERS.test(words));
  const names = body.map((row) => row[at]?.words ?? '');
  // Where each row is about another thing, the plan is what that thing comes with.
  const isOfOthers = new Set(body.map(([first]) => first?.words)).size === body.length;
  if (at < 1 || at > MAX_PLACE || isOfOthers || names.includes('') || new Set(names).size < names.length) return grid;
  const moved = (row: Cell[]) => [...row.slice(at, at + 1), ...row.slice(0, at), ...row.slice(at + 1)];
  return { ...grid, rows: grid.rows.map(moved) };
}
