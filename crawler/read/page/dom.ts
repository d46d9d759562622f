/** A page as the nodes that CSS selectors run over; made where a recipe or a marked copy asks for them. */
import { type ChildNode, Element, type ParentNode, Text } from 'domhandler';
import { type Document, PageElement, type TextRun } from './document.ts';

/** Stands for an element of the page, and for all of its text. */
export class PageNode extends Element {
  readonly of: PageElement;

  constructor(of: PageElement) {
    super(of.name, of.attribs);
    this.of = of;
  }
}

export class RunNode extends Text {
  readonly of: TextRun;

  constructor(of: TextRun, text: string) {
    super(text.slice(of.start, of.end));
    this.of = of;
  }
}

/** The nodes at the page's root. */
export function nodesOf({ root, runs, text }: Document): ChildNode[] {
  const words = Map.groupBy(runs, ({ element }) => element);
  const page = new PageNode(root);
  const open = [page];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const inside = [...node.of.children, ...(words.get(node.of) ?? [])].sort((a, b) => a.place - b.place);
    for (const each of inside) {
      const made = each instanceof PageElement ? new PageNode(each) : new RunNode(each, text);
      append(node, made);
      if (made instanceof PageNode) open.push(made);
    }
  }
  return page.children;
}

function append(parent: ParentNode, node: ChildNode): void {
  const last = parent.children.at(-1) ?? null;
  node.parent = parent;
  node.prev = last;
  if (last !== null) last.next = node;
  parent.children.push(node);
}
