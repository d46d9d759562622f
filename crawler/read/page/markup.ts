/**
 * What in Markdown is markup of another language: HTML and MDX tags, comments, template tags, headers' anchors.
 *
 * One pass over the source. What comes out is as long as the source: a tag that begins a block or a line is a line
 * feed, what a reader does not see is spaces, and the words of a component's visible attributes stay where they are
 * (`<Card title="Pro">` shows "Pro"). Fenced and inline code is left alone.
 */
import type { Span } from './document.ts';

export interface Tag extends Span {
  /** As written: components have a capital. */
  name: string;
  kind: 'open' | 'close' | 'empty';
}

export interface Markup {
  shown: string;
  /** In source order; those inside rows of a pipe table are left out. */
  tags: Tag[];
  /** Where attributes stand that a component shows as its title. */
  titles: Set<number>;
  /** What HTML or tildes cross out. */
  struck: Span[];
}

const BLOCK =
  /^(?:address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figure|figcaption|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|button|[A-Z][\w.]*)$/;
const EMPTY = /^(?:br|hr|img|input|meta|link|source|col|wbr)$/i;
const STRUCK = /^(?:s|del|strike)$/i;
const TITLE = /^(?:title|name|label|heading|plan|tier|summary|header)$/;
const SHOWN = /^(?:price|cost|amount|subtitle|description|caption|badge|monthlyPrice|priceMonthly)$/;
const PERIOD = /^(?:period|interval|per|billingPeriod|frequency|cycle)$/;
const PERIOD_WORD = /^(?:\/ ?)?(?:month|mo|year|yr|user|seat)(?:ly)?\b/i;

const ENTITY = /&#?\w{1,8};/y;
/** More in a row are no sign of money with a space beside it. */
const MAX_ENTITIES = 3;
/** Those that stand in or beside names and amounts. */
const CHARACTERS = new Map(
  Object.entries({
    ' ': 'nbsp #xa0 #160 #xa #10 #x20 #32 ensp emsp thinsp #8239',
    '&': 'amp',
    $: 'dollar #36',
    '€': 'euro #8364',
    '£': 'pound #163',
  }).flatMap(([char, names]) => names.split(' ').map((name): [string, string] => [`&${name};`, char])),
);

/**
 * The character that stands here, with those that follow at once: as many as they are long, "&nbsp;&euro;" would keep
 * the sign from its amount. A sign of money behind such a space goes with it.
 */
function entitiesAt(source: string, from: number): { chars: string; length: number } {
  let chars = '';
  let at = from;
  for (let count = 0; count < MAX_ENTITIES; count += 1) {
    ENTITY.lastIndex = at;
    const entity = ENTITY.exec(source)?.[0];
    const char = entity === undefined ? undefined : CHARACTERS.get(entity.toLowerCase());
    if (entity === undefined || char === undefined) {
      if (count === 0) return { chars, length: entity?.length ?? 1 };
      break;
    }
    chars += char;
    at += entity.length;
  }
  const sign =
    chars === ' ' && isBehindAmount(source, from) && /[€$£]/.test(source.charAt(at)) ? source.charAt(at) : '';
  return { chars: chars + sign, length: at + sign.length - from };
}

/** "97&euro;", "97 &euro;" */
function isBehindAmount(source: string, at: number): boolean {
  return /\d ?$/.test(source.slice(Math.max(0, at - 2), at));
}

/** Longer than any tag or expression that people write; an unclosed one is text. */
const MAX_TAG = 4000;
const MAX_CODE = 400;

/** After so many that are no tags, a page is not written by people, and looking for their ends would take long. */
const MAX_UNCLOSED = 20_000;

interface Prop extends Span {
  name: string;
}

export function markupIn(source: string, from: number): Markup {
  const found: Markup = { shown: '', tags: [], titles: new Set(), struck: [] };
  const pieces: string[] = [source.slice(0, from)];
  const crossed: number[] = [];
  let done = from;
  const replace = (start: number, end: number, by: string) => {
    pieces.push(source.slice(done, start), by);
    done = end;
  };
  let at = from;
  let hasComments = true;
  let patience = MAX_UNCLOSED;
  const special = /[<{`~&\n]/g;
  let isLineStart = true;
  let isInRow = false;
  let raw = '';
  while (at < source.length) {
    if (isLineStart) {
      isLineStart = false;
      const fence = raw === '' ? rawFence(source, at) : closing(source, at, raw);
      if (fence !== undefined) {
        replace(at, fence.end, blank(source, at, fence.end));
        raw = fence.mark;
        at = fence.end;
        continue;
      }
      const fenced = fenceEnd(source, at);
      if (fenced !== undefined) {
        at = fenced;
        isLineStart = true;
        continue;
      }
      isInRow = isRow(source, at);
    }
    special.lastIndex = at;
    const match = special.exec(source);
    if (match === null) break;
    at = match.index;
    if (match[0] === '\n') {
      isLineStart = true;
      at += 1;
    } else if (match[0] === '`') at = codeEnd(source, at);
    else if (match[0] === '&') {
      const { chars, length } = entitiesAt(source, at);
      if (chars !== '')
        replace(at, at + length, isBehindAmount(source, at) ? chars.padEnd(length) : chars.padStart(length));
      at += length;
    } else if (match[0] === '~') {
      const end = source.startsWith('~~', at) ? within(source, '~~', at + 2, MAX_CODE) : -1;
      if (end > 0 && !source.slice(at, end).includes('\n')) found.struck.push({ start: at + 2, end });
      at = end > 0 ? end + 2 : at + 1;
    } else if (source.startsWith('<!--', at)) {
      const end = hasComments ? source.indexOf('-->', at + 4) : -1;
      if (end < 0) {
        hasComments = false;
        at += 4;
      } else {
        replace(at, end + 3, blank(source, at, end + 3));
        at = end + 3;
      }
    } else if (match[0] === '{') {
      const end = expressionEnd(source, at);
      if (end > 0) replace(at, end, blank(source, at, end));
      at = end > 0 ? end : at + 1;
    } else {
      const tag = patience > 0 ? tagAt(source, at) : undefined;
      if (tag === undefined) {
        patience -= 1;
        at += 1;
      } else {
        if (STRUCK.test(tag.name)) {
          if (tag.kind === 'open') crossed.push(tag.end);
          else found.struck.push({ start: crossed.pop() ?? tag.start, end: tag.start });
        }
        replace(tag.start, tag.end, isInRow ? inRow(tag) : shownOf(source, tag, found.titles));
        if (!isInRow && BLOCK.test(tag.name))
          found.tags.push({ start: tag.start, end: tag.end, name: tag.name, kind: tag.kind });
        at = tag.end;
      }
    }
  }
  pieces.push(source.slice(done));
  found.shown = pieces.join('');
  found.struck.sort((a, b) => a.start - b.start);
  return found;
}

export function blank(source: string, from: number, to: number): string {
  return source.slice(from, to).replace(/[^\n]/g, ' ');
}

/** "``` =html", "```{=html}": what is fenced is HTML for the page and no code. */
const RAW = /^[ \t]{0,12}(`{3,20}|~{3,20}) ?(?:=html|\{=html\})[ \t\r]*$/;

function rawFence(source: string, start: number): { mark: string; end: number } | undefined {
  const line = lineFrom(source, start);
  const mark = RAW.exec(line)?.[1];
  return mark === undefined ? undefined : { mark, end: start + line.length };
}

function closing(source: string, start: number, mark: string): { mark: string; end: number } | undefined {
  const line = lineFrom(source, start);
  return line.trim() === mark ? { mark: '', end: start + line.length } : undefined;
}

function lineFrom(source: string, start: number): string {
  return source.slice(start, start + 60).split('\n', 1)[0] ?? '';
}

/** The end of the fenced block that starts with this line; undefined where none does. */
function fenceEnd(source: string, lineStart: number): number | undefined {
  const mark = /^[ \t]{0,12}(`{3,20}|~{3,20})/.exec(source.slice(lineStart, lineStart + 40))?.[1];
  if (mark === undefined) return undefined;
  let at = source.indexOf('\n', lineStart);
  while (at >= 0) {
    const next = source.indexOf('\n', at + 1);
    const line = source.slice(at + 1, Math.min(next < 0 ? source.length : next, at + 60));
    if (line.trimStart().startsWith(mark)) return next < 0 ? source.length : next + 1;
    at = next;
  }
  return source.length;
}

/** Past the inline code that starts here, or past the back-ticks where it has no end. */
function codeEnd(source: string, at: number): number {
  let ticks = at;
  while (source[ticks] === '`' && ticks - at < 20) ticks += 1;
  const end = within(source, source.slice(at, ticks), ticks, MAX_CODE);
  return end < 0 ? ticks : end + (ticks - at);
}

const EXPRESSIONS: [open: string, close: string][] = [
  ['{/*', '*/}'],
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '}'],
];

function expressionEnd(source: string, at: number): number {
  for (const [open, close] of EXPRESSIONS) {
    if (!source.startsWith(open, at)) continue;
    const end = within(source, close, at + open.length, MAX_TAG);
    return end < 0 ? -1 : end + close.length;
  }
  return -1;
}

/** Attributes may hold quotes and, in MDX, expressions in braces; an end is looked for in neither. */
function tagAt(source: string, at: number): (Tag & { props: Prop[] }) | undefined {
  const head = /^<(\/?)([A-Za-z][\w.:-]{0,60})(?=[\s/>])/.exec(source.slice(at, at + 70));
  if (head === null) return undefined;
  const name = head[2] ?? '';
  const props: Prop[] = [];
  const stop = Math.min(source.length, at + MAX_TAG);
  let index = at + head[0].length;
  let word = '';
  let depth = 0;
  for (; index < stop; index += 1) {
    const char = source[index] as string;
    if (char === '"' || char === "'" || char === '`') {
      const end = within(source, char, index + 1, stop - index);
      if (end < 0) return undefined;
      if (depth <= 1 && word !== '') props.push({ name: word, start: index + 1, end });
      index = end;
    } else if (char === '<' && depth === 0) return undefined;
    else if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if (char === '>' && depth <= 0) {
      const isEmpty = source[index - 1] === '/' || EMPTY.test(name);
      const kind = head[1] === '/' ? 'close' : isEmpty ? 'empty' : 'open';
      return { start: at, end: index + 1, name, kind, props };
    } else if (char !== '=' && depth === 0) word = /[\w-]/.test(char) ? (word.length < 40 ? word + char : word) : '';
  }
  return undefined;
}

/** In a row of a pipe table a line feed would end the row: a tab ends the line. */
function inRow({ name, start, end }: Tag): string {
  return (BLOCK.test(name) ? '\t' : ' ').padEnd(end - start);
}

/** A tag as a reader sees it: nothing, a new line, or what a component shows of its attributes. */
function shownOf(source: string, { start, end, name, props }: Tag & { props: Prop[] }, titles: Set<number>): string {
  const out = ' '.repeat(end - start).split('');
  if (BLOCK.test(name)) out[0] = '\n';
  if (!/^[A-Z]/.test(name)) return out.join('');
  let hasTitle = false;
  for (const prop of props) {
    const isTitle: boolean = TITLE.test(prop.name) && !hasTitle;
    const words = source.slice(prop.start, prop.end);
    const isPeriod = PERIOD.test(prop.name) && PERIOD_WORD.test(words);
    if ((!isTitle && !isPeriod && !SHOWN.test(prop.name)) || words.length > 300 || words.includes('\n')) continue;
    hasTitle ||= isTitle;
    if (isTitle) titles.add(prop.start);
    // What stands before the words is the quotation mark: "$20" and "month" are read as "$20 /month".
    out[prop.start - 1 - start] = isPeriod && !words.startsWith('/') ? '/' : isPeriod ? ' ' : '\n';
    for (let at = prop.start; at < prop.end; at += 1) out[at - start] = source[at] as string;
    if (isTitle && prop.end - start < out.length) out[prop.end - start] = '\n';
  }
  return out.join('');
}

/** Inside a row of a pipe table no tag begins a line. */
function isRow(source: string, lineStart: number): boolean {
  const end = source.indexOf('\n', lineStart);
  const line = source.slice(lineStart, Math.min(end < 0 ? source.length : end, lineStart + MAX_TAG));
  return /^\s*\|/.test(line) || (line.includes(' | ') && !/^\s*</.test(line));
}

function within(source: string, close: string, from: number, max: number): number {
  const found = source.slice(from, from + max).indexOf(close);
  return found < 0 ? -1 : from + found;
}
