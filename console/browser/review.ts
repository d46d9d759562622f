/** Keys for the review, on the list and on a case; and the selection of many cases. Without it, forms and links do the same. */
const AT = 'review.at';

const all = <Part extends HTMLElement>(selector: string) => [...document.querySelectorAll<Part>(selector)];
const one = <Part extends HTMLElement>(selector: string) => document.querySelector<Part>(selector);

const rows = all('[data-case]');
const boxOf = (row: Element | undefined) => row?.querySelector<HTMLInputElement>('input[type="checkbox"]');
const boxes = rows.flatMap((row) => boxOf(row) ?? []);
const reason = one<HTMLInputElement>('input[name="reason"]');
const offered = all<HTMLOptionElement>('#reasons option').map(({ value }) => value);

let at = -1;

function moveTo(next: number): void {
  if (rows.length === 0) return;
  rows[at]?.removeAttribute('data-current');
  at = Math.max(0, Math.min(rows.length - 1, next));
  const row = rows[at];
  row?.setAttribute('data-current', '');
  row?.querySelector<HTMLElement>('h3 a')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

function showSelected(): void {
  const count = boxes.filter(({ checked }) => checked).length;
  for (const place of all('[data-selected]')) place.textContent = count === 0 ? '' : ` ${count}`;
}

function toggle(some: readonly HTMLInputElement[]): void {
  const isOn = some.every(({ checked }) => checked);
  for (const box of some) box.checked = !isOn;
  showSelected();
}

/** On the list, the current case is decided where none is selected. */
function choose(action: 'accept' | 'reject' | 'correct'): void {
  const choice = one<HTMLInputElement>(`input[name="action"][value="${action}"]`);
  if (choice === null) return;
  if (rows.length > 0 && !boxes.some(({ checked }) => checked)) {
    if (at < 0) moveTo(0);
    toggle([boxOf(rows[at])].filter((box) => box != null));
  }
  choice.checked = true;
  const first = action === 'correct' ? one<HTMLElement>('.correction select') : reason;
  first?.focus();
}

function correct(): void {
  const link = rows[Math.max(at, 0)]?.querySelector<HTMLAnchorElement>('h3 a');
  if (link == null) choose('correct');
  else location.assign(`${link.href}#correct`);
}

function showKeys(): void {
  const keys = one<HTMLDetailsElement>('[data-keys]');
  if (keys === null) return;
  keys.open = !keys.open;
  if (keys.open) keys.querySelector<HTMLElement>('summary')?.focus();
}

const skip = () => (rows.length > 0 ? moveTo(at + 1) : one('[data-next]')?.click());

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => (rows.length > 0 ? moveTo(at + 1) : skip()),
  k: () => (rows.length > 0 ? moveTo(at - 1) : history.back()),
  s: skip,
  x: () => toggle([boxOf(rows[at])].filter((box) => box != null)),
  a: () => choose('accept'),
  r: () => choose('reject'),
  c: correct,
  u: () => one('[data-undo]')?.click(),
  '?': showKeys,
};
/** The arrows scroll a page that has no list. */
const ARROWS: Readonly<Record<string, string>> = rows.length > 0 ? { ArrowDown: 'j', ArrowUp: 'k' } : {};

const areKeysOn = one<HTMLInputElement>('[data-keys-on]');

function isTyping(target: EventTarget | null): target is HTMLElement {
  const isChoice = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
  return target instanceof HTMLElement && target.matches('input, select, textarea') && !isChoice;
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || areKeysOn?.checked === false) return;
  const { target, key } = event;
  if (isTyping(target)) {
    const words = offered[Number(key) - 1];
    if (target === reason && reason.value === '' && /^[1-9]$/.test(key) && words !== undefined) {
      reason.value = words;
      event.preventDefault();
    }
    if (key === 'Escape') target.blur();
    return;
  }
  // Between choices, arrows choose.
  if (key in ARROWS && target instanceof HTMLInputElement) return;
  const act = KEYS[ARROWS[key] ?? key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

for (const link of all<HTMLAnchorElement>('[data-select]'))
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const part = link.dataset.select === 'page' ? document : link.closest('section');
    toggle(boxes.filter((box) => part?.contains(box)));
  });
for (const box of boxes) box.addEventListener('change', showSelected);

if (reason !== null && offered.length > 0) {
  const list = document.createElement('p');
  list.className = 'offered';
  for (const [index, words] of offered.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain';
    button.textContent = `${index + 1} ${words}`;
    button.addEventListener('click', () => {
      reason.value = words;
      reason.focus();
    });
    list.append(button);
  }
  reason.closest('.reason')?.append(list);
}

for (const form of all<HTMLFormElement>('form.many, form.decide'))
  form.addEventListener('submit', (event) => {
    if (form.matches('.many') && !boxes.some(({ checked }) => checked)) {
      event.preventDefault();
      moveTo(Math.max(at, 0));
      return;
    }
    sessionStorage.setItem(AT, String(at));
  });

/** The count follows the queue, the list does not: a person may have selected some of it. */
const heading = one('h1:has(#count)');
const outdated = one('#outdated');
if (heading !== null && outdated !== null) {
  const listed = heading.textContent;
  new MutationObserver(() => {
    outdated.hidden = heading.textContent === listed;
  }).observe(heading, { childList: true });
}

showSelected();
// After a decision, the list goes on where it was left.
if (new URLSearchParams(location.search).has('batch')) moveTo(Number(sessionStorage.getItem(AT) ?? 0));
if (location.hash === '#correct') choose('correct');

export {};
