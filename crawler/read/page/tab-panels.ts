/**
 * What the tab above a panel says, as the panel's `data-tab`: "Monthly" of `<a data-toggle="tab" href="#p1">Monthly</a>`.
 *
 * Sources: WAI-ARIA 1.2 (`aria-controls`, `aria-labelledby`), Bootstrap 3 to 5 (`href`, `data-target`,
 * `data-bs-target`) and Webflow, whose tabs and panels share `data-w-tab`.
 */
import type { PageElement } from './page-element.ts';

const MAX_LABEL = 40;
const MAX_TABS = 500;

export class TabPanels {
  /** The last tab by the panel that it names, and by its own id. */
  readonly #tabs = new Map<string, PageElement>();
  readonly #panels: { panel: PageElement; tab: PageElement }[] = [];

  note(element: PageElement): void {
    const { role, attribs } = element;
    const named = controlledBy(element) ?? (role === 'tab' ? attribs.id : undefined);
    if (named !== undefined) {
      if (this.#tabs.size < MAX_TABS) this.#tabs.set(named, element);
    } else if (this.#tabs.size > 0) {
      const names = [attribs['data-w-tab'], attribs['aria-labelledby'], attribs.id && `#${attribs.id}`];
      const tab = names.map((each) => this.#tabs.get(each ?? '')).find((each) => each !== undefined);
      if (tab !== undefined) this.#panels.push({ panel: element, tab });
    }
  }

  /** Gives each panel its tab's words. */
  label(text: string): void {
    for (const { panel, tab } of this.#panels) {
      const words = text.slice(Math.max(tab.start, 0), Math.max(tab.end, 0));
      // A question opens its answer.
      if (words.length <= MAX_LABEL && !/[?？]/.test(words)) panel.attribs['data-tab'] ??= words;
    }
  }
}

function controlledBy({ name, role, attribs }: PageElement): string | undefined {
  if (name !== 'a' && name !== 'button' && role !== 'tab') return undefined;
  const target = attribs['data-bs-target'] ?? attribs['data-target'];
  if (target !== undefined) return target;
  if (attribs['aria-controls'] !== undefined) return `#${attribs['aria-controls']}`;
  const isTab = role === 'tab' || (attribs['data-toggle'] ?? attribs['data-bs-toggle']) !== undefined;
  return isTab ? attribs.href : attribs['data-w-tab'];
}
