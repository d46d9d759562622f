/** A button beside every text to copy (`[data-copy]`). */
for (const text of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent.trim());
      button.textContent = 'Copied';
    } catch {
      getSelection()?.selectAllChildren(text); // The page may not write to the clipboard: select the text.
      button.textContent = 'Press Ctrl+C';
    }
  });
  text.after(button);
}

export {};
