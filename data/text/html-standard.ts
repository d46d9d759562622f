/**
 * The Standard's parser over any HTML at all, telling its tree as events.
 *
 * parse5 follows the Standard, whose algorithm is not linear: it climbs the stack of open elements, opens unclosed
 * `<b>`s again in each paragraph, moves text in front of tables. So the tree is built here, where siblings are
 * linked and every step is counted, and a page that costs out of proportion is given up.
 */
import { html, Parser, type Token, Tokenizer, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { type HtmlHandler, MAX_DEPTH, TooDeep } from './html-events.ts';
import { type Attributes, TagAttributes } from './html-tags.ts';

/** Steps along the stack of open elements, over the whole page: about a second. Pages have some tens for each tag. */
const MAX_STEPS = 100_000_000;
/** The runtime searches this many open elements in the time that the parser takes for one step along them. */
const SEARCHED_A_STEP = 16;
/** Elements beyond one for each "<": what unclosed formatting may be opened again. */
const MAX_REPEATED = 200_000;
/** The parser compares each with all before it. */
const MAX_ATTRIBUTES = 2000;

/** Their content is characters, and none of them the page's text. */
const RAW = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

class TreeNode {
  /** Of an element, in lower case; `#text` and the like for others. */
  readonly name: string;
  readonly namespace: html.NS;
  readonly attributes: Token.Attribute[];
  parent: TreeNode | null = null;
  before: TreeNode | null = null;
  next: TreeNode | null = null;
  first: TreeNode | null = null;
  last: TreeNode | null = null;
  text = '';
  location: Token.ElementLocation | null = null;

  constructor(name: string, namespace = html.NS.HTML, attributes: Token.Attribute[] = []) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
  }
}

type TreeNodes = TreeAdapterTypeMap<
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode
>;

/** Told of the whole tree, or of what there was of it when it grew out of bounds. @throws {TooDeep} */
export function parseStandard(source: string, handler: HtmlHandler): void {
  const tree = new Tree(source);
  const parser = new Parser<TreeNodes>({ treeAdapter: tree, sourceCodeLocationInfo: true });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  try {
    parser.tokenizer.write(source, true);
  } finally {
    tell(tree.document, source.length, handler);
  }
}

class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token !== null && 'attrs' in token && token.attrs.length >= MAX_ATTRIBUTES)
      throw new TooDeep(`made of tags with more than ${MAX_ATTRIBUTES} attributes`);
    super._leaveAttrName();
  }
}

/** Tells the tree in its order, without recursion. */
function tell(document: TreeNode, end: number, handler: HtmlHandler): void {
  let node = document.first;
  let start = 0;
  while (node !== null) {
    const isElement = !node.name.startsWith('#');
    if (isElement) {
      start = node.location?.startOffset ?? start;
      handler.open(node.name, TagAttributes.of(attributesOf(node)), start);
      if ((node.name === 'script' || node.name === 'style') && node.namespace === html.NS.HTML)
        handler.code(node.location?.startTag?.endOffset ?? end, node.location?.endTag?.startOffset ?? end);
    } else if (node.name === '#text' && !isRaw(node.parent)) handler.text(node.text);
    if (isElement && node.first !== null) {
      node = node.first;
      continue;
    }
    if (isElement) handler.close(node.name);
    while (node.next === null && node.parent !== null && node.parent !== document) {
      node = node.parent;
      handler.close(node.name);
    }
    node = node.next;
  }
}

function isRaw(node: TreeNode | null): boolean {
  return node !== null && node.namespace === html.NS.HTML && RAW.has(node.name);
}

function attributesOf({ attributes }: TreeNode): Attributes {
  const named: Attributes = {};
  for (const { name, value } of attributes) named[name] ??= value;
  return named;
}

/** parse5's view of the tree: what it asks of nodes, and what it does to them. */
class Tree implements TreeAdapter<TreeNodes> {
  readonly document = new TreeNode('#document');
  #mode = html.DOCUMENT_MODE.NO_QUIRKS;
  #steps = 0;
  #depth = 0;
  #room: number;

  constructor(source: string) {
    this.#room = MAX_REPEATED;
    for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) this.#room += 1;
  }

  onItemPush(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TooDeep(`nested more than ${MAX_DEPTH} deep`);
  }

  onItemPop(): void {
    this.#depth -= 1;
  }

  #step(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new TooDeep('too costly to put in order');
  }

  /** Before anything is inserted, unclosed formatting is looked up among the open elements. */
  #search(): void {
    this.#step(1 + this.#depth / SEARCHED_A_STEP);
  }

  createDocument(): TreeNode {
    return this.document;
  }

  createDocumentFragment(): TreeNode {
    return new TreeNode('#fragment');
  }

  createElement(name: string, namespace: html.NS, attributes: Token.Attribute[]): TreeNode {
    this.#search();
    this.#room -= 1;
    if (this.#room < 0) throw new TooDeep('made to repeat its formatting');
    return new TreeNode(namespace === html.NS.HTML ? name : name.toLowerCase(), namespace, attributes);
  }

  createCommentNode(): TreeNode {
    return new TreeNode('#comment');
  }

  createTextNode(text: string): TreeNode {
    const node = new TreeNode('#text');
    node.text = text;
    return node;
  }

  appendChild(parent: TreeNode, node: TreeNode): void {
    node.parent = parent;
    node.before = parent.last;
    if (parent.last === null) parent.first = node;
    else parent.last.next = node;
    parent.last = node;
  }

  insertBefore(parent: TreeNode, node: TreeNode, reference: TreeNode): void {
    node.parent = parent;
    node.next = reference;
    node.before = reference.before;
    if (reference.before === null) parent.first = node;
    else reference.before.next = node;
    reference.before = node;
  }

  detachNode(node: TreeNode): void {
    const { parent, before, next } = node;
    if (parent === null) return;
    if (before === null) parent.first = next;
    else before.next = next;
    if (next === null) parent.last = before;
    else next.before = before;
    node.parent = null;
    node.before = null;
    node.next = null;
  }

  insertText(parent: TreeNode, text: string): void {
    this.#search();
    if (parent.last?.name === '#text') parent.last.text += text;
    else this.appendChild(parent, this.createTextNode(text));
  }

  insertTextBefore(parent: TreeNode, text: string, reference: TreeNode): void {
    this.#search();
    if (reference.before?.name === '#text') reference.before.text += text;
    else this.insertBefore(parent, this.createTextNode(text), reference);
  }

  adoptAttributes(recipient: TreeNode, attributes: Token.Attribute[]): void {
    // Of repeated `<html>` and `<body>` tags; a name told twice keeps its first value.
    this.#step(attributes.length);
    recipient.attributes.push(...attributes);
  }

  setTemplateContent(): void {}

  /** A template's content stands in the template itself here: to readers, both are out of sight. */
  getTemplateContent(template: TreeNode): TreeNode {
    return template;
  }

  getNamespaceURI(node: TreeNode): html.NS {
    // Asked at each step along the stack of open elements.
    this.#step(1);
    return node.namespace;
  }

  getTagName(node: TreeNode): string {
    this.#step(1);
    return node.name;
  }

  getAttrList(node: TreeNode): Token.Attribute[] {
    return node.attributes;
  }

  getParentNode(node: TreeNode): TreeNode | null {
    return node.parent;
  }

  getFirstChild(node: TreeNode): TreeNode | null {
    return node.first;
  }

  /** Asked only to find the text that was just inserted, to tell its location, which nobody needs. */
  getChildNodes(): TreeNode[] {
    return [];
  }

  getNodeSourceCodeLocation(node: TreeNode | undefined): Token.ElementLocation | null {
    return node?.location ?? null;
  }

  setNodeSourceCodeLocation(node: TreeNode | undefined, location: Token.ElementLocation | null): void {
    if (node !== undefined) node.location = location;
  }

  updateNodeSourceCodeLocation(node: TreeNode, location: Partial<Token.ElementLocation>): void {
    if (node.location !== null) Object.assign(node.location, location);
  }

  getDocumentMode(): html.DOCUMENT_MODE {
    return this.#mode;
  }

  setDocumentMode(_document: TreeNode, mode: html.DOCUMENT_MODE): void {
    this.#mode = mode;
  }

  setDocumentType(): void {}

  isElementNode(node: TreeNode): node is TreeNode {
    return !node.name.startsWith('#');
  }

  isTextNode(node: TreeNode): node is TreeNode {
    return node.name === '#text';
  }

  isCommentNode(node: TreeNode): node is TreeNode {
    return node.name === '#comment';
  }

  isDocumentTypeNode(_node: TreeNode): _node is TreeNode {
    return false;
  }

  getTextNodeContent(node: TreeNode): string {
    return node.text;
  }

  // Of comments and doctypes nothing is kept.
  getCommentNodeContent(): string {
    return '';
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }
}
