/**
 * HTML as browsers see it: one sequence of elements and text for everyone who reads a page.
 *
 * The Standard's parser decides what malformed markup means, and costs several times what a simple one does. So a
 * simple one (html-strict.ts) reads as long as the markup is strict enough to leave nothing to decide; where it is
 * not, the Standard's (html-standard.ts) reads the whole page. Pure: the same source, the same events.
 */
import type { HtmlHandler } from './html-events.ts';
import { parseStandard } from './html-standard.ts';
import { parseStrict } from './html-strict.ts';
import { NotStrict } from './html-tags.ts';

/**
 * The handler that was told of the whole page. `newHandler` is called again where strict reading gives up: what the
 * first handler was told by then counts for nothing.
 *
 * @throws {TooDeep}
 */
export function parseHtml<Handler extends HtmlHandler>(source: string, newHandler: () => Handler): Handler {
  const strict = newHandler();
  try {
    parseStrict(source, strict);
    return strict;
  } catch (error) {
    if (!(error instanceof NotStrict)) throw error;
  }
  const standard = newHandler();
  parseStandard(source, standard);
  return standard;
}
