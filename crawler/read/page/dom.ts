/** A page as the nodes that selectors run over: made again where somebody asks, for no general reader does. */
import { type ChildNode, Element, type ParentNode, Text } from 'domhandler';
import { type HtmlHandler, parseHtml } from '../../../data/text/html.ts';
import { type Document, eachElement, type PageElement } from './document.ts';

/** Stands for an element of the page, and for all of its text. */
export class PageNode extends Element {
  readonly of: PageElement;

  constructor(of: PageElement) {
    super(of.name, of.attribs);
    this.of = of;
  }
}

/** The nodes at the page's root. Of Markdown they are elements only. */
export function nodesOf(document: Document): ChildNode[] {
  const elements: PageElement[] = [];
  eachElement(document.root, (element) => void elements.push(element));
  const [root, ...others] = elements;
  if (root === undefined) return [];
  if (document.format === 'html') {
    const handler = new NodeHandler(new PageNode(root), others);
    parseHtml(document.source, handler);
    return handler.root.children;
  }
  const nodes = new Map([[root, new PageNode(root)]]);
  for (const element of others) {
    const node = new PageNode(element);
    nodes.set(element, node);
    append(nodes.get(element.parent ?? root) as PageNode, node); // Parents come before their children.
  }
  return nodes.get(root)?.children ?? [];
}

/** Told of the same elements in the same order as when the document was made. */
class NodeHandler implements HtmlHandler {
  readonly root: PageNode;
  readonly #elements: readonly PageElement[];
  #next = 0;
  #open: PageNode;

  constructor(root: PageNode, elements: readonly PageElement[]) {
    this.root = root;
    this.#open = root;
    this.#elements = elements;
  }

  open(): void {
    const node = new PageNode(this.#elements[this.#next++] as PageElement);
    append(this.#open, node);
    this.#open = node;
  }

  text(data: string): void {
    append(this.#open, new Text(data));
  }

  code(): void {}

  close(): void {
    this.#open = this.#open.parent as PageNode;
  }
}

function append(parent: PageNode, node: ChildNode): void {
  const last = parent.children.at(-1) ?? null;
  node.parent = parent as ParentNode;
  node.prev = last;
  if (last !== null) last.next = node;
  parent.children.push(node);
}
