/**
 * HTML as browsers see it: the HTML Standard's tree (parse5) as a sequence of elements and text. Pure.
 *
 * The Standard's algorithm is not linear: it searches the stack of open elements, reopens unclosed formatting and moves
 * text in front of tables. So its steps are counted, and a page out of proportion is refused.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, Parser, Tokenizer, type TreeAdapter } from 'parse5';

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;
type Element = DefaultTreeAdapterTypes.Element;

export type Attributes = Record<string, string>;

/** Receives a page's elements and text in the order of the tree. Every `open` has its `close`. */
export interface HtmlHandler {
  /** @param start offset of the tag in the source; for an implied element, of the element around it */
  open(name: string, attributes: Attributes, start: number): void;
  /** Characters of the page, with character references decoded. */
  text(data: string): void;
  /** Span in the source of a script's or a stylesheet's content, which is not passed to `text`. */
  code(start: number, end: number): void;
  close(name: string): void;
}

/** Parsing would cost time or memory out of proportion to the page. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/** Deeper nesting is an attack on every function that climbs the tree. */
const MAX_DEPTH = 12_000;
/** Steps along the stack of open elements. Vendors' pages take at most half a step for each character. */
const MAX_STEPS = 100_000_000;
/** Elements beyond one for each "<": how often unclosed formatting may be reopened. */
const MAX_REPEATED = 200_000;
/** The tokenizer compares each attribute of a tag with all before it. */
const MAX_ATTRIBUTES = 2000;

/** Their content is characters, none of them text of the page. */
const RAW = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

/** @throws {TooDeep} after `handler` received what was parsed until then */
export function parseHtml(source: string, handler: HtmlHandler): void {
  const treeAdapter = boundedTree(source);
  const parser = new Parser<Tree>({ treeAdapter, sourceCodeLocationInfo: true });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  try {
    parser.tokenizer.write(source, true);
  } finally {
    emit(parser.document, source.length, handler);
  }
}

class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token !== null && 'attrs' in token && token.attrs.length >= MAX_ATTRIBUTES)
      throw new TooDeep(`made of tags with more than ${MAX_ATTRIBUTES} attributes`);
    super._leaveAttrName();
  }

  /** The number of a reference of hundreds of digits overflows to NaN in parse5 7.3; the Standard makes it U+FFFD. */
  protected override _flushCodePointConsumedAsCharacterReference(code: number): void {
    super._flushCodePointConsumedAsCharacterReference(Number.isNaN(code) ? 0xfffd : code);
  }
}

/** parse5's own tree, with bounds on its depth, its size and the steps to build it. */
function boundedTree(source: string): TreeAdapter<Tree> {
  let room = MAX_REPEATED;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) room += 1;
  const budget = new StepBudget();
  return {
    ...defaultTreeAdapter,
    ...boundedInsertions(budget),
    onItemPush() {
      budget.depth += 1;
      if (budget.depth > MAX_DEPTH) throw new TooDeep(`nested more than ${MAX_DEPTH} deep`);
    },
    onItemPop() {
      budget.depth -= 1;
    },
    createElement(name, namespace, attributes) {
      budget.search();
      room -= 1;
      if (room < 0) throw new TooDeep('made to repeat its formatting');
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    // Called at each step along the stack of open elements.
    getNamespaceURI(element) {
      budget.take(1);
      return element.namespaceURI;
    },
    getTagName(element) {
      budget.take(1);
      return element.tagName;
    },
    // A template's content stays in the template: readers skip both.
    setTemplateContent() {},
    getTemplateContent: (template) => template as unknown as DefaultTreeAdapterTypes.DocumentFragment,
  };
}

class StepBudget {
  /** Number of open elements. */
  depth = 0;
  #steps = MAX_STEPS;

  take(count: number): void {
    this.#steps -= count;
    if (this.#steps < 0) throw new TooDeep('too costly to put in order');
  }

  /**
   * An insertion searches the open elements and, where it is not at the end, the parent's children. The runtime searches
   * 16 array items in the time of one step; whole numbers keep the counter cheap.
   */
  search(searched = 0): void {
    this.take(1 + ((this.depth + searched) >> 4));
  }
}

function boundedInsertions(budget: StepBudget): Partial<TreeAdapter<Tree>> {
  return {
    insertText(parent, text) {
      budget.search();
      defaultTreeAdapter.insertText(parent, text);
    },
    insertTextBefore(parent, text, reference) {
      budget.search(parent.childNodes.length);
      defaultTreeAdapter.insertTextBefore(parent, text, reference);
    },
    insertBefore(parent, node, reference) {
      budget.search(parent.childNodes.length);
      defaultTreeAdapter.insertBefore(parent, node, reference);
    },
    detachNode(node) {
      budget.search(node.parentNode?.childNodes.length);
      defaultTreeAdapter.detachNode(node);
    },
    adoptAttributes(recipient, attributes) {
      // parse5 makes a set of all of them.
      budget.take(16 * recipient.attrs.length);
      defaultTreeAdapter.adoptAttributes(recipient, attributes);
    },
  };
}

/** Passes the tree to the handler, without recursion. */
function emit(document: DefaultTreeAdapterTypes.Document, end: number, handler: HtmlHandler): void {
  const open: { element: Element | undefined; children: DefaultTreeAdapterTypes.ChildNode[]; next: number }[] = [
    { element: undefined, children: document.childNodes, next: 0 },
  ];
  let start = 0;
  for (let around = open.at(-1); around !== undefined; around = open.at(-1)) {
    const node = around.children[around.next++];
    if (node === undefined) {
      if (around.element !== undefined) handler.close(around.element.tagName.toLowerCase());
      open.pop();
    } else if ('tagName' in node) {
      start = node.sourceCodeLocation?.startOffset ?? start;
      handler.open(node.tagName.toLowerCase(), attributesOf(node), start);
      const { startTag, endTag } = node.sourceCodeLocation ?? {};
      if (isRaw(node) && (node.tagName === 'script' || node.tagName === 'style'))
        handler.code(startTag?.endOffset ?? end, endTag?.startOffset ?? end);
      open.push({ element: node, children: isRaw(node) ? [] : node.childNodes, next: 0 });
    } else if ('value' in node) handler.text(node.value);
  }
}

function isRaw({ tagName, namespaceURI }: Element): boolean {
  return namespaceURI === html.NS.HTML && RAW.has(tagName);
}

function attributesOf({ attrs }: Element): Attributes {
  const named: Attributes = {};
  // In SVG and MathML parse5 splits `xlink:href` and restores capitals.
  for (const { prefix, name, value } of attrs)
    named[prefix ? `${prefix}:${name}`.toLowerCase() : name.toLowerCase()] ??= value;
  return named;
}
