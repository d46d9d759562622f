/** A button beside every text to copy (`[data-copy]`), also in parts that another script replaces. */
function offer(): void {
  for (const text of document.querySelectorAll<HTMLElement>('[data-copy]:not(:has(+ .copy))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(text, button));
    text.after(button);
  }
}

async function copy(text: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text.textContent.trim());
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(text); // The page may not write to the clipboard: select the text.
    button.textContent = 'Press Ctrl+C';
  }
}

offer();
document.addEventListener('refreshed', offer);

export {};
