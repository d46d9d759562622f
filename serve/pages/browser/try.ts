/** Sends a request of the docs to this server and shows the answer: status, some headers, and the body. */
const NOTED = ['content-type', 'etag', 'cache-control', 'ratelimit', 'retry-after', 'link', 'x-request-id'];
/** Characters; the whole answer is at the address. */
const MOST_SHOWN = 60_000;

for (const section of document.querySelectorAll<HTMLElement>('[data-try]')) {
  const form = section.querySelector('form');
  const shown = section.querySelector<HTMLElement>('[data-answer]');
  if (form === null || shown === null) continue;
  section.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, shown);
  });
  form.addEventListener('input', () => showCurl(form));
}

/** Opens the shape that the address names. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
openTarget();
addEventListener('hashchange', openTarget);

interface Asked {
  method: string;
  address: URL;
  body: string | undefined;
}

function asked(form: HTMLFormElement): Asked {
  const fields = new FormData(form);
  const { path = '', method = 'GET' } = form.dataset;
  if (method === 'POST') return { method, address: new URL(path, location.href), body: String(fields.get('body')) };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields.get(name) ?? '')));
  const address = new URL(filled, location.href);
  for (const [name, value] of fields) {
    if (!path.includes(`{${name}}`) && value !== '') address.searchParams.set(name, String(value));
  }
  address.search = address.search.replaceAll('%2C', ',');
  return { method, address, body: undefined };
}

/** Quoted for a shell. */
function showCurl(form: HTMLFormElement): void {
  const curl = document.getElementById('curl');
  if (curl === null) return;
  const { address, body } = asked(form);
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const sent = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(body)}`;
  curl.textContent = `curl ${quoted(address.href)}${sent}`;
}

async function send(form: HTMLFormElement, shown: HTMLElement): Promise<void> {
  const { method, address, body } = asked(form);
  const startedMs = performance.now();
  try {
    const response = await fetch(address, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedMs);
    const headers = NOTED.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : `${name}: ${value}`;
    });
    const summary = `${response.status} ${response.statusText}, ${ms} ms, ${text.length.toLocaleString('en-US')} characters`;
    shown.replaceChildren(element('p', summary), element('pre', headers.join('\n')), element('pre', laidOut(text)));
  } catch {
    shown.replaceChildren(element('p', 'No response. Check your connection.'));
  }
}

function laidOut(text: string): string {
  let laid = text;
  try {
    laid = JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // Text that is not JSON is shown as it is.
  }
  return laid.length <= MOST_SHOWN ? laid : `${laid.slice(0, MOST_SHOWN)}\n…`;
}

function element(name: 'p' | 'pre', text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (name === 'pre') {
    made.className = 'cite';
    made.tabIndex = 0;
  }
  return made;
}

export {};
