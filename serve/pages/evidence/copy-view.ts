/** The text-only copy of a page with a quote marked in its place. Every character goes through `quoted` and `html`. */
import type { RecordEvidence } from '../../../data/record.ts';
import { counted } from '../../../data/text/figures.ts';
import type { Block, PageCopy, Range } from '../../../data/text/page-copy.ts';
import { type Html, html } from '../../../web/html.ts';
import { quoted } from '../../record/vendor-text.ts';
import { wideTable } from '../parts/markup.ts';

/** Blocks on either side of the quote: in sight, on the page, and on the page of the whole copy. */
const IN_SIGHT = 8;
const ON_PAGE = 100;
const MOST = 1_500;
/** Characters of one block, or on either side of the mark in it. */
const LONGEST = 600;

/** Where another quote of the page begins and ends, with the address of its page. */
interface Linked extends Range {
  path: string;
}

interface Marked extends PageCopy {
  mark: Range;
  /** In order, without overlap with each other or with the mark. */
  links: readonly Linked[];
}

type Place = Pick<RecordEvidence, 'id' | 'quote' | 'textStart' | 'textEnd'>;

/**
 * Undefined where the words at the place of the quote are others: its place is of an older rule.
 *
 * @param others quotes of the same page's text, which lead to their own pages
 */
export function placeIn(
  copy: PageCopy,
  place: Place,
  others: readonly (Place & { path: string })[],
): Marked | undefined {
  if (!isAt(copy, place)) return undefined;
  const mark = { start: place.textStart, end: place.textEnd };
  const links: Linked[] = [];
  for (const other of others.toSorted((a, b) => a.textStart - b.textStart || b.textEnd - a.textEnd)) {
    const { textStart: start, textEnd: end, path } = other;
    const isFree = start >= (links.at(-1)?.end ?? 0) && (end <= mark.start || start >= mark.end);
    if (isFree && isAt(copy, other)) links.push({ start, end, path });
  }
  return { ...copy, mark, links };
}

function isAt({ text }: PageCopy, { quote, textStart, textEnd }: Place): boolean {
  return text.slice(textStart, textEnd) === quote;
}

/** @param path of the page of the whole copy; absent on that page */
export function copyView(copy: Marked, path?: string): Html {
  const { blocks, mark } = copy;
  const first = Math.max(
    0,
    blocks.findIndex(({ end }) => end > mark.start),
  );
  const last = Math.max(
    first,
    blocks.findLastIndex(({ start }) => start < mark.end),
  );
  const reach = path === undefined ? MOST : ON_PAGE;
  const from = Math.max(0, first - reach);
  const to = last + 1 + reach;
  const before = blocks.slice(from, Math.max(from, first - IN_SIGHT));
  const inSight = blocks.slice(Math.max(from, first - IN_SIGHT), last + 1 + IN_SIGHT);
  const after = blocks.slice(last + 1 + IN_SIGHT, to);
  const left = from + Math.max(0, blocks.length - to);
  return html`<div class="page-copy">
${folded(before, 'before', copy)}
${groupsOf(inSight, copy)}
${folded(after, 'after', copy)}
</div>
${path !== undefined && left > 0 && html`<p class="quiet"><a href="${path}">Show ${counted(left, 'more line')} of the copy</a></p>`}
${path === undefined && left > 0 && html`<p class="quiet">${counted(left, 'more line')} not shown</p>`}`;
}

function folded(blocks: readonly Block[], where: 'before' | 'after', copy: Marked): Html | false {
  return (
    blocks.length > 0 &&
    html`<details><summary>${counted(blocks.length, 'line')} ${where}</summary>${groupsOf(blocks, copy)}</details>`
  );
}

/** Runs of rows are tables, and runs of items lists. */
function groupsOf(blocks: readonly Block[], copy: Marked): Html[] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    if (group?.[0]?.kind === block.kind) group.push(block);
    else groups.push([block]);
  }
  return groups.map((group) => groupView(group, copy));
}

function groupView(group: readonly Block[], copy: Marked): Html {
  const lines = (name: (line: Html) => Html) => html`${group.map((block) => name(marked(block, copy)))}`;
  switch (group[0]?.kind) {
    case 'row':
      return wideTable(
        'Table of the page',
        html`<table><tbody>${group.map((block) => rowView(block, copy))}</tbody></table>`,
      );
    case 'item':
      return html`<ul>${lines((line) => html`<li>${line}</li>`)}</ul>`;
    case 'heading':
      return lines((line) => html`<p class="heading">${line}</p>`);
    case 'code':
      return html`<pre>${lines((line) => html`${line}\n`)}</pre>`;
    default:
      return lines((line) => html`<p>${line}</p>`);
  }
}

function rowView(block: Block, copy: Marked): Html {
  const cells = block.kind === 'row' ? block.cells : [block];
  return html`<tr>${cells.map((cell) => html`<td>${marked(cell, copy)}</td>`)}</tr>\n`;
}

/** The words of a range: those of the quote marked, the first of them as the target of `#quote`, and those of others linked. */
function marked(range: Range, copy: Marked): Html {
  const { text, mark, links } = copy;
  const within = [mark, ...links]
    .filter(({ start, end }) => start < range.end && end > range.start)
    .sort((a, b) => a.start - b.start);
  let at = range.start;
  const parts = within.map((each) => {
    const [from, to] = [Math.max(range.start, each.start), Math.min(range.end, each.end)];
    const before = clipped(text.slice(at, from), at > range.start);
    at = to;
    return html`${before}${quoteIn(each, quoted(text.slice(from, to)), each === mark && range.start <= mark.start)}`;
  });
  return html`${parts}${quoted(text.slice(at, range.end), LONGEST)}`;
}

function quoteIn(place: Range | Linked, words: string, isTarget: boolean): Html {
  if ('path' in place) return html`<a href="${place.path}">${words}</a>`;
  return isTarget ? html`<mark id="quote">${words}</mark>` : html`<mark>${words}</mark>`;
}

/** Of the words before a quote, the nearest; of those between two, the first and the last. */
function clipped(words: string, isBetween: boolean): string {
  if (words.length <= LONGEST) return quoted(words, LONGEST);
  return `${isBetween ? quoted(words.slice(0, LONGEST / 2)) : ''}…${quoted(words.slice(-LONGEST / 2))}`;
}

/** The words around a quote, where there is no copy or the quote is not of the page's text. */
export function wordsView(
  { before, quote, after }: { before: string; quote: string; after: string },
  isCode: boolean,
): Html {
  const words = html`${quoted(before, LONGEST)}<mark id="quote">${quoted(quote)}</mark>${quoted(after, LONGEST)}`;
  return isCode
    ? html`<pre class="page-copy"><code>${words}</code></pre>`
    : html`<blockquote class="page-copy">${words}</blockquote>`;
}
