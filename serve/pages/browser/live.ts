/**
 * Updates a result while its form is changed: fetches the page that the form would lead to, and replaces the regions that
 * `[data-live]` names, separated by spaces. Without it the form is sent.
 */
const SETTLED_MS = 120;

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-live]')) {
  let timer = 0;
  let latest = 0;

  for (const slider of form.querySelectorAll<HTMLInputElement>('input[data-moves]')) {
    const field = form.elements.namedItem(slider.dataset.moves ?? '');
    const label = slider.closest('label');
    if (!(field instanceof HTMLInputElement) || label === null) continue;
    label.hidden = false;
    slider.addEventListener('input', () => {
      field.value = slider.value;
    });
    field.addEventListener('input', () => {
      slider.value = field.value;
    });
  }

  form.addEventListener('input', (event) => {
    const { target } = event;
    const isWords = target instanceof HTMLInputElement && /^(?:text|search)$/.test(target.type);
    if (isWords && target.dataset.instant === undefined) {
      // Words are sent by the button, a chosen suggestion at once: it may change the form too.
      const isChosen = !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
      if (isChosen && target.value !== '') form.requestSubmit();
      return;
    }
    clearTimeout(timer);
    timer = window.setTimeout(count, SETTLED_MS);
  });

  async function count(): Promise<void> {
    if (!form.checkValidity()) return;
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value !== '') address.searchParams.set(name, value);
    }
    latest += 1;
    const mine = latest;
    const ids = form.dataset.live?.split(' ') ?? [];
    try {
      const answer = await fetch(address, { headers: { Accept: 'text/html' } });
      const text = answer.ok ? await answer.text() : undefined;
      const counted = text === undefined ? null : new DOMParser().parseFromString(text, 'text/html');
      // Answers may arrive out of order.
      if (mine !== latest || counted === null) return;
      for (const id of ids) replace(document.getElementById(id), counted.getElementById(id));
      history.replaceState(null, '', address);
      document.title = counted.title;
      document.dispatchEvent(new Event('refreshed'));
    } catch {
      // The result stays as it is; the button asks again, and the browser shows the error.
    }
  }
}

/** Details that are open stay open. */
function replace(region: HTMLElement | null, fresh: HTMLElement | null): void {
  if (region === null || fresh === null) return;
  const open = new Set([...region.querySelectorAll('details')].flatMap((each, at) => (each.open ? [at] : [])));
  region.replaceChildren(...fresh.childNodes);
  for (const [at, each] of region.querySelectorAll('details').entries()) each.open = open.has(at);
}

export {};
