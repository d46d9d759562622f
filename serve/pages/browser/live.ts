/**
 * Counts again while a form is changed (`[data-live]` names what is replaced): the same page is asked for, with the same
 * address as if the form had been sent, so that what is shown is never worked out twice. Nothing is lost without it.
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
    // A word is not there until it is written.
    if (event.target instanceof HTMLInputElement && /^(?:text|search)$/.test(event.target.type)) return;
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
    const region = document.getElementById(form.dataset.live ?? '');
    try {
      const answer = await fetch(address, { headers: { Accept: 'text/html' } });
      const text = answer.ok ? await answer.text() : undefined;
      const counted = text === undefined ? null : new DOMParser().parseFromString(text, 'text/html');
      const fresh = counted?.getElementById(form.dataset.live ?? '');
      // What was asked last is what counts, whatever comes first.
      if (mine !== latest || region === null || fresh == null) return;
      const open = new Set([...region.querySelectorAll('details')].flatMap((each, at) => (each.open ? [at] : [])));
      region.replaceChildren(...fresh.childNodes);
      for (const [at, each] of region.querySelectorAll('details').entries()) each.open = open.has(at);
      history.replaceState(null, '', address);
      document.title = counted?.title ?? document.title;
    } catch {
      // Without an answer what stands there stays; the button asks again, and the browser says what is wrong.
    }
  }
}

export {};
