/** Reloads the page at each `moved` and replaces its parts marked `data-live`, except one that has the focus. */
let isAsking = false;
let isOutdated = false;

async function refresh(): Promise<void> {
  if (isAsking || document.hidden) {
    isOutdated = true;
    return;
  }
  isAsking = true;
  isOutdated = false;
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
    if (!response.ok || response.redirected) return;
    const now = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
      const next = now.getElementById(part.id);
      if (next !== null && !part.contains(document.activeElement) && part.innerHTML !== next.innerHTML)
        part.replaceWith(document.adoptNode(next));
    }
  } catch {
    // The event source reports when the console is back.
  } finally {
    isAsking = false;
    if (isOutdated) setTimeout(refresh, 300);
  }
}

const events = new EventSource('/live');
events.addEventListener('moved', () => void refresh());
let wasLost = false;
events.addEventListener('error', () => {
  wasLost = true;
  document.documentElement.dataset.lost = '';
});
events.addEventListener('open', () => {
  delete document.documentElement.dataset.lost;
  if (wasLost) void refresh();
  wasLost = false;
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isOutdated) void refresh();
});
// Relative times grow old.
setInterval(() => void refresh(), 15_000);

export {};
