/** HTML as a document: parsed once, feeding the tree and the text together. */

import { type Attributes, type HtmlHandler, parseHtml } from '../../../data/text/html.ts';
import { memoized } from '../../../data/text/memoized.ts';
import { TextBuilder } from '../../../data/text/page-text.ts';
import { type Document, type Line, linesOf, type PageScript, type PageStyle, type TextRun } from './document.ts';
import { withoutDataAbove } from './front-matter.ts';
import { PageElement, setHeading } from './page-element.ts';
import { markSight } from './sight.ts';
import { TabPanels } from './tab-panels.ts';

/** @throws {TooDeep} when reading would take time that grows faster than the page */
export function htmlDocument(source: string): Document {
  const handler = new PageHandler();
  parseHtml(source, handler);
  const { root, tables, controls, tagged, typed, withData, scripts, styles, meta } = handler;
  const icons = handler.icons.map(({ element, runs }) => ({ element, at: handler.runs[runs - 1]?.end ?? 0 }));
  const text = handler.words.toString();
  root.start = 0;
  root.end = text.length;
  handler.tabPanels.label(text);
  markSight({
    root,
    text,
    lang: handler.lang,
    sheets: styles.map(({ media, start, end }) => ({ media, css: source.slice(start, end) })),
    hasLinkedSheets: tagged.get('link')?.some(({ attribs }) => /stylesheet/i.test(attribs.rel ?? '')) === true,
    scripts: scripts.map(({ type, start, end }) => ({ type, code: source.slice(start, end) })),
  });
  const visible = withoutDataAbove(seenText(text, handler.runs));
  const runs = handler.runs.filter(({ element }) => !element.unseen);
  const lines = apartLines(text, linesOf(visible, runs), runs);
  return {
    ...{ format: 'html', source, text, visible, root, runs, lines },
    ...{ tables, controls, tagged, typed, withData, icons, scripts, styles, meta },
    title: handler.title.trim(),
    lang: handler.lang.toLowerCase(),
  };
}

/** The text with spaces for what nothing on the page can show. */
function seenText(text: string, runs: readonly TextRun[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, element } of runs) {
    if (!element.unseen) continue;
    parts.push(text.slice(done, start), ' '.repeat(end - start));
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/**
 * `<span>Crew</span><span>For two and more</span>`: a style sheet sets apart words that touch, so each is a line. Headings
 * are left whole.
 */
function apartLines(text: string, lines: readonly Line[], runs: readonly TextRun[]): Line[] {
  return lines.flatMap((line) => {
    const parts = [line];
    for (let at = line.run + 1; line.heading === 0; at += 1) {
      const next = runs[at];
      if (next === undefined || next.start >= line.end) break;
      if (!isSeam(text, runs[at - 1], next)) continue;
      const last = parts.pop() ?? line;
      parts.push({ ...last, end: next.start }, { ...last, start: next.start, element: next.element, run: at });
    }
    return parts;
  });
}

/** Two elements of one kind, side by side: words of two classes, or a small letter and then a capital. */
function isSeam(text: string, before: TextRun | undefined, { start, element }: TextRun): boolean {
  if (before?.end !== start || element.start !== start) return false;
  const { name, parent } = before.element;
  if (name !== element.name || parent !== element.parent) return false;
  const [one, other] = [before.element.attribs.class, element.attribs.class];
  const areTwo = one !== undefined && other !== undefined && one !== other;
  return (areTwo ? /^\p{L}\p{L}/u : /^\p{Ll}\p{Lu}/u).test(text.slice(start - 1, start + 2));
}

/** An attribute's value that may be an object or a list. */
const DATA = /^\s?[[{]/;
const RARE_TAGS = ['html', 'body', 'link', 'article', 'time', 'select'];
const STRUCK_TAGS = new Set(['s', 'del', 'strike']);
const STRUCK_WORDS =
  /line-through|strike|crossed|(?:^|\s)(?:old|original)(?:$|\s)|(?:^|[\s_-])(?:old|was|original)-?_?price|(?:^|[\s_-])pric(?:e|ing)[-_]{1,2}(?:old|was|before|original)(?![a-z])/i;

const isStruck = memoized((classes) => STRUCK_WORDS.test(classes));

const ICON_CLASS = /^(?:fa[bslr]?|bi|la[bslr]?|ti|glyphicon) |^(?:fa|bi|la|ti)-/;
const MAX_ICONS = 2000;
const MAX_CAPTION = 60;
const MAX_TITLE = 400;
const MAX_META = { entries: 100, length: 500 };

class PageHandler implements HtmlHandler {
  readonly root = new PageElement('#page');
  readonly runs: TextRun[] = [];
  readonly tables: PageElement[] = [];
  readonly controls: PageElement[] = [];
  readonly tabPanels = new TabPanels();
  readonly tagged = new Map(RARE_TAGS.map((tag): [string, PageElement[]] => [tag, []]));
  readonly typed: PageElement[] = [];
  readonly withData: PageElement[] = [];
  readonly icons: { element: PageElement; runs: number }[] = [];
  readonly scripts: PageScript[] = [];
  readonly styles: PageStyle[] = [];
  readonly meta = new Map<string, string>();
  readonly words = new TextBuilder();
  title = '';
  lang = '';
  #element = this.root;
  /** Of the open elements, how many runs there were when each was opened. */
  readonly #runsBefore: number[] = [];

  open(tag: string, attributes: Attributes, start: number): void {
    this.words.open(tag);
    const parent = this.#element;
    const element = new PageElement(tag, attributes);
    element.sourceStart = start;
    element.struck = parent.struck || STRUCK_TAGS.has(tag) || isStruck(attributes.class ?? '');
    parent.add(element);
    setHeading(element);
    this.#element = element;
    this.#runsBefore.push(this.runs.length);
    this.#note(element);
  }

  close(tag: string): void {
    this.words.close(tag);
    const element = this.#element;
    const first = this.runs[this.#runsBefore.pop() ?? 0];
    if (first !== undefined) {
      element.start = first.start;
      element.end = this.runs.at(-1)?.end ?? first.end;
    }
    this.#element = element.parent ?? this.root;
  }

  text(data: string): void {
    const element = this.#element;
    if (element.name === 'title') {
      if (this.title.length < MAX_TITLE) this.title += data;
      if (element.nodes === 0) element.caption = data.slice(0, MAX_CAPTION);
    }
    const span = this.words.text(data);
    if (span !== undefined) this.runs.push({ ...span, element, place: element.nodes });
    element.nodes += 1;
  }

  code(start: number, end: number): void {
    const { name, attribs, parent } = this.#element;
    const { type = '', id = '', media = '' } = attribs;
    if (name === 'script') this.scripts.push({ type, id, start, end });
    // A style sheet in a template is in force where the template is used.
    else if (parent?.name !== 'template') this.styles.push({ media, start, end });
  }

  #note(element: PageElement): void {
    const { name, role, attribs } = element;
    this.tagged.get(name)?.push(element);
    if (name === 'html') this.lang ||= attribs.lang ?? attribs['xml:lang'] ?? '';
    else if (name === 'meta')
      this.#noteMeta(attribs.property ?? attribs.name ?? attribs['http-equiv'], attribs.content);
    else if (name === 'link' && attribs.rel === 'canonical') this.#noteMeta('canonical', attribs.href);
    else if (name === 'table' || role === 'table' || role === 'grid') this.tables.push(element);
    else if (name === 'input' || name === 'button' || role === 'tab' || role === 'switch') this.controls.push(element);
    if (ICON_CLASS.test(attribs.class ?? '') && this.icons.length < MAX_ICONS)
      this.icons.push({ element, runs: this.runs.length });
    this.tabPanels.note(element);
    if (attribs.itemtype !== undefined) this.typed.push(element);
    if (Object.values(attribs).some((value) => DATA.test(value))) this.withData.push(element);
  }

  #noteMeta(name: string | undefined, content: string | undefined): void {
    if (name !== undefined && content !== undefined && this.meta.size < MAX_META.entries)
      this.meta.set(name.toLowerCase(), content.slice(0, MAX_META.length));
  }
}
