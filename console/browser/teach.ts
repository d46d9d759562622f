/** Teaching without reloads: keys, marks to move between, and each step answered by the panel alone. */
const form = document.querySelector<HTMLFormElement>('#teach');
const said = document.querySelector('#said');
/** People whose software types single letters turn the keys off; on this page and in the review alike. */
const areKeysOn = document.querySelector<HTMLInputElement>('[data-keys-on]');
let isSending = false;
/** What was pressed while a step was answered; done afterwards. */
let next: (() => void) | undefined;
/** The mark that was pointed at last. */
let last: HTMLButtonElement | undefined;

const marks = () => [...document.querySelectorAll<HTMLButtonElement>('.copy button[data-at]:not([tabindex])')];
const slotNow = () => form?.querySelector<HTMLInputElement>('input[name=slot]:checked')?.value ?? 'auto';
const FITTING: Record<string, string> = { name: '.name', price: '.amount', free: '.free', contact: '.contact' };

async function send(submitter: HTMLButtonElement, isByKey: boolean): Promise<void> {
  if (form === null) return;
  isSending = true;
  form.setAttribute('aria-busy', 'true');
  const body = new FormData(form, submitter);
  body.set('part', 'panel');
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' } });
    show(new DOMParser().parseFromString(await response.text(), 'text/html'), { submitter, isByKey });
  } catch {
    say('The console does not respond. Your work is kept. Try again.');
  } finally {
    isSending = false;
    form.removeAttribute('aria-busy');
    const waiting = next;
    next = undefined;
    waiting?.();
  }
}

function show(answer: Document, { submitter, isByKey }: { submitter: HTMLButtonElement; isByKey: boolean }): void {
  const desk = answer.querySelector('#desk');
  if (desk === null) {
    say(answer.querySelector('h1')?.textContent ?? 'Something went wrong');
    return;
  }
  document.querySelector('#desk')?.replaceWith(document.adoptNode(desk));
  say(answer.querySelector('#said')?.textContent ?? '');
  press();
  const primary = document.querySelector<HTMLElement>('[data-primary]');
  if (submitter.matches('.copy button')) {
    last = submitter;
    // By mouse, the next Enter is to confirm; by key, the next arrow leads on from here.
    if (!isByKey) primary?.focus({ preventScroll: true });
    return;
  }
  const again = document.querySelector<HTMLElement>(`#desk button[value="${CSS.escape(submitter.value)}"]`);
  (submitter.value === 'confirm' ? (primary ?? again) : (again ?? primary))?.focus();
}

function say(words: string): void {
  if (said !== null) said.textContent = words;
}

/** Marks in the page what the panel has, as crawler/read/explain/picker-copy.ts does. */
function press(): void {
  const plans = [...document.querySelectorAll<HTMLElement>('[data-places]')];
  const names = new Set(plans.map(({ dataset }) => dataset.name));
  const places = plans.flatMap(({ dataset }) => (dataset.places ?? '').split(' ').filter(Boolean).map(placeOf));
  for (const mark of document.querySelectorAll<HTMLElement>('.copy [data-at]')) {
    const at = placeOf(mark.dataset.at ?? '');
    const isName = mark.matches('.name') && names.has(mark.ariaLabel ?? mark.textContent?.trim());
    const isFact =
      mark.matches('.amount, .free, .contact') && places.some(({ start, end }) => start < at.end && end > at.start);
    mark.setAttribute('aria-pressed', String(isName || isFact));
  }
}

function placeOf(text: string): { start: number; end: number } {
  const [start = 0, end = 0] = text.split('-').map(Number);
  return { start, end };
}

/** Brings what was read, or the first amount, into the view of the page's own pane. */
function reveal(): void {
  const pane = document.querySelector<HTMLElement>('.vendor-page');
  const mark = document.querySelector('.copy [aria-pressed=true]') ?? document.querySelector('.copy .amount');
  if (pane === null || mark === null) return;
  pane.scrollTop += mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
}

/** To the next mark that fits the slot, from the last one or from the top of the window. */
function move(by: 1 | -1): void {
  const fitting = marks().filter((mark) => mark.matches(FITTING[slotNow()] ?? '*'));
  const from = document.activeElement?.closest<HTMLButtonElement>('.copy button') ?? last;
  const isBeside = (mark: HTMLButtonElement): boolean => {
    if (from === undefined) return mark.getBoundingClientRect().top > 0;
    const { DOCUMENT_POSITION_FOLLOWING: after, DOCUMENT_POSITION_PRECEDING: before } = Node;
    return (from.compareDocumentPosition(mark) & (by > 0 ? after : before)) !== 0;
  };
  (by > 0 ? fitting.find(isBeside) : fitting.findLast(isBeside))?.focus();
}

function choose(key: string): boolean {
  const wanted = key === 'Escape' ? 'Esc' : key.toLowerCase();
  const slot = form?.querySelector<HTMLInputElement>(`input[name=slot][data-key="${CSS.escape(wanted)}"]`);
  if (slot === null || slot === undefined) return false;
  slot.checked = true;
  say(`Selecting: ${slot.parentElement?.textContent?.trim() ?? ''}`);
  return true;
}

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function pressed(key: string, target: HTMLElement): boolean {
  if (target.matches('input:not([type=radio]), select, textarea')) return false;
  const by = ARROWS[key];
  if (by !== undefined) {
    // Up and down scroll the page, and choose among radio buttons.
    if (target.matches('input') || (/Up|Down/.test(key) && !target.matches('.copy button'))) return false;
    move(by);
    return true;
  }
  const isOnButton = target.matches('button, a, summary');
  if (key === 'c' || (key === 'Enter' && !isOnButton)) {
    document.querySelector<HTMLButtonElement>('[data-primary]')?.click();
    return true;
  }
  return choose(key);
}

/** The same button in the panel that has replaced its own. */
function nowOf(button: HTMLButtonElement): HTMLButtonElement | null {
  if (button.isConnected) return button;
  const isPrimary = button.dataset.primary !== undefined;
  return document.querySelector(isPrimary ? '[data-primary]' : `#desk button[value="${CSS.escape(button.value)}"]`);
}

reveal();

/** Whether a button was pressed by a key: a click by mouse has a count. */
let isKey = false;
form?.addEventListener('click', ({ detail }) => {
  isKey = detail === 0;
});
form?.addEventListener('submit', (event) => {
  const { submitter } = event;
  if (!(submitter instanceof HTMLButtonElement)) return;
  if (isSending) {
    event.preventDefault();
    next = () => nowOf(submitter)?.click();
  } else if (submitter.value !== 'save') {
    // What is saved leads to another page.
    event.preventDefault();
    void send(submitter, isKey);
  }
});
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (form === null || ctrlKey || metaKey || altKey || areKeysOn?.checked === false || !(target instanceof HTMLElement))
    return;
  if (isSending && key === 'Enter') return;
  if (isSending && key.length === 1 && !target.matches('input:not([type=radio]), textarea')) {
    next = () => void pressed(key, document.body);
    event.preventDefault();
  } else if (pressed(key, target)) event.preventDefault();
});

export {};
