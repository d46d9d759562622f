/** Where the headings, list items, table rows and marks of a Markdown page stand, by a parser of CommonMark and its tables. */
import { parser as commonMark, Strikethrough, Table } from '@lezer/markdown';
import type { Span } from './document.ts';

export interface MarkdownLayout {
  /** As long as the source, with the marks of Markdown and its fenced code replaced by spaces. */
  text: string;
  /** By the offset at which a line starts: the level of its heading, and the places of its pipes where it is a row. */
  headings: ReadonlyMap<number, number>;
  rows: ReadonlyMap<number, readonly number[]>;
  items: ReadonlySet<number>;
}

/** Pairing marks costs the square of their number, so a paragraph of more characters or marks keeps them. */
const MAX_PARAGRAPH = 4000;
const MAX_MARKS = 200;
/** Deeper lists and quotes are text: no person writes them, and each level costs every line below it. */
const MAX_NESTING = 30;

const isLong = (text: string) => text.length > MAX_PARAGRAPH || (text.match(/[[*_~`]/g)?.length ?? 0) > MAX_MARKS;

const PARSER = commonMark.configure([
  Table,
  Strikethrough,
  {
    // Tags are found before (markup.ts), and indented text in components is text.
    remove: ['IndentedCode', 'HTMLBlock', 'HTMLTag', 'LinkReference'],
    parseBlock: [
      {
        name: 'Deep',
        before: 'Blockquote',
        parse: (block, line) => {
          if (block.depth <= MAX_NESTING) return false;
          block.addElement(block.elt('Paragraph', block.lineStart + line.pos, block.lineStart + line.text.length));
          block.nextLine();
          return true;
        },
      },
    ],
    parseInline: [
      {
        name: 'Long',
        before: 'Escape',
        parse: (inline, _next, at) => (at === inline.offset && isLong(inline.text) ? inline.end : -1),
      },
    ],
  },
]);

const MARKS = new Set(
  'HeaderMark QuoteMark ListMark EmphasisMark CodeMark LinkMark LinkTitle LinkLabel StrikethroughMark URL Autolink HorizontalRule FencedCode'.split(
    ' ',
  ),
);

/** Indented in a component, where CommonMark has code or one more line of the paragraph before. */
const INDENTED_ITEM = /^[ \t]{4,40}(?:[-*+]|\d{1,3}[.)])(?=\s)/gm;

/** @param isPlain takes underlines and pipes for text */
export function layoutOf(source: string, isPlain: boolean): MarkdownLayout {
  const headings = new Map<number, number>();
  const rows = new Map<number, number[]>();
  const items = new Set<number>();
  const pieces: string[] = [];
  let done = 0;
  const replace = ({ start, end }: Span, by: string) => {
    pieces.push(source.slice(done, start), by);
    done = end;
  };
  let line = 0;
  let feed = source.indexOf('\n');
  /** Start of the line of a place, which stands behind the places of earlier calls. */
  const lineOf = (at: number) => {
    while (feed >= 0 && feed < at) {
      line = feed + 1;
      feed = source.indexOf('\n', line);
    }
    return line;
  };
  PARSER.parse(source).iterate({
    enter: ({ name, from, to }) => {
      const level = /^(ATX|Setext)Heading(\d)$/.exec(name);
      if (level !== null && !(isPlain && level[1] === 'Setext')) headings.set(lineOf(from), Number(level[2]));
      else if (name === 'ListMark') items.add(lineOf(from));
      else if ((name === 'TableHeader' || name === 'TableRow') && !isPlain) rows.set(lineOf(from), []);
      if (name === 'TableDelimiter') {
        const pipes = rows.get(lineOf(from));
        pipes?.push(from);
        if (!isPlain) replace({ start: from, end: to }, pipes === undefined ? ' '.repeat(to - from) : '\t');
      } else if (name === 'Escape') replace({ start: from, end: from + 1 }, ' ');
      else if (MARKS.has(name)) {
        replace({ start: from, end: to }, source.slice(from, to).replace(/[^\n]/g, ' '));
        return false;
      }
      return undefined;
    },
  });
  pieces.push(source.slice(done));
  const text = pieces
    .join('')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(INDENTED_ITEM, (mark, at: number) => {
      items.add(at);
      return ' '.repeat(mark.length);
    });
  return { text, headings, rows, items };
}
