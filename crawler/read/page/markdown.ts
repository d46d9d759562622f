/**
 * Markdown and plain text as the same document that HTML makes: sections by heading, paragraphs, list items, tables.
 *
 * The text is the raw source, so evidence offsets are the file's own; `visible` is as long, with markup replaced by spaces.
 * CommonMark with pipe tables is parsed; tags of HTML and MDX (markup.ts) nest sections, tables and cells as in a page.
 */
import { parser as commonMark, Strikethrough, Table } from '@lezer/markdown';
import type { PageFormat } from '../../../data/page.ts';
import { type Document, linesOf, type Span } from './document.ts';
import { frontMatter } from './front-matter.ts';
import { MarkdownTree } from './markdown-tree.ts';
import { blank, markupIn } from './markup.ts';

/** Pairing marks costs the square of their number, so a paragraph of more characters or marks keeps them. */
const MAX_PARAGRAPH = 4000;
const MAX_MARKS = 200;
/** Deeper lists and quotes are text: each level costs every line below it. */
const MAX_NESTING = 30;

const isLong = (text: string) => text.length > MAX_PARAGRAPH || (text.match(/[[*_~`]/g)?.length ?? 0) > MAX_MARKS;

const PARSER = commonMark.configure([
  Table,
  Strikethrough,
  {
    // Tags are replaced before (markup.ts), and indented text in components is text.
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

export function markdownDocument(source: string, format: PageFormat): Document {
  const isMarkdown = format === 'markdown';
  const above = isMarkdown ? frontMatter(source) : undefined;
  const end = above?.end ?? 0;
  const found = isMarkdown ? markupIn(source, end) : { shown: source, tags: [], titles: new Map(), struck: [] };
  const markup = { ...found, shown: blank(source.slice(0, end)) + found.shown.slice(end) };
  const syntax = PARSER.parse(markup.shown);
  const { text, struck } = withoutMarks(markup.shown, syntax, isMarkdown);
  const tree = new MarkdownTree(text, {
    ...markup,
    struck: [...markup.struck, ...struck].sort((a, b) => a.start - b.start),
  });
  syntax.iterate({
    enter: ({ name, from, to, node }) => {
      const level = /^(ATX|Setext)Heading(\d)$/.exec(name);
      if (level !== null && (isMarkdown || level[1] === 'ATX')) tree.addHeading(from, to, Number(level[2]));
      else if (name === 'Table' && isMarkdown) tree.addTable(from, to);
      else if ((name === 'TableHeader' || name === 'TableRow') && isMarkdown)
        tree.addRow(
          { start: from, end: to },
          node.getChildren('TableDelimiter').map((pipe) => pipe.from),
        );
      else if (name === 'Paragraph' || level !== null || name === 'Table')
        tree.addParagraph(from, to, node.prevSibling?.name === 'ListMark');
      else return name !== 'FencedCode';
      return name === 'Table' && isMarkdown;
    },
  });
  const { root, runs, tables, visible } = tree.end();
  const description = above?.description;
  return {
    ...{ format, source, text: source, visible, root, runs, lines: linesOf(visible, runs), tables },
    ...{ controls: [], tagged: new Map(), typed: [], withData: [], icons: [], scripts: [], styles: [] },
    title: above?.title ?? '',
    lang: '',
    meta: new Map(description === undefined ? [] : [['description', description]]),
  };
}

/** The text with spaces for the marks of Markdown and for fenced code, and with tabs for pipes; what `~~` strikes out. */
function withoutMarks(
  shown: string,
  syntax: ReturnType<typeof PARSER.parse>,
  isMarkdown: boolean,
): { text: string; struck: Span[] } {
  const pieces: string[] = [];
  const struck: Span[] = [];
  let done = 0;
  const replace = (from: number, to: number, by: string) => {
    pieces.push(shown.slice(done, from), by);
    done = to;
  };
  syntax.iterate({
    enter: ({ name, from, to, node }) => {
      const isRule = name === 'TableDelimiter' && node.parent?.name === 'Table';
      if (isMarkdown && name === 'TableDelimiter') replace(from, to, isRule ? ' '.repeat(to - from) : '\t');
      else if (name === 'Escape') replace(from, from + 1, ' ');
      else if (name === 'Strikethrough') struck.push({ start: from + 2, end: to - 2 });
      else if (MARKS.has(name)) {
        replace(from, to, blank(shown.slice(from, to)));
        return false;
      }
      return undefined;
    },
  });
  pieces.push(shown.slice(done));
  const text = pieces.join('').replace(/[\u00a0\u2009\u202f]/g, ' ');
  return { text: text.replace(INDENTED_ITEM, (mark) => ' '.repeat(mark.length)), struck };
}
