/** The headings of sections: what stands below them. */

import type { Page } from './page.ts';

const MAX_HEADING = 120;

/** The words of the nearest heading above. */
export function headingAbove({ document: { lines, visible } }: Page, offset: number): string {
  const line = lines.findLast(({ heading, start }) => heading > 0 && start < offset);
  return line === undefined ? '' : visible.slice(line.start, Math.min(line.end, line.start + MAX_HEADING));
}
