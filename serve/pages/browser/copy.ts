/** A button beside every text that is there to be copied (`[data-copy]`): nothing is lost without it. */
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
      getSelection()?.selectAllChildren(text); // where a page may not write there, the text is at least marked
      button.textContent = 'Press Ctrl+C';
    }
  });
  text.after(button);
}

export {};
