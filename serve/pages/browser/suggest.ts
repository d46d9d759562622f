/** Names of products while one types, in the list of a field (`input[data-suggest]`). */
const SETTLED_MS = 150;
const MOST = 12;

interface Found {
  results: { name: string }[];
}

let timer = 0;

// Other scripts may replace the fields.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.suggest === undefined) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => void suggest(target), SETTLED_MS);
});

async function suggest(field: HTMLInputElement): Promise<void> {
  const words = field.value.trim();
  if (words.length < 2) return;
  try {
    const answer = await fetch(`/api/v2/discover?limit=${MOST}&q=${encodeURIComponent(words)}`);
    if (!answer.ok || words !== field.value.trim()) return;
    const { results } = (await answer.json()) as Found;
    field.list?.replaceChildren(
      ...results.map(({ name }) => {
        const option = document.createElement('option');
        option.value = name;
        return option;
      }),
    );
  } catch {
    // The field takes any name without a list.
  }
}

export {};
