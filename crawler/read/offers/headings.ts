/** The headings of sections: what stands below them. */

import { lastAtOrBefore } from '../page/document.ts';
import type { Page } from './page.ts';

const MAX_HEADING = 120;
/** The words of the nearest heading above. */
export function headingAbove({ document }: Page, offset: number): string {
  for (let at = lastAtOrBefore(document.lines, offset - 1); at >= 0; at -= 1) {
    const line = document.lines[at];
    if (line !== undefined && line.heading > 0)
      return document.visible.slice(line.start, Math.min(line.end, line.start + MAX_HEADING));
  }
  return '';
}
