/**
 * Products while one types, at every search field (`[data-search]`): a combobox with a list (WAI-ARIA Authoring
 * Practices 1.2, "Editable Combobox With List Autocomplete"). Without it the form leads to the same products.
 */
const MOST = 8;
const PAUSE_MS = 60;

/** In place of a starting price, as the pages word it. */
const STATES = {
  known: 'Other terms',
  usage_only: 'Usage-based',
  not_published: 'Contact sales',
  free_only: 'Free',
  not_known: 'Not known yet',
} as const;

interface Product {
  slug: string;
  name: string;
  startingPrice: number | null;
  priceState: keyof typeof STATES;
  currency?: string;
  unit?: string;
  freeTier?: boolean;
}

interface Found {
  total: number;
  results: Product[];
}

class Combobox {
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status = element('p', { role: 'status', class: 'spoken' });
  #options: HTMLElement[] = [];
  #active = -1;
  readonly #known = new Map<string, Found>();
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(field: HTMLInputElement, index: number) {
    this.#field = field;
    this.#list = element('div', { id: `found-${index}`, role: 'listbox', 'aria-label': 'Products', class: 'found' });
    this.#list.hidden = true;
    field.after(this.#list, this.#status);
    const controls = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': this.#list.id };
    setAttributes(field, { ...controls, 'aria-expanded': 'false' });
    field.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(field.value.trim()), PAUSE_MS);
    });
    field.addEventListener('keydown', (event) => this.#press(event));
    field.addEventListener('focus', () => this.#open(this.#options.length > 0 && field.value.trim() !== ''));
    field.addEventListener('blur', () => this.#open(false));
    // The field keeps the focus, so that its blur does not swallow a click.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isOpen = !this.#list.hidden;
    if (event.isComposing) return;
    if (step !== undefined && this.#options.length > 0) {
      this.#open(true);
      // One place more than there are options: the field itself.
      const places = this.#options.length + 1;
      this.#choose(((this.#active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Escape' && isOpen) this.#open(false);
    else if (event.key === 'Enter' && isOpen && this.#active >= 0) this.#options[this.#active]?.click();
    else return;
    event.preventDefault();
  }

  async #ask(words: string): Promise<void> {
    this.#request?.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    if (words === '') {
      this.#show([]);
      this.#status.textContent = '';
      return;
    }
    try {
      const found = this.#known.get(words) ?? (await foundBy(words, signal));
      if (found === undefined || signal.aborted) return;
      this.#known.set(words, found);
      this.#show(found.results.map((product, at) => optionOf(product, `${this.#list.id}-${at}`)));
      this.#status.textContent = found.total === 1 ? '1 product' : `${found.total} products`;
    } catch {
      // Aborted by the next letters, or offline: the form still works.
    }
  }

  /** A product that the arrows chose stays chosen where the new list has it. */
  #show(options: HTMLElement[]): void {
    const chosen = this.#options[this.#active]?.getAttribute('href');
    this.#options = options;
    this.#list.replaceChildren(...options);
    this.#choose(options.findIndex((option) => option.getAttribute('href') === chosen));
    this.#open(options.length > 0 && document.activeElement === this.#field);
  }

  #open(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#field.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) this.#choose(-1);
  }

  #choose(at: number): void {
    this.#options[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = at;
    const option = this.#options[at];
    if (option === undefined) {
      this.#field.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    this.#field.setAttribute('aria-activedescendant', option.id);
  }
}

async function foundBy(words: string, signal: AbortSignal): Promise<Found | undefined> {
  const query = new URLSearchParams({ q: words, limit: String(MOST) });
  const response = await fetch(`/api/v2/discover?${query}`, { signal });
  return response.ok ? ((await response.json()) as Found) : undefined;
}

function optionOf(product: Product, id: string): HTMLElement {
  const href = `/tools/${encodeURIComponent(product.slug)}/pricing`;
  const option = element('a', { id, role: 'option', 'aria-selected': 'false', href, tabindex: '-1' });
  const [name, price] = [element('span'), element('span', { class: 'quiet' })];
  name.textContent = product.name;
  price.textContent = priceOf(product);
  option.append(name, ' ', price);
  return option;
}

/** "$12/user/mo, free plan", or the state of its price. */
function priceOf({ startingPrice, priceState, currency, unit, freeTier }: Product): string {
  const free = freeTier === true && priceState !== 'free_only' ? ', free plan' : '';
  if (startingPrice === null || currency === undefined) return STATES[priceState] + free;
  const digits = Number.isInteger(startingPrice) ? 0 : 2;
  const price = startingPrice.toLocaleString('en-US', { style: 'currency', currency, minimumFractionDigits: digits });
  return `${price}${unit === undefined || unit === 'flat' ? '' : `/${unit}`}/mo${free}`;
}

function element(name: string, attributes: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  return made;
}

function setAttributes(of: HTMLElement, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) of.setAttribute(name, value);
}

for (const [index, field] of document.querySelectorAll<HTMLInputElement>('input[data-search]').entries())
  new Combobox(field, index);

export {};
