/**
 * Products while one types, at every field of a search (`[data-search]`): a combobox with a list (WAI-ARIA Authoring
 * Practices 1.2, "Editable Combobox With List Autocomplete"). Without it the form leads to the same products.
 */
const MOST = 8;
const PAUSE_MS = 120;

interface Found {
  total: number;
  results: {
    slug: string;
    name: string;
    startingPrice: number | null;
    currency?: string;
    unit?: string;
    freeTier?: boolean;
  }[];
}

document.querySelectorAll<HTMLInputElement>('input[data-search]').forEach(combobox);

function combobox(field: HTMLInputElement, index: number): void {
  const list = element('div', { id: `found-${index}`, role: 'listbox', 'aria-label': 'Products', class: 'found' });
  const said = element('p', { role: 'status', class: 'spoken' });
  let options: HTMLElement[] = [];
  let active = -1;
  let asked: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  list.hidden = true;
  field.after(list, said);
  attributes(field, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  });

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(field.value.trim()), PAUSE_MS);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      open(true);
      // One place more than there are options: the field itself.
      const places = options.length + 1;
      choose(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      open(false);
    } else if (event.key === 'Enter' && !list.hidden && active >= 0) {
      event.preventDefault();
      options[active]?.click();
    }
  });
  field.addEventListener('focus', () => open(options.length > 0 && field.value.trim() !== ''));
  field.addEventListener('blur', () => open(false));
  // The field keeps the focus, so that a click is not lost to its blur.
  list.addEventListener('mousedown', (event) => event.preventDefault());

  async function ask(words: string): Promise<void> {
    asked?.abort();
    if (words === '') {
      show([]);
      said.textContent = '';
      return;
    }
    asked = new AbortController();
    const { signal } = asked;
    try {
      const response = await fetch(`/api/v2/discover?${new URLSearchParams({ q: words, limit: String(MOST) })}`, {
        signal,
      });
      if (!response.ok) return;
      const { total, results }: Found = await response.json();
      if (signal.aborted) return;
      show(results.map(optionOf));
      said.textContent = total === 1 ? '1 product' : `${total} products`;
    } catch {
      // Aborted by the next letters, or offline: the form still works.
    }
  }

  function optionOf(found: Found['results'][number], at: number): HTMLElement {
    const option = element('a', {
      id: `${list.id}-${at}`,
      role: 'option',
      'aria-selected': 'false',
      href: `/tools/${encodeURIComponent(found.slug)}/pricing`,
      tabindex: '-1',
    });
    const name = document.createElement('span');
    name.textContent = found.name;
    const price = element('span', { class: 'quiet' });
    price.textContent = priceOf(found);
    option.append(name, ' ', price);
    return option;
  }

  function show(found: HTMLElement[]): void {
    options = found;
    list.replaceChildren(...found);
    choose(-1);
    open(found.length > 0 && document.activeElement === field);
  }

  function open(isOpen: boolean): void {
    list.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) choose(-1);
  }

  function choose(at: number): void {
    options[active]?.setAttribute('aria-selected', 'false');
    active = at;
    const option = options[at];
    if (option === undefined) field.removeAttribute('aria-activedescendant');
    else {
      option.setAttribute('aria-selected', 'true');
      option.scrollIntoView({ block: 'nearest' });
      field.setAttribute('aria-activedescendant', option.id);
    }
  }
}

function priceOf({ startingPrice, currency, unit, freeTier }: Found['results'][number]): string {
  const free = freeTier === true ? 'free tier' : '';
  if (startingPrice === null || currency === undefined) return free === '' ? 'no monthly price' : free;
  const digits = Number.isInteger(startingPrice) ? 0 : 2;
  const price = startingPrice.toLocaleString('en-US', { style: 'currency', currency, minimumFractionDigits: digits });
  const from = `from ${price}${unit === undefined || unit === 'flat' ? '' : `/${unit}`}/mo`;
  return free === '' ? from : `${from}, ${free}`;
}

function element(name: string, given: Record<string, string>): HTMLElement {
  return attributes(document.createElement(name), given);
}

function attributes<Of extends HTMLElement>(of: Of, given: Record<string, string>): Of {
  for (const [name, value] of Object.entries(given)) of.setAttribute(name, value);
  return of;
}

export {};
